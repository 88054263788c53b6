-- The profiles of some people, in the order of their keys.
SELECT profile_key, document
FROM employees
WHERE profile_key IN (SELECT unnest($keys))
ORDER BY profile_key
