-- Every validated row but the links as one line of JSON, in an order that depends on nothing but the lines: what the
-- content hash is taken over.
SELECT CAST(to_json(fields) AS VARCHAR) || chr(10) AS line
FROM (
    SELECT ['competences', competence_id, name] AS fields
    FROM competences
    UNION ALL
    SELECT
        [
            'capacities',
            capacity_id,
            owner,
            role,
            role_level,
            CAST(begin_date AS VARCHAR),
            CAST(end_date AS VARCHAR),
            description
        ]
    FROM capacities
    UNION ALL
    SELECT ['capacity_references', capacity_id, CAST(position AS VARCHAR), partner, projects]
    FROM capacity_references
    UNION ALL
    SELECT ['capacity_certificates', capacity_id, CAST(position AS VARCHAR), description]
    FROM capacity_certificates
    UNION ALL
    SELECT
        [
            'tasks',
            task_id,
            title,
            description,
            CAST(start_date AS VARCHAR),
            CAST(end_date AS VARCHAR),
            CAST(created_at AS VARCHAR)
        ]
    FROM tasks
    UNION ALL
    SELECT ['task_skills', task_id, CAST(position AS VARCHAR), skill]
    FROM task_skills
    UNION ALL
    SELECT ['rejected_rows', table_name, key, reason]
    FROM rejected_rows
)
ORDER BY line
