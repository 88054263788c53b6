-- Everybody in the order that breaks ties; no role is -1.
SELECT
    capacity_id,
    coalesce(role_term_id, -1) AS role_term_id,
    begin_date,
    end_date,
    mean_norm
FROM capacities
ORDER BY capacity_id
