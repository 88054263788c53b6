"""Capturing a requirement: in one step, out of a text, changed and cleared."""

import json

import pytest

from tests.server.hosts import Host
from tests.server.searching import ids, searched

pytestmark = pytest.mark.anyio


SCOPE = "Wir lösen das Buchungsportal für Trassen durch eine Cloud-Anwendung ab."
_ABOUT_US = """Über uns:
Wir sind ein führendes Unternehmen der Bahntechnik mit 3000 Mitarbeitenden an zwölf Standorten.
Unsere Firma wurde 1920 gegründet und gehört heute zu den ersten Adressen der Branche.
Wir bieten dir flexible Arbeitszeiten, 30 Tage Urlaub, ein Jobticket und eine betriebliche Altersvorsorge.
Wir freuen uns auf deine Bewerbung."""


async def test_fields_given_at_once_are_written_and_the_rest_is_asked_for(host: Host) -> None:
    text, data = await host.call(
        "collect_structured_requirement_data", competences='["Python"]', weights=["python=Essential"]
    )
    assert data["weights"] == ["Python=essential"]
    assert data["missing"] == ["description", "role_names"]
    assert "Still missing: description, role_names." in text
    _, data = await host.call("collect_structured_requirement_data", role_names="Data Scientist")
    assert data["competences"] == ["Python"]
    assert data["role_names"] == ["Data Scientist"]


async def test_an_update_replaces_what_is_given_and_keeps_the_rest(host: Host) -> None:
    await host.call(
        "collect_structured_requirement_data",
        description=SCOPE,
        role_names=["Backend Developer"],
        competences=["Python", "Java"],
        weights=["Python=essential", "Java=suggested"],
        date_start="2026-04-01",
        date_end="2026-09-30",
    )
    _, data = await host.call(
        "update_requirements", add_competences=["Kubernetes"], remove_competences=["JAVA"], date_end="2026-12-31"
    )
    assert data["competences"] == ["Python", "Kubernetes"]
    assert data["weights"] == ["Python=essential", "Kubernetes=ideal"]
    assert (data["date_start"], data["date_end"]) == ("2026-04-01", "2026-12-31")
    assert data["description"] == SCOPE
    _, data = await host.call("update_requirements", clear=["date_end", "Role_Names"])
    assert "date_end" not in data
    assert data["role_names"] == []


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({}, "Nothing to change"),
        (
            {"remove_competences": ["Cobol"]},
            'remove_competences names "Cobol", which is not required; required are Python.',
        ),
        ({"weights": ["Cobol=ideal"]}, 'weights names "Cobol", which is not required; required are Python.'),
        ({"weights": ["Python=ideal", " Java SE = ideal"]}, 'weights names "Java SE", which is not required'),
        (
            {"competences": ["Java", "Python=essential"]},
            'competences contains "Python=essential", whose level belongs into weights; write "Python" there.',
        ),
        (
            {"add_competences": ["A=B = Ideal"]},
            'add_competences contains "A=B = Ideal", whose level belongs into weights; write "A=B" there.',
        ),
        (
            {"role_names": ["Projektleiter=desirable"]},
            'role_names contains "Projektleiter=desirable", but a role has no level; write "Projektleiter" there.',
        ),
        ({"weights": ["Python"]}, "write COMPETENCE=LEVEL"),
        ({"weights": ["Python=critical"]}, "levels are essential, ideal, desirable, suggested"),
        (
            {"weights": ["Python=essential", " PYTHON =ideal"]},
            'weights contains "Python=essential" and "PYTHON =ideal", two levels of one competence',
        ),
        ({"clear": ["date_end"], "date_end": "2026-06-30"}, "date_end is given and in clear: leave it out of one"),
        ({"clear": ["competences"], "competences": ["Java"]}, "competences is given and in clear: leave it out of one"),
        (
            {"add_competences": ["Java"], "remove_competences": ["JAVA"]},
            '"Java" is in add_competences and in remove_competences',
        ),
        ({"date_end": "2026-03-31"}, "date_start 2026-04-01 lies after date_end 2026-03-31"),
        ({"clear": ["role"]}, "clear must be one of description, role_names"),
        ({"competences": ["x" * 201]}, "has 201 characters"),
        ({"competences": [f"c{n}" for n in range(101)]}, "101 entries, which are too many"),
        ({"add_competences": [f"c{n}" for n in range(100)]}, "101 entries, which are too many"),
        ({"description": "x" * 20_001}, "20001 characters"),
        ({"role_name": "Projektleiter"}, "unknown argument role_name; did you mean role_names?"),
    ],
)
async def test_a_change_that_makes_no_sense_is_refused_and_changes_nothing(
    host: Host, change: dict[str, object], message: str
) -> None:
    _, before = await host.call("collect_structured_requirement_data", competences=["Python"], date_start="2026-04-01")
    assert message in await host.refusal("update_requirements", **change)
    _, after = await host.call("show_pending_requirements")
    assert after["competences"] == before["competences"]
    assert after["date_start"] == before["date_start"]


async def test_an_update_that_changes_nothing_says_so_and_takes_the_confirmation_back(host: Host) -> None:
    given = {"competences": ["Python"], "date_end": "2026-06-30"}
    await host.call("collect_structured_requirement_data", **given)
    await host.call("show_pending_requirements")
    await host.call("confirm_requirements", confirm=True)
    text, data = await host.call("update_requirements", **given)
    assert text.startswith("Nothing is different from before. It is not confirmed. Requirements ")
    assert data["state"] == "pending"
    text, _ = await host.call("update_requirements", date_end="2026-07-31")
    assert text.startswith("Changed. It is not confirmed. Requirements ")


async def test_levels_are_replaced_as_a_whole_by_clearing_them_too(host: Host) -> None:
    await host.call("collect_structured_requirement_data", competences=["Python", "Java"], weights=["Python=essential"])
    _, data = await host.call("update_requirements", clear=["weights"], weights=["Java=suggested"])
    assert data["weights"] == ["Python=ideal", "Java=suggested"]


async def test_two_names_of_one_competence_have_one_level(host: Host) -> None:
    both = {"competences": ["Kubernetes"], "weights": ["k8s=essential", "Kubernetes=ideal"]}
    refused = await host.refusal("collect_structured_requirement_data", **both)
    assert '"k8s=essential" and "Kubernetes=ideal"' in refused
    _, data = await host.call(
        "collect_structured_requirement_data", competences=["Kubernetes"], weights=["k8s=essential", "k8s=Essential"]
    )
    assert data["weights"] == ["Kubernetes=essential"]


async def test_a_requirement_is_only_for_a_task_that_is_open(host: Host) -> None:
    refused = await host.refusal("collect_structured_requirement_data", competences=["Python"], task_id="nope")
    assert refused == 'Task not found: nope; list_open_tasks(query="nope") looks it up'
    _, data = await host.call("collect_structured_requirement_data", competences=["Python"], task_id="a9U290000004GNy")
    assert data["task_id"] == "a9U290000004GNyEAM"
    _, found = await host.call("find_capacities_for_task", task_id="a9U290000004GNyEAM")
    assert found["requirements_id"] == data["requirements_id"]


async def test_a_requirement_holds_what_a_long_text_names_as_far_as_an_answer_can_show_it(host: Host) -> None:
    names = [f"Fähigkeit {number:03d} für ganz besondere Fälle" for number in range(100)]
    _, data = await host.call("collect_structured_requirement_data", competences=names, description="ä" * 20_000)
    assert data["competences"] == names
    text, data = await host.call("show_pending_requirements")
    assert all(f"| Competence | {name} (ideal) | not in the vocabulary" in text for name in names)
    for sent in (text, json.dumps(data, ensure_ascii=False)):
        assert len(sent.encode()) < 8_000 * 3.5


async def test_an_equals_sign_in_a_competence_is_not_its_level(host: Host) -> None:
    _, data = await host.call("collect_structured_requirement_data", competences=["a=b"], weights=["a=b=essential"])
    assert data["weights"] == ["a=b=essential"]
    _, data = await host.call("update_requirements", competences=["=ideal", "essential", "x=ideal world"])
    assert data["competences"] == ["=ideal", "essential", "x=ideal world"]


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


async def test_a_date_is_asked_only_where_it_can_be_meant_otherwise(host: Host) -> None:
    _, data = await host.call("extract_requirements", description="Wir suchen Python ab 1. Oktober bis 15. Dezember.")
    assert (data["date_start"], data["date_end"], data["unclear"]) == ("2026-10-01", "2026-12-15", [])
    text, data = await host.call("extract_requirements", description="We need Python from 06/07/2026.")
    assert "date_start" not in data
    assert data["unclear"] == ["06/07/2026 may be day/month/year or month/day/year"]
    assert "Unclear, please decide: 06/07/2026 may be" in text


async def test_a_role_that_several_share_the_name_of_is_asked_for_instead_of_chosen_or_lost(host: Host) -> None:
    text, data = await host.call("extract_requirements", description="Wir suchen einen Developer mit Python.")
    assert (data["role_names"], data["competences"]) == ([], ["Python"])
    assert data["unclear"] == ["the role: Backend Developer, Frontend Developer"]
    assert "Unclear, please decide: the role: Backend Developer, Frontend Developer." in text
    _, chosen = await host.call("infer_primary_role", description="Wir suchen einen Developer mit Python.")
    assert (chosen["outcome"], [one["role"] for one in chosen["candidates"]][:2]) == (
        "unclear",
        ["Backend Developer", "Frontend Developer"],
    )


async def test_two_roles_of_which_the_first_is_cut_short_are_both_sought_and_neither_is_the_one(host: Host) -> None:
    text = "Wir brauchen einen Backend- und einen Frontend-Entwickler."
    _, data = await host.call("extract_requirements", description=text)
    assert data["role_names"] == ["Backend Developer", "Frontend Developer"]
    _, chosen = await host.call("infer_primary_role", description=text)
    assert (chosen["outcome"], [one["role"] for one in chosen["candidates"]]) == ("unclear", data["role_names"])


async def test_how_long_without_from_when_is_asked_for_instead_of_lost(host: Host) -> None:
    text, data = await host.call("extract_requirements", description="Wir suchen Python für ein halbes Jahr.")
    assert not {"date_start", "date_end"} & set(data)
    assert data["unclear"] == ["from when: “für ein halbes Jahr” says only how long"]
    assert "Unclear, please decide: from when: “für ein halbes Jahr” says only how long." in text


async def test_what_is_unclear_is_asked_where_nothing_else_is_found_and_not_called_nothing(host: Host) -> None:
    for description, asked in (
        ("Wir suchen einen Developer.", "the role: Backend Developer, Frontend Developer"),
        ("Ein Entwickler für alles Mögliche wird gesucht.", "the role: Backend Developer, Frontend Developer"),
        ("Einsatz ab 06/07/2026", "06/07/2026 may be day/month/year or month/day/year"),
    ):
        text, data = await host.call("extract_requirements", description=description)
        assert (data["found"], data["unclear"]) == ([], [asked])
        assert text.startswith(f"Unclear, please decide: {asked}.")


async def test_a_text_without_any_requirement_is_said_to_be_one_and_cannot_be_confirmed(host: Host) -> None:
    text, data = await host.call("extract_requirements", description="Siehe Anhang.")
    assert "Found nothing" in text
    assert data["found"] == []
    assert "question" not in data
    assert "neither a role nor a competence" in await host.refusal("confirm_requirements", confirm=True)


async def test_a_question_that_is_no_requirement_is_answered_with_what_answers_it(host: Host) -> None:
    text, data = await host.call("extract_requirements", description="Was könnte Frau Sommer als Nächstes tun?")
    assert data["found"] == []
    assert f"Pass the answers to update_requirements(requirements_id={data['requirements_id']})." in text
    assert "To look a person up call list_capacities(query=NAME); what the person could do next, " in text
    assert "find_matching_tasks(capacity_id=ID) shows." in text


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


async def test_an_extraction_replaces_what_was_captured_before(host: Host) -> None:
    _, before = await host.call(
        "collect_structured_requirement_data",
        description=SCOPE,
        competences=["Java"],
        weights=["Java=essential"],
        role_names=["Projektleiter"],
        date_start="2026-05-01",
    )
    text, data = await host.call("extract_requirements", description="Wir brauchen Python.")
    assert data["requirements_id"] == before["requirements_id"]
    assert data["competences"] == ["Python"]
    assert data["role_names"] == []
    gone = (
        'role_names ["Projektleiter"], competences ["Java"], weights ["Java=essential"], date_start 2026-05-01, '
        f"the description “{SCOPE[:59]}…”"
    )
    assert data["replaced"] == gone
    assert (
        f"\n\nReplaced: {gone}.\n"
        f"For both in one: update_requirements(requirements_id={before['requirements_id']}) with add_competences and "
        "all role_names. For another demand: start_guided_capture().\n\n"
    ) in text


async def test_what_fields_given_at_once_replace_and_what_they_keep_of_before_is_said(host: Host) -> None:
    text, _ = await host.call("extract_requirements", description="Wir brauchen Java.")
    assert "Replaced" not in text
    text, _ = await host.call(
        "collect_structured_requirement_data", role_names=["Projektleiter"], competences=["Python"]
    )
    assert "Kept from before: description. Requirements" in text
    assert '\nReplaced: competences ["Java"].\nFor both in one: ' in text
    text, _ = await host.call("collect_structured_requirement_data", weights=["Python=essential"])
    assert "Kept from before: description, role_names, competences. Requirements" in text
    text, _ = await host.call("collect_structured_requirement_data", weights=["Python=suggested"])
    assert 'Replaced: weights ["Python=essential"].\n' in text


async def test_while_several_are_open_a_new_demand_is_captured_as_the_refusal_says(host: Host) -> None:
    _, first = await host.call("collect_structured_requirement_data", competences=["Java"])
    text, second = await host.call("start_guided_capture")
    named = f"requirements_id={second['requirements_id']}"
    assert f"guided_set_description({named})" in text
    for tool, arguments in (
        ("extract_requirements", {"description": "Wir brauchen Python."}),
        ("collect_structured_requirement_data", {"competences": ["Python"]}),
        ("guided_set_description", {"description": SCOPE}),
    ):
        refused = await host.refusal(tool, **arguments)
        assert f"{first['requirements_id']} (Java)" in refused
        assert "For another demand call start_guided_capture() and pass the requirements_id it returns." in refused
    _, third = await host.call("start_guided_capture")
    _, data = await host.call(
        "extract_requirements", description="Wir brauchen Python.", requirements_id=third["requirements_id"]
    )
    assert data["competences"] == ["Python"]
    _, kept = await host.call("show_pending_requirements", requirements_id=first["requirements_id"])
    assert kept["competences"] == ["Java"]


async def test_an_extraction_that_finds_nothing_keeps_what_was_captured_before(host: Host) -> None:
    await host.call("collect_structured_requirement_data", competences=["Java"], description="Portal ablösen")
    _, before = await host.call("show_pending_requirements")
    await host.call("confirm_requirements", confirm=True)
    text, data = await host.call("extract_requirements", description="Siehe Anhang.")
    assert "Found nothing" in text
    assert f"Requirements {before['requirements_id']} are kept as they were captured before." in text
    assert (data["competences"], data["description"], data["state"]) == (["Java"], "Portal ablösen", "confirmed")
    anew = "start_guided_capture() and capture it under the requirements_id returned"
    assert f"Ask the person what is needed: which role, which competences, from when to when? Then call {anew}" in text
    assert f"what is kept changes with update_requirements(requirements_id={before['requirements_id']}, …)." in text
    assert "To look a person up call list_capacities(query=NAME); " in text
    assert "show_pending_requirements" not in text


async def test_extraction_takes_a_text_or_a_task_and_not_both(host: Host) -> None:
    assert "either description or task_id" in await host.refusal("extract_requirements")
    both = await host.refusal("extract_requirements", description="Python", task_id="a9U290000004GNyEAM")
    assert "either description or task_id" in both
    assert (
        await host.refusal("extract_requirements", task_id="nope")
        == 'Task not found: nope; list_open_tasks(query="nope") looks it up'
    )


async def test_the_review_is_one_table_with_remarks_and_the_question(host: Host) -> None:
    await host.call(
        "collect_structured_requirement_data",
        description="Ein | Strich\nund\u202e mehr",
        role_names=["Backend Developer", "Architekt"],
        competences=["Python"],
        date_end="2026-03-01",
    )
    text, data = await host.call("show_pending_requirements")
    assert "| Description | Ein \\| Strich und mehr |" in text
    assert "| Role (preferred) | Backend Developer |  |" in text
    assert "| Role (candidate) | Architekt | not in the vocabulary; nearest: " in text
    assert "| From | open | open start" in text
    assert "| To | 2026-03-01 | lies in the past |" in text
    assert "„Soll ich diese Anforderungen so übernehmen und die Suche starten?“ (Ja/Nein)" in text
    assert data["question"] == "Soll ich diese Anforderungen so übernehmen und die Suche starten?"


async def test_after_a_search_an_update_continues_from_its_requirement(host: Host) -> None:
    _, data = await host.call(
        "collect_structured_requirement_data", competences=["Python"], role_names=["Data Scientist"]
    )
    await host.call("show_pending_requirements")
    await host.call("confirm_requirements", confirm=True)
    text, found = await host.call("find_matching_capacities")
    named = f"update_requirements(requirements_id={data['requirements_id']}, …)"
    assert f"- Call {named} to change what is looked for; it needs a new confirmation." in text
    nothing_open = await host.refusal("show_pending_requirements")
    assert "No requirement is open. Start with extract_requirements, " in nothing_open
    assert f"; {named} continues from that of the last search." in nothing_open
    used = await host.refusal("guided_set_competences", competences=["Java"], requirements_id=data["requirements_id"])
    assert found["search_id"] in used
    _, again = await host.call("update_requirements", add_competences=["Java"])
    assert again["requirements_id"] == data["requirements_id"]
    assert again["competences"] == ["Python", "Java"]
    assert again["state"] == "pending"
    assert "not confirmed" in await host.refusal("find_matching_capacities")


async def test_after_a_search_a_change_that_could_mean_another_open_requirement_is_asked_for(host: Host) -> None:
    _, left = await host.call("find_capacities_for_task", task_id="a9U290000004GNyEAM")
    _, started = await host.call("start_guided_capture")
    sought = {"requirements_id": started["requirements_id"]}
    await host.call("collect_structured_requirement_data", competences=["Java"], **sought)
    await host.call("show_pending_requirements", **sought)
    await host.call("confirm_requirements", confirm=True, **sought)
    await host.call("find_matching_capacities", **sought)
    refused = await host.refusal("update_requirements", add_competences=["Terraform"])
    assert f"{left['requirements_id']} (Backend Developer, " in refused
    assert f"{sought['requirements_id']} (Java; used by the last search)" in refused
    _, kept = await host.call("show_pending_requirements", requirements_id=left["requirements_id"])
    assert sorted(kept["competences"]) == ["Kubernetes", "PostgreSQL", "Python"]
    _, changed = await host.call("update_requirements", add_competences=["Terraform"], **sought)
    assert changed["competences"] == ["Java", "Terraform"]
