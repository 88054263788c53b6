"""Provenance: which of the ways to a similarity one pair took, found again for what is shown alone."""

from collections.abc import Sequence
from functools import lru_cache

from teamlandkarte.index.aliases import Aliases, Pair, names_within
from teamlandkarte.index.origins import Origin
from teamlandkarte.index.scoring import MICRO
from teamlandkarte.index.text import folded
from teamlandkarte.index.vocabulary import Vocabulary
from teamlandkarte.index.writing import writing

_CACHED = 4_096


class Provenance:
    """Tells the origins of similarities to the terms of one vocabulary; remembers the last of them."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self._vocabulary = vocabulary
        self.of = lru_cache(_CACHED)(self._of)

    def _of(self, asked: str, own: str, similarity: int) -> Origin:
        """Return where the similarity, micro-units, of what is asked for to a term of the vocabulary comes from.

        Raises:
            EmbeddingError: As for `Vocabulary.row`.
        """
        if stand_ins := self._vocabulary.stand_ins(asked):
            return self._bridged(stand_ins, own)
        rule = self._vocabulary.rule(asked, own, similarity)
        steps = _steps(self._vocabulary.aliases, asked)
        if rule == "same":
            return self._same(asked, own, steps)
        compared_itself = self._vocabulary.has(asked)
        return Origin(rule or "meaning", None if compared_itself else _in_words(steps))

    def _same(self, asked: str, own: str, steps: Sequence[Pair]) -> Origin:
        if folded(asked) == folded(own):
            return Origin("same name")
        if _forms(asked) & _forms(own):
            return Origin("other writing")
        by = _in_words([*steps, *_steps(self._vocabulary.aliases, own)])
        return Origin("alias", by) if by else Origin("other writing")

    def _bridged(self, stand_ins: Sequence[tuple[str, int]], own: str) -> Origin:
        """Return the origin by the stand-in that counts, the one that comes nearest to the term."""
        place = self._vocabulary.id_of(own)
        near = {name: int(self._vocabulary.row(name)[place]) for name, _ in stand_ins}
        name, weight = max(stand_ins, key=lambda stand_in: stand_in[1] * near[stand_in[0]])
        origin = self.of(name, own, near[name])
        by = f"{name} {weight / MICRO:.3f}"
        return Origin("stand-in", by if origin.how == "same name" else f"{by}; to it: {origin.in_words}")


def _forms(name: str) -> set[str]:
    return {writing(name), *map(writing, names_within(name))}


def _steps(aliases: Aliases, name: str) -> list[Pair]:
    """Return the aliases by which a name leads to its term; one with its short form behind it by the long one."""
    within = names_within(name)
    return list(aliases.steps_from(name)) or (list(aliases.steps_from(within[0])) if len(within) > 1 else [])


def _in_words(steps: Sequence[Pair]) -> str | None:
    named = (f"{alias} = {term} ({'shipped' if Aliases.ships(alias, term) else 'own'} table)" for alias, term in steps)
    return ", ".join(named) or None
