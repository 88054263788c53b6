"""The users' own aliases: a CSV file with the columns `alias` and `term`, read by every refresh.

What is wrong with a line is a warning of the run, and the line is left out: a slip there must not stop the night.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from teamlandkarte.etl.spreadsheet import UnusableTableError, read_table
from teamlandkarte.index.aliases import Aliases, Pair, names_within
from teamlandkarte.index.checks import Check
from teamlandkarte.index.errors import RefreshError
from teamlandkarte.index.writing import writing

_COLUMNS = ("alias", "term")
_SUBJECT = "aliases"
_SHOWN = 5  # lines that a warning names
_NAMES = 8  # that it shows of what many names are one
_LENGTH = 80  # characters of a name
_KEY = "[vocabulary] aliases"


@dataclass
class OwnAliases:
    """What the file says, if there is one: the pairs that can be used, and per kind of slip the lines that cannot."""

    given: bool = True
    pairs: list[Pair] = field(default_factory=list)
    conflicts: list[str] = field(default_factory=list)
    unusable: list[str] = field(default_factory=list)
    _terms: dict[str, str] = field(default_factory=dict)  # by the writing of the alias
    _themselves: dict[str, str] = field(default_factory=dict)  # what the release gives a term, and the file none

    @classmethod
    def read(cls, path: Path) -> "OwnAliases":
        """Read the file.

        Raises:
            RefreshError: It is not there, cannot be read, or has other columns.
        """
        own = cls()
        try:
            for number, (alias, term) in read_table(path, _COLUMNS):
                own._take(number, alias, term)
        except UnusableTableError as exc:
            raise RefreshError(f"{_KEY}: the file {path.name} {exc}; correct the key or the file") from exc
        return own

    def checks(self, terms: Sequence[str]) -> Iterator[Check]:
        """Yield what to know about the file, the vocabulary of the lake being `terms`; nothing where there is none."""
        if not self.given:
            return
        yield _check("lines in conflict with an earlier one", self.conflicts, "Give each alias one term")
        yield _check("lines without an alias and another term", self.unusable, "Correct or delete them")
        yield _note(
            "that stay themselves, whatever the release says", list(map(_short, self._themselves.values())), "{}"
        )
        counts = "All names of a chain count as the same: the last one, else the nearest to it that the lake has"
        yield _note("that lead on to another one", list(self._chains()), f"{{}}. {counts}")
        yield _note("that the lake has as a short form of another term", list(self._overruled(terms)), "{}")
        yield _note("that join two terms of the lake", list(self._joined(terms)), "Counted as the same from now on: {}")

    def _chains(self) -> Iterator[str]:
        """Yield what leads over a further name of the file to its term, each from its beginning."""
        further = {writing(term) for _, term in self.pairs}
        for alias, term in self.pairs:
            if writing(alias) not in further and writing(term) in self._terms:
                names = [alias, term]
                while (following := self._terms.get(writing(names[-1]))) is not None:
                    names.append(following)
                yield _in_a_row(" → ", names)

    def _overruled(self, terms: Sequence[str]) -> Iterator[str]:
        """Yield which terms lose the short form in their brackets, since it is an alias of something else here."""
        aliases = Aliases.of(self.pairs)
        for term in terms:
            if aliases.names_within(term) != (names := names_within(term)):
                meant = _short(aliases.term_of(names[1]))
                yield f"{names[1]} is {meant}, and no name of “{_short(term)}” any more"

    def _joined(self, terms: Sequence[str]) -> Iterator[str]:
        """Yield which terms are one thing by an alias of the file, over whatever others, the thing itself last."""
        aliases = Aliases.of(self.pairs)
        things: dict[str, list[tuple[int, str]]] = {}
        by_own: set[str] = set()
        for name in {writing(term): term for term in reversed(terms)}.values():
            steps = list(aliases.steps_from(name))
            thing = writing(steps[-1][1] if steps else name)
            things.setdefault(thing, []).append((-len(steps), name))
            if any(writing(alias) in self._terms for alias, _ in steps):
                by_own.add(thing)
        for thing, names in things.items():
            if thing in by_own and len(names) > 1:
                yield _in_a_row(" = ", [name for _, name in sorted(names)])

    def _take(self, number: int, alias: str, term: str) -> None:
        name = writing(alias)
        is_itself = name == writing(term)
        if not alias or not term or (is_itself and not Aliases.ships_name(name)):
            self.unusable.append(f"line {number}")
            return
        before = self._themselves.get(name, self._terms.get(name))
        if before is not None and writing(before) != writing(term):
            self.conflicts.append(f"line {number}: {_short(alias)} is {_short(before)} already")
        elif not is_itself and self._leads_to(name, term):
            self.conflicts.append(f"line {number}: {_short(term)} is {_short(alias)} already")
        elif before is None:
            self.pairs.append((alias, term))
            (self._themselves if is_itself else self._terms)[name] = term

    def _leads_to(self, name: str, term: str) -> bool:
        """Return whether a term is itself an alias, over whatever others, of what is written like `name`."""
        while writing(term) in self._terms:
            term = self._terms[writing(term)]
        return writing(term) == name


def read_aliases(path: Path | None) -> OwnAliases:
    """Return what the configured file says, nothing where none is configured.

    Raises:
        RefreshError: The file is not there, cannot be read, or has other columns.
    """
    return OwnAliases.read(path) if path is not None else OwnAliases(given=False)


def _in_a_row(sign: str, names: Sequence[str]) -> str:
    """Return names with a sign between them; of many the first ones and the last, which is the one that counts."""
    shown = [_short(name) for name in names]
    if len(shown) > _NAMES:
        shown[_NAMES - 1 : -1] = [f"… (+{len(shown) - _NAMES})"]
    return sign.join(shown)


def _short(name: str) -> str:
    return name if len(name) <= _LENGTH else f"{name[: _LENGTH - 1]}…"


def _note(name: str, found: Sequence[str], in_words: str) -> Check:
    remark = in_words.format("; ".join(found[:_SHOWN])) if found else ""
    return Check(name=name, subject=_SUBJECT, severity="warning", passed=True, value=len(found), remark=remark)


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
