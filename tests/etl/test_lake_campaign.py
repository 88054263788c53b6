"""Refreshes from a Trino lake that fails again and again: the whole lake is published, or nothing and why is said."""

import random
import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from teamlandkarte.etl.lake import open_lake
from teamlandkarte.etl.trino_lake import TrinoLake
from teamlandkarte.index.config import Credentials, Database
from teamlandkarte.index.errors import RefreshError, SourceError
from tests.etl.fake_trino import Asked, FakeTrino, Fault, pages_of
from tests.etl.night import Night
from tests.lake_files import CAPACITIES

SEEDS = range(6)
USER = "staffing-user"
BUDGET = 60
ROWS_PER_PAGE = 9

_LATER = ["0", "7", "soon", "Sun, 01 Mar 2026 02:30:09 GMT", "Mon, 02 Mar 2026 02:30:09 GMT", "86400"]
_REASON = re.compile(
    r"trino hive\.tier1_open_lake: table \w+(, query query_\d+)?, attempt [1-4] of 4: .+"
    r"|table \w+ delivered \d+ rows, but the lake counts \d+; .+"
)


class Faults:
    """Draws for each request whether and how it fails; the same seed is the same night again."""

    def __init__(self, server: FakeTrino, seed: int) -> None:
        self._server = server
        self._random = random.Random(seed)
        self._share = self._random.choice([0.01, 0.05, 0.2])
        # A night has faults that pass, and every third one also some that last.
        self._kinds = self._passing() if seed % 3 else self._passing() + self._lasting()
        self.told: list[str] = []

    def __call__(self, asked: Asked) -> Fault | None:
        if self._random.random() >= self._share:
            return None
        name, kind = self._random.choice(self._kinds)
        self.told.append(f"{name} for page {asked.page} of {asked.table.value}")
        return kind(asked)

    def _passing(self) -> list[tuple[str, Callable[[Asked], Fault]]]:
        server = self._server
        return [
            ("busy", lambda _: Fault(self._random.choice([429, 502, 503, 504]))),
            ("asks to wait", lambda _: self._busy_until(self._random.choice(_LATER[:5]))),
            ("empty answer", lambda _: Fault()),
            ("broke off", lambda _: Fault(body=b'{"id": "query_1", "sta', missing_bytes=50)),
            ("hangs up", lambda _: Fault(hangs_up=True)),
            ("restarted", lambda _: Fault(404)),
            ("gave up", lambda _: server.error("HIVE_CURSOR_ERROR", "EXTERNAL")),
            ("too few rows", lambda asked: server.served(asked, left_out=1)),
            ("empty page", lambda asked: server.served(asked, left_out=ROWS_PER_PAGE)),
        ]

    def _lasting(self) -> list[tuple[str, Callable[[Asked], Fault]]]:
        server = self._server
        return [
            ("asks for a day", lambda _: self._busy_until(_LATER[5])),
            ("lost its token", lambda _: Fault(401, b"Invalid credentials for staffing-user")),
            ("failed", lambda _: Fault(self._random.choice([400, 500, 501]))),
            ("sign-in page", lambda _: Fault(body=b"<html>Please sign in</html>")),
            ("other type", lambda _: server.error("TYPE_MISMATCH", "USER_ERROR", "Cannot cast SELECT to varchar")),
            ("lost table", lambda _: server.error("TABLE_NOT_FOUND", "USER_ERROR", "Table 'hive.x' does not exist")),
        ]

    def _busy_until(self, asked: str) -> Fault:
        return Fault(self._random.choice([429, 503]), headers=(("Retry-After", asked),))


@pytest.fixture
def changed(second_night: Night, trino_server: FakeTrino) -> Night:
    """A night after the lake has changed; the server serves the lake as it is now."""
    second_night.edit(CAPACITIES, ("Senior", "Principal"))
    lake = open_lake(second_night.config.database, second_night.config.credentials)
    trino_server.tables = pages_of(lake, ROWS_PER_PAGE)
    return second_night


def trino_lake(server: FakeTrino, night: Night, pauses: list[float]) -> TrinoLake:
    database = Database(
        backend="trino", host="127.0.0.1", port=server.port, http_scheme="http", max_attempts=4, retry_seconds=BUDGET
    )
    return TrinoLake(database, Credentials(lake_username=USER), sleep=pauses.append, clock=night.clock)


@pytest.fixture(scope="module")
def expected_hash(first_night: Night, tmp_path_factory: pytest.TempPathFactory, tiny_lake: Path) -> str:
    """The content hash of an undisturbed refresh of the changed lake, which no Trino server has a part in."""
    folder = tmp_path_factory.mktemp("undisturbed")
    night = Night(shutil.copytree(tiny_lake, folder / "lake"), folder / "data").after(first_night)
    night.edit(CAPACITIES, ("Senior", "Principal"))
    night.refresh()
    return night.versions.current().manifest.content_hash


def test_a_lake_in_trino_and_a_folder_with_the_same_rows_give_the_same_version(
    changed: Night, trino_server: FakeTrino, expected_hash: str
) -> None:
    changed.refresh(lake=trino_lake(trino_server, changed, []))
    assert changed.versions.current().manifest.content_hash == expected_hash


@pytest.mark.parametrize("seed", SEEDS)
def test_whatever_fails_the_whole_lake_is_published_or_nothing(
    changed: Night, trino_server: FakeTrino, expected_hash: str, seed: int
) -> None:
    before, pauses = changed.current, list[float]()
    faults = Faults(trino_server, seed)
    trino_server.disturb = faults
    try:
        changed.refresh(lake=trino_lake(trino_server, changed, pauses))
    except (SourceError, RefreshError) as failed:
        reason = str(failed)
        assert changed.current == before, faults.told
        assert changed.history()[0].reason == reason, faults.told
        assert _REASON.fullmatch(reason), f"{faults.told}: {reason}"
        assert USER not in reason
        assert "SELECT" not in reason
        assert faults.told
        trino_server.disturb = lambda _: None
        changed.refresh(lake=trino_lake(trino_server, changed, pauses))
    assert changed.versions.current().manifest.content_hash == expected_hash, faults.told
    assert max(pauses, default=0) <= BUDGET, faults.told
