-- Every validated row but the links as one line of JSON, table by table: what the content hash is taken over. Each table
-- is sorted by its short keys, which are there once; sorting the lines themselves takes as much memory as they are long.
SELECT CAST(to_json(['competences', competence_id, name]) AS VARCHAR) || chr(10) AS line
FROM competences
ORDER BY competence_id;

SELECT
    CAST(to_json([
        'capacities',
        capacity_id,
        owner,
        role,
        role_level,
        CAST(begin_date AS VARCHAR),
        CAST(end_date AS VARCHAR),
        description
    ]) AS VARCHAR) || chr(10) AS line
FROM capacities
ORDER BY capacity_id;

SELECT
    CAST(to_json(['capacity_references', capacity_id, CAST(position AS VARCHAR), partner, projects]) AS VARCHAR)
    || chr(10) AS line
FROM capacity_references
ORDER BY capacity_id, position;

SELECT
    CAST(to_json(['capacity_certificates', capacity_id, CAST(position AS VARCHAR), description]) AS VARCHAR)
    || chr(10) AS line
FROM capacity_certificates
ORDER BY capacity_id, position;

SELECT
    CAST(to_json([
        'tasks',
        task_id,
        title,
        description,
        CAST(start_date AS VARCHAR),
        CAST(end_date AS VARCHAR),
        CAST(created_at AS VARCHAR)
    ]) AS VARCHAR) || chr(10) AS line
FROM tasks
ORDER BY task_id;

SELECT CAST(to_json(['task_skills', task_id, CAST(position AS VARCHAR), skill]) AS VARCHAR) || chr(10) AS line
FROM task_skills
ORDER BY task_id, position;

SELECT CAST(to_json(['rejected_rows', table_name, key, reason]) AS VARCHAR) || chr(10) AS line
FROM rejected_rows
ORDER BY table_name, key, reason;
