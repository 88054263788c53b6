-- Judges the active capacities.
WITH cleaned AS (
    SELECT
        trimmed_id(id) AS capacity_id,
        shown_name(owner) AS owner,
        shown_name(role) AS role,
        -- A column of numbers: 3.0 and 3.0E0 are the level 3, and "not a number" says that there is none.
        nullif(
            regexp_replace(shown_name(role_level), '^(?:(-?\d+)\.0+(?:E0)?|nan|-?inf(?:inity)?)$', '\1', 'i'), ''
        ) AS role_level,
        lake_date(begin_date) AS begin_date,
        lake_date(end_date) AS end_date,
        plain_lines(description) AS description,
        is_readable_date(begin_date) AS begin_readable,
        is_readable_date(end_date) AS end_readable
    FROM raw_capacities
)

SELECT
    capacity_id,
    owner,
    role,
    role_level,
    begin_date,
    end_date,
    description,
    join_key(capacity_id) AS id_key,
    CASE
        WHEN capacity_id IS NULL THEN 'no id'
        WHEN owner IS NULL THEN 'no owner'
        WHEN is_structure(owner) THEN 'a list or object instead of an owner'
        WHEN is_structure(role) THEN 'a list or object instead of a role'
        WHEN NOT begin_readable THEN 'unreadable begin date'
        WHEN NOT end_readable THEN 'unreadable end date'
        WHEN end_date < begin_date THEN 'end before begin'
    END AS reason
FROM cleaned
