-- The free text of one capacity. Parameters: capacity_id.
SELECT description
FROM capacities
WHERE capacity_id = $capacity_id
