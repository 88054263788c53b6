-- Who offers the capacities that validation did not keep, under the ids as the lake delivered them.
SELECT id, owner
FROM raw_capacities
WHERE id IS NOT NULL AND owner IS NOT NULL AND trim(id) NOT IN (SELECT capacity_id FROM capacities)
