"""Lakes of a few rows, written by the test that needs them; installations by night; services that play their part."""

import threading
from collections.abc import Callable, Iterator, Mapping
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import urlsplit

import duckdb
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from teamlandkarte.etl.lake_tables import LakeTable
from teamlandkarte.index.config import Database
from tests.conftest import MadeOnce
from tests.etl.crawling import Visitor
from tests.etl.embedding_service import EmbeddingService
from tests.etl.fake_trino import PARTNERS, FakeTrino
from tests.etl.night import Night
from tests.etl.staff import Staff
from tests.etl.staff_site import StaffSite, VirtualTime, running

Rows = list[tuple[object, ...]]
FolderWriter = Callable[..., Database]

# The columns of the lake itself, as the design lists them.
LAKE_COLUMNS = {
    LakeTable.CAPACITIES: (
        *("id", "owner_name", "role_name", "role_level", "begin_date", "end_date", "description"),
        "deletion_reason",
    ),
    LakeTable.CAPACITY_COMPETENCES: ("capacity_id", "competence_id"),
    LakeTable.COMPETENCES: ("id", "name"),
    LakeTable.CAPACITY_REFERENCES: ("capacity_id", "partner_id", "projects"),
    LakeTable.PARTNERS: ("id", "name"),
    LakeTable.CAPACITY_CERTIFICATES: ("capacity_id", "description"),
    LakeTable.TASKS: (
        *("id", "title__c", "description__c", "startdate__c", "enddate__c", "createddate"),
        "status__c",
    ),
    LakeTable.TASK_SKILLS: ("task__c", "skillname__c"),
}


@pytest.fixture
def write_lake(tmp_path: Path) -> FolderWriter:
    """Return a function that writes Parquet files of rows (columns as in LAKE_COLUMNS) and returns the settings."""
    folder = tmp_path / "Größenwahn lake"

    def write(**tables: Rows) -> Database:
        folder.mkdir(exist_ok=True)
        database = Database(path=folder)
        for table, columns in LAKE_COLUMNS.items():
            rows = tables.get(table.value, [])
            arrays = [pa.array([row[position] for row in rows]) for position in range(len(columns))]
            arrays = [array.cast(pa.string()) if pa.types.is_null(array.type) else array for array in arrays]
            pq.write_table(
                pa.table(arrays, names=list(columns)), folder / f"{getattr(database, table.setting)}.parquet"
            )
        return database

    return write


@pytest.fixture
def scratch() -> duckdb.DuckDBPyConnection:
    """A scratch database, as a refresh run has one."""
    return duckdb.connect(":memory:", config={"threads": 1})


@pytest.fixture
def fill_raw(scratch: duckdb.DuckDBPyConnection) -> Callable[..., None]:
    """Return a function that writes the raw tables as an extraction would; tables that are not named are empty."""

    def fill(tables: Mapping[str, Rows]) -> None:
        for table in LakeTable:
            rows = tables.get(table.value, [])
            arrays = [pa.array([row[i] for row in rows], pa.string()) for i in range(len(table.schema.names))]
            relation = scratch.from_arrow(pa.Table.from_arrays(arrays, schema=table.schema))
            scratch.execute(f"DROP TABLE IF EXISTS raw_{table.value}")
            relation.create(f"raw_{table.value}")

    return fill


@pytest.fixture(scope="session")
def first_night(tiny_lake: Path, made_once: MadeOnce) -> Night:
    """An installation after its first refresh; tests only read it."""

    def fill(folder: Path) -> None:
        Night(tiny_lake, folder / "data").refresh()

    night = Night(tiny_lake, made_once("first-night", fill) / "data")
    night.clock.move(days=1)
    return night


@pytest.fixture
def second_night(first_night: Night, own_lake: Path, tmp_path: Path) -> Night:
    """The same installation a night later, with a lake that a test may change."""
    return Night(own_lake, tmp_path / "data").after(first_night)


@pytest.fixture
def night(own_lake: Path, tmp_path: Path) -> Night:
    """An installation before its first refresh, with a lake that a test may change."""
    return Night(own_lake, tmp_path / "data")


@pytest.fixture
def staff(night: Night) -> Staff:
    """An installation with a staff directory, before its first refresh."""
    return Staff.of(night)


@pytest.fixture(scope="session")
def first_staff_night(tiny_lake: Path, made_once: MadeOnce) -> Night:
    """An installation after its first refresh, in which the site had Anna and Boris; tests only read it."""

    def fill(folder: Path) -> None:
        Staff.of(Night(tiny_lake, folder / "data")).refresh("anna", "boris")

    night = Night(tiny_lake, made_once("first-staff-night", fill) / "data")
    night.clock.move(days=1)
    return night


@pytest.fixture
def known_staff(first_staff_night: Night, night: Night) -> Staff:
    """The same installation a night later: its directory has Anna and Boris."""
    return Staff.of(night.after(first_staff_night))


@pytest.fixture
def service(monkeypatch: pytest.MonkeyPatch) -> Iterator[EmbeddingService]:
    """A running embedding service."""
    for name in ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "http_proxy", "https_proxy", "all_proxy"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("OPENAI_BASE_URL", "http://127.0.0.1:1/elsewhere")
    running = EmbeddingService()
    thread = threading.Thread(target=running.server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    yield running
    running.released.set()
    running.server.shutdown()
    thread.join()
    running.server.server_close()


@pytest.fixture
def trino_server(monkeypatch: pytest.MonkeyPatch) -> Iterator[FakeTrino]:
    """A running Trino server of three pages."""
    for name in ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY"):
        monkeypatch.delenv(name, raising=False)
        monkeypatch.delenv(name.lower(), raising=False)
    fake = FakeTrino(list(PARTNERS))

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        disable_nagle_algorithm = True  # head and body are sent apart, and a client confirms the first only after 40 ms

        def _respond(self) -> None:
            statement = self.rfile.read(int(self.headers.get("Content-Length", 0))).decode()
            answer = fake.answer(self.command, urlsplit(self.path).path, statement)
            if answer.stalls:
                fake.released.wait()
            if answer.stalls or answer.hangs_up:
                self.close_connection = True
                return
            self.send_response(answer.status)
            for name, value in answer.headers:
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(answer.body) + answer.missing_bytes))
            self.end_headers()
            self.wfile.write(answer.body)
            self.close_connection = bool(answer.missing_bytes)

        do_GET = do_POST = do_DELETE = _respond  # noqa: N815 - the names of http.server

        def log_message(self, *_: object) -> None:
            """Keep the test's output clean."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        fake.port = server.server_address[1]
        fake.url = f"http://127.0.0.1:{fake.port}"
        yield fake
        fake.released.set()
        server.shutdown()
        thread.join()


@pytest.fixture
def site(monkeypatch: pytest.MonkeyPatch) -> Iterator[StaffSite]:
    """A running staff site, empty."""
    for name in ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "http_proxy", "https_proxy", "all_proxy"):
        monkeypatch.delenv(name, raising=False)
    yield from running(StaffSite(VirtualTime()))


@pytest.fixture
def visitor(site: StaffSite, tmp_path: Path) -> Visitor:
    """Somebody who crawls it, again and again."""
    return Visitor(site, tmp_path)
