"""Searching the directory: what people type and whom they mean."""

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from teamlandkarte.index.person_names import searchable
from teamlandkarte.index.profiles import Status
from teamlandkarte.server.directory.employees import Employee
from teamlandkarte.server.directory.search import EmployeeSearch

NAMES = {
    "sergeev": "Сергеев Алексей Викторович",
    "sergeeva": "Сергеева Алина",
    "elkin": "Ёлкин Пётр",
    "gross": "Jürgen Groß",
    "grosz": "Grossmann, Anna-Maria",
    "nguyen": "Nguyễn Thị Hương",
    "wisniewski": "Łukasz Wiśniewski",
    "obrien": "O'Brien Siobhán",
    "sergei": "Алексей Сергеев",
    "koehler": "Uwe Jorg Koehler",
}


def employee(key: str, name: str, status: Status = "active", url: str | None = None) -> Employee:
    address = f"https://www.hse.ru/staff/{key}" if url is None else url
    return Employee(key, key, name, status, address, "0", "2026-01-01T00:00:00+00:00", None)


SEARCH = EmployeeSearch(employee(key, name) for key, name in NAMES.items())


def found(query: str) -> list[str]:
    return [one.profile_key for one in SEARCH.find(query)]


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("Алексей Сергеев", ["sergei", "sergeev"]),
        ("сергеев  алексей", ["sergei", "sergeev"]),
        ("СЕРГЕЕВ", ["sergei", "sergeev", "sergeeva"]),
        ("Сергеев Алексей Викторович", ["sergeev"]),
        ("елкин петр", ["elkin"]),
        ("ЁЛКИН", ["elkin"]),
        ("GROSS", ["gross", "grosz"]),
        ("groß", ["gross", "grosz"]),
        ("jurgen", ["gross"]),
        ("juergen gross", ["gross"]),
        ("JUERGEN", ["gross"]),
        ("Köhler", ["koehler"]),
        ("koehler jorg", ["koehler"]),
        ("Ju\u0308rgen", ["gross"]),
        ("anna maria", ["grosz"]),
        ("nguyen thi huong", ["nguyen"]),
        ("lukasz wisniewski", ["wisniewski"]),
        ("siobhan brien", ["obrien"]),
        ("o'brien", ["obrien"]),
        ("staff/gro", ["grosz", "gross"]),
        ("https://www.hse.ru/staff/gross", ["gross"]),
        ("www.hse.ru/staff/serg", ["sergei", "sergeev", "sergeeva"]),
        ("nobody", []),
        ("сергеев nobody", []),
    ],
)
def test_people_are_found_by_words_in_any_order_and_spelling_exact_matches_first(
    query: str, expected: list[str]
) -> None:
    assert found(query) == expected


def test_an_empty_query_is_everybody_by_name() -> None:
    assert sorted(found("  ")) == sorted(NAMES)
    assert found("")[:2] == ["grosz", "gross"]


def test_a_status_leaves_out_the_others() -> None:
    search = EmployeeSearch([employee("a", "Anna"), employee("b", "Anna", "dismissed")])
    assert [one.profile_key for one in search.find("anna", "dismissed")] == ["b"]
    assert [one.profile_key for one in search.find("anna", "active")] == ["a"]
    assert [one.profile_key for one in search.find("anna")] == ["a", "b"]


def test_somebody_without_an_address_is_never_found_by_one() -> None:
    search = EmployeeSearch([employee("a", "Anna", url="")])
    assert search.find("/") == []
    assert search.find("hse.ru") == []


@given(st.text(st.characters(categories=["L"]), min_size=1, max_size=12))
def test_every_name_is_found_by_every_case_of_it(name: str) -> None:
    search = EmployeeSearch([employee("a", name)])
    for query in (name, name.upper(), name.lower(), name.casefold()):
        if searchable(query) == searchable(name):
            assert len(search.find(query)) == 1


@given(st.sampled_from(sorted(NAMES.values())), st.randoms())
def test_the_order_of_the_words_decides_nothing(name: str, random: Random) -> None:
    words = name.split()
    random.shuffle(words)
    assert name in [one.full_name for one in SEARCH.find(" ".join(words))]
