-- The open tasks, newest first. Parameters: created_since (a day, or NULL for all).
SELECT task_id, title, start_date, end_date, created_at
FROM tasks
WHERE $created_since IS NULL OR created_at >= $created_since
ORDER BY created_at DESC NULLS LAST, task_id
