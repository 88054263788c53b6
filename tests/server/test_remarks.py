"""What an answer says beside the scores: time, ties, why nobody fits, tasks that only a role ranks."""

from pathlib import Path

import pytest
from mcp import Client

from teamlandkarte.server.protocol.app import create_server
from tests.etl.night import Night
from tests.lake_files import TASKS
from tests.server.hosts import Host
from tests.server.searching import ids, searched

pytestmark = pytest.mark.anyio

MAY = {"date_start": "2026-05-01", "date_end": "2026-12-31"}


async def test_a_search_says_how_the_best_lie_in_time_who_ties_and_offers_to_keep_who_covers(host: Host) -> None:
    text, data = await searched(host, {"competences": ["Python"], **MAY})
    # K001 until the end of the year, K002 from April, K003 unknown; Java is not Python.
    assert ids(data)[:3] == ["K001", "K002", "K003"]
    assert "- Top 3: 2 cover the time sought, 1 unknown; no score counts time.\n" in text
    assert "- 3 people tie for the first place and are listed by id.\n" in text
    assert f"- Call filter_search_results(search_id={data['search_id']}, availability=covers) to keep who" in text
    expected = {"category": "Top", "people": 3, "tied": 3, "covers": 2, "partly": 0, "outside": 0, "unknown": 1}
    assert data["leading"] == expected


async def test_where_the_time_sought_has_no_end_it_is_said_who_is_free_on_its_first_day(host: Host) -> None:
    # K001 from January to December 2026, K002 from April, K003 unknown.
    text, data = await searched(host, {"competences": ["Python"], "date_start": "2026-03-01"})
    assert "- Top 3: 1 free on 2026-03-01, 1 only later, 1 unknown; no score counts time.\n" in text
    assert (data["leading"]["free"], data["leading"]["free_on"], data["leading"]["covers"]) == (1, "2026-03-01", 0)
    arguments = {"search_id": data["search_id"], "date_end": "2026-03-01", "availability": "covers"}
    named = ", ".join(f"{name}={value}" for name, value in arguments.items())
    step = f"- Call filter_search_results({named}) to keep who is free on that day; another date_end asks for every day"
    assert step in text
    _, kept = await host.call("filter_search_results", **arguments)
    assert (kept["counts"]["Top"], ids(kept)[0]) == (2, "K001")
    text, _ = await host.call("filter_search_results", search_id=data["search_id"], availability="covers")
    assert "Only who is free without an end covers that: pass date_end for a stretch of time." in text


async def test_where_the_time_sought_has_no_start_it_is_said_who_is_free_on_its_last_day(host: Host) -> None:
    text, data = await searched(host, {"competences": ["Python"], "date_end": "2027-01-31"})
    assert "- Top 3: 1 free on 2027-01-31, 1 only earlier, 1 unknown; no score counts time.\n" in text
    arguments = {"search_id": data["search_id"], "date_start": "2027-01-31", "availability": "covers"}
    assert f"({', '.join(f'{name}={value}' for name, value in arguments.items())}) to keep" in text
    _, kept = await host.call("filter_search_results", **arguments)
    assert (kept["counts"]["Top"], ids(kept)[0]) == (2, "K002")


async def test_behind_top_it_is_said_how_good_lies_in_time_as_well(host: Host) -> None:
    wanted = {"role_names": ["Backend Developer"], "competences": ["Python", "Java"], **MAY}
    text, data = await searched(host, wanted)
    # K002 is all of it; K001 lacks Java until the end of the year, K010 lacks Python and comes in 2027.
    assert data["counts"]["Top"] == 1
    _, good = await host.call("get_results_by_category", search_id=data["search_id"], category="Good")
    assert set(ids(good)) == {"K001", "K010"}
    assert "- Top 1: 1 cover the time sought; Good 2: 1 cover the time sought, 1 outside it; no score counts" in text
    assert (data["following"]["category"], data["following"]["outside"]) == ("Good", 1)
    assert "availability=covers) to keep who covers the time sought" in text


async def test_without_a_time_sought_it_is_said_whose_time_has_ended(host: Host) -> None:
    text, data = await searched(host, {"competences": ["JavaScript"]})
    assert ids(data)[:2] == ["K007", "K009"]  # until August 2026, until June 2025
    made_on = data["leading"]["ended_before"]
    ended = 1 + (made_on > "2026-08-31")
    assert f"- Top 2: the time of {ended} ended before {made_on}.\n" in text
    assert data["leading"]["ended"] == ended
    assert "availability=covers" not in text


async def test_where_nobody_fits_it_is_said_how_near_people_come_and_what_is_rarest(host: Host) -> None:
    wanted = ["Python", "Java", "Gleisbau", "Arbeitsschutz", "Englisch", "Stellwerkstechnik", "JavaScript"]
    text, data = await searched(host, {"competences": wanted})
    assert data["counts"]["Top"] + data["counts"]["Good"] == 0
    # K002 has Python and Java, K003 Python and Englisch, K005 Gleisbau and Stellwerkstechnik; Arbeitsschutz nobody.
    assert data["shortfall"]["most_met"] == 2
    assert (data["shortfall"]["people"], data["shortfall"]["people_with_rarest"]) == (3, 0)
    assert (
        "- Nobody is Top or Good: nobody has all 7 competences, 3 people have 2. The rarest is Arbeitsschutz, which "
        "nobody has.\n"
    ) in text


async def test_where_something_is_essential_and_nobody_fits_the_essential_competences_alone_are_counted(
    host: Host,
) -> None:
    wanted = {
        "competences": ["Python", "Gleiserneuerung", "Java", "Kubernetes"],
        "weights": ["Gleiserneuerung=essential", "Kubernetes=essential"],
    }
    text, data = await searched(host, wanted)
    # Gleisbau of K005 and K006 is close to Gleiserneuerung; Kubernetes itself have K001 and K010. Nobody has both.
    assert data["counts"]["Top"] + data["counts"]["Good"] == 0
    assert (
        "- Nobody is Top or Good: nobody has all 2 essential competences, 4 people have or have something close to 1. "
        "The rarest is Gleiserneuerung, which 2 people have or have something close to.\n"
    ) in text
    wanted["weights"] = ["Java=essential", "Kubernetes=essential"]
    text, data = await searched(host, wanted)
    # K010 has Java and Kubernetes, and nothing of the rest.
    assert "- Nobody is Top or Good, though 1 person has all 2 essential competences: their scores stay below" in text
    wanted["weights"] = ["Gleiserneuerung=essential"]
    text, data = await searched(host, wanted)
    assert (
        "- Nobody is Top or Good, though 2 people have or have something close to Gleiserneuerung: their scores stay "
        "below Good.\n"
    ) in text


async def test_where_nobody_has_a_role_like_the_one_sought_it_is_said(host: Host) -> None:
    text, data = await searched(host, {"role_names": ["Astronaut"]})
    assert data["counts"] == {"Top": 0, "Good": 0, "Partial": 0, "Low": 11}
    assert "- Nobody is Top or Good: nobody's recorded role is close enough to Astronaut.\n" in text
    assert "- The vocabulary has no role “Astronaut”; nearest: Data Scientist (" in text


async def test_a_task_that_lists_no_skills_is_marked_and_leads_none_whose_skills_were_compared(
    own_lake: Path, tmp_path: Path
) -> None:
    night = Night(own_lake, tmp_path / "data")
    with (own_lake / TASKS).open("a", encoding="utf-8") as file:
        file.write("T1,Backend Developer (m/w/d),siehe Anhang,,,2026-03-06 07:00:00.000,Veröffentlicht\n")
    night.refresh()
    server = create_server(night.config)
    async with Client(server) as client:
        text, data = await Host(client).call("find_matching_tasks", capacity_id="K001")
    best, second = data["tasks"][:2]
    assert [best["task_id"], second["task_id"]] == ["a9U290000004GNyEAM", "T1"]  # T1 is newer, and both score 1
    assert (best["score"], second["score"], second["category"]) == (1.0, 1.0, "Top")
    assert "| T1 | Backend Developer (m/w/d) | 1.000 (Top) | role only: no skills are listed | – |" in text
    assert "- 1 without listed skills: compared by the role alone, last in their category.\n" in text
    assert data["by_role_alone"] == 1


async def test_the_day_on_which_the_dataset_was_made_says_whose_time_has_ended(own_lake: Path, tmp_path: Path) -> None:
    night = Night(own_lake, tmp_path / "data")
    night.refresh()  # on 1 March 2026
    night.clock.move(days=300)
    async with Client(create_server(night.config, clock=night.clock)) as client:
        host = Host(client)
        _, data = await searched(host, {"competences": ["JavaScript"]})
        assert ids(data)[:2] == ["K007", "K009"]  # until August 2026, until June 2025
        assert (data["leading"]["ended"], data["leading"]["ended_before"]) == (1, "2026-03-01")
        text, data = await host.call("find_matching_tasks", capacity_id="K009")
        dates = "2025-01-01 – 2025-06-30"
        assert f"- Lena Schmidt was available only {dates}: that time ended before 2026-03-01.\n" in text
        assert data["ended_before"] == "2026-03-01"
        text, data = await host.call("find_matching_tasks", capacity_id="K007")
        assert "ended" not in text
        assert "ended_before" not in data


async def test_how_close_a_role_is_that_nobody_knows_is_unknown_and_not_zero(host: Host) -> None:
    text, data = await host.call("find_matching_tasks", capacity_id="K007")  # whose role is not recorded
    roles = [row.split(" | ")[6] for row in text.splitlines() if row.startswith("| ") and "EAM" in row]
    assert [role for role in roles if role != "–"] == [
        f"{task['role']} unknown" for task in data["tasks"] if "role" in task and "EAM" in task["task_id"]
    ]
    assert "Data Scientist unknown" in roles
    _, found = await searched(host, {"role_names": ["Data Scientist"], "competences": ["JavaScript"]})
    details, _ = await host.call("get_capacity_details", capacity_id="K007", search_id=found["search_id"])
    assert "Role wanted: Data Scientist; own: unknown, and so is the similarity.\n" in details
    details, _ = await host.call("get_capacity_details", capacity_id="K003", search_id=found["search_id"])
    assert "Role wanted: Data Scientist; own: Data Scientist; similarity 1.000000 (same).\n" in details


async def test_what_is_missing_names_the_nearest_own_competence_where_it_is_related(host: Host) -> None:
    text, data = await searched(host, {"competences": ["Deep Learning", "Gleisbau"], "weights": ["Gleisbau=essential"]})
    person = next(person for person in data["results"] if person["capacity_id"] == "K003")
    deep = person["competences"][0]
    assert (deep["own_competence"], deep["reading"], deep["met"]) == ("Machine Learning", "related", False)
    assert "| Deep Learning (nearest: Machine Learning), Gleisbau (essential) |" in text
    assert "| Deep Learning, Gleisbau (essential) |" in text  # somebody has nothing near
