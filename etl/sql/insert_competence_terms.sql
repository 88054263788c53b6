-- `terms` (term_id, term, folded, vector) is registered by the build.
INSERT INTO competence_terms
SELECT term_id, term, folded, vector
FROM terms
ORDER BY term_id
