-- The terms by term id.
SELECT term
FROM role_terms
ORDER BY term_id
