"""What the directory's tools say before anything has been published."""

import json
from pathlib import Path

import pytest

from teamlandkarte.index.config import Directory
from teamlandkarte.index.errors import EmbeddingError, RequestError
from teamlandkarte.server.protocol.app import Desk, create_server
from tests.etl.night import Night
from tests.server.staff import Script

pytestmark = pytest.mark.anyio


def desk_of(night: Night) -> Desk:
    server = night.config.server.model_copy(update={"toolsets": ("directory",)})
    config = night.config.model_copy(update={"server": server})
    return create_server(config, clock=night.clock, new_id=lambda: "id").desk


async def test_before_anything_is_published_no_crawl_has_run_and_the_rest_says_what_to_do(
    tiny_lake: Path, tmp_path: Path
) -> None:
    desk = desk_of(Night(tiny_lake, tmp_path / "data"))
    assert json.loads((await desk.document("get_crawl_status", {})).text) == {"status": "never_run"}
    assert json.loads((await desk.document("get_crawl_run_details", {"run_id": 1})).text) == {"error": "not_found"}
    for tool in ("get_service_info", "sync_employees", "search_employees"):
        with pytest.raises(
            RequestError, match="no dataset version has been published yet; run `teamlandkarte refresh`"
        ):
            await desk.document(tool, {})


async def test_where_no_directory_is_read_an_empty_answer_says_so(tiny_lake: Path, tmp_path: Path) -> None:
    night = Night(tiny_lake, tmp_path / "data")
    night.config = night.config.model_copy(update={"directory": Directory(source="none")})
    night.refresh()
    desk = desk_of(night)
    for tool, asked, empty in (
        ("search_employees", {"query": "Anna"}, []),
        ("get_employee", {"profile_id_or_url": "anna"}, {"error": "not_found"}),
        ("list_employee_courses", {"profile_id_or_url": "anna"}, {"items": []}),
    ):
        document = await desk.document(tool, asked)
        assert json.loads(document.text) == empty
        (note,) = document.notes
        assert "No employee directory has been read" in note


async def test_a_crawl_is_told_though_its_refresh_has_published_nothing(tiny_lake: Path, tmp_path: Path) -> None:
    people = tmp_path / "people"
    people.mkdir()
    (people / "anna.json").write_text('{"profile_key": "anna", "full_name": "Anna"}', "utf-8")
    night = Night(tiny_lake, tmp_path / "data")
    night.config = night.config.model_copy(update={"directory": Directory(source="files", path=people)})
    night.embedder.refused = frozenset({"Python"})
    with pytest.raises(EmbeddingError):
        night.refresh()
    status = json.loads((await desk_of(night).document("get_crawl_status", {})).text)
    assert (status["id"], status["status"], status["parsed_count"]) == (1, "failed", 1)


async def test_a_call_that_names_no_tool_is_told_so(script: Script) -> None:
    for params in ({}, {"name": ""}, {"name": 5, "arguments": {}}):
        error = (await script.answer("tools/call", params))["error"]
        assert error["code"] == -32000
        assert "name is missing" in error["message"]
