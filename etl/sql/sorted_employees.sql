-- The rows of the employees by key; one without a key comes first.
SELECT coalesce(profile_key, '') AS profile_key, profile_id, full_name, canonical_url, profile
FROM employees
ORDER BY coalesce(profile_key, ''), full_name, profile
