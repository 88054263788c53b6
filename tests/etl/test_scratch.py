"""The scratch database keeps within its memory and leaves nothing beside itself."""

from pathlib import Path

from teamlandkarte.etl.scratch import Scratch

ROWS = 1_500_000


def test_more_than_fits_into_memory_is_sorted_through_the_folder_and_nothing_is_left(tmp_path: Path) -> None:
    scratch = Scratch(tmp_path / "scratch.duckdb", memory_mb=128)

    with scratch.open() as connection:
        connection.execute(
            "CREATE TABLE sorted AS SELECT hash(range)::VARCHAR || repeat('x', 80) AS word FROM range(?) ORDER BY word",
            [ROWS],
        )
        (rows,) = connection.execute("SELECT count(*) FROM sorted").fetchone() or (None,)
        (bound,) = connection.execute("SELECT current_setting('memory_limit')").fetchone() or (None,)

    assert rows == ROWS
    assert bound == "128.0 MiB"
    assert [path.name for path in tmp_path.iterdir()] == ["scratch.duckdb"]
