"""Aliases: other names of known terms, such as abbreviations, product names without their maker and translations."""

import csv
import re
from collections.abc import Iterator, Sequence
from functools import cache
from importlib.resources import files

from teamlandkarte.index.text import folded

_SHORT_FORM = re.compile(r"(?P<name>.+\S)\s*\((?P<short>[\w/-]{2,8})\)")


def aliases_of(terms: Sequence[str]) -> list[tuple[str, int]]:
    """Return the other names of these terms, each with the position of its term.

    A name that is itself one of the terms is no alias, and neither is one whose term is not among them.
    """
    ids = {folded(term): place for place, term in enumerate(terms)}
    found: dict[str, tuple[str, int]] = {}
    for alias, term in [*_written_out(terms), *_listed()]:
        name, place = folded(alias), ids.get(folded(term))
        if place is not None and name not in ids:
            found.setdefault(name, (alias, place))
    return list(found.values())


def _written_out(terms: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield both names of a term such as "Amazon Web Services (AWS)"."""
    for term in terms:
        if both := _SHORT_FORM.fullmatch(term):
            yield both["name"], term
            if not both["short"].isdigit():
                yield both["short"], term


@cache
def _listed() -> tuple[tuple[str, str], ...]:
    text = files("teamlandkarte.index").joinpath("aliases.csv").read_text("utf-8")
    return tuple((row["alias"], row["term"]) for row in csv.DictReader(text.splitlines()))
