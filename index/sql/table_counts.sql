-- Rows per table of the snapshot.
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
SELECT 'tasks', count(*) FROM tasks
UNION ALL
SELECT 'task_skills', count(*) FROM task_skills
UNION ALL
SELECT 'task_roles', count(*) FROM task_roles
UNION ALL
SELECT 'competence_terms', count(*) FROM competence_terms
UNION ALL
SELECT 'role_terms', count(*) FROM role_terms
UNION ALL
SELECT 'employees', count(*) FROM employees
UNION ALL
SELECT 'employee_publications', count(*) FROM employee_publications
UNION ALL
SELECT 'employee_courses', count(*) FROM employee_courses
UNION ALL
SELECT 'rejected_rows', count(*) FROM rejected_rows
ORDER BY table_name
