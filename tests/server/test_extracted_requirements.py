"""Requirements read out of a text or a task: what is found, with which words, and what is kept and replaced."""

import pytest

from tests.server.hosts import Host
from tests.server.searching import ids, searched

pytestmark = pytest.mark.anyio


_ABOUT_US = """Über uns:
Wir sind ein führendes Unternehmen der Bahntechnik mit 3000 Mitarbeitenden an zwölf Standorten.
Unsere Firma wurde 1920 gegründet und gehört heute zu den ersten Adressen der Branche.
Wir bieten dir flexible Arbeitszeiten, 30 Tage Urlaub, ein Jobticket und eine betriebliche Altersvorsorge.
Wir freuen uns auf deine Bewerbung."""


async def test_a_text_is_read_with_the_words_that_show_each_part(host: Host) -> None:
    text, data = await host.call(
        "extract_requirements",
        description="Gesucht: ab 01.04.2026 ein Backend Developer (m/w/d) mit Python und Kubernetes in Berlin, 80 %.",
    )
    assert data["role_names"] == ["Backend Developer"]
    assert data["competences"] == ["Python", "Kubernetes"]
    assert data["date_start"] == "2026-04-01"
    assert {part["value"]: part["words"] for part in data["found"] if part["field"] == "competence"} == {
        "Python": "Python",
        "Kubernetes": "Kubernetes",
    }
    assert any("Berlin" in words for words in data["unusable"])
    assert "no search can use it" in text


async def test_each_part_found_has_its_place_in_the_text_its_sentence_and_how_it_was_found(host: Host) -> None:
    _, data = await host.call(
        "extract_requirements",
        description="<p>Wir bauen Bahnen.</p><p>Gesucht: Backend Developer mit Python und k8s ab 01.04.2026.</p>",
    )
    read = data["description"]
    asked = "Gesucht: Backend Developer mit Python und k8s ab 01.04.2026."
    found = {part["value"]: part for part in data["found"]}
    assert {value: part.get("how") for value, part in found.items()} == {
        "Backend Developer": "exact",
        "Python": "exact",
        "Kubernetes": "exact",
        "2026-04-01 to open": None,
    }
    for value, words in (("Backend Developer", "Backend Developer"), ("Python", "Python"), ("Kubernetes", "k8s")):
        place = found[value]["place"]
        assert (read[place["start"] : place["end"]], place["sentence"]) == (words, asked)
        assert place["start"] == read.index(words)
    place = found["2026-04-01 to open"]["place"]
    assert "01.04.2026" in read[place["start"] : place["end"]]
    assert place["sentence"] == asked


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Beim Maier suchen wir jemanden mit Python im Mai.", "im Mai"),
        ("Das Vorhaben lief ab Mai 2025 an. Wir suchen jemanden für Python ab Mai.", "ab Mai"),
        ("Gesucht: Python, vom 1.4.2027\nbis zum 30.9.2027.", "vom 1.4.2027\nbis zum 30.9.2027"),
        ("Gesucht ab 1.5.2026 jemand mit Python. Einsatz ist bis 31.12.2026 vorgesehen.", "ab 1.5.2026"),
        (f"Beim Maier wird gesucht: Python.\n\n{_ABOUT_US}\n\nEinsatz: im Mai", "im Mai"),  # where nothing is read
    ],
)
async def test_dates_have_the_place_where_the_text_states_them(host: Host, text: str, words: str) -> None:
    _, data = await host.call("extract_requirements", description=text)
    (place,) = (part["place"] for part in data["found"] if part["field"] == "dates")
    start = data["description"].rindex(words)
    assert (place["start"], place["end"]) == (start, start + len(words))


async def test_a_role_has_its_place_where_it_is_a_whole_word(host: Host) -> None:
    text = "Das Backend Developers Meetup ist bei uns. Gesucht: Backend Developer mit Python."
    _, data = await host.call("extract_requirements", description=text)
    (place,) = (part["place"] for part in data["found"] if part["field"] == "role")
    assert place["sentence"] == "Gesucht: Backend Developer mit Python."


async def test_a_level_that_is_asked_for_is_told_with_the_filter_that_keeps_who_has_it(host: Host) -> None:
    # The levels of the lake are Expert, Junior and Senior.
    for asked, levels, unusable in (
        ("Wir suchen einen Senior Backend Developer mit Python.", ["Senior"], []),
        ("Python, nur Seniors oder Juniors", ["Senior", "Junior"], []),
        ("Python, mindestens Professional, 80 %", [], ["mindestens Professional", "80 %"]),
        ("Python, keine Juniors", [], ["keine Juniors"]),
    ):
        text, data = await host.call("extract_requirements", description=asked)
        assert (data["role_levels"], data["unusable"]) == (levels, unusable)
        assert ("No score counts a level" in text) == bool(levels)
        assert ("no search can use it" in text) == bool(unusable)
    text, _ = await host.call("extract_requirements", description="Senior Backend Developer, kein Junior")
    assert "No score counts a level; after the search: filter_search_results(search_id=…, role_level=Senior)." in text
    assert "no search can use it: kein Junior." in text
    text, _ = await host.call("extract_requirements", description="Python, nur Seniors oder Juniors")
    assert 'filter_search_results(search_id=…, role_level="Senior, Junior").' in text
    _, found = await searched(host, {"competences": ["Python"]})
    _, data = await host.call("filter_search_results", search_id=found["search_id"], role_level="Senior, Junior")
    assert sorted(ids(data)) == sorted(["K001", "K002", "K003", "K005", "K008", "K009", "K010", "k010"])
    _, data = await host.call("filter_search_results", search_id=found["search_id"], role_level="Senior")
    seniors = ["K001", "K003", "K005", "K008", "K010", "k010"]
    assert sorted(person["capacity_id"] for person in data["results"]) == seniors


async def test_a_role_found_is_as_similar_wherever_it_stands_and_a_competence_shows_its_level(host: Host) -> None:
    asked = "Wir suchen einen Bauüberwacher. Python ist zwingend, Java wünschenswert, Kubernetes gern."
    text, data = await host.call("extract_requirements", description=asked)
    assert data["found"][0]["similarity"] == 1.0
    assert "| role | Bauüberwacher | description: Bauüberwacher | 1.000 |" in text
    assert "| competence | Python (essential) | Python | 1.000 |" in text
    assert "| competence | Java (desirable) | Java | 1.000 |" in text
    _, data = await host.call("extract_requirements", description="Wir suchen einen Bauüberwachr mit Python.")
    assert data["found"][0]["similarity"] == 0.9


async def test_what_no_search_can_use_is_told_and_never_turned_into_its_opposite(host: Host) -> None:
    asked = "Wir suchen zwei Backend Developer mit Python, nur Senior, nur Leute aus Berlin. Kein SAP, kein JavaScript."
    text, data = await host.call("extract_requirements", description=asked)
    assert data["competences"] == ["Python"]
    assert data["role_names"] == ["Backend Developer"]
    unusable = ["zwei Backend Developer", "aus Berlin", "Kein SAP, kein JavaScript"]
    assert data["unusable"] == unusable
    assert f"no search can use it: {', '.join(unusable)}." in text
    _, data = await host.call("extract_requirements", description="Wir suchen keinen Projektleiter. Python zwingend.")
    assert data["role_names"] == []
    assert data["unusable"] == ["keinen Projektleiter"]


async def test_a_text_as_a_mail_program_writes_it_says_how_much_each_competence_is_wanted(host: Host) -> None:
    text = (
        "<p>Gesucht ab 01.04.2026:</p><ul><li>Python&nbsp;oder Java (zwingend)</li><li>k8s w&uuml;nschenswert</li>"
        "<li>kein JavaScript</li></ul><p>Das bieten wir: Gleisbau zum Anfassen und 30 Tage Urlaub.</p>"
    )
    _, data = await host.call("extract_requirements", description=text)
    assert data["weights"] == ["Python=essential", "Java=essential", "Kubernetes=desirable"]
    assert {part["value"]: part["words"] for part in data["found"] if part["field"] == "competence"} == {
        "Python": "Python (alternative to Java)",
        "Java": "Java (alternative to Python)",
        "Kubernetes": "k8s",
    }


async def test_each_of_several_alternatives_is_shown_with_the_others(host: Host) -> None:
    asked = "Entweder Python, Java oder Kubernetes. JavaScript o. ä."
    _, data = await host.call("extract_requirements", description=asked)
    assert [part["words"] for part in data["found"] if part["field"] == "competence"] == [
        "Python (alternative to Java, Kubernetes)",
        "Java (alternative to Python, Kubernetes)",
        "Kubernetes (alternative to Python, Java)",
        "JavaScript (or similar)",
    ]
    asked = "Wir suchen mindestens eine der Sprachen Python und Java, dazu Kubernetes."
    _, data = await host.call("extract_requirements", description=asked)
    assert [part["words"] for part in data["found"] if part["field"] == "competence"] == [
        "Python (alternative to Java)",
        "Java (alternative to Python)",
        "Kubernetes",
    ]


async def test_years_levels_and_alternatives_are_shown_beside_the_requirement(host: Host) -> None:
    asked = "Mind. 5 Jahre Erfahrung mit Python oder Java. Sehr gute Kubernetes-Kenntnisse sind zwingend."
    _, data = await host.call("extract_requirements", description=asked)
    assert sorted(data["competences"]) == ["Java", "Kubernetes", "Python"]
    text, _ = await host.call("show_pending_requirements")
    assert "| Python (ideal) | alternative to Java; Mind. 5 Jahre |" in text
    assert "| Java (ideal) | alternative to Python; Mind. 5 Jahre |" in text
    assert "| Kubernetes (essential) | Sehr gute Kubernetes-Kenntnisse |" in text
    await host.call("update_requirements", remove_competences=["k8s"])
    text, _ = await host.call("show_pending_requirements")
    assert "| Sehr gute Kubernetes-Kenntnisse |" not in text


async def test_a_task_is_read_with_its_skills_dates_and_role(host: Host) -> None:
    _, data = await host.call("extract_requirements", task_id="a9U290000004GNyEAM")
    assert data["role_names"] == ["Backend Developer"]
    assert sorted(data["competences"]) == ["Kubernetes", "PostgreSQL", "Python"]
    assert (data["date_start"], data["date_end"]) == ("2026-04-01", "2026-12-31")
    assert data["task_id"] == "a9U290000004GNyEAM"


async def test_extraction_takes_a_text_or_a_task_and_not_both(host: Host) -> None:
    assert "either description or task_id" in await host.refusal("extract_requirements")
    both = await host.refusal("extract_requirements", description="Python", task_id="a9U290000004GNyEAM")
    assert "either description or task_id" in both
    assert (
        await host.refusal("extract_requirements", task_id="nope")
        == 'Task not found: nope; list_open_tasks(query="nope") looks it up'
    )
