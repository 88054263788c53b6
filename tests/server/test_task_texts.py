"""What the text of a task names besides its list of skills: shown, offered, and taken in by one call."""

import datetime as dt
import uuid
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from mcp import Client

from teamlandkarte.etl.embedders import CachedEmbedder, InBatches
from teamlandkarte.etl.embedding_cache import EmbeddingCache
from teamlandkarte.etl.lake import open_lake
from teamlandkarte.etl.refresh import refresh
from teamlandkarte.index.config import Config, Database, Storage
from teamlandkarte.index.embedding import LocalEncoder
from teamlandkarte.index.versions import utc_now
from teamlandkarte.server.protocol.app import create_server
from tests.conftest import CopyCache
from tests.lake_files import TASKS
from tests.server.hosts import Host

pytestmark = pytest.mark.anyio

UNLISTED, LISTED = "a9U290000004GRsEAM", "a9U290000004GNyEAM"


@pytest.fixture
async def told(
    config: Config, encoder: LocalEncoder, own_lake: Path, tmp_path: Path, copy_cache: CopyCache
) -> AsyncIterator[Host]:
    """A host whose tasks name skills in their texts alone."""
    copy_cache(tmp_path / "embeddings.sqlite3")
    tasks = (own_lake / TASKS).read_text("utf-8")
    tasks = tasks.replace(
        "siehe Anhang", "Erfahrung mit Stellwerkstechnik ist zwingend; mehrjährige Praxis im Gleisbau."
    )
    tasks = tasks.replace("<li>Dienste in Python</li>", "<li>Python zwingend</li><li>Java w&uuml;nschenswert</li>")
    (own_lake / TASKS).write_text(tasks, "utf-8")
    own = config.model_copy(update={"database": Database(path=own_lake), "storage": Storage(path=tmp_path / "data")})
    embedder = CachedEmbedder(InBatches(encoder), EmbeddingCache(tmp_path / "embeddings.sqlite3", 30, utc_now))
    refresh(own, open_lake(own.database, own.credentials), embedder)
    server = create_server(own, clock=lambda: dt.datetime.now(dt.UTC), new_id=lambda: str(uuid.uuid4()))
    async with Client(server) as client:
        yield Host(client)


async def test_a_task_with_skills_only_in_its_text_is_no_dead_end(told: Host) -> None:
    text, _ = await told.call("validate_task_requirements", task_id=UNLISTED)
    offered = "to prepare its requirement, which offers to take in what only the description names."
    assert f"- Call find_capacities_for_task(task_id={UNLISTED}) {offered}" in text
    assert "extract_requirements" not in text
    text, prepared = await told.call("find_capacities_for_task", task_id=UNLISTED)
    named = f"task_id={UNLISTED}, requirements_id={prepared['requirements_id']}"
    assert "Its text also names Stellwerkstechnik, Gleisbau." in text
    assert "the score is" not in text
    assert prepared["requirement"]["next_step"] == f"Next: extract_requirements({named}) takes in what the text names."
    text, _ = await told.call("find_capacities_for_task", task_id=UNLISTED)
    assert f"Next: extract_requirements({named}) takes in what the text names." in text
    text, _ = await told.call("validate_task_requirements", task_id=UNLISTED)
    assert f"- Call extract_requirements({named}) to take in what only the description names." in text
    assert f"- Call find_capacities_for_task(task_id={UNLISTED}) to go on with its requirement." in text

    text, data = await told.call("extract_requirements", task_id=UNLISTED, requirements_id=prepared["requirements_id"])
    assert data["weights"] == ["Stellwerkstechnik=essential", "Gleisbau=ideal"]
    assert "mehrjährige" in text
    assert "Replaced" not in text
    await told.call("show_pending_requirements")
    await told.call("confirm_requirements", confirm=True)
    _, found = await told.call("find_capacities_for_task", task_id=UNLISTED)
    assert found["outcome"] == "searched"


async def test_what_a_text_adds_to_a_list_of_skills_is_offered_once_and_taken_in_with_its_levels(told: Host) -> None:
    text, prepared = await told.call("find_capacities_for_task", task_id=LISTED)
    named = f"task_id={LISTED}, requirements_id={prepared['requirements_id']}"
    assert sorted(prepared["requirement"]["competences"]) == ["Kubernetes", "PostgreSQL", "Python"]
    assert f"Its text also names Java; calls Python essential; extract_requirements({named}) takes that in." in text
    text, _ = await told.call("find_capacities_for_task", task_id=LISTED)
    assert "also names" not in text
    text, data = await told.call("extract_requirements", task_id=LISTED)
    assert sorted(data["weights"]) == ["Java=desirable", "Kubernetes=ideal", "PostgreSQL=ideal", "Python=essential"]
    found = {part["value"]: part["words"] for part in data["found"] if part["field"] == "competence"}
    assert found["Java"] == "Java"
    assert found["Python"] == "the task's list of skills; Python"
    assert found["Kubernetes"] == "the task's list of skills"
    assert (data["date_start"], data["date_end"]) == ("2026-04-01", "2026-12-31")


async def test_checking_a_task_leads_into_no_requirement_but_its_own(told: Host) -> None:
    _, other = await told.call("find_capacities_for_task", task_id=LISTED)
    text, _ = await told.call("validate_task_requirements", task_id=UNLISTED)
    assert "extract_requirements" not in text
    _, prepared = await told.call("find_capacities_for_task", task_id=UNLISTED)
    text, _ = await told.call("validate_task_requirements", task_id=UNLISTED)
    taking = f"extract_requirements(task_id={UNLISTED}, requirements_id={prepared['requirements_id']})"
    assert f"- Call {taking} to take in what only the description names." in text
    _, kept = await told.call("show_pending_requirements", requirements_id=other["requirements_id"])
    assert kept["task_id"] == LISTED
    refusal = await told.refusal("find_capacities_for_task", task_id=UNLISTED, requirements_id=other["requirements_id"])
    meant = f"find_capacities_for_task(task_id={LISTED}, requirements_id={other['requirements_id']})"
    assert f"call {meant}, or leave requirements_id out to prepare this task." in refusal
