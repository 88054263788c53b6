-- The skills of all tasks, in the order of the lake. No parameters.
SELECT task_id, skill
FROM task_skills
ORDER BY task_id, position
