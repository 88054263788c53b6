-- The terms of a vocabulary by term id. Parameters: table (competence_terms or role_terms).
SELECT term
FROM query_table($table)
ORDER BY term_id
