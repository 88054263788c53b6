"""A real Trino server, started and stopped by the tests: TLS, a password, and a `hive` catalog on local files."""

import os
import shutil
import socket
import subprocess
import time
import urllib.request
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import bcrypt
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
import trino
from pydantic import SecretStr

from teamlandkarte.etl.sample import write_sample_lake
from teamlandkarte.index.config import Credentials, Database

USER = "staffing"
PASSWORD = "korrekt-Pferd-Batterie"
_STARTING_SECONDS = 180


def _free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return int(listener.getsockname()[1])


@dataclass
class TrinoServer:
    """One server in a folder of its own."""

    folder: Path
    http_port: int = field(default_factory=_free_port)
    https_port: int = field(default_factory=_free_port)
    process: subprocess.Popen[bytes] | None = None

    @property
    def certificate(self) -> Path:
        return self.folder / "certificate.pem"

    @property
    def warehouse(self) -> Path:
        return self.folder / "warehouse"

    def start(self) -> None:
        """Start and wait until queries are accepted."""
        _configure(self)
        launcher = Path(_setting("TRINO_SERVER")) / "bin" / "launcher"
        with (self.folder / "server.log").open("wb") as log:
            self.process = subprocess.Popen(
                [launcher, "run", "--etc-dir", self.folder / "etc"],
                stdout=log,
                stderr=log,
                env={**os.environ, "JAVA_HOME": _setting("JAVA_HOME")},
            )
        deadline = time.monotonic() + _STARTING_SECONDS
        while not self._accepts_queries():
            if self.process.poll() is not None or time.monotonic() > deadline:
                log_tail = (self.folder / "server.log").read_text(errors="replace")[-3000:]
                pytest.fail(f"Trino did not start:\n{log_tail}")
            time.sleep(0.5)
        self.run("CREATE SCHEMA hive.tier1_open_lake")

    def stop(self) -> None:
        """End the process, at once."""
        if self.process is not None:
            self.process.kill()
            self.process.wait()

    def connection(self, **settings: Any) -> trino.dbapi.Connection:
        """Return a connection of the bare client, as a script without the product would open it."""
        return trino.dbapi.Connection(
            host="localhost",
            port=self.https_port,
            user=USER,
            auth=trino.auth.BasicAuthentication(USER, PASSWORD),
            http_scheme="https",
            verify=str(self.certificate),
            **settings,
        )

    def run(self, sql: str) -> list[list[Any]]:
        """Run a statement as an administrator would."""
        rows: list[list[Any]] = self.connection().cursor().execute(sql).fetchall()
        return rows

    def load(self, folder: Path) -> None:
        """Make every Parquet file of a folder a table of the hive schema."""
        for parquet in sorted(folder.glob("*.parquet")):
            self._load(parquet.stem, parquet)

    def _load(self, name: str, parquet: Path) -> None:
        location = self.warehouse / "loaded" / name
        location.mkdir(parents=True)
        shutil.copy(parquet, location)
        columns = ", ".join(f'"{column.name}" {_trino_type(column.type)}' for column in pq.read_schema(parquet))
        self.run(
            f'CREATE TABLE hive.tier1_open_lake."{name}" ({columns}) '
            f"WITH (format = 'PARQUET', external_location = 'local:///loaded/{name}')"
        )

    def settings(self, **changed: str | int) -> Database:
        """Return the `[database]` section that reaches this server."""
        settings: dict[str, Any] = {
            "backend": "trino",
            "host": "localhost",
            "port": self.https_port,
            "verify_ssl": str(self.certificate),
            "max_attempts": 2,
        }
        return Database(**(settings | changed))

    def _accepts_queries(self) -> bool:
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{self.http_port}/v1/info", timeout=5) as answer:
                return b'"starting":false' in answer.read()
        except OSError:
            return False


@pytest.fixture(scope="session", autouse=True)
def _direct_connections() -> Iterator[None]:
    """Neither proxies nor certificates of this machine take part, unless a test says so."""
    with pytest.MonkeyPatch.context() as patch:
        for name in ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "REQUESTS_CA_BUNDLE", "CURL_CA_BUNDLE"):
            patch.delenv(name, raising=False)
            patch.delenv(name.lower(), raising=False)
        yield


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TrinoServer]:
    """One server for all tests that leave it running."""
    server = TrinoServer(tmp_path_factory.mktemp("trino"))
    try:
        server.start()
        yield server
    finally:
        server.stop()


@pytest.fixture(scope="session")
def sample_lake(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small sample lake."""
    folder = tmp_path_factory.mktemp("lakes") / "sample"
    write_sample_lake(folder, people=120, tasks=40, seed=7)
    return folder


@pytest.fixture(scope="session")
def loaded_server(server: TrinoServer, sample_lake: Path) -> TrinoServer:
    """The server with the sample lake in it."""
    server.load(sample_lake)
    return server


@pytest.fixture
def another_server(tmp_path: Path) -> Iterator[TrinoServer]:
    """A server that a test may stop."""
    server = TrinoServer(tmp_path)
    try:
        server.start()
        yield server
    finally:
        server.stop()


@pytest.fixture(scope="session")
def credentials() -> Credentials:
    return Credentials(lake_username=USER, lake_password=SecretStr(PASSWORD))


def _configure(server: TrinoServer) -> None:
    """Write `etc/` as the lake in production has it: HTTPS, passwords, a hive catalog."""
    etc = server.folder / "etc"
    (etc / "catalog").mkdir(parents=True)
    (server.warehouse / "metastore").mkdir(parents=True)
    key = make_certificate(server.certificate)
    (server.folder / "keystore.pem").write_text(key.read_text() + server.certificate.read_text())
    hashed = bcrypt.hashpw(PASSWORD.encode(), bcrypt.gensalt(8)).decode().replace("$2b$", "$2y$")
    (etc / "passwords").write_text(f"{USER}:{hashed}\n")
    files = {
        "node.properties": ["node.environment=test", "node.id=local", f"node.data-dir={server.folder / 'data'}"],
        "jvm.config": [
            "-Xmx2G",
            "-XX:TieredStopAtLevel=1",  # a server that lives for a minute earns nothing from being optimised
            "-XX:+UseG1GC",
            "-XX:+ExitOnOutOfMemoryError",
            "-Djdk.attach.allowAttachSelf=true",
            "--sun-misc-unsafe-memory-access=allow",
        ],
        "log.properties": ["io.trino=WARN"],
        "config.properties": [
            "coordinator=true",
            "node-scheduler.include-coordinator=true",
            f"http-server.http.port={server.http_port}",
            f"discovery.uri=http://127.0.0.1:{server.http_port}",
            "query.max-memory=1GB",
            "http-server.https.enabled=true",
            f"http-server.https.port={server.https_port}",
            f"http-server.https.keystore.path={server.folder / 'keystore.pem'}",
            "http-server.authentication.type=PASSWORD",
            "internal-communication.shared-secret=only-this-test-server-knows-this-secret",
        ],
        "password-authenticator.properties": [
            "password-authenticator.name=file",
            f"file.password-file={etc / 'passwords'}",
        ],
        "catalog/hive.properties": [
            "connector.name=hive",
            "hive.metastore=file",
            "hive.metastore.catalog.dir=local:///metastore",
            "fs.native-local.enabled=true",
            f"local.location={server.warehouse}",
        ],
        "catalog/memory.properties": ["connector.name=memory"],
    }
    for name, lines in files.items():
        (etc / name).write_text("\n".join(lines) + "\n")


def make_certificate(path: Path) -> Path:
    """Make a certificate for this machine that only its own file vouches for, and return the file of its key."""
    key = path.with_suffix(".key")
    request = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost"]
    names = ["-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1"]
    subprocess.run([*request, *names, "-keyout", key, "-out", path], check=True, capture_output=True)
    return key


def _trino_type(arrow_type: pa.DataType) -> str:
    names: list[tuple[Callable[[pa.DataType], bool], str]] = [
        (pa.types.is_string, "varchar"),
        (pa.types.is_date32, "date"),
        (pa.types.is_timestamp, "timestamp(3)"),
        (pa.types.is_int32, "integer"),
        (pa.types.is_int64, "bigint"),
        (pa.types.is_boolean, "boolean"),
    ]
    return next(name for applies, name in names if applies(arrow_type))


def _setting(name: str) -> str:
    if name not in os.environ:
        pytest.fail(f"{name} is not set; these tests run through `make test-trino`")
    return os.environ[name]
