-- The terms by term id.
SELECT term
FROM competence_terms
ORDER BY term_id
