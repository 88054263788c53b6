-- The columns in which two snapshots are built differently; NULL where one lacks the column.
WITH old AS (
    SELECT table_name, column_name, data_type
    FROM duckdb_columns()
    WHERE database_name = 'before' AND schema_name = 'main'
),
new AS (
    SELECT table_name, column_name, data_type
    FROM duckdb_columns()
    WHERE database_name = 'after' AND schema_name = 'main'
)
SELECT table_name, column_name, old.data_type AS before, new.data_type AS after
FROM old
FULL JOIN new USING (table_name, column_name)
WHERE old.data_type IS DISTINCT FROM new.data_type
ORDER BY table_name, column_name
