-- Who (row number in people.sql) has which competence term, in any order; two names may be one term.
WITH people AS (
    SELECT capacity_id, row_number() OVER (ORDER BY capacity_id) - 1 AS person
    FROM capacities
)
SELECT people.person, competences.term_id
FROM capacity_competences
JOIN people USING (capacity_id)
JOIN competences USING (competence_id)
