"""Looking employees up by words of their name or address, whatever the order, the case and the marks on the letters."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from teamlandkarte.index.person_names import searchable, words_of
from teamlandkarte.server.answers import wording
from teamlandkarte.server.directory.employees import Employee, comparable_url


@dataclass(frozen=True)
class _Searched:
    """Somebody's name in the spellings of `_spelled`, and the address."""

    employee: Employee
    names: tuple[str, str]
    url: str

    @classmethod
    def of(cls, employee: Employee) -> "_Searched":
        return cls(employee, _spelled(employee.full_name), searchable(comparable_url(employee.canonical_url)))


class EmployeeSearch:
    """The names and addresses of a directory, made ready once."""

    def __init__(self, employees: Iterable[Employee]) -> None:
        self._people = sorted(map(_Searched.of, employees), key=lambda one: (one.names, one.employee.profile_key))

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
    sought = _spelled(query)
    url = searchable(comparable_url(query))
    for one in people:
        names = zip(one.names, sought, strict=True)
        ranks = [_rank(name, words) for name, words in names if words and all(word in name for word in words.split())]
        if ranks:
            yield min(ranks), one
        elif url and url in one.url:
            yield (0 if url == one.url else 5), one


def _spelled(text: str) -> tuple[str, str]:
    """Return the words of a text without marks, and with umlauts typed out: `jurgen` and `juergen`."""
    return " ".join(words_of(text)), " ".join(words_of(wording.typed_out(text)))


def _rank(name: str, query: str) -> int:
    """Return how well a name fits that has all words: itself, its words, words of it, the query as it is, parts."""
    there, words = set(name.split()), set(query.split())
    if name == query:
        return 0
    if there == words:
        return 1
    if words <= there:
        return 2
    return 3 if query in name else 4
