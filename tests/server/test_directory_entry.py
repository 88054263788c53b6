"""People of the directory who are owners of capacities: linked by key or by name, shown if there is one alone."""

import json
import shutil
from copy import copy
from pathlib import Path
from typing import Any

import pytest

from teamlandkarte.etl.erasure import erase
from teamlandkarte.index.config import Directory
from teamlandkarte.index.erasure import Named
from teamlandkarte.index.person_names import same_person
from teamlandkarte.index.requirement import Requirement
from teamlandkarte.server.opening import open_service
from teamlandkarte.server.people.capacity_answers import CapacityDetails
from teamlandkarte.server.people.capacity_details import get_capacity_details
from teamlandkarte.server.people.directory_entry import teachers_in_words, teachers_of
from teamlandkarte.server.searches.search import run_search
from teamlandkarte.server.searches.search_answers import SearchAnswer
from teamlandkarte.server.service import Call
from tests.etl.night import Night
from tests.lake_files import CAPACITIES

CAPACITY, OWNER = "K001", "Anna Müller"  # tests/lake/README.md
SECTIONS = [
    {"type": "publications", "title": "P", "items": [{"title": "On trains", "text": "2024", "url": "https://x/1"}]},
    {"type": "courses_by_year", "title": "C", "courses": [{"title": "Einführung in Python", "year": "2025/2026"}]},
]


@pytest.fixture
def night(own_lake: Path, tmp_path: Path) -> Night:
    return Night(own_lake, tmp_path / "data")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "people").mkdir()
    return tmp_path / "people"


def write(folder: Path, key: str, name: str, **more: Any) -> None:
    profile = {"profile_key": key, "full_name": name, "canonical_url": f"https://x/{key}"} | more
    (folder / f"{key}.json").write_text(json.dumps(profile), encoding="utf-8")


def refreshed(night: Night, folder: Path, capacity_key: str = "") -> Night:
    section = Directory(source="files", path=folder, capacity_key=capacity_key)
    night.config = night.config.model_copy(update={"directory": section})
    night.refresh()
    return night


def owners(night: Night) -> dict[str, str]:
    return {row["capacity_id"]: row["owner"] for row in night.dataset().snapshot.rows("teamlandkarte.etl", "owners")}


def details(night: Night, capacity_id: str) -> tuple[str, CapacityDetails]:
    service = open_service(night.config, clock=night.clock)
    answer = get_capacity_details(Call(service, None, night.dataset()), capacity_id=capacity_id, search_id=None)
    assert isinstance(answer.data, CapacityDetails)
    return answer.text, answer.data


def headings(text: str) -> list[str]:
    return [line.removesuffix(": (keine)") for line in text.split("\n") if line.startswith("## ")]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Dr. Anna Müller", "MULLER, Anna"),
        ("Prof. Dr.-Ing. Jürgen Groß", "Gross Jurgen"),
        ("Ёлкин Пётр", "петр елкин"),
        ("Anna-Maria Łuk", "Luk Anna Maria"),
        ("Mrs Anna Müller", "Fräulein Anna Müller"),
        ("Dr. rer. nat. Anna Müller", "Anna Müller"),
        ("Dr rer nat Anna Müller", "Anna Müller"),
        ("Prof. Dr. med. habil. Anna Müller", "Anna Müller"),
        ("Prof. Dr. Dr. h. c. mult. Anna Müller", "Anna Müller"),
        ("Dr.med.dent. Anna Müller", "Anna Müller"),
        ("Univ.-Prof. Dr. phil. Anna Müller, M.A.", "Anna Müller"),
        ("PD Dr.-Ing. E. h. Anna Müller", "Anna Müller"),
        ("Müller, Anna, Dr. rer. pol.", "Anna Müller"),
        ("Dipl.-Ing. (FH) Anna Müller", "Anna Müller"),
        ("Dipl.-Wirt.-Inf. Anna Müller, M.Sc.", "Anna Müller"),
        ("Anna Müller, Ph. D., LL.M., MBA", "Anna Müller"),
    ],
)
def test_one_name_is_the_same_in_any_order_with_and_without_titles_and_marks(one: str, other: str) -> None:
    assert same_person(one) == same_person(other)


def test_names_that_differ_by_a_word_are_not_the_same() -> None:
    assert same_person("Anna Müller") != same_person("Anna Maria Müller")
    assert same_person("Dr. Phil Müller") == same_person("Phil Müller") != same_person("Dr. Anna Müller")
    assert same_person("Anna C. Müller") != same_person("Anna Müller")
    assert same_person("M. A. Müller") != same_person("Müller")
    assert same_person("Prof. Jun Müller") == same_person("Müller Jun") != same_person("Müller")
    assert same_person("Herr") == "herr"


@pytest.fixture(scope="module")
def linked(tiny_lake: Path, tmp_path_factory: pytest.TempPathFactory) -> Night:
    """An installation whose directory has one owner once, one twice, one often, one not at all, and a vacancy."""
    parent = tmp_path_factory.mktemp("linked")
    people = parent / "people"
    people.mkdir()
    night = Night(shutil.copytree(tiny_lake, parent / "lake"), parent / "data")
    night.edit(CAPACITIES, ("Tom Becker", "***"))
    write(people, "vacant", "—", sections=SECTIONS)
    write(people, "k1", " ".join(reversed(OWNER.upper().split())), sections=SECTIONS)
    write(people, "k2", "Ayşe Yılmaz", sections=SECTIONS)
    write(people, "k3", "Dr. Ayşe Yılmaz", sections=SECTIONS)
    for number in range(13):
        write(people, f"often{number:02}", "Mehmet Öztürk")
    return refreshed(night, people)


def test_what_has_no_letter_is_nobody_s_name(linked: Night) -> None:
    text, data = details(linked, "K010")
    assert owners(linked)["K010"] == "***"
    assert data.employee is None
    assert "On trains" not in text


def test_an_owner_is_shown_with_publications_and_courses_before_the_next_steps(linked: Night) -> None:
    text, data = details(linked, CAPACITY)
    assert data.employee is not None
    assert data.employee.profile_key == "k1"
    assert data.publications == ["On trains – 2024 – https://x/1"]
    assert data.courses == ["Einführung in Python – 2025/2026"]
    assert headings(text) == [
        *("## Beschreibung", "## Referenzen", "## Zertifizierungen", "## Publikationen", "## Kurse", "## Next steps"),
    ]
    assert "- On trains – 2024 – https://x/1" in text


def test_whoever_is_in_the_directory_can_be_reached_there(linked: Night) -> None:
    found = "To get in touch: employee directory, MÜLLER ANNA (active), https://x/k1"
    text, _ = details(linked, CAPACITY)
    assert text.endswith(f"to see matching open tasks.\n{found}.")
    toolsets = linked.config.server.model_copy(update={"toolsets": ("staffing", "directory")})
    both = copy(linked)
    both.config = linked.config.model_copy(update={"server": toolsets})
    text, _ = details(both, CAPACITY)
    assert text.endswith(f"\n{found}; get_employee(profile_id_or_url=k1) shows contacts.")
    text, _ = details(linked, "K004")
    assert "employee directory" not in text


def test_two_people_of_one_name_are_named_and_nothing_of_theirs_is_shown(linked: Night) -> None:
    text, data = details(linked, "K003")
    assert data.employee is None
    assert [person.profile_key for person in data.possible_employees] == ["k2", "k3"]
    assert (data.publications, data.courses) == ([], [])
    assert "Not shown: 2 people of the employee directory may be meant" in text
    assert "On trains" not in text


def test_however_many_people_have_one_name_their_number_is_right(linked: Night) -> None:
    text, data = details(linked, "K006")
    assert "Not shown: 13 people of the employee directory may be meant" in text
    assert "… (+8)" in text
    assert len(data.possible_employees) + data.more_possible_employees == 13


def test_whoever_is_not_in_the_directory_has_no_sections_of_it(linked: Night) -> None:
    text, data = details(linked, "K004")
    assert (data.employee, data.possible_employees) == (None, [])
    assert headings(text)[-2:] == ["## Zertifizierungen", "## Next steps"]


def test_the_configured_field_decides_between_people_of_one_name(night: Night, folder: Path) -> None:
    write(folder, "k1", OWNER)
    write(folder, "k2", "Somebody Else", contacts={"capacity": [CAPACITY, 7]})
    _, data = details(refreshed(night, folder, capacity_key="contacts.capacity"), CAPACITY)
    assert data.employee is not None
    assert data.employee.profile_key == "k2"


def test_a_gap_names_active_colleagues_whose_course_has_the_competence_as_words(night: Night, folder: Path) -> None:
    write(folder, "k1", "Anna", sections=SECTIONS)
    courses = [{"title": "Python und C++"}, {"title": "Cobol"}, {"title": "Python für alle"}]
    write(folder, "k2", "Boris", sections=[{"type": "courses_by_year", "title": "C", "courses": courses}])
    snapshot = refreshed(night, folder).dataset().snapshot
    found = teachers_of(snapshot, ["python", "Co", "C", "c++", "Kubernetes", "  "], None)
    assert [(one.competence, [(who.profile_key, who.course) for who in one.teachers]) for one in found] == [
        ("python", [("k1", "Einführung in Python"), ("k2", "Python und C++")]),
        ("c++", [("k2", "Python und C++")]),
    ]


def test_colleagues_with_the_latest_courses_are_named_and_the_others_counted(night: Night, folder: Path) -> None:
    years = {"a": ["2023/2024"], "b": [], "c": ["2024/2025", "2026/2027"], "d": ["2025/2026"], "e": ["2024/2025"]}
    for key, taught in (years | {"f": ["2026/2027"], "g": ["2022/2023"]}).items():
        courses = [{"title": f"Git {year}", "year": year} for year in taught] or [{"title": "Git"}]
        write(folder, key, key.upper(), sections=[{"type": "courses_by_year", "title": "C", "courses": courses}])
    snapshot = refreshed(night, folder).dataset().snapshot
    (git,) = teachers_of(snapshot, ["Git"], None)
    assert [(who.profile_key, who.year) for who in git.teachers] == [
        *(("c", "2026/2027"), ("f", "2026/2027"), ("d", "2025/2026"), ("e", "2024/2025"), ("a", "2023/2024")),
    ]
    assert git.more_teachers == 2
    assert teachers_in_words([git]) == (
        "Colleagues who teach what is missing: Git: C (Git 2026/2027, 2026/2027), F (Git 2026/2027, 2026/2027), "
        "D (Git 2025/2026, 2025/2026), E (Git 2024/2025, 2024/2025), A (Git 2023/2024, 2023/2024), … (+2)."
    )
    every = teachers_of(snapshot, ["Git"] * 6, None)
    assert [(len(one.teachers), one.more_teachers) for one in every] == [*[(5, 2)] * 4, *[(0, 7)] * 2]
    assert teachers_in_words(every[5:]) == "Colleagues who teach what is missing: Git: … (+7)."


def test_of_nobody_whose_competences_are_unknown_it_is_said_who_teaches_what_is_missing(
    night: Night, folder: Path
) -> None:
    write(folder, "k1", "Anna", sections=SECTIONS)
    dataset = refreshed(night, folder).dataset()
    service = open_service(night.config, clock=night.clock)
    call = Call(service, None, dataset)
    search = run_search(call, Requirement(competences=("Python",)), None, 1).data
    assert isinstance(search, SearchAnswer)
    told = set()
    for capacity_id, degree in zip(dataset.people.ids, dataset.people.degrees, strict=True):
        data = get_capacity_details(call, capacity_id=capacity_id, search_id=search.search_id).data
        assert isinstance(data, CapacityDetails)
        told.add((bool(degree), tuple(who.full_name for one in data.taught for who in one.teachers)))
    assert told == {(False, ()), (True, ()), (True, ("Anna",))}


def test_links_follow_an_erasure_and_a_change_of_the_configured_field(night: Night, folder: Path) -> None:
    write(folder, "k1", OWNER)
    write(folder, "k2", "Somebody Else", capacity=CAPACITY)
    first = refreshed(night, folder).current
    assert refreshed(night, folder, capacity_key="capacity").current != first
    _, data = details(night, CAPACITY)
    assert data.employee is not None
    assert data.employee.profile_key == "k2"
    erase(night.config, Named(profile_keys=("k2",)), encoder=night.embedder, clock=night.clock)
    assert details(night, CAPACITY)[1].employee is None
