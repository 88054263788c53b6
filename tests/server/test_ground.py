"""What the answers stand on: the status of the data, its last runs, and the last lines of an answer."""

import datetime as dt
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from mcp import Client

from teamlandkarte.index.config import Config
from teamlandkarte.index.dataset import CurrentDataset, Dataset
from teamlandkarte.index.runs import RefreshRun, RunHistory
from teamlandkarte.index.versions import DatasetVersions
from teamlandkarte.server.protocol.app import create_server
from tests.server.hosts import Host
from tests.server.searching import Published

pytestmark = pytest.mark.anyio


async def test_the_status_says_what_the_answers_stand_on(host: Host, current: CurrentDataset) -> None:
    text, status = await host.call("get_dataset_status")
    manifest = current.get().manifest
    assert status["dataset_version"] == manifest.dataset_version
    assert status["counts"]["capacities"] == 11
    assert status["counts"]["tasks"] == 5
    assert status["rejected_rows"] == sum(row["rows"] for row in status["rejected"])
    assert status["rejected_rows"] == status["counts"]["rejected_rows"]
    assert status["refresh_runs"][0]["status"] == "succeeded"
    assert status["refresh_runs"][0]["dataset_version"] == manifest.dataset_version
    assert status["embedding_provider"] == "local"
    assert (status["searches_held"], status["search_hits"]) == (0, 0)
    assert "degraded" not in status
    for fact in (manifest.dataset_version, manifest.source, "| Degraded | no |", "## Last refresh runs"):
        assert fact in text


async def test_the_last_lines_name_the_ground_and_every_warning(config: Config, host: Host) -> None:
    dataset = Dataset(DatasetVersions(config.storage).current())
    dataset.manifest = dataset.manifest.model_copy(update={"sample": True})
    dataset.degraded = "version B is damaged, this is the newest intact one"
    created = dataset.manifest.created_at
    server = create_server(
        config,
        clock=lambda: created + dt.timedelta(hours=36, seconds=1),
        current=Published(dataset),
    )
    async with Client(server) as client:
        text, data = await type(host)(client).call("list_open_tasks")
    assert text.split("\n")[-4:] == [
        f"Dataset version {dataset.id}, created {created:%Y-%m-%d %H:%M} UTC.",
        "SAMPLE DATA: invented people and tasks of the embedded sample lake.",
        "Warning: this data is older than 36 hours; it may not be true any more.",
        "Degraded: version B is damaged, this is the newest intact one",
    ]
    assert data["ground"]["sample_data"]
    assert data["ground"]["stale"]
    assert data["ground"]["degraded"] == dataset.degraded


async def test_failed_runs_are_shown_with_their_reason(
    config: Config, server_of: Callable[[Config], Any], host: Host, tmp_path: Path
) -> None:
    elsewhere = config.storage.model_copy(update={"path": tmp_path})
    started = dt.datetime(2026, 3, 7, 3, 30, tzinfo=dt.UTC)
    run = RefreshRun(run_id="R1", status="failed", started_at=started, source="lake", reason="0 rows | in tasks")
    RunHistory(elsewhere).record(run)
    async with Client(server_of(config.model_copy(update={"storage": elsewhere}))) as client:
        text, status = await type(host)(client).call("get_dataset_status")
    assert status["refresh_runs"][0]["reason"] == "0 rows | in tasks"
    assert "| R1 | failed | 2026-03-07 03:30 UTC | – | 0 rows \\| in tasks |" in text


async def test_a_run_whose_process_was_killed_is_shown_as_interrupted(
    config: Config, server_of: Callable[[Config], Any], host: Host, tmp_path: Path
) -> None:
    elsewhere = config.storage.model_copy(update={"path": tmp_path})
    started = dt.datetime(2026, 3, 7, 3, 30, tzinfo=dt.UTC)
    RunHistory(elsewhere).record(RefreshRun(run_id="R1", status="running", started_at=started, source="lake"))
    async with Client(server_of(config.model_copy(update={"storage": elsewhere}))) as client:
        _, status = await type(host)(client).call("get_dataset_status")
    assert status["refresh_runs"][0]["status"] == "interrupted"
