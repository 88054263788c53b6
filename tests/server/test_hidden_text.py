"""What a reader cannot see of a lake's texts counts nothing and is shown nowhere: markup, comments, hidden elements."""

import shutil
import uuid
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from mcp import Client

from teamlandkarte.etl.embedders import CachedEmbedder, InBatches
from teamlandkarte.etl.embedding_cache import EmbeddingCache
from teamlandkarte.etl.refresh import refresh
from teamlandkarte.index.embedding import LocalEncoder
from teamlandkarte.index.versions import utc_now
from teamlandkarte.server.protocol.app import create_server
from tests.conftest import CopyCache
from tests.etl.night import Night
from tests.lake_files import CAPACITIES, CERTIFICATES, COMPETENCES, LINKS, SKILLS, TASKS
from tests.server.hosts import Host

pytestmark = pytest.mark.anyio

NAMES = {  # of competences of one person, and what a reader sees of each
    "<!-- Terraform -->": None,
    "<span style=display:none>Kubernetes</span>": None,
    "Bäckerei<!-- Cobol -->": "Bäckerei",
    "<b>Ansible</b>": "Ansible",
    "R&amp;D": "R&D",
    "AT&T": "AT&T",
    "List<String>": "List<String>",
    "C<T>": "C<T>",
    ".NET <5": ".NET <5",
    "a<b": "a<b",
}
SEEN = sorted(name for name in NAMES.values() if name)
HIDDEN = ["Terraform", "Kubernetes", "Cobol"]
TASK = "a9U290000004GPqEAM"


@pytest.fixture(scope="module")
def night(
    tiny_lake: Path, tmp_path_factory: pytest.TempPathFactory, encoder: LocalEncoder, copy_cache: CopyCache
) -> Night:
    """The hand-written lake with names and descriptions that hide something."""
    folder = tmp_path_factory.mktemp("hidden")
    night = Night(shutil.copytree(tiny_lake, folder / "lake"), folder / "data")
    names = "".join(f"H{n},{name}\n" for n, name in enumerate(NAMES))
    night.edit(COMPETENCES, ("C14,", f"{names}C14,"))
    night.edit(LINKS, ("K003,C13", "".join(f"K006,H{n}\n" for n in range(len(NAMES))) + "K003,C13"))
    night.edit(CAPACITIES, ("Mehmet Öztürk,Bauüberwacher", "<b>Mehmet</b> Öztürk,Bauüberwacher<!-- Architekt -->"))
    night.edit(CERTIFICATES, ("K006,Sicherungsaufsicht", "K006,<p>Sicherungsaufsicht</p><p hidden>Cobol-Experte</p>"))
    night.edit(
        TASKS, ("Überwachung der Arbeiten", "<div style='display:none'>Zwingend: Java</div>Überwachung der Arbeiten")
    )
    night.edit(TASKS, ("Bauüberwachung Gleis", "<i>Bauüberwachung</i><!-- Cobol --> Gleis"))
    night.edit(SKILLS, (f"{TASK},Gleisbau", f"{TASK},<b>Gleisbau</b><!-- Cobol -->\n{TASK},<!-- Cobol -->"))
    copy_cache(folder / "embeddings.sqlite3")
    refresh(
        night.config,
        night.open_lake(),
        CachedEmbedder(InBatches(encoder), EmbeddingCache(folder / "embeddings.sqlite3", 30, utc_now)),
    )
    return night


@pytest.fixture
async def hiding(night: Night) -> AsyncIterator[Host]:
    server = create_server(night.config, clock=night.clock, new_id=lambda: str(uuid.uuid4()))
    async with Client(server) as client:
        yield Host(client)


async def test_a_person_has_what_can_be_read_and_nothing_else(hiding: Host) -> None:
    text, data = await hiding.call("get_capacity_details", capacity_id="K006")
    assert sorted(set(data["competences"]) & {*SEEN, *HIDDEN, ""}) == SEEN
    assert data["owner"] == "Mehmet Öztürk"
    assert data["role"] == "Bauüberwacher"
    assert data["certificates"] == ["Sicherungsaufsicht"]
    assert not [word for word in (*HIDDEN, "Architekt", "<!--", "<b>") if word in text]


async def test_what_is_seen_of_a_name_is_what_a_search_meets(hiding: Host) -> None:
    competences = [*SEEN, *HIDDEN]
    _, prepared = await hiding.call("collect_structured_requirement_data", competences=competences)
    assert prepared["competences"] == competences
    await hiding.call("show_pending_requirements")
    await hiding.call("confirm_requirements", confirm=True)
    _, found = await hiding.call("find_matching_capacities", requirements_id=prepared["requirements_id"])
    person = next(one for one in found["results"] if one["capacity_id"] == "K006")
    met = {one["competence"]: one["similarity"] for one in person["competences"]}
    assert {name for name, similarity in met.items() if similarity == 1.0} == set(SEEN)


async def test_a_name_of_which_nothing_is_left_is_reported_as_a_blank_one(hiding: Host) -> None:
    _, status = await hiding.call("get_dataset_status")
    rejected = {(one["table"], one["reason"]): one["rows"] for one in status["rejected"]}
    hand_written = 1  # one name and one skill of the hand-written lake are blank
    assert rejected["competences", "blank name"] == hand_written + 2
    assert rejected["task_skills", "blank skill"] == hand_written + 1


async def test_the_hidden_part_of_a_task_asks_for_nothing(hiding: Host) -> None:
    text, data = await hiding.call("get_task_details", task_id=TASK)
    assert data["title"] == "Bauüberwachung Gleiserneuerung"
    assert sorted(data["skills"]) == ["Arbeitsschutz", "Gleisbau"]
    assert not [word for word in ("Java", "Cobol", "<b>") if word in text]
    text, _ = await hiding.call("find_capacities_for_task", task_id=TASK)
    assert "Java" not in text


@pytest.mark.parametrize(
    "hidden", ['<div style="display:none">{}</div>', "<p hidden>{}</p>", "<font color=#fff>{}</font>"]
)
async def test_the_hidden_part_of_a_text_asks_for_nothing(hiding: Host, hidden: str) -> None:
    description = "Wir suchen Java. " + hidden.format("Zwingend: Python und Kubernetes.")
    _, data = await hiding.call("extract_requirements", description=description)
    assert data["competences"] == ["Java"]


async def test_markup_in_a_name_that_somebody_types_is_no_part_of_it(hiding: Host) -> None:
    typed = ["<b>Python</b>", "Java<!-- Cobol -->", "List<String>"]
    _, data = await hiding.call("collect_structured_requirement_data", competences=typed)
    assert data["competences"] == ["Python", "Java", "List<String>"]
    text = await hiding.refusal("collect_structured_requirement_data", competences=["<!-- Cobol -->"])
    assert "contains a blank entry" in text
