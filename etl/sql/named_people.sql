-- Everybody, as whoever confirms an erasure must see them.
SELECT capacity_id, owner, role, role_level
FROM capacities
ORDER BY capacity_id
