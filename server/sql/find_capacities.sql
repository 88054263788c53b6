-- What a list shows of the people with these ids. Parameters: ids.
SELECT capacity_id, owner, role, role_level, begin_date, end_date
FROM capacities
WHERE list_contains($ids, capacity_id)
ORDER BY capacity_id
