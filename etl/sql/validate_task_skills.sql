-- Judges the skills that tasks ask for; runs after tasks. Two spellings of one term are one skill of a task.
WITH cleaned AS (
    SELECT
        trimmed_id(task_id) AS task,
        shown_name(skill) AS skill
    FROM raw_task_skills
),

resolved AS (
    SELECT
        cleaned.task,
        cleaned.skill,
        tasks.task_id
    FROM cleaned
    LEFT JOIN tasks ON tasks.id_key = join_key(cleaned.task)
),

ruled AS (
    SELECT
        *,
        CASE
            WHEN task IS NULL THEN 'no task id'
            WHEN task_id IS NULL THEN 'unknown or rejected task'
            WHEN skill IS NULL THEN 'blank skill'
            WHEN is_structure(skill) THEN 'a list or object instead of a skill'
        END AS reason
    FROM resolved
)

SELECT
    task_id,
    CAST(dense_rank() OVER (
        PARTITION BY task_id, reason IS NULL ORDER BY folded_term(skill)
    ) AS INTEGER) AS position,
    skill,
    task,
    reason
FROM ruled
