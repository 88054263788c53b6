"""What clients of the directory see from night to night: changes, quiet nights, runs that fail."""

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from teamlandkarte.etl.progress import Silence
from teamlandkarte.index.config import Directory, Storage
from teamlandkarte.index.crawl_runs import CrawlRuns
from teamlandkarte.index.errors import EmbeddingError
from teamlandkarte.server.protocol.app import create_server
from tests.etl.night import Night
from tests.server.staff import Staff

pytestmark = pytest.mark.anyio


async def test_people_who_change_come_and_go_reach_a_client_exactly(staff: Staff, tmp_path: Path) -> None:
    later = Staff(Night(staff.night.lake, tmp_path / "data").after(staff.night), tmp_path / "people")
    shutil.copytree(staff.folder, later.folder, dirs_exist_ok=True)
    first = await synced(later, None)
    later.write("gross", contacts={"room": "7"})
    later.write("newman")
    later.delete("elkin")
    later.night.refresh()
    changes = (await synced(later, first["to_hash"]))["changes"]
    assert [one["profile_id"] for one in changes["added"]] == ["newman"]
    assert [one["data"]["contacts"] for one in changes["updated"]] == [{"room": "7"}]
    assert [(one["profile_id"], one["status"]) for one in changes["dismissed"]] == [("elkin", "dismissed")]
    assert changes["dismissed"][0]["dismissed_at"] == "2026-03-02T02:30:00+00:00"
    assert changes["removed"] == []
    later.night.clock.move(days=3)
    later.night.refresh()
    changes = (await synced(later, first["to_hash"]))["changes"]
    assert changes["removed"] == [{"profile_key": "staff/elkin"}]
    assert changes["dismissed"] == []


async def test_a_quiet_night_is_told_by_when_people_were_last_seen(staff: Staff, tmp_path: Path) -> None:
    later = Staff(Night(staff.night.lake, tmp_path / "data").after(staff.night), tmp_path / "people")
    shutil.copytree(staff.folder, later.folder, dirs_exist_ok=True)
    assert later.night.refresh().status == "unchanged"
    answer = await synced(later, None)
    assert {one["last_seen_at"] for one in answer["items"]} == {"2026-03-02T02:30:00+00:00"}


async def test_whoever_a_doubtful_run_did_not_find_was_not_seen_by_it(tiny_lake: Path, tmp_path: Path) -> None:
    staff = Staff(Night(tiny_lake, tmp_path / "data"), tmp_path / "people")
    for number in range(8):
        staff.write(f"p{number}")
    staff.night.refresh()
    for number in range(1, 8):
        staff.delete(f"p{number}")
    assert staff.night.refresh().status == "unchanged"
    seen = {one["profile_id"]: one["last_seen_at"][:10] for one in (await synced(staff, None))["items"]}
    assert seen == {"p0": "2026-03-02"} | {f"p{number}": "2026-03-01" for number in range(1, 8)}


async def synced(staff: Staff, held: str | None) -> Any:
    document = await staff.server().desk.document("sync_employees", {"client_hash": held})
    return json.loads(document.text)


class Onlooker(Silence):
    """Asks for the last crawl run when a refresh has come to each of its phases."""

    def __init__(self, storage: Storage) -> None:
        self._crawls = CrawlRuns(storage)
        self.seen: dict[str, tuple[str, int, str | None]] = {}

    def phase(self, name: str, total: int | None) -> None:  # noqa: ARG002 -- as the protocol says
        if run := self._crawls.latest():
            self.seen[name] = (run.status, run.new, run.hash)


async def test_a_crawl_run_is_complete_when_its_directory_is_published_and_has_failed_where_that_is_refused(
    tiny_lake: Path, tmp_path: Path
) -> None:
    staff = Staff(Night(tiny_lake, tmp_path / "data"), tmp_path / "people")
    staff.write("ivanova")
    night = staff.night
    onlooker = Onlooker(night.config.storage)
    night.refresh(progress=onlooker)
    assert {onlooker.seen[phase] for phase in ("embed", "build", "audit", "publish")} == {("running", 0, None)}
    staff.delete("ivanova")
    staff.write("sergeev")
    night.embedder.refused = frozenset(night.embedder.asked)
    with pytest.raises(EmbeddingError):
        night.refresh(allow_drop=["employees"])

    desk = staff.server().desk
    status = json.loads((await desk.document("get_crawl_status", {})).text)
    assert (status["id"], status["status"], status["dismissed_count"]) == (2, "failed", 0)
    assert (status["found_count"], status["parsed_count"]) == (1, 1)
    details = json.loads((await desk.document("get_crawl_run_details", {"run_id": 2})).text)
    assert "the last good directory stays: the model refuses a text" in details["message"]
    assert details["changes"] == {"new": [], "missing_from_source": [], "dismissed": []}
    info = json.loads((await desk.document("get_service_info", {})).text)
    assert (info["dataset"]["crawl_run_id"], info["dataset"]["dismissed_count"]) == (1, 0)

    night.embedder.refused = frozenset()
    night.refresh(allow_drop=["employees"])
    status = json.loads((await desk.document("get_crawl_status", {})).text)
    assert (status["id"], status["status"], status["dismissed_count"]) == (3, "completed", 1)


async def test_before_any_crawl_there_is_an_empty_directory_and_no_run(tiny_lake: Path, tmp_path: Path) -> None:
    night = Night(tiny_lake, tmp_path / "data")
    night.config = night.config.model_copy(update={"directory": Directory(source="none")})
    night.refresh()
    server = night.config.server.model_copy(update={"toolsets": ("directory",)})
    night.config = night.config.model_copy(update={"server": server})
    desk = create_server(night.config, clock=night.clock, new_id=lambda: "id").desk
    answers = {
        name: json.loads((await desk.document(name, {})).text)
        for name in ("get_crawl_status", "search_employees", "sync_employees")
    }
    assert answers["get_crawl_status"] == {"status": "never_run"}
    assert answers["search_employees"] == []
    assert (answers["sync_employees"]["to_hash"], answers["sync_employees"]["items"]) == (None, [])
