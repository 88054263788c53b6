-- Judges the lake's partners.
WITH cleaned AS (
    SELECT
        trimmed_id(id) AS partner_id,
        clean_line(name) AS name
    FROM raw_partners
),

ruled AS (
    SELECT
        *,
        CASE
            WHEN partner_id IS NULL THEN 'no id'
            WHEN name IS NULL THEN 'blank name'
            WHEN is_structure(name) THEN 'a list or object instead of a name'
        END AS broken_rule
    FROM cleaned
),

counted AS (
    SELECT
        *,
        row_number() OVER (
            PARTITION BY join_key(partner_id), broken_rule IS NULL
            ORDER BY partner_id, name
        ) AS occurrence
    FROM ruled
)

SELECT
    partner_id,
    name,
    partner_id AS key,
    coalesce(broken_rule, CASE WHEN occurrence > 1 THEN 'duplicate id' END) AS reason
FROM counted
