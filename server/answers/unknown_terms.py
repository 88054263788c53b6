"""The terms asked for that a vocabulary lacks, and what is nearest to them or is compared in their place."""

import json
import re
from collections.abc import Iterator, Sequence
from itertools import compress
from typing import TYPE_CHECKING, Literal

from pydantic import BaseModel

from teamlandkarte.index.readings import RELATED
from teamlandkarte.index.scoring import MICRO
from teamlandkarte.index.text import folded
from teamlandkarte.server.answers import wording
from teamlandkarte.server.answers.markdown import one_line, score
from teamlandkarte.server.answers.room import data_size, fitting

if TYPE_CHECKING:
    from teamlandkarte.index.dataset import Dataset
    from teamlandkarte.index.vocabulary import Vocabulary

_ROOM = 6_000  # bytes of an answer; terms beyond it are compared as well, but nothing more is said about them
_NEAREST = 3
_TERM_LENGTH = 80  # characters
_SEPARATORS = re.compile(r"\s*[,;\n]\s*")
_ALIKE = 80  # rapidfuzz ratio, in percent, from which a name is a spelling of another: Postgre SQL
_JOINTS = re.compile(r"\s*[,;/+&\n]\s*|\s+(?:und|and)\s+", re.IGNORECASE)

Kind = Literal["role", "competence"]


class NearTerm(BaseModel):
    """A term of the vocabulary and its similarity, 0 to 1."""

    term: str
    similarity: float


class UnknownTerm(BaseModel):
    """A role or competence asked for that the vocabulary lacks, and the known terms nearest to it.

    `nearest`: the related ones, else roles whose names have all its words, else the nearest one. `replaced`: they are
    compared in its place, because the term itself cannot be. `parts`: the terms that it lists, if it is several in one.
    """

    kind: Kind
    term: str
    nearest: list[NearTerm]
    replaced: bool
    parts: list[str] = []


def unknown_terms(dataset: "Dataset", *, roles: Sequence[str], competences: Sequence[str] = ()) -> list[UnknownTerm]:
    """Return the unknown ones of the roles and competences, as many as an answer has room for.

    Raises:
        EmbeddingError: There is no model to compare an unknown one with.
    """
    return fitting(_unknown_terms(dataset, roles, competences), _ROOM, data_size)


def in_words(unknown: UnknownTerm) -> str:
    """Return for people that a term is unknown, and what is nearest to it or compared instead."""
    return f"The vocabulary has no {unknown.kind} “{one_line(unknown.term, _TERM_LENGTH)}”; {near_in_words(unknown)}."


def near_in_words(unknown: UnknownTerm) -> str:
    """Return what is nearest to a term or compared instead, with the similarities, or what several it is in one."""
    shown = ", ".join(f"{near.term} ({score(round(near.similarity * MICRO))})" for near in unknown.nearest) or "none"
    if unknown.parts:
        several = f"several in one: pass {json.dumps(unknown.parts, ensure_ascii=False)}"
        return f"{several}; until then compared instead: {shown}" if unknown.replaced else several
    if unknown.replaced:
        return f"compared instead: {shown}"
    related = any(near.similarity * MICRO >= RELATED for near in unknown.nearest)
    if related or not unknown.nearest:
        return f"nearest: {shown}"
    by_name = any(roles_named(unknown.term, [unknown.nearest[0].term]))
    return f"nearest: {shown}, {'by name alone' if by_name else 'unrelated'}"


def roles_named(name: str, terms: Sequence[str]) -> list[bool]:
    """Return which of some roles have all words of a name in theirs, in any gender, in German or in English."""
    from teamlandkarte.index.role_names import in_role_forms

    as_written = wording.least(wording.words(name), terms)
    in_forms = wording.least(wording.words(in_role_forms(name)), map(in_role_forms, terms))
    return [max(grades) >= wording.CONTAINED for grades in zip(as_written, in_forms, strict=True)]


def _unknown_terms(dataset: "Dataset", roles: Sequence[str], competences: Sequence[str]) -> Iterator[UnknownTerm]:
    for name in roles:
        if dataset.roles.id_of(name) is None:
            yield _unknown_term("role", name, dataset.roles)
    for name in competences:
        if dataset.competences.id_of(name) is None:
            yield _unknown_term("competence", name, dataset.competences)


def _unknown_term(kind: Kind, name: str, vocabulary: "Vocabulary") -> UnknownTerm:
    stand_ins = vocabulary.stand_ins(name)
    near = [
        NearTerm(term=one_line(term, _TERM_LENGTH), similarity=similarity / MICRO)
        for term, similarity in stand_ins or _near(kind, name, vocabulary)
    ]
    return UnknownTerm(kind=kind, term=name, nearest=near, replaced=bool(stand_ins), parts=_parts(name, vocabulary))


def _near(kind: Kind, name: str, vocabulary: "Vocabulary") -> list[tuple[str, int]]:
    nearest = vocabulary.nearest(name, _NEAREST)
    if related := [near for near in nearest if near[1] >= RELATED]:
        return related
    named = set(compress(vocabulary.terms, roles_named(name, vocabulary.terms))) if kind == "role" else set()
    return [near for near in vocabulary.nearest(name, len(vocabulary)) if near[0] in named][:_NEAREST] or nearest[:1]


def _parts(name: str, vocabulary: "Vocabulary") -> list[str]:
    """Return the terms that a name lists, none where it reads like one name.

    Between commas and the like most of them are known or spelled like a known one; other joints also stand within
    names, so there all of them are known.
    """
    listed = [part for part in _SEPARATORS.split(name) if part.strip()]
    if len(listed) > 1 and 2 * _known_or_alike(listed, vocabulary) > len(listed):
        return [vocabulary.spelling_of(part) for part in listed]
    joined = _JOINTS.split(name)
    known = all(vocabulary.id_of(part) is not None for part in joined)
    return [vocabulary.spelling_of(part) for part in joined] if known and len(joined) > 1 else []


def _known_or_alike(names: Sequence[str], vocabulary: "Vocabulary") -> int:
    """Return how many of the names are terms or spelled like one."""
    from rapidfuzz import fuzz, process

    unknown = [folded(name) for name in names if vocabulary.id_of(name) is None]
    terms = [folded(term) for term in vocabulary.terms] if unknown else []
    alike = (process.extractOne(name, terms, scorer=fuzz.ratio, score_cutoff=_ALIKE) for name in unknown)
    return len(names) - len(unknown) + sum(found is not None for found in alike)
