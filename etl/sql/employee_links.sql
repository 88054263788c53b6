-- The links that the caller has registered as `links`, each once.
CREATE OR REPLACE TABLE employee_links AS
SELECT DISTINCT capacity_id, profile_key, linked_by
FROM links
ORDER BY capacity_id, profile_key
