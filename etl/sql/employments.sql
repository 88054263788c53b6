-- What is known about everybody besides the profile.
SELECT
    profile_key,
    checksum,
    last_seen_at AT TIME ZONE 'UTC' AS last_seen_at,
    status,
    missed_runs,
    dismissed_at AT TIME ZONE 'UTC' AS dismissed_at
FROM employees
