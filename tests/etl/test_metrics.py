"""The file that a monitor reads after each refresh run: its format, its figures and its documented list."""

import re
from pathlib import Path

import pytest
from prometheus_client.parser import text_string_to_metric_families

from teamlandkarte.etl.reporting import reported
from teamlandkarte.index.config import Metrics
from teamlandkarte.index.errors import SourceError
from tests.clock import Clock
from tests.etl.night import Night
from tests.lake_files import CAPACITIES

DOCUMENTED = (Path(__file__).parents[2] / "docs" / "metrics.md").read_text(encoding="utf-8")

# https://prometheus.io/docs/instrumenting/exposition_formats/#text-based-format
NAME, TEXT = r"[a-zA-Z_:][a-zA-Z0-9_:]*", r"(?:[^\"\\\n]|\\[\"\\n])*"
LINE = re.compile(
    rf"# HELP {NAME} [^\n]*|# TYPE {NAME} gauge|{NAME}(?:\{{[a-zA-Z_][a-zA-Z0-9_]*=\"{TEXT}\"\}})? "
    r"-?[0-9]+(?:\.[0-9]+)?(?:e[+-][0-9]+)?"
)


class Monitor:
    """Reads the file as Prometheus would."""

    def __init__(self, night: Night, file: Path) -> None:
        self.night = night
        self.file = file
        night.config = night.config.model_copy(update={"metrics": Metrics(path=str(file))})

    def refresh(self) -> None:
        """Run a refresh as the command line does, and let the night pass."""
        night = self.night
        reported(night.config, night.refresh, night.clock)

    def fail(self) -> None:
        table = self.night.lake / CAPACITIES
        text = table.read_bytes()
        table.unlink()
        with pytest.raises(SourceError):
            self.refresh()
        table.write_bytes(text)

    def values(self) -> dict[str, float]:
        """Return the value of each sample under its name without the prefix, and its label."""
        return {
            " ".join([sample.name.removeprefix("teamlandkarte_"), *sample.labels.values()]): sample.value
            for family in text_string_to_metric_families(self.file.read_text(encoding="utf-8"))
            for sample in family.samples
        }


@pytest.fixture
def monitor(night: Night, tmp_path: Path) -> Monitor:
    return Monitor(night, tmp_path / "textfile" / "teamlandkarte.prom")


@pytest.fixture
def writing(monitor: Monitor) -> Monitor:
    monitor.file.parent.mkdir()
    return monitor


@pytest.fixture(scope="module")
def written(tiny_lake: Path, tmp_path_factory: pytest.TempPathFactory) -> Monitor:
    """A monitor after the first refresh, which tests only ask."""
    folder = tmp_path_factory.mktemp("metrics")
    monitor = Monitor(Night(tiny_lake, folder / "data"), folder / "textfile" / "teamlandkarte.prom")
    monitor.file.parent.mkdir()
    monitor.refresh()
    return monitor


def test_after_a_refresh_the_file_says_what_it_did_and_what_is_served(written: Monitor) -> None:
    (run,) = written.night.history()
    began = Clock().now.timestamp()  # it stood still while the refresh ran
    values = written.values()
    assert [values[f"refresh_status {status}"] for status in ("succeeded", "unchanged", "failed")] == [1, 0, 0]
    assert values["refresh_start_timestamp_seconds"] == values["refresh_end_timestamp_seconds"] == began
    assert values["dataset_created_timestamp_seconds"] == began
    assert values["dataset_age_seconds"] == 24 * 3600  # the night has passed since
    assert values["dataset_rows capacities"] == 11
    assert values["dataset_rows tasks"] == 5
    assert values["dataset_rejected_rows"] == run.counts["rejected_rows"] > 0
    assert values["refresh_embedded_terms"] == run.embedded > 0
    assert values["refresh_consecutive_failures"] == values["refresh_late"] == values["dataset_degraded"] == 0
    phases = {name.partition(" ")[2] for name in values if name.startswith("refresh_phase")}
    assert phases == {phase.name for phase in run.phases}


def test_failures_are_counted_until_a_run_does_not_fail_while_the_old_version_ages(writing: Monitor) -> None:
    began = writing.night.clock().timestamp()
    writing.refresh()
    writing.fail()
    writing.fail()
    failed = writing.values()
    assert failed["refresh_status failed"] == 1
    assert failed["refresh_consecutive_failures"] == 2
    assert failed["refresh_last_success_timestamp_seconds"] == began
    assert failed["dataset_age_seconds"] == 3 * 24 * 3600
    assert failed["dataset_rows capacities"] == 11
    writing.refresh()
    again = writing.values()
    assert (again["refresh_status unchanged"], again["refresh_consecutive_failures"]) == (1, 0)
    assert again["refresh_last_success_timestamp_seconds"] == began + 3 * 24 * 3600


def test_before_anything_succeeded_there_is_no_dataset_and_no_success(writing: Monitor) -> None:
    writing.fail()
    values = writing.values()
    assert values["refresh_consecutive_failures"] == 1
    assert "refresh_last_success_timestamp_seconds" not in values
    assert not any(name.startswith("dataset_") for name in values)


def test_the_file_keeps_to_the_format_and_no_draft_is_left_beside_it(written: Monitor) -> None:
    text = written.file.read_text(encoding="utf-8")
    assert text.endswith("\n")
    assert [line for line in text.splitlines() if not LINE.fullmatch(line)] == []
    assert list(written.file.parent.iterdir()) == [written.file]


def test_the_documented_list_is_what_is_written(written: Monitor) -> None:
    rows = re.findall(r"^\| `(teamlandkarte_\w+)` \| (?:`(\w+)`)? ?\| (.+) \|$", DOCUMENTED, flags=re.MULTILINE)
    found = {
        (family.name, label, family.documentation)
        for family in text_string_to_metric_families(written.file.read_text(encoding="utf-8"))
        for sample in family.samples
        for label in (list(sample.labels) or [""])
    }
    assert set(rows) == found
    assert len(rows) == len(set(rows)) > 10


def test_a_folder_that_is_not_there_is_logged_and_the_run_succeeds(
    monitor: Monitor, caplog: pytest.LogCaptureFixture
) -> None:
    monitor.refresh()
    assert monitor.night.current
    assert "the metrics could not be written (No such file or directory)" in caplog.text
    assert str(monitor.file.parent) not in caplog.text
