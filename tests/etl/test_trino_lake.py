"""The Trino lake against a loopback server that speaks Trino's wire format and fails as servers and proxies do."""

from contextlib import closing
from pathlib import Path
from typing import Any, cast

import duckdb
import pytest
from pydantic import SecretStr

from teamlandkarte.etl.extraction import extract
from teamlandkarte.etl.lake_tables import LakeTable
from teamlandkarte.etl.progress import Silence
from teamlandkarte.etl.trino_lake import TrinoLake
from teamlandkarte.etl.trino_session import TrinoSession
from teamlandkarte.index.config import Credentials, Database
from teamlandkarte.index.errors import ConfigError, SourceError
from tests.etl.fake_trino import PARTNERS, FakeTrino, Fault
from tests.etl.trino_settings import ALL, CREDENTIALS, lake_at, partners

SERVER = FakeTrino(PARTNERS, statements=["the first"])


def test_all_pages_arrive_and_an_empty_one_is_not_the_end(trino_server: FakeTrino) -> None:
    lake = lake_at(trino_server)
    assert partners(lake) == ALL
    assert lake.count(LakeTable.PARTNERS) == 3
    assert '"hive"."tier1_open_lake"."teamlandkarte_v_partners_latest"' in trino_server.statements[0]


def test_values_are_bound_and_the_statement_text_holds_none(trino_server: FakeTrino) -> None:
    assert list(lake_at(trino_server).fetch(LakeTable.TASKS)) == []
    statement = trino_server.statements[0]
    assert statement.startswith("EXECUTE IMMEDIATE '")
    assert statement.endswith("' USING 'Veröffentlicht'")


def test_columns_are_those_that_the_server_lists_for_schema_and_table(trino_server: FakeTrino) -> None:
    lake = lake_at(trino_server)
    assert lake.columns(LakeTable.PARTNERS) == {"id": "varchar", "name": "varchar"}
    assert 'FROM "hive".information_schema.columns' in trino_server.statements[0]
    assert trino_server.statements[0].endswith("USING 'tier1_open_lake','teamlandkarte_v_partners_latest'")


BUSY = [
    Fault(503),
    Fault(502, b"<html>Bad Gateway</html>"),
    Fault(504),
    Fault(429, headers=(("Retry-After", "0"),)),
    Fault(503, headers=(("Retry-After", "Wed, 21 Oct 2015 07:28:00 GMT"),)),
    Fault(429, headers=(("Retry-After", "Wed, 21 Oct 2015 07:28:00 GMT"),)),
    Fault(503, headers=(("Retry-After", "soon"),)),
]


@pytest.mark.parametrize("page", [-1, 0, 2])
@pytest.mark.parametrize("fault", BUSY, ids=lambda fault: f"{fault.status} {dict(fault.headers)}")
def test_a_server_that_is_busy_once_is_asked_again(trino_server: FakeTrino, page: int, fault: Fault) -> None:
    trino_server.faults = {page: [fault]}
    assert partners(lake_at(trino_server)) == ALL


def test_a_server_that_stays_busy_is_given_up_with_table_query_and_attempts(trino_server: FakeTrino) -> None:
    trino_server.faults = {1: [Fault(503)] * 10}
    with pytest.raises(SourceError, match=r"partners, query query_1, attempt 2 of 2: .*error 503.*again") as failed:
        partners(lake_at(trino_server))
    assert failed.value.transient
    assert sum(request.endswith("/1") for request in trino_server.requests) == 2


@pytest.mark.parametrize("status", [400, 500, 501])
def test_an_answer_that_will_not_improve_fails_at_once(trino_server: FakeTrino, status: int) -> None:
    trino_server.faults = {1: [Fault(status)] * 10}
    with pytest.raises(SourceError, match=f"partners, query query_1, attempt 1 of 2: .*error {status}") as failed:
        partners(lake_at(trino_server))
    assert not failed.value.transient
    assert sum(request.endswith("/1") for request in trino_server.requests) == 1


@pytest.mark.parametrize(
    ("fault", "message", "transient"),
    [
        (Fault(401), "DATA_LAKE_USERNAME and DATA_LAKE_PASSWORD", False),
        (Fault(403), "http_scheme", False),
        (Fault(200, b"<html>Please sign in</html>"), r"not Trino's; check \[database\] host and port", False),
        (Fault(200, b'{"hello": "world"}'), "not Trino's", False),
        (Fault(200), "empty answer", True),
        (Fault(200, b'{"id": "query_1", "st', missing_bytes=100), "broke off", True),
        (Fault(404), "restarted", True),
    ],
)
def test_each_way_of_not_being_served_says_what_to_do(
    trino_server: FakeTrino, fault: Fault, message: str, *, transient: bool
) -> None:
    trino_server.faults = {0: [fault] * 10}
    with pytest.raises(SourceError, match=message) as failed:
        partners(lake_at(trino_server))
    assert failed.value.transient is transient
    assert "table partners" in str(failed.value)
    assert "SELECT" not in str(failed.value)


@pytest.mark.parametrize(
    ("fault", "message", "transient"),
    [
        (
            SERVER.error("TABLE_NOT_FOUND", "USER_ERROR"),
            r'table "a_name" does not exist; check \[database\] partners_table',
            False,
        ),
        (SERVER.error("SCHEMA_NOT_FOUND", "USER_ERROR"), "schema .*does not exist", False),
        (SERVER.error("COLUMN_NOT_FOUND", "USER_ERROR"), 'column "a_name" does not exist', False),
        (SERVER.error("PERMISSION_DENIED", "USER_ERROR"), "may not read it", False),
        (SERVER.error("HIVE_CURSOR_ERROR", "EXTERNAL"), "gave up with HIVE_CURSOR_ERROR", True),
        (SERVER.error("EXCEEDED_TIME_LIMIT", "INSUFFICIENT_RESOURCES"), "EXCEEDED_TIME_LIMIT", True),
        (SERVER.error("ABANDONED_QUERY", "USER_ERROR"), "ABANDONED_QUERY", True),
        (SERVER.error("SYNTAX_ERROR", "USER_ERROR"), "SYNTAX_ERROR", False),
        (SERVER.error("TYPE_MISMATCH", "USER_ERROR"), r"cannot be read as text.*\[database\] partners_table", False),
    ],
)
def test_a_query_that_the_server_gives_up_is_named_with_its_reason(
    trino_server: FakeTrino, fault: Fault, message: str, *, transient: bool
) -> None:
    trino_server.faults = {2: [fault]}
    with pytest.raises(SourceError, match=f"partners, query query_1, attempt 1 of 2: .*{message}") as failed:
        partners(lake_at(trino_server))
    assert failed.value.transient is transient


@pytest.mark.parametrize(
    "faults",
    [
        [Fault(503)] * 2,
        [Fault(200)],
        [SERVER.error("HIVE_CURSOR_ERROR", "EXTERNAL")],
        [Fault(200, b'{"id"', missing_bytes=9)],
    ],
    ids=["busy", "empty answer", "query failed", "cut off"],
)
def test_an_extraction_that_breaks_in_the_middle_starts_over_and_loses_nothing(
    trino_server: FakeTrino, scratch: duckdb.DuckDBPyConnection, faults: list[Fault]
) -> None:
    trino_server.pages = [[["p1", "x"]], [["p2", "y"]], [["p3", "z"]]]
    trino_server.faults = {2: faults}
    assert extract(lake_at(trino_server), scratch, Silence())["partners"] == 3
    assert scratch.execute("SELECT id FROM raw_partners ORDER BY id").fetchall() == [("p1",), ("p2",), ("p3",)]


def test_a_reader_that_stops_early_ends_the_query(trino_server: FakeTrino) -> None:
    trino_server.pages = [[[f"p{page}", "x"]] * 50_000 for page in range(4)]
    with closing(cast("Any", lake_at(trino_server).fetch(LakeTable.PARTNERS))) as batches:
        next(batches)
    assert trino_server.requests[-1].startswith("DELETE ")


def test_a_server_that_is_not_there_is_reported_with_its_address(trino_server: FakeTrino) -> None:
    with pytest.raises(SourceError, match=r"attempt 2 of 2: no answer from localhost:1") as failed:
        lake_at(trino_server, host="localhost", port=1).check()
    assert failed.value.transient


def test_proxies_of_the_environment_count(trino_server: FakeTrino, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HTTP_PROXY", trino_server.url)
    trino_server.url = "http://lake.invalid:8080"
    assert partners(lake_at(trino_server, host="lake.invalid", port=8080)) == ALL


@pytest.mark.parametrize("variable", ["REQUESTS_CA_BUNDLE", "CURL_CA_BUNDLE"])
@pytest.mark.parametrize("verify", [True, False, Path("company.pem")])
def test_the_configured_trust_wins_over_the_environment(
    monkeypatch: pytest.MonkeyPatch, variable: str, *, verify: bool | Path
) -> None:
    monkeypatch.setenv(variable, "another.pem")
    session = TrinoSession(Database(verify_ssl=verify))
    assert session.merge_environment_settings("https://lake", {}, False, None, None)["verify"] == (
        "company.pem" if isinstance(verify, Path) else verify
    )


def test_unchecked_certificates_are_mentioned_once(caplog: pytest.LogCaptureFixture) -> None:
    TrinoSession(Database(verify_ssl=False))
    assert [record.levelname for record in caplog.records] == ["WARNING"]
    assert "verify_ssl = false" in caplog.text


@pytest.mark.parametrize(
    ("kind", "pages"),
    [
        ("integer", [[[1, 7]], [[2, 8]]]),
        ("boolean", [[[True, False]]]),
        ("varchar", [[["p1", "Bahn"]], [["p2"]]]),
        ("varchar", [[["p1", "Bahn", "x"]]]),
        ("varchar", [[["p1", "Bahn"], ["p2", ["Bahn"]]]]),
        ("varchar", [[["p1", "Bahn"], None]]),
        ("varchar", [[{"id": "p1", "name": "Bahn"}]]),
    ],
)
def test_rows_of_another_shape_are_refused_by_table_and_query(
    trino_server: FakeTrino, kind: str, pages: list[list[Any]]
) -> None:
    trino_server.pages = pages
    trino_server.disturb = lambda asked: trino_server.served(asked, kind=kind)
    with pytest.raises(SourceError, match=r"partners, query query_1, attempt 1 of 2: .*not the texts") as failed:
        partners(lake_at(trino_server))
    assert not failed.value.transient


@pytest.mark.parametrize("fault", [Fault(200), Fault(200, b'{"id"', missing_bytes=9), Fault(404)])
def test_a_count_that_breaks_off_is_asked_for_again(
    trino_server: FakeTrino, scratch: duckdb.DuckDBPyConnection, fault: Fault
) -> None:
    faults = [fault]
    trino_server.disturb = lambda asked: faults.pop() if asked.counts and asked.page == 1 and faults else None
    assert extract(lake_at(trino_server), scratch, Silence())["partners"] == 3


def test_a_password_over_plain_http_is_refused_before_it_travels(trino_server: FakeTrino) -> None:
    database = Database(backend="trino", host="127.0.0.1", port=trino_server.port, http_scheme="http")
    with pytest.raises(ConfigError, match="http_scheme"):
        TrinoLake(database, Credentials(lake_username="staffing", lake_password=SecretStr("secret")))
    assert trino_server.requests == []


def test_a_user_is_needed() -> None:
    with pytest.raises(ConfigError, match="DATA_LAKE_USERNAME"):
        TrinoLake(Database(backend="trino", host="lake"), Credentials())


def test_catalog_and_schema_are_names_too() -> None:
    with pytest.raises(ConfigError, match="catalog"):
        TrinoLake(Database(backend="trino", host="lake", catalog="hive.x"), CREDENTIALS)
