"""Everybody's certificates in memory: who holds which, and which of them name a competence."""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cached_property
from threading import Lock
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from teamlandkarte.index.certificate_names import WORD, CertificateNames
from teamlandkarte.index.mentions import Lexicon
from teamlandkarte.index.text import folded
from teamlandkarte.index.words import in_one_form, words

if TYPE_CHECKING:
    from teamlandkarte.index.aliases import Aliases
    from teamlandkarte.index.people import People
    from teamlandkarte.index.snapshot import Snapshot

_PACKAGE = "teamlandkarte.index"
_MOST_KEPT = 32  # names, a byte a text each

Mask = NDArray[np.bool_]


class CompetenceNames:
    """All names of a competence, found in a text as in one that seeks it."""

    def __init__(self, competence: str, aliases: "Aliases") -> None:
        names = aliases.names_for(competence)
        self._lexicon = Lexicon(names[:1], aliases=[(name, 0) for name in names[1:]])
        self.forms = [forms for name in names if (forms := [word.form for word in words(name)])]

    def stand_in(self, text: str) -> bool:
        """Return whether a text names the competence."""
        written = in_one_form(text)
        if not any(all(word in written for word in forms) for forms in self.forms):
            return False  # as nearly all texts, which is found out quickly
        return any(mention.exact for mention in self._lexicon.mentions(text))


class Certificates:
    """The certificates of all people, each of the T distinct texts once; safe between threads.

    `people`: how many there are. `texts`: what the certificates say. `holders` (L,): rows of people, `held` (L,): the
    places of the texts that they hold.
    """

    def __init__(
        self,
        people: int,
        aliases: "Aliases",
        texts: Sequence[str],
        holders: NDArray[np.int32],
        held: NDArray[np.int32],
    ) -> None:
        self.texts = tuple(texts)
        order = np.argsort(holders, kind="stable")
        self._holders, self._held = holders[order], held[order]
        self._people = people
        self._aliases = aliases
        self._named: dict[str, Mask] = {}
        self._lock = Lock()

    @classmethod
    def read(cls, snapshot: "Snapshot", people: "People", aliases: "Aliases") -> "Certificates":
        """Read the certificates of a snapshot's people.

        Raises:
            DatasetError: The snapshot cannot be read any more.
        """
        texts = snapshot.columns(_PACKAGE, "certificate_texts")["description"].tolist()
        links = snapshot.columns(_PACKAGE, "certificate_holders")
        return cls(len(people), aliases, texts, people.by_id[links["holder"]], links["held"].astype(np.int32))

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
        """Return which texts name a competence, (T,), read-only."""
        with self._lock:
            if competence not in self._named:
                self._named[competence] = self._texts_with(CompetenceNames(competence, self._aliases))
                while len(self._named) > _MOST_KEPT:
                    del self._named[next(iter(self._named))]
            return self._named[competence]

    def _texts_with(self, names: CompetenceNames) -> Mask:
        named = np.zeros(len(self.texts), np.bool_)
        for place in {place for words_of_name in names.forms for place in self._written.with_all(words_of_name)}:
            named[place] = names.stand_in(self.texts[place])
        named.flags.writeable = False
        return named

    @cached_property
    def distinctive_words(self) -> frozenset[str]:
        """The words by which certificates differ: those mostly written with a capital or as a number, case folded.

        A word with a number behind it is there without it, too: ITIL4.
        """
        lean: Counter[str] = Counter()
        for text in self.texts:
            for word in WORD.findall(text):
                forms = {folded(word), folded(word.rstrip("0123456789"))}
                lean.update(dict.fromkeys(forms - {""}, -1 if word[0].islower() else 1))
        return frozenset(word for word, more in lean.items() if more > 0)

    @cached_property
    def names(self) -> CertificateNames:
        """The names by which texts ask for them."""
        return CertificateNames(self.texts)

    @cached_property
    def _written(self) -> "_Written":
        return _Written(self.texts)


class _Written:
    """Texts in one form behind each other, since one long text is searched far faster than many short ones."""

    def __init__(self, texts: Sequence[str]) -> None:
        forms = [in_one_form(text).replace("\n", " ") for text in texts]
        self._whole = "\n".join(forms)
        self._starts = np.cumsum([0, *(len(form) + 1 for form in forms)])

    def with_all(self, forms: Sequence[str]) -> Iterator[int]:
        """Yield the places of the texts in which all of these words stand, also within others."""
        rarest = min(forms, key=self._whole.count)
        found = self._whole.find(rarest)
        while found >= 0:
            place = int(np.searchsorted(self._starts, found, side="right")) - 1
            start, end = int(self._starts[place]), int(self._starts[place + 1])
            if all(self._whole.find(form, start, end) >= 0 for form in forms):
                yield place
            found = self._whole.find(rarest, end)
