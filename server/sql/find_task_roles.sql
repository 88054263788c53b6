-- The role candidates of all tasks, best first. No parameters.
SELECT task_id, role, role_term_id, score, evidence
FROM task_roles
ORDER BY task_id, position
