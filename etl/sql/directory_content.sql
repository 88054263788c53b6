-- The part of the directory that makes it another one, without when somebody was seen.
SELECT profile_key, status, checksum, missed_runs, CAST(dismissed_at AS VARCHAR) AS dismissed_at
FROM employees
ORDER BY profile_key
