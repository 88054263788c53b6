-- Judges the projects done; runs after capacities and partners. Projects whose partner is unknown are kept without
-- it, and what was left out of them is reported.
WITH cleaned AS (
    SELECT
        trimmed_id(capacity_id) AS capacity,
        trimmed_id(partner_id) AS partner_key,
        plain_lines(projects) AS projects
    FROM raw_capacity_references
),

resolved AS (
    SELECT
        cleaned.capacity,
        cleaned.partner_key,
        cleaned.projects,
        capacities.capacity_id,
        partners.name AS partner
    FROM cleaned
    LEFT JOIN capacities ON capacities.id_key = join_key(cleaned.capacity)
    LEFT JOIN partners ON partners.id_key = join_key(cleaned.partner_key)
),

ruled AS (
    SELECT
        *,
        CASE
            WHEN capacity IS NULL THEN 'no capacity id'
            WHEN capacity_id IS NULL THEN 'unknown or rejected capacity'
            WHEN partner_key IS NOT NULL AND partner IS NULL AND projects IS NULL THEN 'unknown or rejected partner'
            WHEN partner IS NULL AND projects IS NULL THEN 'blank reference'
            WHEN partner_key IS NOT NULL AND partner IS NULL THEN 'unknown or rejected partner, projects kept'
        END AS reason
    FROM resolved
)

SELECT
    capacity_id,
    CAST(dense_rank() OVER (
        PARTITION BY capacity_id, keeps_row(reason) ORDER BY partner, projects
    ) AS INTEGER) AS position,
    partner,
    projects,
    capacity,
    partner_key,
    reason
FROM ruled
