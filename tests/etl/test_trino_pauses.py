"""How long a Trino lake waits, before it asks again and for an answer."""

import datetime as dt

import duckdb
import pytest

from teamlandkarte.etl.extraction import extract
from teamlandkarte.etl.progress import Silence
from teamlandkarte.index.errors import SourceError
from tests.clock import Clock
from tests.etl.fake_trino import FakeTrino, Fault
from tests.etl.trino_settings import ALL, lake_at, partners


@pytest.mark.parametrize(
    ("headers", "pauses"),
    [
        ((), [1.0, 2.0]),
        ((("Retry-After", "30"),), [30.0, 30.0]),
        ((("retry-after", "Sun, 01 Mar 2026 02:30:07 GMT"),), [7.0, 7.0]),
        ((("Retry-After", "Sun, 01 Mar 2026 02:29:00 GMT"),), [0.0, 0.0]),
        ((("Retry-After", "soon"),), [1.0, 2.0]),
    ],
)
def test_the_pause_is_the_one_that_the_server_asks_for_and_grows_where_it_asks_for_none(
    trino_server: FakeTrino, headers: tuple[tuple[str, str], ...], pauses: list[float]
) -> None:
    trino_server.faults = {0: [Fault(503, headers=headers)] * 2}
    waited: list[float] = []
    assert partners(lake_at(trino_server, waited, max_attempts=3)) == ALL
    assert waited == pauses
    assert Clock()() == dt.datetime(2026, 3, 1, 2, 30, tzinfo=dt.UTC)


@pytest.mark.parametrize("asked", ["86400", "Mon, 02 Mar 2026 02:30:00 GMT"])
def test_a_pause_beyond_the_budget_fails_at_once_and_says_so(
    trino_server: FakeTrino, scratch: duckdb.DuckDBPyConnection, asked: str
) -> None:
    trino_server.faults = {1: [Fault(429, headers=(("Retry-After", asked),))] * 10}
    waited: list[float] = []
    with pytest.raises(
        SourceError,
        match=r"partners, query query_\d+, attempt 1 of 9: .*error 429.*86,400 seconds, longer than "
        r"\[database\] retry_seconds = 120 allows",
    ):
        extract(lake_at(trino_server, waited, max_attempts=9, retry_seconds=120), scratch, Silence())
    assert waited == []
    last = f"/query_{len(trino_server.statements)}/1"
    assert sum(request.endswith(last) for request in trino_server.requests) == 1


def test_pauses_of_one_request_end_with_the_budget(trino_server: FakeTrino) -> None:
    trino_server.faults = {1: [Fault(503)] * 10, 2: [Fault(503)] * 3}
    waited: list[float] = []
    with pytest.raises(SourceError, match=r"attempt 4 of 9: .*error 503.*retry_seconds = 7 is used up"):
        partners(lake_at(trino_server, waited, max_attempts=9, retry_seconds=7))
    assert waited == [1.0, 2.0, 4.0]
    trino_server.faults = {1: [Fault(503)] * 3, 2: [Fault(503)] * 3}
    assert partners(lake_at(trino_server, waited, max_attempts=9, retry_seconds=7)) == ALL
    assert waited == [1.0, 2.0, 4.0] * 3


def test_pauses_grow_up_to_a_minute(trino_server: FakeTrino) -> None:
    trino_server.faults = {1: [Fault(503)] * 8}
    waited: list[float] = []
    assert partners(lake_at(trino_server, waited, max_attempts=9, retry_seconds=600)) == ALL
    assert waited == [1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 60.0, 60.0]


@pytest.mark.parametrize("fault", [Fault(hangs_up=True), Fault(stalls=True)], ids=["hangs up", "is slow"])
def test_a_server_that_does_not_answer_in_time_is_asked_again(trino_server: FakeTrino, fault: Fault) -> None:
    trino_server.faults = {-1: [fault], 1: [fault]}
    assert partners(lake_at(trino_server, max_attempts=9, request_timeout_seconds=0.5)) == ALL


def test_a_server_that_never_answers_in_time_is_given_up(trino_server: FakeTrino) -> None:
    trino_server.faults = {1: [Fault(stalls=True)] * 2}
    with pytest.raises(SourceError, match=r"partners, query query_1, attempt 2 of 2: no answer from") as failed:
        partners(lake_at(trino_server, request_timeout_seconds=0.5))
    assert failed.value.transient
