-- What the roles of tasks are found in.
SELECT task_id, title, coalesce(description, '') AS description
FROM tasks
ORDER BY task_id
