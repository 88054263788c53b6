-- The first competences by name, and how many there are, of the people with these ids. Parameters: ids, most.
WITH own AS (
    SELECT DISTINCT l.capacity_id, t.term
    FROM capacity_competences AS l
    JOIN competences AS c USING (competence_id)
    JOIN competence_terms AS t USING (term_id)
    WHERE list_contains($ids, l.capacity_id)
)
SELECT capacity_id, list(term ORDER BY term)[:$most] AS first, count(*) AS total
FROM own
GROUP BY capacity_id
ORDER BY capacity_id
