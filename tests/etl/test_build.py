"""The snapshot as people find it in the DuckDB CLI: explained where it stands."""

import duckdb


def test_every_table_view_and_column_of_a_snapshot_is_explained(analyst: duckdb.DuckDBPyConnection) -> None:
    tables = analyst.sql("SELECT table_name FROM duckdb_tables() WHERE comment IS NULL").fetchall()
    views = analyst.sql("SELECT view_name FROM duckdb_views() WHERE NOT internal AND comment IS NULL").fetchall()
    columns = analyst.sql(
        "SELECT table_name, column_name FROM duckdb_columns() SEMI JOIN duckdb_tables() USING (table_name) "
        "WHERE comment IS NULL"
    ).fetchall()
    assert (tables, views, columns) == ([], [], [])
