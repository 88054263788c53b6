"""Looking employees up by words of their name or address, whatever the order, the case and the marks on the letters."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from teamlandkarte.index.person_names import searchable, words_of
from teamlandkarte.server.directory.employees import Employee, comparable_url


@dataclass(frozen=True)
class _Searched:
    employee: Employee
    name: str
    words: frozenset[str]
    url: str

    @classmethod
    def of(cls, employee: Employee) -> "_Searched":
        name = " ".join(words_of(employee.full_name))
        return cls(employee, name, frozenset(name.split()), searchable(comparable_url(employee.canonical_url)))


class EmployeeSearch:
    """The names and addresses of a directory, made ready once."""

    def __init__(self, employees: Iterable[Employee]) -> None:
        self._people = sorted(map(_Searched.of, employees), key=lambda one: (one.name, one.employee.profile_key))

    def find(self, query: str, status: str | None = None) -> list[Employee]:
        """Return everybody who fits, exact matches first, then by name.

        Each word of the query must be part of the name, in whatever order, or the query part of the address. An empty
        query fits everybody.
        """
        there = [one for one in self._people if status in {None, one.employee.status}]
        if not query.strip():
            return [one.employee for one in there]
        ranked = list(_ranked(there, query))
        ranked.sort(key=lambda found: found[0])  # stable: names stay in order
        return [one.employee for _, one in ranked]


def _ranked(people: Iterable[_Searched], query: str) -> Iterator[tuple[int, _Searched]]:
    words = words_of(query)
    name, distinct = " ".join(words), frozenset(words)
    url = searchable(comparable_url(query))
    for one in people:
        if words and all(word in one.name for word in words):
            yield _rank(one, name, distinct), one
        elif url and url in one.url:
            yield (0 if url == one.url else 5), one


def _rank(one: _Searched, name: str, words: frozenset[str]) -> int:
    """Return how well a name fits that has all words: itself, its words, words of it, the query as it is, parts."""
    if one.name == name:
        return 0
    if one.words == words:
        return 1
    if words <= one.words:
        return 2
    return 3 if name in one.name else 4
