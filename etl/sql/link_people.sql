-- Everybody in the order that numbers them.
SELECT capacity_id
FROM capacities
ORDER BY capacity_id
