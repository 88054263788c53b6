"""The terms asked for that a vocabulary lacks, and what is nearest to them or is compared in their place."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Literal

from pydantic import BaseModel

from teamlandkarte.index.scoring import MICRO
from teamlandkarte.server.answers.markdown import one_line, score
from teamlandkarte.server.answers.room import data_size, fitting

if TYPE_CHECKING:
    from teamlandkarte.index.dataset import Dataset
    from teamlandkarte.index.vocabulary import Vocabulary

_ROOM = 6_000  # bytes of an answer; terms beyond it are compared as well, but nothing more is said about them
_NEAREST = 3
_TERM_LENGTH = 80  # characters

Kind = Literal["role", "competence"]


class NearTerm(BaseModel):
    """A term of the vocabulary and its similarity, 0 to 1."""

    term: str
    similarity: float


class UnknownTerm(BaseModel):
    """A role or competence asked for that the vocabulary lacks, and the known terms nearest to it.

    `replaced`: they are compared in its place, because the term itself cannot be.
    """

    kind: Kind
    term: str
    nearest: list[NearTerm]
    replaced: bool


def unknown_terms(
    dataset: "Dataset", *, roles: Sequence[str] = (), competences: Sequence[str] = ()
) -> list[UnknownTerm]:
    """Return the unknown ones of the roles and competences, as many as an answer has room for.

    Raises:
        EmbeddingError: There is no model to compare an unknown one with.
    """
    return fitting(_unknown_terms(dataset, roles, competences), _ROOM, data_size)


def in_words(unknown: UnknownTerm) -> str:
    """Return for people that a term is unknown, and what is nearest to it or compared instead."""
    return f"The vocabulary has no {unknown.kind} “{one_line(unknown.term, _TERM_LENGTH)}”; {near_in_words(unknown)}."


def near_in_words(unknown: UnknownTerm) -> str:
    """Return what is nearest to a term or compared instead, with the similarities."""
    shown = [f"{near.term} ({score(round(near.similarity * MICRO))})" for near in unknown.nearest]
    return f"{'compared instead' if unknown.replaced else 'nearest'}: {', '.join(shown) or 'none'}"


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
        for term, similarity in stand_ins or vocabulary.nearest(name, _NEAREST)
    ]
    return UnknownTerm(kind=kind, term=name, nearest=near, replaced=bool(stand_ins))
