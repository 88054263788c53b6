"""What the employee directory adds to a capacity: who its owner is there, what they publish, who teaches a gap."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from teamlandkarte.index.person_names import searchable
from teamlandkarte.server.answers.markdown import one_line
from teamlandkarte.server.capacities import SQL
from teamlandkarte.server.people.capacity_answers import DirectoryPerson, TaughtCompetence, Teacher

if TYPE_CHECKING:
    from teamlandkarte.index.snapshot import Snapshot

_NAME_LENGTH = 120
_ENTRY_LENGTH = 400
_YEAR_LENGTH = 40
_MOST_NAMED = 5  # people of one name, and teachers of one competence
_MOST_TEACHERS = 20


@dataclass(frozen=True)
class DirectoryEntry:
    """The owner of a capacity in the directory, None where nobody or more than one fits; then `possible` names them."""

    person: DirectoryPerson | None = None
    possible: tuple[DirectoryPerson, ...] = ()
    publications: tuple[str, ...] = ()
    courses: tuple[str, ...] = ()


def read_directory_entry(snapshot: "Snapshot", capacity_id: str) -> DirectoryEntry:
    """Read who the owner of a capacity is in the directory, and what they publish and teach."""
    people = [_person(row) for row in snapshot.rows(SQL, "find_employee_links", capacity_id=capacity_id)]
    if len(people) != 1:
        return DirectoryEntry(possible=tuple(people))
    (person,) = people
    publications = snapshot.rows(SQL, "find_publications", profile_key=person.profile_key)
    courses = snapshot.rows(SQL, "find_courses", profile_key=person.profile_key)
    return DirectoryEntry(
        person=person,
        publications=_lines(publications, ("title", "text", "url")),
        courses=_lines(courses, ("title", "year", "url")),
    )


def teachers_of(
    snapshot: "Snapshot", competences: Sequence[str], besides: DirectoryPerson | None
) -> list[TaughtCompetence]:
    """Return who of the directory teaches these competences, as far as titles of courses name them."""
    taught, room = [], _MOST_TEACHERS
    for competence in competences:
        people = _teachers_of(snapshot, competence, besides)
        shown = people[: min(room, _MOST_NAMED)]
        room -= len(shown)
        if people:
            more = len(people) - len(shown)
            taught.append(TaughtCompetence(competence=competence, teachers=shown, more_teachers=more))
    return taught


def _teachers_of(snapshot: "Snapshot", competence: str, besides: DirectoryPerson | None) -> list[Teacher]:
    """Return everybody who teaches a competence, each with the latest course, the latest courses first."""
    if not (wanted := _forms(competence)):
        return []
    found: dict[str, dict[str, Any]] = {}
    for row in snapshot.rows(SQL, "find_teachers", word=competence.strip()):
        if _holds(_forms(row["title"]), wanted) and not (besides and row["profile_key"] == besides.profile_key):
            found.setdefault(row["profile_key"], row)
    return [
        Teacher(
            profile_key=row["profile_key"],
            full_name=one_line(row["full_name"], _NAME_LENGTH),
            course=one_line(row["title"], _NAME_LENGTH),
            year=one_line(row["year"], _YEAR_LENGTH) if row["year"] else None,
        )
        for row in found.values()
    ]


def contact_in_words(person: DirectoryPerson, *, in_reach: bool) -> str:
    """Say where somebody is found in the directory; `in_reach`: whether its tools are listed."""
    url = f", {one_line(person.url, _NAME_LENGTH)}" if person.url else ""
    call = f"; get_employee(profile_id_or_url={person.profile_key}) shows contacts" if in_reach else ""
    return f"To get in touch: employee directory, {person.full_name} ({person.status}){url}{call}."


def possible_in_words(people: Sequence[DirectoryPerson], total: int) -> str:
    """Say that one of so many people may be meant, and name the first."""
    named = ", ".join(f"{person.full_name} ({person.profile_key})" for person in people[:_MOST_NAMED])
    more = f", … (+{total - _MOST_NAMED})" if total > _MOST_NAMED else ""
    return f"Not shown: {total} people of the employee directory may be meant: {named}{more}. Ask which one it is."


def teachers_in_words(taught: Sequence[TaughtCompetence]) -> str:
    """Name the colleagues who teach what is missing, and how many more do."""
    return f"Colleagues who teach what is missing: {'; '.join(map(_taught_in_words, taught))}."


def _taught_in_words(taught: TaughtCompetence) -> str:
    named = [f"{one.full_name} ({', '.join(filter(None, (one.course, one.year)))})" for one in taught.teachers]
    more = [f"… (+{taught.more_teachers})"] if taught.more_teachers else []
    return f"{taught.competence}: {', '.join([*named, *more])}"


def _person(row: dict[str, Any]) -> DirectoryPerson:
    return DirectoryPerson(
        profile_key=row["profile_key"],
        full_name=one_line(row["full_name"], _NAME_LENGTH),
        status=row["status"],
        url=row["canonical_url"] or None,
    )


def _lines(rows: Iterable[dict[str, Any]], fields: Sequence[str]) -> tuple[str, ...]:
    """Return each row as one line of its fields, those without any left out."""
    lines = (" – ".join(one_line(row[field], _ENTRY_LENGTH) for field in fields if row[field]) for row in rows)
    return tuple(line for line in lines if line)


def _forms(text: str) -> list[str]:
    from teamlandkarte.index.words import words  # takes a while, and no search needs it

    return [word.form for word in words(searchable(text))]


def _holds(title: list[str], wanted: list[str]) -> bool:
    """Return whether words stand in a row within a title: "c" is no part of "cobol" and not "c++"."""
    length = len(wanted)
    return any(title[start : start + length] == wanted for start in range(len(title) - length + 1))
