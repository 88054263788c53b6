-- Judges the certificates held; runs after capacities.
WITH cleaned AS (
    SELECT
        trimmed_id(capacity_id) AS capacity,
        plain_lines(description) AS description
    FROM raw_capacity_certificates
),

resolved AS (
    SELECT
        cleaned.capacity,
        cleaned.description,
        capacities.capacity_id
    FROM cleaned
    LEFT JOIN capacities ON capacities.id_key = join_key(cleaned.capacity)
),

ruled AS (
    SELECT
        *,
        CASE
            WHEN capacity IS NULL THEN 'no capacity id'
            WHEN capacity_id IS NULL THEN 'unknown or rejected capacity'
            WHEN description IS NULL THEN 'blank certificate'
        END AS reason
    FROM resolved
)

SELECT
    capacity_id,
    CAST(dense_rank() OVER (
        PARTITION BY capacity_id, reason IS NULL ORDER BY description
    ) AS INTEGER) AS position,
    description,
    capacity,
    reason
FROM ruled
