-- Who (row number in people.sql) has which competence term.
WITH people AS (
    SELECT capacity_id, row_number() OVER (ORDER BY capacity_id) - 1 AS person
    FROM capacities
)
SELECT DISTINCT people.person, competences.term_id
FROM capacity_competences
JOIN people USING (capacity_id)
JOIN competences USING (competence_id)
ORDER BY people.person, competences.term_id
