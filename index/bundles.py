"""The commonest terms, of which whatever a person has is read at once.

Most people have some of the same dozen competences. Which of them somebody has is one number, the *bundle*: its bits
stand for the common terms. What a query needs of a bundle, such as the best similarity of its terms, is worked out once
for every bundle that there can be; then one gather takes the place of several.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

_MOST = 12  # common terms: each more doubles the bundles and saves fewer gathers than the one before
LOW_BITS = 0xFFFF_FFFF  # of two numbers in one, such as a term and, above it, its person


@dataclass(frozen=True, eq=False)
class Bundles:
    """All subsets of the `common` terms (k,): bundle b holds the terms whose places are the bits of b.

    What people have is written in codes: 1 to 2^k - 1 is a bundle, 2^k + t is the term t, which is not common.
    """

    common: NDArray[np.int32]

    @classmethod
    def of(cls, terms: NDArray[np.int64], people: int) -> "Bundles":
        """Return those of the commonest terms; `terms` (L,): every term once for each of N people who has it.

        There are up to N^(2/3) of them: to work them out in a query stays far below what the gathers would cost.
        """
        counts = np.bincount(terms)
        number = min(_MOST, 2 * people.bit_length() // 3, np.count_nonzero(counts))
        return cls(np.argsort(-counts, kind="stable")[:number].astype(np.int32))

    def __len__(self) -> int:
        return 1 << len(self.common)

    def encoded(self, links: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return person << 32 | code for person << 32 | term, (L,) and distinct; ascending."""
        people, terms = links >> 32, links & LOW_BITS
        bits = np.zeros(terms.max(initial=0) + 1, np.int64)
        bits[self.common] = 1 << np.arange(len(self.common))
        common = bits[terms] > 0
        bundles = np.bincount(people[common], weights=bits[terms[common]]).astype(np.int64)
        bundled = bundles.nonzero()[0]
        codes = np.concatenate((bundled << 32 | bundles[bundled], links[~common] + len(self)))
        codes.sort()
        return codes

    def decoded(self, codes: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return person << 32 | term for person << 32 | code, (L,); ascending."""
        bundled = codes & LOW_BITS < len(self)
        bundles = codes[bundled]
        holders, places = (bundles[:, np.newaxis] >> np.arange(len(self.common)) & 1).nonzero()
        links = np.concatenate((bundles[holders] >> 32 << 32 | self.common[places], codes[~bundled] - len(self)))
        links.sort()
        return links

    def fill(self, table: NDArray[np.generic], fold: np.ufunc) -> None:
        """Write the rows of all bundles into a table with a row per code, whose rows of terms are there.

        A bundle's row folds those of its terms; that of the empty bundle stays.
        """
        for place, term in enumerate(self.common.tolist()):
            without = 1 << place
            fold(table[:without], table[len(self) + term], out=table[without : 2 * without])
