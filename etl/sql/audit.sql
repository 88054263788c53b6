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
UNION
SELECT 'what belongs to a capacity belongs to none'
FROM (
    SELECT capacity_id FROM capacity_competences
    UNION ALL
    SELECT capacity_id FROM capacity_references
    UNION ALL
    SELECT capacity_id FROM capacity_certificates
)
WHERE capacity_id NOT IN (SELECT capacity_id FROM capacities)
UNION
SELECT 'what belongs to a task belongs to none'
FROM (
    SELECT task_id FROM task_skills
    UNION ALL
    SELECT task_id FROM task_roles
)
WHERE task_id NOT IN (SELECT task_id FROM tasks)
UNION
SELECT 'a capacity has a competence that is none'
FROM capacity_competences
WHERE competence_id NOT IN (SELECT competence_id FROM competences)
UNION
SELECT 'a competence of a capacity is there twice or out of order'
FROM (
    SELECT
        capacity_id,
        competence_id,
        lag(capacity_id) OVER () AS capacity_before,
        lag(competence_id) OVER () AS competence_before
    FROM capacity_competences
)
WHERE capacity_id < capacity_before OR (capacity_id = capacity_before AND competence_id <= competence_before)
ORDER BY fault
