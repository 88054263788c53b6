-- Everybody, in the order of the rows of the dataset's people. No parameters.
SELECT capacity_id, owner, role_level
FROM capacities
ORDER BY capacity_id
