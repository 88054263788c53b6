-- Rows per table that validation kept.
SELECT 'competences' AS table_name, count(*) AS row_count FROM competences
UNION ALL
SELECT 'capacities', count(*) FROM capacities
UNION ALL
SELECT 'capacity_competences', count(*) FROM capacity_competences
UNION ALL
SELECT 'capacity_references', count(*) FROM capacity_references
UNION ALL
SELECT 'capacity_certificates', count(*) FROM capacity_certificates
UNION ALL
SELECT 'partners', count(*) FROM partners
UNION ALL
SELECT 'tasks', count(*) FROM tasks
UNION ALL
SELECT 'task_skills', count(*) FROM task_skills
ORDER BY table_name
