"""Where the similarity of each competence comes from, and what a score is made of, as a host shows them."""

from pathlib import Path

import pytest
from mcp import Client

from teamlandkarte.etl.embedders import CachedEmbedder, InBatches
from teamlandkarte.etl.embedding_cache import EmbeddingCache
from teamlandkarte.etl.refresh import refresh
from teamlandkarte.index.config import VocabularyFiles
from teamlandkarte.index.dataset import CurrentDataset
from teamlandkarte.index.embedding import LocalEncoder
from teamlandkarte.index.versions import DatasetVersions
from teamlandkarte.server.protocol.app import create_server
from tests.etl.night import Night
from tests.lake_files import COMPETENCES, LINKS
from tests.server.hosts import Host
from tests.server.searching import Json, searched

pytestmark = pytest.mark.anyio


def origins(data: Json, capacity_id: str) -> dict[str, tuple[str | None, str | None, str | None]]:
    """Return by competence where a person's similarity comes from, by what, and the person's own."""
    person = next(one for one in data["results"] if one["capacity_id"] == capacity_id)
    return {
        match["competence"]: (match.get("origin"), match.get("origin_by"), match.get("own_competence"))
        for match in person["competences"]
    }


async def test_a_search_and_its_details_tell_the_same_name_a_version_and_what_the_model_finds(host: Host) -> None:
    _, data = await searched(host, {"competences": ["Python", "Java 17", "Gleiserneuerung"]}, limit=11)
    # Of a list, what goes without saying is left out.
    assert origins(data, "K002")["Python"] == (None, None, None)
    assert origins(data, "K002")["Java 17"] == ("version", None, "Java")
    assert origins(data, "K005")["Gleiserneuerung"] == (None, None, "Gleisbau")
    text, person = await host.call("get_capacity_details", capacity_id="K002", search_id=data["search_id"])
    told = [one["origin"] for one in person["assessment"]["competences"]]
    assert told == ["same name", "version", "meaning"]
    assert "| Met | From |\n" in text
    assert "| Python | 1.000000 | same | yes | same name |\n" in text
    assert "| closely related | yes | a version of the same |\n" in text
    assert "\n\nOwn competences are from the person's list of competences in the lake.\n\n" in text
    text, person = await host.call("get_capacity_details", capacity_id="K005", search_id=data["search_id"])
    assert "| closely related | yes | meaning, by the model |\n" in text
    assert person["assessment"]["recorded_in"] == "the person's list of competences in the lake"


async def test_of_whom_nothing_is_recorded_neither_reading_nor_origin_is_known(host: Host) -> None:
    _, data = await searched(host, {"competences": ["Python"]}, limit=11)
    assert origins(data, "K008") == {"Python": (None, None, None)}
    (match,) = next(one for one in data["results"] if one["capacity_id"] == "K008")["competences"]
    assert match["reading"] == "unknown"


async def test_an_alias_is_told_with_the_table_that_has_it_and_another_writing_as_such(
    own_lake: Path, tmp_path: Path
) -> None:
    night = Night(own_lake, tmp_path / "data")
    own = tmp_path / "own.csv"
    own.write_text("alias,term\nGleisbastelei,Gleisbau\n", "utf-8")
    night.config = night.config.model_copy(update={"vocabulary": VocabularyFiles(aliases=str(own))})
    for name, rows in (
        (COMPETENCES, "C90,k8s\nC91,Gleisbastelei\nC92,Java-Script\nC93,Java EE (JEE)\nC94,Jakarta EE\n"),
        (LINKS, "K004,C90\nK004,C91\nK004,C92\nK004,C93\n"),
    ):
        with (night.lake / name).open("a", encoding="utf-8") as file:
            file.write(rows)
    night.refresh()
    async with Client(create_server(night.config, clock=night.clock)) as client:
        host = Host(client)
        _, data = await searched(
            host, {"competences": ["Kubernetes", "Gleisbau", "JavaScript", "Jakarta EE"]}, limit=11
        )
        text, _ = await host.call("get_capacity_details", capacity_id="K004", search_id=data["search_id"])
    assert origins(data, "K004") == {
        "Kubernetes": ("alias", "k8s = Kubernetes (shipped table)", "k8s"),
        "Gleisbau": ("alias", "Gleisbastelei = Gleisbau (own table)", "Gleisbastelei"),
        "JavaScript": ("other writing", None, "Java-Script"),
        "Jakarta EE": ("alias", "Java EE = Jakarta EE (shipped table)", "Java EE (JEE)"),
    }
    assert "| alias k8s = Kubernetes (shipped table) |\n" in text
    assert "| another way to write it |\n" in text


async def test_what_is_held_below_closely_related_is_told_with_why(
    own_lake: Path, tmp_path: Path, encoder: LocalEncoder
) -> None:
    night = Night(own_lake, tmp_path / "data")
    for name, rows in (
        (COMPETENCES, "C90,ISO 9001\nC91,Englisch A2\nC92,Vertragsmanagement\n"),
        (LINKS, "K004,C90\nK004,C91\nK004,C92\n"),
    ):
        text = (night.lake / name).read_text(encoding="utf-8").replace("K004,C12\n", "")  # Englisch without a level
        (night.lake / name).write_text(text + rows, encoding="utf-8")
    cache = EmbeddingCache(tmp_path / "embeddings.sqlite3", 30, night.clock)
    refresh(night.config, night.open_lake(), CachedEmbedder(InBatches(encoder), cache), clock=night.clock)
    current = CurrentDataset(DatasetVersions(night.config.storage), encoder)
    async with Client(create_server(night.config, clock=night.clock, current=current)) as client:
        host = Host(client)
        _, data = await searched(host, {"competences": ["ISO 27001", "Englisch C1", "Vertragsrecht"]}, limit=11)
        text, person = await host.call("get_capacity_details", capacity_id="K004", search_id=data["search_id"])
    assert origins(data, "K004") == {
        "ISO 27001": ("other number", None, "ISO 9001"),
        "Englisch C1": ("lower level", None, "Englisch A2"),
        "Vertragsrecht": ("lookalike", None, "Vertragsmanagement"),
    }
    for why in ("another number", "a lower level", "looks alike, is another thing"):
        assert f"| meaning, held below closely related: {why} |\n" in text
    told = person["assessment"]["competences"]
    assert [one["origin"] for one in told] == ["other number", "lower level", "lookalike"]
    assert all(one["similarity"] < 0.7 for one in told)


async def test_everything_a_score_is_made_of_is_data_and_adds_up(host: Host) -> None:
    wanted: Json = {
        "role_names": ["Backend Developer"],
        "competences": ["Python", "Kubernetes", "Gleisbau"],
        "weights": ["Python=essential", "Gleisbau=suggested"],
    }
    _, data = await searched(host, wanted)
    _, person = await host.call("get_capacity_details", capacity_id="K002", search_id=data["search_id"])
    shown = person["assessment"]
    assert [(one["level"], one["weight"]) for one in shown["competences"]] == [
        ("essential", 1.0),
        ("ideal", 1.0),
        ("suggested", 0.25),
    ]
    nano = sum(round(one["weight"] * 1_000) * round(one["similarity"] * 1_000_000) for one in shown["competences"])
    assert round(shown["weighted_sum"] * 1_000_000_000) == nano
    assert (shown["weight_sum"], shown["competence_weight"], shown["role_weight"]) == (2.25, 0.7, 0.3)
    assert round(shown["competence_score"] * 1_000_000) == (2 * nano + 2_250) // (2 * 2_250)
    own = "Backend Developer"
    assert shown["role_match"] == {"wanted": own, "own": own, "similarity": 1.0, "reading": "same"}
    _, person = await host.call("get_capacity_details", capacity_id="K007", search_id=data["search_id"])
    assert person["assessment"]["role_match"] == {"wanted": own}  # whose role is not recorded
