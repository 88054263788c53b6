-- What must not be in a snapshot, as one sentence per kind of fault.
SELECT 'a competence has no term' AS fault
FROM competences
WHERE term_id NOT IN (SELECT term_id FROM competence_terms)
UNION
SELECT 'a role has no term'
FROM capacities
WHERE
    (role IS NULL) != (role_term_id IS NULL)
    OR (role_term_id IS NOT NULL AND role_term_id NOT IN (SELECT term_id FROM role_terms))
UNION
SELECT 'a task skill has no term'
FROM task_skills
WHERE term_id NOT IN (SELECT term_id FROM competence_terms)
UNION
SELECT 'a task role has no term'
FROM task_roles
WHERE role_term_id NOT IN (SELECT term_id FROM role_terms)
UNION
SELECT 'competence term ids are not dense'
FROM competence_terms
HAVING count(*) > 0 AND (min(term_id) != 0 OR max(term_id) != count(*) - 1)
UNION
SELECT 'role term ids are not dense'
FROM role_terms
HAVING count(*) > 0 AND (min(term_id) != 0 OR max(term_id) != count(*) - 1)
UNION
SELECT 'an availability ends before it begins'
FROM capacities
WHERE end_date < begin_date
ORDER BY fault
