-- The distinct competence terms of everybody who has any, as one ascending list each.
SELECT link.capacity_id, list_sort(list_distinct(list(s.term_id))) AS terms
FROM scratch.capacity_competences AS link
JOIN scratch.competences AS c USING (competence_id)
JOIN competence_spellings AS s ON s.spelling = c.name
GROUP BY link.capacity_id
ORDER BY link.capacity_id
