-- Who offers which competence, in any order: row numbers in link_people.sql and link_competences.sql in one integer.
WITH people AS (
    SELECT capacity_id, row_number() OVER (ORDER BY capacity_id) - 1 AS person
    FROM capacities
),

abilities AS (
    SELECT competence_id, row_number() OVER (ORDER BY competence_id) - 1 AS competence
    FROM competences
)

SELECT (people.person << 32) | abilities.competence AS link
FROM capacity_competences
JOIN people USING (capacity_id)
JOIN abilities USING (competence_id)
