-- The directory after a run: `employments`, registered by the caller, with each profile as it came in this run, or as it
-- was before where it did not come or came with the same checksum.
CREATE OR REPLACE TABLE employees_before AS SELECT * FROM employees;

DELETE FROM employees;

INSERT INTO employees BY NAME
SELECT
    e.profile_key,
    coalesce(raw.profile_id, old.profile_id) AS profile_id,
    coalesce(raw.full_name, old.full_name) AS full_name,
    e.status,
    coalesce(raw.canonical_url, old.canonical_url) AS canonical_url,
    coalesce(raw.checksum, old.checksum) AS checksum,
    CAST(e.last_seen_at AT TIME ZONE 'UTC' AS TIMESTAMP) AS last_seen_at,
    e.missed_runs,
    CAST(e.dismissed_at AT TIME ZONE 'UTC' AS TIMESTAMP) AS dismissed_at,
    coalesce(raw.document, old.document) AS document
FROM employments AS e
LEFT JOIN employees_before AS old USING (profile_key)
LEFT JOIN raw_profiles AS raw ON raw.profile_key = e.profile_key AND raw.checksum IS DISTINCT FROM old.checksum;
