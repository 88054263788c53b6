-- The competences of one person in the vocabulary's spelling, each once. Parameters: capacity_id.
SELECT DISTINCT t.term
FROM capacity_competences AS l
JOIN competences AS c USING (competence_id)
JOIN competence_terms AS t USING (term_id)
WHERE l.capacity_id = $capacity_id
ORDER BY t.term
