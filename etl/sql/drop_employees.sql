-- Deletes people from the directory.
DELETE FROM employees WHERE profile_key IN (SELECT unnest($keys))
