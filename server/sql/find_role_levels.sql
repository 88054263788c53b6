-- The role levels that people have, in order. No parameters.
SELECT DISTINCT role_level
FROM capacities
WHERE role_level IS NOT NULL
ORDER BY role_level
