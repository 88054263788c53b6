"""Properties of one person in full, over any free text that a lake may hold."""

import datetime as dt
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, cast

import duckdb
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from teamlandkarte.index.config import Config
from teamlandkarte.index.people import UNKNOWN_ROLE, People
from teamlandkarte.index.snapshot import Snapshot, statement
from teamlandkarte.index.text import clean, plain_text, shown_name, visible
from teamlandkarte.server.opening import random_id
from teamlandkarte.server.people.capacity_details import get_capacity_details
from teamlandkarte.server.service import Call, Service
from tests.links import links_of

HEADINGS = ("Beschreibung", "Referenzen", "Zertifizierungen", "Next steps")
KINDS = ("find_description", "find_references", "find_certificates")

_texts = st.text(st.characters(codec="utf-8", exclude_characters="\0"), max_size=40)


@dataclass(frozen=True)
class Person:
    """What a lake may hold about one person, as the snapshot stores it."""

    capacity_id: str
    description: str | None
    references: list[tuple[str | None, str | None]] = field(default_factory=list)
    certificates: list[str] = field(default_factory=list)


people = st.builds(
    Person,
    capacity_id=st.from_regex(r"[A-Za-z0-9]{1,18}", fullmatch=True),
    description=st.none() | _texts.map(plain_text),
    references=st.lists(st.tuples(st.none() | _texts.map(clean), st.none() | _texts.map(clean)), max_size=4),
    certificates=st.lists(_texts.map(clean), max_size=4),
)


class Recorded(Snapshot):
    """A snapshot that remembers which statements were run for whom."""

    def __init__(self, connection: duckdb.DuckDBPyConnection) -> None:
        super().__init__(connection)
        self.read: list[tuple[str, object]] = []

    def rows(self, package: str, name: str, /, **parameters: object) -> list[dict[str, Any]]:
        self.read.append((name, parameters.get("capacity_id")))
        return super().rows(package, name, **parameters)


class OnePerson:
    """A dataset of one person in a real snapshot, in memory."""

    def __init__(self) -> None:
        self._connection = duckdb.connect()
        self._connection.execute(statement("teamlandkarte.index", "schema").replace("FLOAT[n]", "FLOAT[4]"))
        self.snapshot = Recorded(self._connection)

    def hold(self, person: Person) -> None:
        for table in ("capacity_references", "capacity_certificates", "capacities"):
            self._connection.execute(f"DELETE FROM {table}")
        self._connection.execute(
            "INSERT INTO capacities (capacity_id, owner, description, mean_norm) VALUES (?, 'Anna Müller', ?, 0)",
            [person.capacity_id, person.description],
        )
        for position, (partner, projects) in enumerate(person.references):
            row = [person.capacity_id, position, partner, projects]
            self._connection.execute("INSERT INTO capacity_references VALUES (?, ?, ?, ?)", row)
        for position, certificate in enumerate(person.certificates):
            row = [person.capacity_id, position, certificate]
            self._connection.execute("INSERT INTO capacity_certificates VALUES (?, ?, ?)", row)
        self.people = People.of(
            [person.capacity_id],
            links_of([], []),
            role_terms=[UNKNOWN_ROLE],
            begin=[None],
            end=[None],
            mean_norm=[0],
        )
        self.snapshot.read.clear()


@pytest.fixture(scope="module")
def dataset() -> Iterator[OnePerson]:
    held = OnePerson()
    yield held
    held.snapshot.close()


def details(dataset: OnePerson, person: Person) -> str:
    """Return the text of the tool's answer."""
    dataset.hold(person)
    unused = cast("Any", None)
    service = Service(
        config=Config(),
        current=unused,
        requirements=unused,
        searches=unused,
        clock=lambda: dt.datetime(2026, 3, 1, tzinfo=dt.UTC),
        new_id=random_id,
    )
    call = Call(service, "process", cast("Any", dataset))
    return get_capacity_details(call, capacity_id=person.capacity_id, search_id=None).text


def shown(text: str | None) -> str:
    """Return lake text as an answer shows it on one line."""
    return shown_name(text or "")


_hundred = settings(max_examples=100)


@_hundred
@given(person=people)
def test_all_three_kinds_of_enrichment_are_read_for_any_capacity(dataset: OnePerson, person: Person) -> None:
    """Feature: capacity-details-enrichment, Property 1."""
    details(dataset, person)
    for kind in KINDS:
        assert (kind, person.capacity_id) in dataset.snapshot.read


@_hundred
@given(person=people)
@example(Person("K1", None, [("0", "<C>"), (None, "0<A>"), (None, "<C>"), ("List<String>", None)], ["<T>", "C<T>"]))
def test_all_data_present_appears(dataset: OnePerson, person: Person) -> None:
    """Feature: capacity-details-enrichment, Property 2."""
    text = details(dataset, person)
    lines = text.split("\n")
    assert visible(person.description or "").strip() in text
    for partner, projects in person.references:
        if shown(partner):
            expected = f"- **{shown(partner)}**: {shown(projects)}" if shown(projects) else f"- **{shown(partner)}**"
            assert expected in lines
        elif shown(projects):
            assert f"- {shown(projects)}" in lines or f"- \\{shown(projects)}" in lines
    for certificate in filter(None, map(shown, person.certificates)):
        assert f"- {certificate}" in lines or f"- \\{certificate}" in lines
    present = {
        "Beschreibung": bool(visible(person.description or "").strip()),
        "Referenzen": any(shown(part) for reference in person.references for part in reference),
        "Zertifizierungen": any(map(shown, person.certificates)),
    }
    for heading, there in present.items():
        assert (f"## {heading}" if there else f"## {heading}: (keine)") in lines


@_hundred
@given(person=people)
def test_the_sections_come_in_their_order_whatever_is_present_or_absent(dataset: OnePerson, person: Person) -> None:
    """Feature: capacity-details-enrichment, Property 3."""
    text = details(dataset, person)
    assert text.startswith("| ID | Owner | Role (level) | Competences | Availability |\n| --- | ")
    lines, outside = text.split("\n"), []
    inside = False
    for line in lines:
        if line.startswith("[data "):
            inside = True
        if not inside:
            outside.append(line)
        if line.startswith("[end of data "):
            inside = False
    headings = [line.removeprefix("## ").removesuffix(": (keine)") for line in outside if line.startswith("## ")]
    assert headings == list(HEADINGS)
    for number, line in enumerate(lines):
        if line in outside and line.startswith("## "):
            assert lines[number - 1] == ""
    assert text.endswith(f"Call find_matching_tasks(capacity_id={person.capacity_id}) to see matching open tasks.")
