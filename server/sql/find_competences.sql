-- The competences of the people with these ids. Parameters: ids.
SELECT l.capacity_id, c.name
FROM capacity_competences AS l
JOIN competences AS c USING (competence_id)
WHERE list_contains($ids, l.capacity_id)
ORDER BY l.capacity_id, c.name, c.competence_id
