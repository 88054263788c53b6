"""Everybody's certificates in memory: who holds which, and which of them name a competence."""

from collections.abc import Sequence
from threading import Lock
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from teamlandkarte.index.mentions import Lexicon
from teamlandkarte.index.words import in_one_form, words

if TYPE_CHECKING:
    from teamlandkarte.index.aliases import Aliases
    from teamlandkarte.index.people import People
    from teamlandkarte.index.snapshot import Snapshot

_PACKAGE = "teamlandkarte.index"
_MOST_KEPT = 32  # names, a byte a text each

Mask = NDArray[np.bool_]


class Certificates:
    """The certificates of all people, each of the T distinct texts once; safe between threads.

    `texts`: what they say. `holders` (L,): rows of `people`, `held` (L,): the places of the texts that they hold.
    """

    def __init__(
        self,
        people: "People",
        aliases: "Aliases",
        texts: Sequence[str],
        holders: NDArray[np.int32],
        held: NDArray[np.int32],
    ) -> None:
        self.texts = tuple(texts)
        order = np.argsort(holders, kind="stable")
        self._holders, self._held = holders[order], held[order]
        self._people = len(people)
        self._aliases = aliases
        self._forms: tuple[str, ...] | None = None
        self._named: dict[tuple[str, ...], Mask] = {}
        self._lock = Lock()

    @classmethod
    def read(cls, snapshot: "Snapshot", people: "People", aliases: "Aliases") -> "Certificates":
        """Read the certificates of a snapshot's people.

        Raises:
            DatasetError: The snapshot cannot be read any more.
        """
        texts = snapshot.columns(_PACKAGE, "certificate_texts")["description"].tolist()
        links = snapshot.columns(_PACKAGE, "certificate_holders")
        return cls(people, aliases, texts, people.by_id[links["holder"]], links["held"].astype(np.int32))

    def of(self, row: int) -> NDArray[np.int32]:
        """Return the places of the texts that one person holds, in the person's order."""
        first, last = np.searchsorted(self._holders, (row, row + 1))
        return self._held[first:last]

    def holders_of(self, chosen: Mask) -> Mask:
        """Return who holds any of the texts that a mask (T,) chooses, (N,)."""
        found = np.zeros(self._people, np.bool_)
        found[self._holders[chosen[self._held]]] = True
        return found

    def naming(self, competence: str) -> Mask:
        """Return which texts name a competence, under any name of it, as a text that seeks it does, (T,), read-only."""
        names = self._aliases.names_for(competence)
        with self._lock:
            if names not in self._named:
                self._named[names] = self._naming(names)
                while len(self._named) > _MOST_KEPT:
                    del self._named[next(iter(self._named))]
            return self._named[names]

    def _naming(self, names: tuple[str, ...]) -> Mask:
        lexicon = Lexicon(names[:1], aliases=[(name, 0) for name in names[1:]])
        signs = [own for name in names if (own := [word.form for word in words(name)])]
        if self._forms is None:
            self._forms = tuple(map(in_one_form, self.texts))
        named = np.zeros(len(self.texts), np.bool_)
        for place, form in enumerate(self._forms):
            if any(all(word in form for word in own) for own in signs):  # hardly any text does, and this is quick
                named[place] = any(mention.exact for mention in lexicon.mentions(self.texts[place]))
        named.flags.writeable = False
        return named
