-- The active capacities; what was deleted never leaves the lake.
SELECT
    CAST(id AS VARCHAR) AS id,
    CAST(owner_name AS VARCHAR) AS owner,
    CAST(role_name AS VARCHAR) AS role,
    CAST(role_level AS VARCHAR) AS role_level,
    CAST(begin_date AS VARCHAR) AS begin_date,
    CAST(end_date AS VARCHAR) AS end_date,
    CAST(description AS VARCHAR) AS description
FROM {capacities}
WHERE deletion_reason IS NULL
