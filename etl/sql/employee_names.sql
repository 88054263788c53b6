-- The names of some people, now or before.
SELECT profile_key, full_name FROM employees WHERE profile_key IN (SELECT unnest($keys))
UNION
SELECT profile_key, full_name
FROM employees_before
WHERE profile_key IN (SELECT unnest($keys)) AND profile_key NOT IN (SELECT profile_key FROM employees)
