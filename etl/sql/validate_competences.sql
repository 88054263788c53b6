-- Judges the lake's competences.
WITH cleaned AS (
    SELECT
        trimmed_id(id) AS competence_id,
        shown_name(name) AS name
    FROM raw_competences
)

SELECT
    competence_id,
    name,
    join_key(competence_id) AS id_key,
    CASE
        WHEN competence_id IS NULL THEN 'no id'
        WHEN name IS NULL THEN 'blank name'
        WHEN is_structure(name) THEN 'a list or object instead of a name'
    END AS reason
FROM cleaned
