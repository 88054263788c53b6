-- Everybody in the directory without the profiles, in the order of their keys.
SELECT
    profile_key,
    profile_id,
    full_name,
    status,
    canonical_url,
    checksum,
    last_seen_at,
    missed_runs,
    dismissed_at
FROM employees
ORDER BY profile_key
