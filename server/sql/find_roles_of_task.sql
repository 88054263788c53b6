-- The role candidates found in one task, best first. Parameters: task_id.
SELECT task_id, role, role_term_id, score, evidence
FROM task_roles
WHERE task_id = $task_id
ORDER BY position
