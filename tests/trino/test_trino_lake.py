"""The Trino lake against a real server."""

import datetime as dt
from collections.abc import Iterator
from pathlib import Path

import duckdb
import pyarrow as pa
import pytest
from pydantic import SecretStr

from teamlandkarte.etl.duckdb_lake import DuckDBLake
from teamlandkarte.etl.embedders import open_embedder
from teamlandkarte.etl.extraction import extract
from teamlandkarte.etl.lake import Lake
from teamlandkarte.etl.lake_tables import AnyTable, LakeTable
from teamlandkarte.etl.progress import Silence
from teamlandkarte.etl.refresh import refresh
from teamlandkarte.etl.trino_lake import TrinoLake
from teamlandkarte.etl.validation import validate
from teamlandkarte.index.config import Config, Credentials, Database, EmbeddingCache, Storage
from teamlandkarte.index.errors import SourceError
from teamlandkarte.index.manifest import Manifest
from teamlandkarte.index.versions import DatasetVersions
from tests.etl.night import SameLake

from .conftest import PASSWORD, USER, TrinoServer, make_certificate

pytestmark = pytest.mark.trino


@pytest.fixture(scope="module")
def embeddings(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One cache for all refreshes, since they embed the same terms."""
    return tmp_path_factory.mktemp("cache") / "embeddings.sqlite3"


def refreshed(lake: Lake, folder: Path, embeddings: Path) -> Manifest:
    """Return the manifest of the version that a refresh into a folder leaves current."""
    config = Config(storage=Storage(path=folder), embedding_cache=EmbeddingCache(path=embeddings))
    assert refresh(config, lake, open_embedder(config)).status == "succeeded"
    return current(folder)


def current(folder: Path) -> Manifest:
    version = DatasetVersions(Storage(path=folder)).current()
    assert version is not None
    return version.manifest


def test_a_refresh_from_trino_makes_the_very_dataset_version_that_the_parquet_folder_makes(
    loaded_server: TrinoServer, credentials: Credentials, sample_lake: Path, tmp_path: Path, embeddings: Path
) -> None:
    from_folder = refreshed(DuckDBLake(Database(path=sample_lake)), tmp_path / "folder", embeddings)
    from_trino = refreshed(TrinoLake(loaded_server.settings(), credentials), tmp_path / "trino", embeddings)

    assert from_trino.content_hash == from_folder.content_hash
    assert from_trino.counts == from_folder.counts
    assert from_trino.counts["capacities"] == 120


def test_the_lake_is_said_to_be_readable(loaded_server: TrinoServer, credentials: Credentials) -> None:
    assert TrinoLake(loaded_server.settings(), credentials).check() == (
        "trino hive.tier1_open_lake: all 8 tables are readable"
    )


def test_the_columns_of_a_table_are_listed_with_their_types(
    loaded_server: TrinoServer, credentials: Credentials, sample_lake: Path
) -> None:
    lake, folder = TrinoLake(loaded_server.settings(), credentials), DuckDBLake(Database(path=sample_lake))
    for table in LakeTable:
        assert lake.columns(table).keys() == folder.columns(table).keys() >= set(table.required)
    assert lake.columns(LakeTable.CAPACITIES)["owner_name"] == "varchar"


def test_a_wrong_password_is_refused_with_the_names_of_the_credentials(loaded_server: TrinoServer) -> None:
    wrong = Credentials(lake_username=USER, lake_password=SecretStr("falsch"))
    with pytest.raises(SourceError, match="DATA_LAKE_USERNAME and DATA_LAKE_PASSWORD") as refused:
        TrinoLake(loaded_server.settings(), wrong).check()
    assert not refused.value.transient
    assert "falsch" not in str(refused.value)


def test_a_certificate_that_nobody_vouches_for_is_refused(loaded_server: TrinoServer, credentials: Credentials) -> None:
    with pytest.raises(SourceError, match=r"certificate refused \(self.signed certificate.*\[database\] verify_ssl"):
        TrinoLake(loaded_server.settings(verify_ssl=True), credentials).check()


def test_a_certificate_may_go_unchecked_where_the_configuration_says_so(
    loaded_server: TrinoServer, credentials: Credentials
) -> None:
    assert TrinoLake(loaded_server.settings(verify_ssl=False), credentials).count(LakeTable.CAPACITIES) > 0


@pytest.mark.parametrize("variable", ["REQUESTS_CA_BUNDLE", "CURL_CA_BUNDLE"])
def test_the_configured_ca_counts_and_not_the_one_in_the_environment(
    loaded_server: TrinoServer,
    credentials: Credentials,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    variable: str,
) -> None:
    make_certificate(tmp_path / "elsewhere.pem")
    monkeypatch.setenv(variable, str(tmp_path / "elsewhere.pem"))
    assert TrinoLake(loaded_server.settings(), credentials).count(LakeTable.CAPACITIES) > 0

    monkeypatch.setenv(variable, str(loaded_server.certificate))
    with pytest.raises(SourceError, match="certificate refused"):
        TrinoLake(loaded_server.settings(verify_ssl=True), credentials).check()


def test_a_ca_file_that_is_missing_or_no_certificate_is_refused_with_its_setting(
    loaded_server: TrinoServer, credentials: Credentials, tmp_path: Path
) -> None:
    text = tmp_path / "text.pem"
    text.write_text("not a certificate")
    for path in (tmp_path / "missing.pem", text):
        with pytest.raises(SourceError, match=r"\[database\] verify_ssl") as refused:
            TrinoLake(loaded_server.settings(verify_ssl=str(path)), credentials).check()
        assert str(tmp_path) not in str(refused.value)


def test_plain_http_on_the_https_port_is_refused_with_its_settings(
    loaded_server: TrinoServer, credentials: Credentials
) -> None:
    with pytest.raises(SourceError, match=r"\[database\] port and http_scheme"):
        TrinoLake(loaded_server.settings(port=loaded_server.http_port), credentials).check()


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        (
            {"tasks_table": "no_such_table"},
            r"table tasks, query \w+, attempt 1 of \d: table .*no_such_table.*\[database\] tasks_table",
        ),
        ({"tasks_table": "teamlandkarte_v_partners_latest"}, r'column "\w+" does not exist.*tasks_table'),
        ({"schema": "no_such_schema"}, r"no_such_schema.*does not exist; check .*schema"),
        ({"catalog": "no_such_catalog"}, r"no_such_catalog.*does not exist; check .*catalog"),
    ],
)
def test_what_is_missing_in_the_lake_is_named_with_its_setting(
    loaded_server: TrinoServer, credentials: Credentials, changed: dict[str, str], message: str
) -> None:
    with pytest.raises(SourceError, match=message) as failed:
        TrinoLake(loaded_server.settings(**changed), credentials).check()
    assert not failed.value.transient


class StoppingLake(SameLake):
    """A lake whose server is stopped as soon as the first partners are delivered."""

    def __init__(self, lake: TrinoLake, server: TrinoServer) -> None:
        super().__init__(lake)
        self._server = server

    def fetch(self, table: AnyTable) -> Iterator[pa.RecordBatch]:
        for batch in super().fetch(table):
            yield batch
            if table is LakeTable.PARTNERS:
                self._server.stop()


def test_a_server_that_stops_in_the_middle_fails_the_refresh_and_the_old_version_stays(
    another_server: TrinoServer, credentials: Credentials, sample_lake: Path, tmp_path: Path, embeddings: Path
) -> None:
    before = refreshed(DuckDBLake(Database(path=sample_lake)), tmp_path / "data", embeddings)
    another_server.load(sample_lake)
    another_server.run(
        "CREATE TABLE hive.tier1_open_lake.many_partners AS "
        "SELECT CAST(a * 1000 + b AS varchar) AS id, 'Partner' AS name "
        "FROM unnest(sequence(1, 1000)) AS s (a) CROSS JOIN unnest(sequence(1, 1000)) AS t (b)"
    )
    lake = TrinoLake(another_server.settings(partners_table="many_partners"), credentials)

    with pytest.raises(SourceError, match=r"table partners.*no answer from localhost") as failed:
        refreshed(StoppingLake(lake, another_server), tmp_path / "data", embeddings)

    assert failed.value.transient
    assert current(tmp_path / "data") == before


def test_what_python_has_no_type_for_and_padded_columns_arrive_as_the_folder_would_deliver_them(
    loaded_server: TrinoServer, credentials: Credentials
) -> None:
    columns = {
        LakeTable.COMPETENCES: "CAST(7 AS bigint) AS id, CAST('SAP' AS char(10)) AS name",
        LakeTable.PARTNERS: "'p1' AS id, 'Bahn' AS name",
        LakeTable.CAPACITIES: (
            "CAST('c1' AS char(10)) AS id, 'Jürgen Ölmez' AS owner_name, CAST('Gleisbauer' AS char(20)) AS role_name, "
            "3 AS role_level, DATE '2026-04-01' AS begin_date, "
            "TIMESTAMP '9999-12-31 23:59:59.999999999' AS end_date, "
            "CAST(NULL AS varchar) AS description, CAST(NULL AS varchar) AS deletion_reason"
        ),
        LakeTable.CAPACITY_COMPETENCES: "'c1' AS capacity_id, CAST(7 AS integer) AS competence_id",
        LakeTable.CAPACITY_REFERENCES: "'c1' AS capacity_id, CAST(NULL AS varchar) AS partner_id, 'x' AS projects",
        LakeTable.CAPACITY_CERTIFICATES: "'c1' AS capacity_id, 'PMP' AS description",
        LakeTable.TASKS: (
            "'t1' AS id, 'Weiche' AS title__c, 'x' AS description__c, "
            "TIMESTAMP '2026-03-31 23:30:00 America/New_York' AS startdate__c, '2026-12-31' AS enddate__c, "
            "TIMESTAMP '2026-03-01 00:30:00.250 Europe/Berlin' AS createddate, "
            "CAST('Veröffentlicht' AS char(20)) AS status__c"
        ),
        LakeTable.TASK_SKILLS: "CAST('t1' AS char(5)) AS task__c, 'Gleisbau' AS skillname__c",
    }
    database = loaded_server.settings(catalog="memory", schema="odd")
    loaded_server.run("CREATE SCHEMA memory.odd")
    for table, values in columns.items():
        loaded_server.run(f"CREATE TABLE memory.odd.{getattr(database, table.setting)} AS SELECT {values}")

    scratch = duckdb.connect(":memory:")
    assert set(extract(TrinoLake(database, credentials), scratch, Silence()).values()) == {1}
    validate(scratch)

    assert scratch.execute("FROM rejected_rows").fetchall() == []
    assert scratch.execute("FROM capacities").fetchall() == [
        ("c1", "Jürgen Ölmez", "Gleisbauer", "3", dt.date(2026, 4, 1), dt.date(9999, 12, 31), None)
    ]
    assert scratch.execute("FROM capacity_competences").fetchall() == [("c1", "7")]
    assert scratch.execute("SELECT start_date, end_date, created_at FROM tasks").fetchall() == [
        (dt.date(2026, 4, 1), dt.date(2026, 12, 31), dt.datetime.fromisoformat("2026-02-28T23:30:00.250"))
    ]
    assert scratch.execute("SELECT task_id, skill FROM task_skills").fetchall() == [("t1", "Gleisbau")]


def test_the_password_is_in_no_log_of_the_client(
    loaded_server: TrinoServer, credentials: Credentials, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level("DEBUG"):
        TrinoLake(loaded_server.settings(), credentials).count(LakeTable.CAPACITIES)
    assert PASSWORD not in caplog.text
