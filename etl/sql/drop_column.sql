-- Drops a column that only judged the rows.
ALTER TABLE {table} DROP COLUMN {column}
