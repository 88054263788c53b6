-- The references of one capacity. Parameters: capacity_id.
SELECT partner, projects
FROM capacity_references
WHERE capacity_id = $capacity_id
ORDER BY position
