-- The role candidates of one task or of all, best first. Parameters: task_id (NULL for all).
SELECT task_id, role, role_term_id, score, evidence
FROM task_roles
WHERE $task_id::VARCHAR IS NULL OR task_id = $task_id
ORDER BY task_id, position
