"""The users' own aliases: a CSV file with the columns `alias` and `term`, read by every refresh.

What is wrong with a line is a warning of the run, and the line is left out: a slip there must not stop the night.
"""

import csv
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from teamlandkarte.index.aliases import Aliases, Pair
from teamlandkarte.index.checks import Check
from teamlandkarte.index.errors import RefreshError
from teamlandkarte.index.text import clean
from teamlandkarte.index.writing import writing

_COLUMNS = ("alias", "term")
_SUBJECT = "aliases"
_SHOWN = 5  # lines that a warning names
_KEY = "[vocabulary] aliases"


@dataclass
class OwnAliases:
    """What the file says: the pairs that can be used, and per kind of slip the lines that cannot."""

    pairs: list[Pair] = field(default_factory=list)
    conflicts: list[str] = field(default_factory=list)
    unusable: list[str] = field(default_factory=list)

    @classmethod
    def read(cls, path: Path) -> "OwnAliases":
        """Read the file.

        Raises:
            RefreshError: It is not there, cannot be read, or has other columns.
        """
        own = cls()
        for number, alias, term in _lines(path):
            own._take(number, alias, term)
        return own

    def checks(self, terms: Sequence[str]) -> Iterator[Check]:
        """Yield what to know about the file, the vocabulary of the lake being `terms`."""
        yield _check("lines in conflict with an earlier one", self.conflicts, "Give each alias one term")
        yield _check("lines without an alias and another term", self.unusable, "Correct or delete them")
        known = set(map(writing, terms))
        both = [f"{a} = {t}" for a, t in self.pairs if writing(a) in known and writing(t) in known]
        named = f"Counted as the same from now on: {'; '.join(both[:_SHOWN])}" if both else ""
        yield Check(
            name="that join two terms of the lake",
            subject=_SUBJECT,
            severity="warning",
            passed=True,
            value=len(both),
            remark=named,
        )

    def _take(self, number: int, alias: str, term: str) -> None:
        if not alias or not term or writing(alias) == writing(term):
            self.unusable.append(f"line {number}")
            return
        before = next((known for name, known in self.pairs if writing(name) == writing(alias)), None)
        if before is not None and writing(before) != writing(term):
            self.conflicts.append(f"line {number}: {alias} is {before} already")
        elif writing(Aliases(tuple(self.pairs)).term_of(term)) == writing(alias):
            self.conflicts.append(f"line {number}: {term} is {alias} already")
        elif before is None:
            self.pairs.append((alias, term))


def read_aliases(path: Path | None) -> OwnAliases:
    """Return what the configured file says, nothing where none is configured.

    Raises:
        RefreshError: The file is not there, cannot be read, or has other columns.
    """
    return OwnAliases.read(path) if path is not None else OwnAliases()


def _lines(path: Path) -> Iterator[tuple[int, str, str]]:
    try:
        text = path.read_text("utf-8-sig")
    except (OSError, UnicodeDecodeError) as exc:
        why = "is not UTF-8 text" if isinstance(exc, UnicodeDecodeError) else f"cannot be read ({exc.strerror})"
        raise RefreshError(f"{_KEY}: the file {path.name} {why}; correct the key or the file") from exc
    head = text.partition("\n")[0]
    rows = csv.DictReader(text.splitlines(), delimiter=";" if ";" in head else ",")
    if not set(_COLUMNS) <= {clean(name).casefold() for name in rows.fieldnames or ()}:
        raise RefreshError(f"{_KEY}: the file {path.name} must begin with the line alias,term")
    rows.fieldnames = [clean(name).casefold() for name in rows.fieldnames or ()]
    for row in rows:
        yield rows.line_num, clean(row["alias"] or ""), clean(row["term"] or "")


def _check(name: str, lines: Sequence[str], next_step: str) -> Check:
    more = f" and {len(lines) - _SHOWN} more" if len(lines) > _SHOWN else ""
    return Check(
        name=name,
        subject=_SUBJECT,
        severity="warning",
        passed=not lines,
        value=len(lines),
        bound=0,
        remark=f"{'; '.join(lines[:_SHOWN])}{more}: left out. {next_step}" if lines else "",
    )
