-- The open tasks, newest first. Parameters: created_since (a day in UTC, or NULL for all).
SELECT task_id, title, start_date, end_date, created_at
FROM tasks
WHERE $created_since::DATE IS NULL OR created_at >= $created_since::DATE
ORDER BY created_at DESC NULLS LAST, task_id
