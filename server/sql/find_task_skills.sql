-- The skills of one task or of all, in the order of the lake. Parameters: task_id (NULL for all).
SELECT task_id, skill
FROM task_skills
WHERE $task_id::VARCHAR IS NULL OR task_id = $task_id
ORDER BY task_id, position
