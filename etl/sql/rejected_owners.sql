-- Who offers the capacities that validation did not keep, or kept under a name without its markup, as the lake delivered
-- ids and names.
SELECT id, owner
FROM raw_capacities
WHERE id IS NOT NULL AND owner IS NOT NULL AND (trim(id) NOT IN (SELECT capacity_id FROM capacities) OR regexp_matches(owner, '[<&]'))
