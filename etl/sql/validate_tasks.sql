-- Judges the published tasks.
WITH cleaned AS (
    SELECT
        trimmed_id(id) AS task_id,
        shown_name(title) AS title,
        plain_lines(description) AS description,
        lake_date(start_date) AS start_date,
        lake_date(end_date) AS end_date,
        lake_timestamp(created_at) AS created_at,
        is_readable_date(start_date) AS start_readable,
        is_readable_date(end_date) AS end_readable,
        is_readable_date(created_at) AS created_readable
    FROM raw_tasks
)

SELECT
    task_id,
    title,
    description,
    start_date,
    end_date,
    created_at,
    join_key(task_id) AS id_key,
    CASE
        WHEN task_id IS NULL THEN 'no id'
        WHEN title IS NULL THEN 'no title'
        WHEN is_structure(title) THEN 'a list or object instead of a title'
        WHEN NOT start_readable THEN 'unreadable start date'
        WHEN NOT end_readable THEN 'unreadable end date'
        WHEN NOT created_readable THEN 'unreadable creation date'
        WHEN end_date < start_date THEN 'end before start'
    END AS reason
FROM cleaned
