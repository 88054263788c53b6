"""Relations: what is known about names for certain, where a model only sees how alike they are.

Names that are the same in another writing, in another gender or by an alias are 1. Versions of one thing are closely
related and not the same. Numbers of different norms and lookalikes such as Java and JavaScript are related at most.
"""

from collections import defaultdict
from collections.abc import Sequence
from functools import cache, cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from teamlandkarte.index.aliases import Aliases, names_within
from teamlandkarte.index.readings import CLOSELY_RELATED
from teamlandkarte.index.scoring import MICRO
from teamlandkarte.index.word_lists import word_lists
from teamlandkarte.index.writing import numbered, plain_writings, writing

Places = list[int]

_VERSIONS = (800_000, 920_000)  # closely related, and not the same
_MOST_APART = CLOSELY_RELATED - 10_000
_NOWHERE: Places = []


class _Places(NamedTuple):
    """Where terms are.

    `plain`: nearly all of them, by their writing: what has one name, without a number. The others: `written`, by each
    writing of theirs; `versions` of a thing, and the thing itself; `numbers`: what differs in its number alone, such as
    norms of one body.
    """

    plain: dict[str, Places]
    written: dict[str, Places]
    versions: dict[str, Places]
    numbers: dict[str, Places]


class Relations:
    """What is known about any name's relation to each of a fixed list of terms; immutable."""

    def __init__(self, terms: Sequence[str], aliases: Aliases) -> None:
        self._terms = tuple(terms)
        self._aliases = aliases

    def load(self) -> None:
        """Find now where the terms are."""
        _ = self._places

    def id_of(self, name: str) -> int | None:
        """Return the term that a name is, in another writing or by an alias; the first where there are several."""
        places = self._same(name)
        return places[0] if places else None

    def correct(self, name: str, row: NDArray[np.int32]) -> None:
        """Put right the similarities of a name to every term, micro-units, where something is known for certain."""
        name = self._aliases.term_of(name)
        if (found := numbered(name)) is not None and not found.is_version:
            others = self._places.numbers.get(found.name, _NOWHERE)
            row[others] = np.minimum(row[others], _MOST_APART)
        base = found.name if found is not None and found.is_version else writing(name)
        versions = self._versions_of(base)
        row[versions] = np.clip(row[versions], *_VERSIONS)
        for family, thing in _lookalikes().get(base, ()):
            for other, places in self._things.get(family, {}).items():
                if other != thing:
                    row[places] = np.minimum(row[places], _MOST_APART)
        row[self._same(name)] = MICRO

    def _same(self, name: str) -> Places:
        within = names_within(name)
        known, names = self._places, (name, self._aliases.term_of(name), *(within if len(within) > 1 else ()))
        found = (places.get(one, _NOWHERE) for one in map(writing, names) for places in (known.plain, known.written))
        return sorted({place for places in found for place in places})

    def _versions_of(self, thing: str) -> Places:
        return self._places.plain.get(thing, _NOWHERE) + self._places.versions.get(thing, _NOWHERE)

    @cached_property
    def _places(self) -> _Places:
        found = _Places(defaultdict(list), defaultdict(list), defaultdict(list), defaultdict(list))
        plain = plain_writings(self._terms)
        for place, term in enumerate(self._terms):
            if (known := plain.get(place)) is not None and not self._aliases.has(known):
                found.plain[known].append(place)
                continue
            named, within = self._aliases.term_of(term), names_within(term)
            form, number = writing(named), numbered(named)
            if named == term and number is None and not within:
                found.plain[form].append(place)
                continue
            for one in {writing(term), form, *map(writing, within)}:
                found.written[one].append(place)
            found.versions[number.name if number is not None and number.is_version else form].append(place)
            if number is not None and not number.is_version:
                found.numbers[number.name].append(place)
        return found

    @cached_property
    def _things(self) -> dict[str, dict[str, Places]]:
        """Per family of lookalikes the terms that are each of its things, also as a version of it."""
        found: dict[str, dict[str, Places]] = defaultdict(lambda: defaultdict(list))
        for name, things in _lookalikes().items():
            for family, thing in things:
                found[family][thing] += self._versions_of(name)
        return found


@cache
def _lookalikes() -> dict[str, tuple[tuple[str, str], ...]]:
    """Return by the writing of a name the families that it belongs to, each with the thing that it is there."""
    found: dict[str, list[tuple[str, str]]] = defaultdict(list)
    for family, entries in word_lists("lookalikes").items():
        for entry in entries:
            for name in entry.split("|"):
                found[writing(name)].append((family, entry))
    return {name: tuple(families) for name, families in found.items()}
