"""Who hears of a refresh run that failed, and that a notice which does not arrive changes nothing."""

import json
import logging
import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from teamlandkarte.etl.reporting import reported
from teamlandkarte.index.config import Notify
from teamlandkarte.index.errors import RefreshLockedError, SourceError
from teamlandkarte.index.runs import RefreshRun
from tests.etl.certificate import unsigned_certificate
from tests.etl.night import Night
from tests.etl.webhook import Webhook, listening
from tests.lake_files import CAPACITIES

WRITE = "import pathlib, sys; pathlib.Path(sys.argv[1]).write_bytes(sys.stdin.buffer.read())"


@pytest.fixture(autouse=True)
def _direct(monkeypatch: pytest.MonkeyPatch) -> None:
    """No proxy of the machine stands between the notice and the webhook."""
    for name in ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "http_proxy", "https_proxy", "all_proxy"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def webhook() -> Iterator[Webhook]:
    with listening() as listening_webhook:
        yield listening_webhook


def fail(night: Night, **notify: object) -> RefreshRun:
    """Run a refresh of a lake that lost a table, with these settings, and return its record."""
    (night.lake / CAPACITIES).unlink(missing_ok=True)
    night.config = night.config.model_copy(update={"notify": Notify.model_validate(notify)})
    with pytest.raises(SourceError):
        reported(night.config, night.refresh, night.clock)
    (run,) = night.history()
    return run


def test_the_program_reads_the_record_of_the_failed_run_on_its_standard_input(night: Night, tmp_path: Path) -> None:
    told = tmp_path / "it's; $(told) & more"
    run = fail(night, command=(sys.executable, "-c", WRITE, str(told)))
    assert RefreshRun.model_validate_json(told.read_bytes()) == run
    assert run.reason is not None
    assert "teamlandkarte_v_capacities_latest" in run.reason


def test_the_webhook_gets_the_record_of_the_failed_run_as_json(night: Night, webhook: Webhook) -> None:
    run = fail(night, webhook=f"{webhook.address}/hooks/night?key=1")
    ((path, kind, body),) = webhook.received
    assert (path, kind) == ("/hooks/night?key=1", "application/json")
    assert json.loads(body) == run.model_dump(mode="json")


def test_nobody_is_told_of_a_run_that_succeeded_or_found_another_one_running(night: Night, webhook: Webhook) -> None:
    def locked() -> RefreshRun:
        raise RefreshLockedError("another refresh is running")

    settings = Notify(webhook=webhook.address)
    night.config = night.config.model_copy(update={"notify": settings})
    assert reported(night.config, night.refresh, night.clock).status == "succeeded"
    with pytest.raises(RefreshLockedError):
        reported(night.config, locked, night.clock)
    assert webhook.received == []


def test_a_failure_before_a_run_could_be_recorded_is_told_too(night: Night, webhook: Webhook) -> None:
    def unopened() -> RefreshRun:
        raise SourceError("the lake folder does not exist")

    night.config = night.config.model_copy(update={"notify": Notify(webhook=webhook.address)})
    with pytest.raises(SourceError):
        reported(night.config, unopened, night.clock)
    told = json.loads(webhook.received[0][2])
    assert (told["status"], told["reason"]) == ("failed", "the lake folder does not exist")
    assert night.history() == []


def test_a_failure_is_told_although_a_wrong_clock_once_recorded_a_success_that_lies_ahead(
    night: Night, webhook: Webhook
) -> None:
    night.config = night.config.model_copy(update={"notify": Notify(webhook=webhook.address)})
    night.clock.move(days=2000)
    night.refresh()
    night.clock.move(days=-2001)
    (night.lake / CAPACITIES).unlink()
    with pytest.raises(SourceError):
        reported(night.config, night.refresh, night.clock)
    assert json.loads(webhook.received[0][2])["status"] == "failed"


@pytest.mark.parametrize(
    ("command", "problem"),
    [
        (("no-such-program",), "the program cannot be started (No such file or directory)"),
        ((sys.executable, "-c", "raise SystemExit(7)"), "the program ended with exit code 7"),
        ((sys.executable, "-c", "import sys; sys.stdin.close()"), None),
    ],
)
def test_a_program_that_fails_is_logged_and_changes_nothing(
    night: Night, caplog: pytest.LogCaptureFixture, command: tuple[str, ...], problem: str | None
) -> None:
    run = fail(night, command=command)
    assert run.status == "failed"
    assert ("could not be told" in caplog.text) == (problem is not None)
    assert (problem or "") in caplog.text


def test_a_program_that_does_not_end_is_ended_with_all_it_started(
    night: Night, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    pids = tmp_path / "pids"
    line = f"sleep 1000 & echo $! >> '{pids}'; echo $$ >> '{pids}'; wait"
    fail(night, command=("/bin/sh", "-c", line), timeout_seconds=1)
    assert "the program did not end within 1 s" in caplog.text
    for pid in map(int, pids.read_text().split()):
        assert not _runs(pid)


def _runs(pid: int) -> bool:
    """Return whether a process still does anything; what is dead may wait for whoever inherited it to collect it."""
    try:
        os.kill(pid, 0)
        return "\nState:\tZ" not in Path(f"/proc/{pid}/status").read_text(encoding="utf-8")
    except (ProcessLookupError, FileNotFoundError):
        return False


@pytest.mark.parametrize("status", [500, 404, 302])
def test_a_webhook_that_refuses_or_sends_elsewhere_is_logged_without_its_address(
    night: Night, webhook: Webhook, caplog: pytest.LogCaptureFixture, status: int
) -> None:
    caplog.set_level(logging.DEBUG, logger="teamlandkarte")
    webhook.status, webhook.headers = status, {"Location": f"{webhook.address}/elsewhere"}
    fail(night, webhook=f"{webhook.address}/s3cr3t")
    assert f"it answered HTTP {status}" in caplog.text
    assert [path for path, _, _ in webhook.received] == ["/s3cr3t"]
    ours = [record.getMessage() for record in caplog.records if record.name.startswith("teamlandkarte")]
    assert not any("s3cr3t" in line or webhook.address in line for line in ours)


def test_a_webhook_that_nobody_answers_is_given_up(
    night: Night, webhook: Webhook, caplog: pytest.LogCaptureFixture
) -> None:
    webhook.silent = True
    fail(night, webhook=webhook.address, timeout_seconds=1)
    assert "no answer within 1 s" in caplog.text


@pytest.mark.parametrize("address", ["http://127.0.0.1:9", "http://[::1", "http://\u00e4" + "a" * 80 + ".example/"])
def test_a_webhook_that_is_nowhere_is_logged(night: Night, caplog: pytest.LogCaptureFixture, address: str) -> None:
    fail(night, webhook=address, timeout_seconds=5)
    assert "could not be told to [notify] webhook: it cannot be reached" in caplog.text


def test_a_webhook_whose_certificate_nobody_signed_gets_nothing(
    night: Night, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    with listening(unsigned_certificate(tmp_path / "webhook.pem")) as webhook:
        fail(night, webhook=webhook.address)
    assert webhook.received == []
    assert "its certificate is not trusted" in caplog.text


def test_the_certificate_authority_of_a_company_is_trusted_where_it_is_named(
    night: Night, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    certificate = unsigned_certificate(tmp_path / "webhook.pem")
    monkeypatch.setenv("REQUESTS_CA_BUNDLE", str(certificate))
    with listening(certificate) as webhook:
        fail(night, webhook=webhook.address)
    assert len(webhook.received) == 1


def test_no_secret_reaches_a_notice(
    night: Night, webhook: Webhook, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DATA_LAKE_PASSWORD", "pa$$word")
    told = tmp_path / "environment"
    dump = "import os, pathlib, sys; pathlib.Path(sys.argv[1]).write_text(str(dict(os.environ)))"
    fail(night, webhook=webhook.address, command=(sys.executable, "-c", dump, str(told)))
    assert b"pa$$word" not in webhook.received[0][2]
    assert str(tmp_path).encode() not in webhook.received[0][2]
    assert "DATA_LAKE" not in told.read_text(encoding="utf-8")
    assert "PATH" in told.read_text(encoding="utf-8")
