-- How roles are spelled, and how often.
SELECT role AS spelling, count(*) AS uses
FROM capacities
WHERE role IS NOT NULL
GROUP BY role
ORDER BY role
