-- Judges who offers which competence; runs after capacities and competences.
WITH cleaned AS (
    SELECT
        trimmed_id(capacity_id) AS capacity,
        trimmed_id(competence_id) AS competence
    FROM raw_capacity_competences
),

resolved AS (
    SELECT
        cleaned.capacity,
        cleaned.competence,
        capacities.capacity_id,
        competences.competence_id
    FROM cleaned
    LEFT JOIN capacities ON capacities.id_key = join_key(cleaned.capacity)
    LEFT JOIN competences ON competences.id_key = join_key(cleaned.competence)
)

SELECT
    capacity_id,
    competence_id,
    -- As the lake spells them, where that is not how they are kept.
    nullif(capacity, capacity_id) AS capacity,
    nullif(competence, competence_id) AS competence,
    CASE
        WHEN capacity IS NULL THEN 'no capacity id'
        WHEN competence IS NULL THEN 'no competence id'
        WHEN capacity_id IS NULL THEN 'unknown or rejected capacity'
        WHEN competence_id IS NULL THEN 'unknown or rejected competence'
    END AS reason
FROM resolved
