"""Aliases: other names of known terms, such as abbreviations, product names without their maker and translations.

An alias in `aliases.csv` is the same thing as its term. A mention in `mentions.csv` only names a term in a text, where
"Lastenheft" asks for "Lastenhefterstellung" and is not the same. Users add aliases of their own, which go first.
"""

import csv
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from importlib.resources import files
from itertools import compress
from typing import TYPE_CHECKING

from teamlandkarte.index.text import folded
from teamlandkarte.index.writing import writing, writings

if TYPE_CHECKING:
    from teamlandkarte.index.snapshot import Snapshot

Pair = tuple[str, str]  # the alias and its term

_BOTH = 2  # names within a term: the long and the short one
_IN_BRACKETS = re.compile(r"(?P<name>.+\S)\s*\((?P<added>[\w/-]{2,8})\)")


@dataclass(frozen=True)
class Aliases:
    """Other names: `same` are the same thing as their term, `mentions` name it only in a text. The first one counts."""

    same: tuple[Pair, ...] = ()
    mentions: tuple[Pair, ...] = ()

    @classmethod
    def of(cls, own: Iterable[Pair] = ()) -> "Aliases":
        """Return the packaged ones behind those of the users, without what these say is nothing but itself."""
        kept = {writing(alias): (alias, term) for alias, term in own}
        others = {name: pair for name, pair in kept.items() if name != writing(pair[1])}
        packaged = [pair for pair in _listed("aliases.csv") if writing(pair[0]) not in kept]
        mentions = [pair for pair in _listed("mentions.csv") if writing(pair[0]) not in kept]
        return cls((*others.values(), *_without_loops(packaged, others)), tuple(mentions))

    @classmethod
    def read(cls, snapshot: "Snapshot") -> "Aliases":
        """Return the aliases of a snapshot; raises DatasetError where it cannot be read."""
        columns = snapshot.columns("teamlandkarte.index", "aliases")
        pairs = list(zip(columns["alias"].tolist(), columns["term"].tolist(), strict=True))
        same = columns["same"].astype(bool)
        return cls(tuple(compress(pairs, same)), tuple(compress(pairs, ~same)))

    def term_of(self, name: str) -> str:
        """Return the term that a name is an alias of, itself where it is none."""
        for _, term in self.steps_from(name):
            name = term
        return name

    def steps_from(self, name: str) -> Iterator[Pair]:
        """Yield the aliases, from the name on, by which it leads to its term; none where it is no alias."""
        seen: set[str] = set()
        while (term := self._terms.get(writing(name))) is not None:
            seen.add(writing(name))
            if writing(term) in seen:
                break
            yield name, term
            name = term

    @staticmethod
    def ships(alias: str, term: str) -> bool:
        """Return whether the packaged ones say so of an alias; otherwise the users do."""
        return (writing(alias), term) in _shipped()

    @staticmethod
    def ships_name(form: str) -> bool:
        """Return whether a `writing` is that of a packaged alias or mention."""
        return form in _shipped_names()

    def has(self, form: str) -> bool:
        """Return whether a `writing` is that of a name for something else."""
        return form in self._terms

    def names_within(self, term: str) -> tuple[str, ...]:
        """Return the `names_within` a term but a short form that is, by the users' own table, one of something else."""
        names = names_within(term)
        if len(names) < _BOTH or (meant := self._terms.get(writing(names[1]))) is None or self.ships(names[1], meant):
            return names
        things = {writing(self.term_of(name)) for name in (term, names[0])}
        return names if writing(self.term_of(meant)) in things else names[:1]

    def names_for(self, name: str) -> tuple[str, ...]:
        """Return all names of the thing that a name is one of, this name first."""
        thing = self.term_of(name)
        return tuple(dict.fromkeys((name, thing, *self._names.get(writing(thing), ()))))

    def names_of(self, terms: Sequence[str]) -> list[tuple[str, int]]:
        """Return the names by which texts mention these terms, each with the position of its term.

        What is the same under several names is found by each of them, whichever the terms have. A name that is itself
        one of the terms is none, and neither is one whose term is not among them.
        """
        ids = {folded(term): place for place, term in enumerate(terms)}
        longs = {
            writing(both[0]): place for place, term in enumerate(terms) if len(both := names_within(term)) == _BOTH
        }
        places = longs | dict(zip(reversed(writings(terms)), reversed(range(len(terms))), strict=True)) | ids
        things: dict[str, int] = {}  # where a thing stands that the terms have under any name
        for alias, term in self.same:
            thing = self.term_of(term)
            known = (_place(name, places) for name in (thing, term, alias))
            if (place := next((one for one in known if one is not None), None)) is not None:
                things.setdefault(folded(thing), place)
        written_out = ((name, term) for term in terms for name in self.names_within(term))
        themselves = ((term, term) for _, term in self.same)
        found: dict[str, tuple[str, int]] = {}
        for alias, term in [*written_out, *self.same, *themselves, *self.mentions]:
            place = _place(term, places)
            place = things.get(folded(self.term_of(term))) if place is None else place
            if place is not None and folded(alias) not in ids:
                found.setdefault(folded(alias), (alias, place))
        return list(found.values())

    @cached_property
    def _names(self) -> dict[str, list[str]]:
        """The names of each thing, by the writing of its term."""
        names: dict[str, list[str]] = {}
        terms = list({term for _, term in self.same})
        forms = dict(zip(terms, writings(terms), strict=True))
        for alias, term in self.same:
            thing = forms[term] if forms[term] not in self._terms else writing(self.term_of(term))
            names.setdefault(thing, []).extend((alias, term))
        return names

    @cached_property
    def _terms(self) -> dict[str, str]:
        forms = writings([alias for alias, _ in self.same])
        return {form: term for form, (_, term) in zip(reversed(forms), reversed(self.same), strict=True)}


def _place(name: str, places: Mapping[str, int]) -> int | None:
    """Return the place of a term that has this very name, or else of the first one that is another writing of it."""
    return places.get(folded(name), places.get(writing(name)))


def names_within(term: str) -> tuple[str, ...]:
    """Return both names of a term such as "Amazon Web Services (AWS)".

    What is no short form narrows a name, as in "Gießen (Metall)": then only the name is one.
    """
    if not term.endswith(")"):  # hardly any term, so that a large vocabulary is gone through in no time
        return ()
    both = _IN_BRACKETS.fullmatch(term)
    if both is None:
        return ()
    name, added = both["name"], both["added"]
    return (name, added) if _shortens(added, name) else (name,)


def _without_loops(packaged: Sequence[Pair], kept: Mapping[str, Pair]) -> Sequence[Pair]:
    """Leave out what would lead back to itself over the users' own, such as k8s where Kubernetes is theirs for it."""
    if not kept:
        return packaged
    forms = writings([alias for alias, _ in packaged])
    things = [*zip(forms, writings([term for _, term in packaged]), strict=True)]
    steps = dict(reversed(things)) | {form: writing(term) for form, (_, term) in kept.items()}
    for form, thing in things:
        if form != thing and _leads_back(form, steps):  # a name that is written like its term leads nowhere
            del steps[form]
    return [pair for form, pair in zip(forms, packaged, strict=True) if form in steps]


def _leads_back(form: str, steps: Mapping[str, str]) -> bool:
    passed, following = {form}, steps.get(form)
    while following is not None and following not in passed:
        passed.add(following)
        following = steps.get(following)
    return following == form


def _shortens(short: str, name: str) -> bool:
    """Return whether the letters of a short form, which is no word, stand in a name in their order, from its first."""
    letters = [sign for sign in short if sign.isalpha()]
    if len(letters) < 2 or (sum(map(str.isupper, short)) < 2 and not any(map(str.isdigit, short))):
        return False
    left = iter(name.casefold())
    return name[0].casefold() == letters[0].casefold() and all(letter.casefold() in left for letter in letters)


@cache
def _listed(file: str) -> tuple[Pair, ...]:
    text = files("teamlandkarte.index").joinpath(file).read_text("utf-8")
    return tuple((row["alias"], row["term"]) for row in csv.DictReader(text.splitlines()))


@cache
def _shipped_names() -> frozenset[str]:
    return frozenset(writing(alias) for file in ("aliases.csv", "mentions.csv") for alias, _ in _listed(file))


@cache
def _shipped() -> frozenset[Pair]:
    return frozenset((writing(alias), term) for alias, term in _listed("aliases.csv"))
