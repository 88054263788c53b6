-- What identifies the directory.
SELECT profile_key, status, checksum FROM employees
