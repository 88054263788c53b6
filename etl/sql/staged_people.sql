-- Some people as a built snapshot holds them; no role is -1.
SELECT capacity_id, coalesce(role_term_id, -1) AS role_term_id, begin_date, end_date, mean_norm
FROM capacities
WHERE capacity_id IN (SELECT unnest($ids))
ORDER BY capacity_id
