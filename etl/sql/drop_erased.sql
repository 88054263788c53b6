-- Deletes the erased and everything that belongs to them. `erased` (capacity_id) and `erased_keys` (table_name, key)
-- are registered by the caller.
DELETE FROM capacity_competences WHERE capacity_id IN (SELECT capacity_id FROM erased);

DELETE FROM capacity_references WHERE capacity_id IN (SELECT capacity_id FROM erased);

DELETE FROM capacity_certificates WHERE capacity_id IN (SELECT capacity_id FROM erased);

DELETE FROM capacities WHERE capacity_id IN (SELECT capacity_id FROM erased);

DELETE FROM rejected_rows
WHERE (table_name, key) IN (SELECT (table_name, key) FROM erased_keys) AND reason != 'no capacity id';
