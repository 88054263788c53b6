-- Everybody, in the order of their ids. No parameters.
SELECT capacity_id, owner, role_level
FROM capacities
ORDER BY capacity_id
