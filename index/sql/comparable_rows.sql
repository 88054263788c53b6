-- The rows of one snapshot as two snapshots are compared by: `id` is what a person looks them up by, `item` tells rows
-- of one id apart, `fields` is a hash of the rest. What the lake gives no key of its own is counted: two equal
-- certificates are one row with 2 in `fields`. Roles of tasks are left out: they follow from the texts and the model.
-- {{catalog}}: the attached snapshot, or the scratch database of a refresh.
CREATE VIEW {catalog}_rows AS
SELECT
    'competences' AS table_name,
    competence_id AS id,
    CAST(0 AS UBIGINT) AS item,
    hash(name) AS fields
FROM {catalog}.main.competences
UNION ALL
SELECT 'capacities', capacity_id, 0, hash(owner, role, role_level, begin_date, end_date, description)
FROM {catalog}.main.capacities
UNION ALL
SELECT 'capacity_competences', capacity_id, hash(competence_id), 0
FROM {catalog}.main.capacity_competences
UNION ALL
SELECT 'capacity_references', capacity_id, hash(partner, projects), count(*)
FROM {catalog}.main.capacity_references
GROUP BY capacity_id, partner, projects
UNION ALL
SELECT 'capacity_certificates', capacity_id, hash(description), count(*)
FROM {catalog}.main.capacity_certificates
GROUP BY capacity_id, description
UNION ALL
SELECT 'tasks', task_id, 0, hash(title, description, start_date, end_date, created_at)
FROM {catalog}.main.tasks
UNION ALL
SELECT 'task_skills', task_id, hash(skill), count(*)
FROM {catalog}.main.task_skills
GROUP BY task_id, skill
UNION ALL
SELECT 'employees', profile_key, 0, hash(status, checksum)
FROM {catalog}.main.employees
UNION ALL
SELECT 'rejected_rows', concat_ws(' ', table_name, key), hash(reason), count(*)
FROM {catalog}.main.rejected_rows
GROUP BY table_name, key, reason
UNION ALL
SELECT 'competence_terms', term, 0, 0
FROM {catalog}.main.competence_terms
UNION ALL
SELECT 'role_terms', term, 0, 0
FROM {catalog}.main.role_terms
