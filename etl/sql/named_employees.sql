-- Everybody in the directory, in the order of their keys.
SELECT profile_key, full_name
FROM employees
ORDER BY profile_key
