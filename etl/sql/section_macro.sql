-- What the sections of one type hold at a path, in their order, of people from one key to another.
CREATE OR REPLACE TEMP MACRO entries_of(section_type, path, first_key, last_key) AS TABLE
SELECT
    profile_key,
    row_number() OVER (PARTITION BY profile_key ORDER BY section, item) AS position,
    entry
FROM (
    SELECT profile_key, section, unnest(items) AS entry, generate_subscripts(items, 1) AS item
    FROM (
        SELECT profile_key, section, json_extract(part, path) AS items
        FROM (
            SELECT profile_key, unnest(sections) AS part, generate_subscripts(sections, 1) AS section
            FROM (
                SELECT profile_key, json_extract(document, '$.sections[*]') AS sections
                FROM scratch.employees
                WHERE profile_key BETWEEN first_key AND last_key
            )
        )
        WHERE json_extract_string(part, '$.type') = section_type
    )
)
