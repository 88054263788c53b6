"""Relations: what is known about names for certain, where a model only sees how alike they are.

Names that are the same in another writing, in another gender or by an alias are 1. Versions of one thing are closely
related and not the same, but a lower level of a language than is asked for is related at most. So are numbers of
different norms, lookalikes such as Java and JavaScript, and names of which one part is another: Oberbau and Unterbau.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import cache, cached_property
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from teamlandkarte.index.aliases import Aliases, names_within
from teamlandkarte.index.origins import Rule
from teamlandkarte.index.readings import CLOSELY_RELATED
from teamlandkarte.index.scoring import MICRO
from teamlandkarte.index.word_lists import word_lists
from teamlandkarte.index.writing import language_level, numbered, plain_writings, writing

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


class _Known(NamedTuple):
    """What is known about one name: where the terms are of another number, versions of it, and so on."""

    numbers: Places
    versions: Places
    lookalikes: Places
    lower: Places
    same: Places


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
        known = self._known(name)
        row[known.numbers] = np.minimum(row[known.numbers], _MOST_APART)
        row[known.versions] = np.clip(row[known.versions], *_VERSIONS)
        apart = known.lookalikes + known.lower
        row[apart] = np.minimum(row[apart], _MOST_APART)
        row[known.same] = MICRO

    def rule(self, name: str, place: int, similarity: int) -> Literal["same"] | Rule | None:
        """Return by what is known a name has this corrected similarity to a term; None where it was not put right."""
        known = self._known(name)
        if place in known.same:
            return "same"
        if similarity == _MOST_APART:
            kinds: dict[Rule, Places] = {
                "lower level": known.lower,
                "lookalike": known.lookalikes,
                "other number": known.numbers,
            }
            return next((kind for kind, places in kinds.items() if place in places), None)
        held_apart = place in known.lower or place in known.lookalikes
        return "version" if place in known.versions and not held_apart else None

    def _known(self, name: str) -> _Known:
        name = self._aliases.term_of(name)
        found = numbered(name)
        is_version = found is not None and found.is_version
        base = found.name if found is not None and is_version else writing(name)
        versions = self._versions_of(base)
        return _Known(
            numbers=_NOWHERE if found is None or is_version else self._places.numbers.get(found.name, _NOWHERE),
            versions=versions,
            lookalikes=[place for other in self._others(name, base) for place in self._things(other)],
            lower=[place for place in versions if _falls_short(self._terms[place], of=name)],
            same=self._same(name),
        )

    def _same(self, name: str) -> Places:
        thing = self._aliases.term_of(name)
        known, names = self._places, (name, thing, *self._short_and_long(name), *self._short_and_long(thing))
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
            named = self._aliases.term_of(term)
            within = (*self._aliases.names_within(term), *self._short_and_long(named))
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

    def _short_and_long(self, name: str) -> tuple[str, ...]:
        """Return both names of one such as "Amazon Web Services (AWS)" and what the long one is; none of any other."""
        if len(names_within(name)) == 1 or not (names := self._aliases.names_within(name)):
            return ()
        return *names, self._aliases.term_of(names[0])

    def _things(self, form: str) -> Places:
        """Return the terms that are a thing under this writing, also as a version of it or with more in brackets."""
        thing = self._aliases.term_of(form)
        versions = self._versions_of(form if thing == form else writing(thing))  # a writing written again can change
        return versions + self._places.written.get(form, _NOWHERE)

    def _others(self, name: str, base: str) -> Iterator[str]:
        """Yield the writings of what a name, without its version `base`, is not, whichever of its names looks alike."""
        for form in {
            base,
            *map(writing, self._aliases.names_within(name)),
            *map(writing, self._aliases.names_for(name)),
        }:
            for lookalikes in _families("lookalikes"):
                if (thing := lookalikes.get(form)) is not None:
                    yield from (other for other, of in lookalikes.items() if of != thing)
            for parts in _families("contrasts"):
                for part in filter(form.__contains__, parts):
                    yield from (form.replace(part, other) for other, of in parts.items() if of != parts[part])


def _falls_short(term: str, *, of: str) -> bool:
    """Return whether a term is a language at a lower level than is asked for."""
    level, asked = language_level(term), language_level(of)
    return level is not None and asked is not None and level < asked


@cache
def _families(word_list: str) -> list[dict[str, int]]:
    """Return the families of a list: the writings of their members, each with the thing that it is there."""
    return [
        {writing(name): thing for thing, entry in enumerate(entries) for name in entry.split("|")}
        for entries in word_lists(word_list).values()
    ]
