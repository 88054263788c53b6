-- The competence terms of some people as a built snapshot holds them.
SELECT capacities.capacity_id, competences.term_id
FROM capacities
JOIN capacity_competences USING (capacity_id)
JOIN competences USING (competence_id)
WHERE capacities.capacity_id IN (SELECT unnest($ids))
