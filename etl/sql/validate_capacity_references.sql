-- Judges the projects done; runs after capacities and partners. Projects whose partner is unknown are kept without
-- it: such a row is judged twice, once as kept and once as what was left out of it.
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
    LEFT JOIN capacities ON join_key(capacities.capacity_id) = join_key(cleaned.capacity)
    LEFT JOIN partners ON join_key(partners.partner_id) = join_key(cleaned.partner_key)
),

ruled AS (
    SELECT
        *,
        CASE
            WHEN capacity IS NULL THEN 'no capacity id'
            WHEN capacity_id IS NULL THEN 'unknown or rejected capacity'
            WHEN partner_key IS NOT NULL AND partner IS NULL AND projects IS NULL THEN 'unknown or rejected partner'
            WHEN partner IS NULL AND projects IS NULL THEN 'blank reference'
            WHEN row_number() OVER (
                PARTITION BY capacity_id, partner, projects ORDER BY capacity, partner_key
            ) > 1 THEN 'duplicate'
        END AS reason
    FROM resolved
)

SELECT
    capacity_id,
    CAST(row_number() OVER (
        PARTITION BY capacity_id, reason IS NULL ORDER BY partner, projects
    ) AS INTEGER) AS position,
    partner,
    projects,
    nullif(concat_ws(' / ', capacity, partner_key), '') AS key,
    reason
FROM ruled
UNION ALL
SELECT
    capacity_id,
    NULL,
    partner,
    projects,
    concat_ws(' / ', capacity, partner_key),
    'unknown or rejected partner, projects kept'
FROM ruled
WHERE reason IS NULL AND partner_key IS NOT NULL AND partner IS NULL
