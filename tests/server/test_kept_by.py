"""What of each person a filter went by, and which roles it kept."""

import shutil
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from mcp import Client

from teamlandkarte.server.protocol.app import create_server
from tests.etl.night import Night
from tests.lake_files import CERTIFICATES
from tests.server.hosts import Host
from tests.server.searching import Json, ids, searched

pytestmark = pytest.mark.anyio

LONG = (
    "Bescheinigung "
    + "über die Teilnahme an Lehrgängen " * 8
    + "und Prüfung zum Brandschutzhelfer, gültig bis 2028-05-31"
)


def reasons(data: Json, capacity_id: str) -> list[Json]:
    """Return why a filter kept somebody."""
    (person,) = (person for person in data["results"] if person["capacity_id"] == capacity_id)
    kept: list[Json] = person["kept_by"]
    return kept


def last_cells(text: str) -> dict[str, str]:
    """Return the last cell of each person's row by the person's id."""
    _, _, results = text.partition("## Top results")
    rows = [line.strip("| ").split(" | ") for line in results.split("\n") if line[:2] == "| " and line[2].isdigit()]
    return {row[1]: row[-1] for row in rows}


async def test_a_filter_shows_of_each_person_what_every_criterion_went_by(host: Host) -> None:
    _, data = await searched(host)
    text, kept = await host.call(
        "filter_search_results",
        search_id=data["search_id"],
        role="Backend Developer",
        role_level="Senior, Junior",
        competences=["python"],
        certificate="kubernetes",
        date_start="2026-06-01",
        date_end="2027-06-30",
    )
    assert ids(kept) == ["K001"]
    assert reasons(kept, "K001") == [
        {"argument": "role", "asked": "Backend Developer", "own": ["Backend Developer"], "similarity": 1.0},
        {"argument": "role_level", "asked": "Senior, Junior", "own": ["Senior"]},
        {"argument": "competences", "asked": "python", "own": ["Python"], "similarity": 1.0},
        {"argument": "certificate", "asked": "kubernetes", "own": ["Certified Kubernetes Administrator"]},
        {
            "argument": "availability",
            "date_start": "2026-06-01",
            "date_end": "2026-12-31",
        },
    ]
    assert "| Availability | Kept by |" in text
    assert last_cells(text)["K001"] == (
        "role Backend Developer, level Senior, python, certificate “Certified Kubernetes Administrator”, "
        "free 2026-06-01 – 2026-12-31"
    )


async def test_what_is_only_close_is_shown_with_how_close_it_is(host: Host) -> None:
    _, data = await searched(host)
    text, kept = await host.call(
        "filter_search_results", search_id=data["search_id"], role="Developer", competences=["Gleiserneuerung"]
    )
    assert ids(kept) == []
    text, kept = await host.call(
        "filter_search_results", search_id=data["search_id"], role="Bau", competences=["Gleiserneuerung"]
    )
    role, competence = reasons(kept, "K006")
    assert (role["own"], competence["own"]) == (["Bauüberwacher"], ["Gleisbau"])
    assert 0 < role["similarity"] < 1
    assert 0.7 <= competence["similarity"] < 1
    assert last_cells(text)["K006"].startswith("role Bauüberwacher 0.")
    assert ", Gleiserneuerung ≈ Gleisbau 0." in last_cells(text)["K006"]


async def test_pages_and_filters_of_a_filter_show_what_all_of_them_went_by(host: Host) -> None:
    _, data = await searched(host)
    _, first = await host.call("filter_search_results", search_id=data["search_id"], competences=["Python"])
    _, second = await host.call(
        "filter_search_results", search_id=data["search_id"], filter_id=first["filter_id"], availability="covers"
    )
    assert [one["argument"] for one in reasons(second, "K001")] == ["competences", "availability"]
    assert reasons(second, "K003")[1] == {"argument": "availability", "unknown": True}
    text, page = await host.call(
        "get_results_by_category", search_id=data["search_id"], filter_id=second["filter_id"], category="Top"
    )
    assert reasons(page, "K001") == reasons(second, "K001")
    assert "| K001 | Anna Müller |" in text
    assert " | Python, free 2026-04-01 – 2026-12-31 |" in text


async def test_where_nothing_was_filtered_there_is_nothing_that_kept_anybody(host: Host) -> None:
    text, data = await searched(host)
    page_text, page = await host.call("get_results_by_category", search_id=data["search_id"], category="Top")
    assert all("kept_by" not in person for person in [*data["results"], *page["results"]])
    assert "Kept by" not in text + page_text


@pytest.fixture
async def certified(tiny_lake: Path, tmp_path: Path) -> AsyncIterator[Host]:
    """A host of an installation where K002 holds a certificate with a long text."""
    night = Night(shutil.copytree(tiny_lake, tmp_path / "lake"), tmp_path / "data")
    with (night.lake / CERTIFICATES).open("a", encoding="utf-8") as file:
        file.write(f'K002,"{LONG}"\n')
    night.refresh()
    async with Client(create_server(night.config, clock=night.clock)) as client:
        yield Host(client)


async def test_of_a_long_certificate_the_words_that_were_asked_for_are_shown(certified: Host) -> None:
    _, data = await searched(certified, {"competences": ["Java"]})
    _, kept = await certified.call(
        "filter_search_results", search_id=data["search_id"], certificate="Prüfung Brandschutzhelfer"
    )
    assert ids(kept) == ["K002"]
    (reason,) = reasons(kept, "K002")
    assert reason["own"] == ["…Prüfung zum Brandschutzhelfer, gültig bis 2028-05-31"]


async def test_who_has_the_very_role_comes_first_and_the_others_are_counted(other: Host) -> None:
    # K004, who leads projects of IT, has all of it; K003 and k010, whose role it is, one competence each.
    _, data = await searched(other, {"competences": ["Englisch", "Projekt management"]})
    assert ids(data)[0] == "K004"
    text, kept = await other.call("filter_search_results", search_id=data["search_id"], role="Projektleiter")
    assert ids(kept) == ["K003", "k010", "K004"]
    assert [person["rank"] for person in kept["results"]] == [1, 2, 3]
    exact, close = kept["roles"]
    assert exact == {"role": "Projektleiter", "similarity": 1.0, "people": 2}
    assert (close["role"], close["people"]) == ("Projektleiter IT", 1)
    assert "- Roles kept, the very one first, then by score: Projektleiter (1.000): 2, Projektleiter IT (" in text
    _, later = await other.call(
        "filter_search_results", search_id=data["search_id"], filter_id=kept["filter_id"], competences=["Englisch"]
    )
    assert ids(later) == ["K003", "K004"]
    for category in ("Top", "Good", "Partial"):
        _, page = await other.call(
            "get_results_by_category", search_id=data["search_id"], filter_id=kept["filter_id"], category=category
        )
        there = [person["capacity_id"] for person in kept["results"] if person["category"] == category]
        assert [(one["rank"], one["capacity_id"]) for one in page["results"]] == list(enumerate(there, start=1))


async def test_one_role_alone_is_kept_without_a_word_about_roles(host: Host) -> None:
    _, data = await searched(host)
    text, kept = await host.call("filter_search_results", search_id=data["search_id"], role="Data Scientist")
    assert ids(kept) == ["K003"]
    assert kept["roles"] == [{"role": "Data Scientist", "similarity": 1.0, "people": 1}]
    assert "Roles kept" not in text


async def test_several_roles_in_one_are_refused_by_a_filter_as_by_a_lookup(host: Host) -> None:
    _, data = await searched(host)
    several = "Data Scientist / Bauüberwacher"
    refusal = await host.refusal("filter_search_results", search_id=data["search_id"], role=several)
    assert refusal == (
        f'role "{several}" is several in one: pass one per call. To compare several, start a search with '
        'collect_structured_requirement_data(role_names=["Data Scientist", "Bauüberwacher"]).'
    )
