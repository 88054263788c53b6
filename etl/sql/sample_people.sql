-- Some people as validation left them: always the same ones of the same data, with the names of their competences.
WITH sampled AS (
    SELECT capacity_id, role
    FROM capacities
    ORDER BY hash(capacity_id), capacity_id
    LIMIT $people
)
SELECT
    sampled.capacity_id,
    any_value(sampled.role) AS role,
    coalesce(list(competences.name ORDER BY competences.name) FILTER (competences.name IS NOT NULL), []) AS competences
FROM sampled
LEFT JOIN capacity_competences USING (capacity_id)
LEFT JOIN competences USING (competence_id)
GROUP BY sampled.capacity_id
ORDER BY sampled.capacity_id
