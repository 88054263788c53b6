-- What must not be in a snapshot: how many rows have which fault.
SELECT 'competences without their term' AS fault, count(*) AS row_count
FROM competences
WHERE term_id NOT IN (SELECT term_id FROM competence_terms)
UNION ALL
SELECT 'roles without their term', count(*)
FROM capacities
WHERE
    (role IS NULL) != (role_term_id IS NULL)
    OR (role_term_id IS NOT NULL AND role_term_id NOT IN (SELECT term_id FROM role_terms))
UNION ALL
SELECT 'task skills without their term', count(*)
FROM task_skills
WHERE term_id NOT IN (SELECT term_id FROM competence_terms)
UNION ALL
SELECT 'task roles without their term', count(*)
FROM task_roles
WHERE role_term_id NOT IN (SELECT term_id FROM role_terms)
UNION ALL
SELECT 'term ids that are not dense', count(*)
FROM (
    SELECT term_id, row_number() OVER (ORDER BY term_id) - 1 AS position FROM competence_terms
    UNION ALL
    SELECT term_id, row_number() OVER (ORDER BY term_id) - 1 FROM role_terms
)
WHERE term_id != position
UNION ALL
SELECT 'availabilities that end before they begin', count(*)
FROM capacities
WHERE end_date < begin_date
UNION ALL
SELECT 'links that point nowhere', count(*)
FROM (
    SELECT capacity_id FROM capacity_competences WHERE competence_id NOT IN (SELECT competence_id FROM competences)
    UNION ALL
    SELECT capacity_id FROM capacity_competences WHERE capacity_id NOT IN (SELECT capacity_id FROM capacities)
    UNION ALL
    SELECT capacity_id FROM capacity_references WHERE capacity_id NOT IN (SELECT capacity_id FROM capacities)
    UNION ALL
    SELECT capacity_id FROM capacity_certificates WHERE capacity_id NOT IN (SELECT capacity_id FROM capacities)
    UNION ALL
    SELECT task_id FROM task_skills WHERE task_id NOT IN (SELECT task_id FROM tasks)
    UNION ALL
    SELECT task_id FROM task_roles WHERE task_id NOT IN (SELECT task_id FROM tasks)
)
UNION ALL
SELECT 'competences of a capacity that are there twice or out of order', count(*)
FROM (
    SELECT
        capacity_id,
        competence_id,
        lag(capacity_id) OVER () AS capacity_before,
        lag(competence_id) OVER () AS competence_before
    FROM capacity_competences
)
WHERE capacity_id < capacity_before OR (capacity_id = capacity_before AND competence_id <= competence_before)
