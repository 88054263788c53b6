-- The skills of one task, in the order of the lake. Parameters: task_id.
SELECT skill
FROM task_skills
WHERE task_id = $task_id
ORDER BY position
