-- The staff directory: a row per profile.
SELECT
    CAST(profile_key AS VARCHAR) AS profile_key,
    CAST(profile_id AS VARCHAR) AS profile_id,
    CAST(full_name AS VARCHAR) AS full_name,
    CAST(canonical_url AS VARCHAR) AS canonical_url,
    CAST(profile AS VARCHAR) AS profile
FROM {employees}
