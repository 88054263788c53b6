-- Who offers each capacity.
SELECT capacity_id, owner
FROM capacities
