-- The skills that tasks ask for. What belongs to tasks in other states stays in the lake; what belongs to none is
-- extracted, so that validation can report it. An id has 15 characters or the same 15 and a checksum, so both sides
-- are compared by their first 15.
-- ?: the state
SELECT
    CAST(part.task__c AS VARCHAR) AS task_id,
    CAST(part.skillname__c AS VARCHAR) AS skill
FROM {task_skills} AS part
LEFT JOIN (
    SELECT substr(trim(CAST(id AS VARCHAR)), 1, 15) AS id
    FROM {tasks}
    GROUP BY substr(trim(CAST(id AS VARCHAR)), 1, 15)
    HAVING count(*) FILTER (WHERE trim(CAST(status__c AS VARCHAR)) = ?) = 0
) AS other ON other.id = substr(trim(CAST(part.task__c AS VARCHAR)), 1, 15)
WHERE other.id IS NULL
