"""The terms that a refresh embeds: each distinct one once, in the spelling that is used most."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

import duckdb

from teamlandkarte.index.aliases import Aliases
from teamlandkarte.index.snapshot import statement
from teamlandkarte.index.text import folded


@dataclass(frozen=True)
class Terms:
    """Distinct terms; `terms` and `folded` are in the order of the term ids, which is that of `folded`."""

    terms: tuple[str, ...]
    folded: tuple[str, ...]
    ids: Mapping[str, int]  # spelling → term id, for every spelling that occurs

    @classmethod
    def of(cls, spellings: Iterable[tuple[str, int]]) -> "Terms":
        """Return the distinct terms of spellings and how often each is used; ties go to the lower code point."""
        variants: dict[str, list[tuple[int, str]]] = defaultdict(list)
        for spelling, uses in spellings:
            variants[folded(spelling)].append((-uses, spelling))
        variants.pop("", None)
        keys = tuple(sorted(variants))
        ids = {spelling: term_id for term_id, key in enumerate(keys) for _, spelling in variants[key]}
        return cls(tuple(min(variants[key])[1] for key in keys), keys, ids)

    def __len__(self) -> int:
        return len(self.terms)


@dataclass(frozen=True)
class Vocabularies:
    """The terms of both kinds, and their other names."""

    competences: Terms
    roles: Terms
    aliases: Aliases = field(default_factory=Aliases.of)

    @classmethod
    def of(cls, scratch: duckdb.DuckDBPyConnection, aliases: Aliases | None = None) -> "Vocabularies":
        """Collect the terms of the validated rows; their other names are the packaged ones unless given."""
        terms = _terms(scratch, "competence_spellings"), _terms(scratch, "role_spellings")
        return cls(*terms, aliases or Aliases.of())


def _terms(scratch: duckdb.DuckDBPyConnection, name: str) -> Terms:
    return Terms.of(scratch.execute(statement("teamlandkarte.etl", name)).fetchall())
