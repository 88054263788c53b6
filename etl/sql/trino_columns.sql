-- The columns of a table of the lake, and their types, as the server lists them.
-- ?: schema, table
SELECT column_name, data_type AS column_type
FROM {catalog}.information_schema.columns
WHERE table_schema = ? AND table_name = ?
ORDER BY ordinal_position
