-- The task with this id, and those whose Salesforce id of 15 or 18 characters may be another spelling of it.
-- Parameters: task_id, join_key (what the spellings of one id have in common).
SELECT task_id, title, description, start_date, end_date, created_at
FROM tasks
WHERE task_id = $task_id
   OR (length($join_key) = 15 AND length(task_id) IN (15, 18) AND starts_with(task_id, $join_key))
ORDER BY task_id = $task_id DESC, task_id
