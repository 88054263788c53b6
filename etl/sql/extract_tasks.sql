-- The tasks in one state. A CHAR column comes padded, hence trim.
-- ?: the state
SELECT
    CAST(id AS VARCHAR) AS id,
    CAST(title__c AS VARCHAR) AS title,
    CAST(description__c AS VARCHAR) AS description,
    CAST(startdate__c AS VARCHAR) AS start_date,
    CAST(enddate__c AS VARCHAR) AS end_date,
    CAST(createddate AS VARCHAR) AS created_at
FROM {tasks}
WHERE trim(CAST(status__c AS VARCHAR)) = ?
