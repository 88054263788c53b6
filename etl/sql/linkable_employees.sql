-- Everybody in the directory, with the field of the profile that may name a capacity.
SELECT profile_key, full_name, CAST(json_extract(document, $path) AS VARCHAR) AS field
FROM employees
ORDER BY profile_key
