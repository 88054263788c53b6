-- Every text of a snapshot in which a person may be named, with where it stands.
SELECT 'capacities' AS table_name, capacity_id AS key, 'owner' AS column_name, owner AS words FROM capacities
UNION ALL
SELECT 'capacities', capacity_id, 'role', role FROM capacities
UNION ALL
SELECT 'capacities', capacity_id, 'description', description FROM capacities
UNION ALL
SELECT 'capacity_references', concat_ws(' / ', capacity_id, position), 'partner', partner FROM capacity_references
UNION ALL
SELECT 'capacity_references', concat_ws(' / ', capacity_id, position), 'projects', projects FROM capacity_references
UNION ALL
SELECT 'capacity_certificates', concat_ws(' / ', capacity_id, position), 'description', description
FROM capacity_certificates
UNION ALL
SELECT 'competences', competence_id, 'name', name FROM competences
UNION ALL
SELECT 'tasks', task_id, 'title', title FROM tasks
UNION ALL
SELECT 'tasks', task_id, 'description', description FROM tasks
UNION ALL
SELECT 'task_skills', concat_ws(' / ', task_id, position), 'skill', skill FROM task_skills
UNION ALL
SELECT 'employees', profile_key, 'document', document FROM employees
UNION ALL
SELECT 'rejected_rows', table_name, 'key', key FROM rejected_rows
UNION ALL
SELECT 'refresh_runs', run_id, 'reason', reason FROM refresh_runs
ORDER BY table_name, key, column_name
