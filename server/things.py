"""Things: what names are names of, by which two names of one thing are told from two things."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from teamlandkarte.index.text import folded

if TYPE_CHECKING:
    from teamlandkarte.index.vocabulary import Vocabulary


def thing(name: str, vocabulary: "Vocabulary") -> int | str:
    """Return what a name is compared by: "k8s" is the Kubernetes that is required, also where both are terms."""
    known = vocabulary.thing_of(vocabulary.spelling_of(name))
    return folded(vocabulary.aliases.term_of(name)) if known is None else known


def spelled(names: Iterable[str], vocabulary: "Vocabulary") -> tuple[str, ...]:
    """Return each thing once, under its first name; the known ones as the vocabulary spells them."""
    once: dict[int | str, str] = {}
    for name in names:
        spelling = vocabulary.spelling_of(name)
        once.setdefault(thing(spelling, vocabulary), spelling)
    return tuple(once.values())
