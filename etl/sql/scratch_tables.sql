-- The names of the tables in the scratch database of a refresh.
SELECT table_name
FROM duckdb_tables()
WHERE NOT temporary
ORDER BY table_name
