"""A Trino lake as a test reaches it: the settings, and the rows that the stand-in has."""

from typing import Any

from teamlandkarte.etl.lake_tables import LakeTable
from teamlandkarte.etl.trino_lake import TrinoLake
from teamlandkarte.index.config import Credentials, Database
from tests.clock import Clock
from tests.etl.fake_trino import FakeTrino

CREDENTIALS = Credentials(lake_username="staffing")


def lake_at(server: FakeTrino, pauses: list[float] | None = None, **settings: str | float) -> TrinoLake:
    """Return the lake; no pause takes time, they are only noted. A setting may be one that a file must not hold."""
    reached: dict[str, Any] = {"host": "127.0.0.1", "port": server.port, "http_scheme": "http", "max_attempts": 2}
    database = Database(backend="trino").model_copy(update=reached | settings)
    noted = [] if pauses is None else pauses
    return TrinoLake(database, CREDENTIALS, sleep=noted.append, clock=Clock())


def partners(lake: TrinoLake) -> list[tuple[object, ...]]:
    return [tuple(row.values()) for batch in lake.fetch(LakeTable.PARTNERS) for row in batch.to_pylist()]


ALL = [("p1", "Bahn"), ("p2", None), ("p3", "Müller & Söhne")]
