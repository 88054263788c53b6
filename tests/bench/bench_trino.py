"""How much an extraction costs beyond the Trino client: the same million links, from a real server, four ways.

    make bench-trino        or, with a number of rounds:  .ci/trino .venv/bin bench 7

The server is the one of `tests/trino`, with TLS and a password; the links are a table of its `memory` catalog, two ids
of 12 to 18 characters per row. Every round reads them once each way, so that other work on the machine meets all ways
alike. The bare client is a script of three lines with the settings of the product (values as the server sent them, rows
in the answers): it runs the statement of the extraction and counts the rows, which fetches and decodes the same pages.
As it comes, the client also looks at each value. The extraction is `extract` whole: the lake's count, the rows, and
their table in a scratch database. CPU seconds are those of this process, all its threads, without the server; ratios
are taken within a round. Prints Markdown.
"""

import os
import platform
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pyarrow as pa
from pydantic import SecretStr

from teamlandkarte.etl.extraction import extract
from teamlandkarte.etl.lake_tables import AnyTable, LakeQueries, LakeTable, table_names
from teamlandkarte.etl.progress import Silence
from teamlandkarte.etl.scratch import Scratch
from teamlandkarte.etl.trino_lake import TrinoLake
from teamlandkarte.index.config import Credentials, Database, Refresh
from tests.etl.night import SameLake
from tests.trino.conftest import PASSWORD, USER, TrinoServer

LINKS = LakeTable.CAPACITY_COMPETENCES
PEOPLE, COMPETENCES_EACH = 100_000, 10
ROWS = PEOPLE * COMPETENCES_EACH
ROUNDS = 5
BOUND = 1.3
AS_THE_LAKE = {"legacy_primitive_types": True, "legacy_prepared_statements": False, "encoding": None}

_PERSON = "lpad(CAST(a * 1000 + b AS varchar), 12 + b % 7, '0')"
_PEOPLE = "unnest(sequence(1, 100)) AS s (a) CROSS JOIN unnest(sequence(0, 999)) AS t (b)"
_CAPACITIES = f"SELECT {_PERSON} AS id, CAST(NULL AS varchar) AS deletion_reason FROM {_PEOPLE}"
_LINKS = (
    f"SELECT {_PERSON} AS capacity_id, lpad(CAST(b * 10 + c AS varchar), 12 + c % 7, 'x') AS competence_id "
    f"FROM {_PEOPLE} CROSS JOIN unnest(sequence(1, {COMPETENCES_EACH})) AS u (c)"
)


class LinksAlone(SameLake):
    """A lake whose other tables are empty, and are so without a query."""

    def count(self, table: AnyTable) -> int:
        return super().count(table) if table is LINKS else 0

    def fetch(self, table: AnyTable) -> Iterator[pa.RecordBatch]:
        return super().fetch(table) if table is LINKS else iter(())


@dataclass(frozen=True)
class Cost:
    """One reading of the links, in seconds."""

    wall: float
    cpu: float


def cost_of(read: Callable[[], int]) -> Cost:
    """Return what one reading costs, which must deliver every row."""
    wall, cpu = time.perf_counter(), time.process_time()
    rows = read()
    cost = Cost(time.perf_counter() - wall, time.process_time() - cpu)
    if rows != ROWS:
        sys.exit(f"{rows} rows instead of {ROWS}")
    return cost


def filled(server: TrinoServer) -> Database:
    """Make the tables and return the `[database]` section that reaches them."""
    database = server.settings(catalog="memory", schema="bench")
    server.run("CREATE SCHEMA memory.bench")
    server.run(f"CREATE TABLE memory.bench.{database.capacities_table} AS {_CAPACITIES}")
    server.run(f"CREATE TABLE memory.bench.{database.capacity_competences_table} AS {_LINKS}")
    return database


def bare_client(server: TrinoServer, database: Database, **settings: Any) -> int:
    """Iterate over the rows of the extraction's own statement, as a script without the product would."""
    sql = LakeQueries(table_names(database, '"memory"', '"bench"')).extraction(LINKS).sql
    return sum(1 for _ in server.connection(**settings).cursor().execute(sql))


def extracted(lake: TrinoLake) -> int:
    """Extract into a scratch database of its own and return the number of links."""
    with (
        tempfile.TemporaryDirectory() as folder,
        Scratch(Path(folder) / "scratch.duckdb", Refresh().memory_mb).open() as scratch,
    ):
        return extract(LinksAlone(lake), scratch, Silence())[LINKS.value]


def measured(server: TrinoServer, rounds: int) -> dict[str, list[Cost]]:
    """Return the cost of every way in every round."""
    database = filled(server)
    lake = TrinoLake(database, Credentials(lake_username=USER, lake_password=SecretStr(PASSWORD)))
    ways: dict[str, Callable[[], int]] = {
        "bare client": lambda: bare_client(server, database, **AS_THE_LAKE),
        "bare client as it comes": lambda: bare_client(server, database),
        "`TrinoLake.fetch`": lambda: sum(batch.num_rows for batch in lake.fetch(LINKS)),
        "extraction": lambda: extracted(lake),
    }
    for read in ways.values():
        cost_of(read)  # the server compiles the query and Python imports what it reads lazily
    costs: dict[str, list[Cost]] = {name: [] for name in ways}
    for _ in range(rounds):
        for name, read in ways.items():
            costs[name].append(cost_of(read))
    return costs


def spread(values: list[float], digits: int) -> str:
    """Return the cells of a row: least, median, most."""
    return " | ".join(f"{value:.{digits}f}" for value in (min(values), statistics.median(values), max(values)))


def lines(costs: dict[str, list[Cost]]) -> Iterator[str]:
    """Yield the two tables and whether the bound is kept."""
    yield "| way | 1,000 rows/s least | median | most | CPU s least | median | most |"
    yield "|---|--:|--:|--:|--:|--:|--:|"
    for name, costs_of_way in costs.items():
        speeds = spread([ROWS / cost.wall / 1000 for cost in costs_of_way], 0)
        yield f"| {name} | {speeds} | {spread([cost.cpu for cost in costs_of_way], 2)} |"
    bare, *others = costs
    said = {}
    yield f"\n| over the {bare} | wall least | median | most | CPU least | median | most |"
    yield "|---|--:|--:|--:|--:|--:|--:|"
    for name in others:
        walls = [cost.wall / base.wall for cost, base in zip(costs[name], costs[bare], strict=True)]
        cpus = [cost.cpu / base.cpu for cost, base in zip(costs[name], costs[bare], strict=True)]
        yield f"| {name} | {spread(walls, 2)} | {spread(cpus, 2)} |"
        kept = max(statistics.median(walls), statistics.median(cpus)) <= BOUND
        said[name] = "kept" if kept else "**not kept**"
    yield f"\nExtraction within {BOUND} times the bare client, median of wall and of CPU: {said['extraction']}."


def main() -> None:
    """Start a server, measure, print the tables."""
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else ROUNDS
    for name in ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "REQUESTS_CA_BUNDLE", "CURL_CA_BUNDLE"):
        for spelling in (name, name.lower()):  # as in the tests: the bare client would heed them
            os.environ.pop(spelling, None)
    packages = ", ".join(f"{name} {version(name)}" for name in ("trino", "pyarrow", "duckdb"))
    print(f"{platform.machine()}, {os.cpu_count()} CPUs, Python {platform.python_version()}, {packages};")  # noqa: T201
    print(f"{ROWS:,} rows, {rounds} rounds; load average {os.getloadavg()[0]:.1f} before", end="", flush=True)  # noqa: T201
    with tempfile.TemporaryDirectory() as folder:
        server = TrinoServer(Path(folder))
        try:
            server.start()
            costs = measured(server, rounds)
        finally:
            server.stop()
    print(f", {os.getloadavg()[0]:.1f} after\n")  # noqa: T201
    print("\n".join(lines(costs)))  # noqa: T201


if __name__ == "__main__":
    main()
