-- The profiles of some people, in the order of their keys. The rows lie in that order, so the bounds (first and last of
-- the keys) leave most of them unread.
SELECT profile_key, document
FROM employees
WHERE profile_key BETWEEN $first AND $last AND profile_key IN (SELECT unnest($keys))
ORDER BY profile_key
