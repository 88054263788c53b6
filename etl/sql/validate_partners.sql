-- Judges the lake's partners.
WITH cleaned AS (
    SELECT
        trimmed_id(id) AS partner_id,
        shown_name(name) AS name
    FROM raw_partners
)

SELECT
    partner_id,
    name,
    join_key(partner_id) AS id_key,
    CASE
        WHEN partner_id IS NULL THEN 'no id'
        WHEN name IS NULL THEN 'blank name'
        WHEN is_structure(name) THEN 'a list or object instead of a name'
    END AS reason
FROM cleaned
