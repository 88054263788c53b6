-- The competences in the order that numbers them.
SELECT competence_id, name
FROM competences
ORDER BY competence_id
