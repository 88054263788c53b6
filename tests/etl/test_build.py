"""The snapshot as people find it in the DuckDB CLI: explained where it stands."""

from pathlib import Path

import duckdb


def test_every_table_view_and_column_of_a_snapshot_is_explained(dataset_folder: Path) -> None:
    current = (dataset_folder / "CURRENT").read_text(encoding="utf-8").strip()
    with duckdb.connect(str(dataset_folder / "versions" / current / "snapshot.duckdb"), read_only=True) as snapshot:
        tables = snapshot.sql("SELECT table_name FROM duckdb_tables() WHERE comment IS NULL").fetchall()
        views = snapshot.sql("SELECT view_name FROM duckdb_views() WHERE NOT internal AND comment IS NULL").fetchall()
        columns = snapshot.sql(
            "SELECT table_name, column_name FROM duckdb_columns() SEMI JOIN duckdb_tables() USING (table_name) "
            "WHERE comment IS NULL"
        ).fetchall()
    assert (tables, views, columns) == ([], [], [])
