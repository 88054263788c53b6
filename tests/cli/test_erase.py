"""Erasing somebody from the command line: gone at once, from every file, and for good."""

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from teamlandkarte.etl.lock import refresh_lock
from teamlandkarte.index.config import Storage
from teamlandkarte.index.versions import utc_now
from tests.cli.commands import Run, manifest
from tests.lake_files import CAPACITIES, CERTIFICATES, LINKS, REFERENCES, TASKS, edit, without
from tests.remains import remains

SHORT_ID, LONG_ID = "a0B5J000000ZoeG", "a0B5J000000ZoeGUAS"  # one record: 15 characters, and with their checksum
BELONGINGS = (  # whose first column is a capacity's id
    CAPACITIES,
    LINKS,
    REFERENCES,
    CERTIFICATES,
)


def set_storage(folder: Path, **settings: object) -> None:
    lines = "".join(f"{name} = {json.dumps(value)}\n" for name, value in settings.items())
    with (folder / "config.toml").open("a", encoding="utf-8") as file:
        file.write(f"[storage]\n{lines}")


def test_an_erasure_beside_a_refresh_has_the_exit_code_of_a_lock(run: Run, refreshed_here: Path) -> None:
    with refresh_lock(Storage(path=refreshed_here / "data"), utc_now):
        refused = run("erase", "--capacity", "K001", "--yes", "--json")
    assert refused.code == 3
    assert json.loads(refused.out)["status"] == "locked"


def test_nothing_of_an_erased_person_is_left_in_any_file(run: Run, configured: Path, own_lake: Path) -> None:
    for name in BELONGINGS:
        edit(own_lake, name, ("K005,", f"{LONG_ID},"))
    edit(own_lake, CAPACITIES, (LONG_ID, SHORT_ID))
    edit(own_lake, CAPACITIES, ("Ingenieur Leit- und Sicherungstechnik", "Assistenz von Zoë  Großmann"))
    edit(own_lake, LINKS, (f"{LONG_ID},C08", f"{LONG_ID},C08\n{LONG_ID},C08"))
    set_storage(configured, grace_hours=0, erasure_days=1)
    assert run("refresh").code == 0
    before = remains(configured, "Zoë Großmann", SHORT_ID)
    assert {where.rpartition(": ")[2] for where in before} >= {
        "capacities.owner",
        "capacities.capacity_id",
        "capacity_references.capacity_id",
        "rejected_rows.key",
        "role_terms.term",
        "text",  # of the embedding cache
    }
    assert any(where.endswith("embeddings.sqlite3") for where in before)

    erased = run("erase", "--capacity", LONG_ID, "--yes")

    assert erased.code == 0, erased.err
    shutil.rmtree(own_lake)
    certificate = "Planprüfer Leit- und Sicherungstechnik"
    assert remains(configured, "Zoë Großmann", SHORT_ID, "Großmann", "Küstenfeld", certificate) == []


def test_the_next_refresh_of_a_lake_that_still_has_the_person_changes_nothing(run: Run, erased_here: Path) -> None:
    current = manifest(erased_here)["dataset_version"]

    again = json.loads(run("refresh", "--json").out)

    assert (again["status"], again["dataset_version"]) == ("unchanged", current)
    assert [(check["name"], check["value"]) for check in again["checks"] if check["name"] == "erased"] == [
        ("erased", 1)
    ]


def test_what_is_left_is_what_a_lake_without_the_person_gives(run: Run, refreshed_here: Path, own_lake: Path) -> None:
    created_at = manifest(refreshed_here)["created_at"]
    assert run("erase", "--capacity", "K001", "--owner", "Zoë Großmann", "--yes").code == 0
    erased = manifest(refreshed_here)
    for name in BELONGINGS:
        without(own_lake, name, "K001", "K005")
    shutil.rmtree(refreshed_here / "data")
    assert run("refresh").code == 0
    refreshed_again = manifest(refreshed_here)

    assert erased["content_hash"] == refreshed_again["content_hash"]
    assert erased["counts"] == refreshed_again["counts"]
    for index in ("competences.faiss", "roles.faiss"):
        assert erased["files"][index] == refreshed_again["files"][index]
    assert erased["created_at"] == created_at  # its data is as old as before


def test_colleagues_keep_their_scores_and_their_order(run: Run, refreshed_here: Path) -> None:
    words = ("match", "--role", "Backend Developer", "--competence", "Python", "--competence", "Gleisbau", "--json")
    before = json.loads(run(*words, "--limit", "20").out)["results"]
    assert run("erase", "--capacity", "K001", "--yes").code == 0
    after = json.loads(run(*words, "--limit", "20").out)["results"]

    def scores(results: list[dict[str, Any]]) -> list[tuple[object, ...]]:
        return [(found["capacity_id"], found["score"], found["category"]) for found in results]

    assert "K001" in [found["capacity_id"] for found in before]
    assert scores(after) == [score for score in scores(before) if score[0] != "K001"]


def test_an_owner_goes_with_every_capacity_whatever_the_spelling(
    run: Run, refreshed_here: Path, own_lake: Path
) -> None:
    done = json.loads(run("erase", "--owner", " LENA  schmidt", "--owner", "Ivana Kovačević", "--yes", "--json").out)
    assert (done["erased"], done["counts"]["capacities"], done["kind"]) == (3, 8, "erasure")
    edit(own_lake, CAPACITIES, ("Lena Schmidt,Frontend Developer,Senior", "Lena Vogt,Frontend Developer,Senior"))
    assert json.loads(run("refresh", "--json").out)["status"] == "unchanged"  # under the new name, but the old id


def test_somebody_who_is_not_there_can_be_kept_out(run: Run, refreshed_here: Path, own_lake: Path) -> None:
    """K012 is Eva Krause, whose row is rejected, with her id in the report; K100 comes to the lake later."""
    words = ("erase", "--capacity", "K100", "--owner", "Eva Krause")
    assert run(*words, "--yes").code == 1
    assert not (refreshed_here / "data" / "erasure.json").exists()
    done = run(*words, "--also-if-absent", "--yes")
    assert done.code == 0
    assert "kept out" in done.out
    edit(own_lake, CAPACITIES, ("K001,Anna", "K100,Eva Neu,,,,,,\nK001,Anna"))

    assert run("refresh").code == 0

    counts = manifest(refreshed_here)["counts"]
    assert (counts["capacities"], counts["rejected_rows"]) == (11, 18)
    current = refreshed_here / "data" / "versions" / manifest(refreshed_here)["dataset_version"]
    assert remains(current, "K012", "K100", "Eva Neu", "Eva Krause") == []


def test_an_unknown_id_or_name_is_answered_with_the_nearest(run: Run, refreshed_here: Path) -> None:
    for words, nearest in ((("--capacity", "K01"), "K010"), (("--owner", "Anna Mueller"), "Anna Müller")):
        refused = run("erase", *words, "--yes")
        assert refused.code == 1
        assert nearest in refused.err
        assert "--also-if-absent" in refused.err
    assert json.loads(run("erase", "--capacity", "K01", "--yes", "--json").out)["status"] == "failed"
    assert len(json.loads(run("status", "--json").out)["refresh_runs"]) == 1


def test_nobody_is_erased_without_a_yes(process: Run, refreshed_here: Path) -> None:
    current = manifest(refreshed_here)
    asked = process("erase", "--capacity", "K001")
    assert asked.code == 1
    assert "Anna Müller" in asked.out
    assert manifest(refreshed_here) == current
    assert not (refreshed_here / "data" / "erasure.json").exists()


@pytest.mark.parametrize(
    "words",
    [
        (),
        ("--capacity", " "),
        ("--owner", "\u200b", "--also-if-absent", "--yes"),
        ("--capacity", "K001", "--json"),
    ],
)
def test_unclear_orders_are_refused(run: Run, refreshed_here: Path, words: tuple[str, ...]) -> None:
    assert run("erase", *words).code == 2


def test_the_list_says_when_and_how_many_and_names_nobody(run: Run, refreshed_here: Path) -> None:
    assert run("erase", "--owner", "Lena Schmidt", "--yes").code == 0
    listed = json.loads(run("erase", "--list", "--json").out)
    shown = run("erase", "--list")
    assert [(erasure["capacities"], erasure["owners"]) for erasure in listed["erasures"]] == [(2, 1)]
    assert len(listed["withdrawn"]) == 1
    assert listed["withdrawn"][0] in shown.out
    for name in ("erasure.json", "erasure.key"):
        assert remains(refreshed_here / "data" / name, "Lena", "K008") == []
    assert all(word not in shown.out + json.dumps(listed) for word in ("Lena", "K008", "K009"))


def test_texts_of_others_that_name_the_person_are_reported(run: Run, refreshed_here: Path, own_lake: Path) -> None:
    edit(own_lake, TASKS, ("siehe Anhang", '"Nachfolge für MÜLLER, Anna"'))
    edit(own_lake, CAPACITIES, ("Leitet Vorhaben", "Vertritt Anna Müller und leitet Vorhaben"))
    assert run("refresh").code == 0

    done = json.loads(run("erase", "--capacity", "K001", "--yes", "--json").out)

    assert done["still_named"] == [
        {"table": "capacities", "key": "k010", "column": "description"},
        {"table": "tasks", "key": "a9U290000004GRsEAM", "column": "description"},
    ]
    assert "Anna" not in json.dumps(done)
    assert "K001" not in json.dumps(done)
    shown = run("erase", "--capacity", "K001", "--owner", "Anna Müller", "--also-if-absent", "--yes")
    assert "a9U290000004GRsEAM" in shown.out


def test_a_withdrawn_version_cannot_be_pinned(run: Run, refreshed: Path, erased_here: Path) -> None:
    old = manifest(refreshed)["dataset_version"]

    refused = run("pin", old)

    assert refused.code == 1
    assert f"{old} holds somebody who was erased" in refused.err
    assert "erasure_days" in refused.err
    assert not (erased_here / "data" / "pins").exists()
