-- Projects done. What belongs to deleted capacities stays in the lake; what belongs to none is extracted, so that
-- validation can report it.
SELECT
    CAST(part.capacity_id AS VARCHAR) AS capacity_id,
    CAST(part.partner_id AS VARCHAR) AS partner_id,
    CAST(part.projects AS VARCHAR) AS projects
FROM {capacity_references} AS part
LEFT JOIN (
    SELECT trim(CAST(id AS VARCHAR)) AS id
    FROM {capacities}
    GROUP BY trim(CAST(id AS VARCHAR))
    HAVING count(*) = count(deletion_reason)
) AS deleted ON deleted.id = trim(CAST(part.capacity_id AS VARCHAR))
WHERE deleted.id IS NULL
