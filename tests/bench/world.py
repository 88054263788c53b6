"""Made-up people, terms and vectors: the same in every run."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from teamlandkarte.index.calibration import RAW_COSINE
from teamlandkarte.index.config import Matching
from teamlandkarte.index.grid import components, on_grid
from teamlandkarte.index.matching import Matcher
from teamlandkarte.index.people import People
from teamlandkarte.index.requirement import Requirement
from teamlandkarte.index.vocabulary import Vocabulary

ROLES, TOPICS, LIKENESS = 60, 200, 0.6


@dataclass(frozen=True)
class World:
    """Some ten terms a person, few of them frequent; `links`: person << 32 | term, ascending; unit `vectors` (V, d)."""

    people: int
    links: NDArray[np.int64]
    vectors: NDArray[np.float32]
    seed: int

    @classmethod
    def of(cls, people: int, terms: int, dimensions: int, seed: int = 20260401) -> "World":
        """Draw a world: terms of a topic are alike, one person in a hundred has none."""
        random = np.random.default_rng(seed)
        frequencies = 1.0 / np.arange(1, terms + 1)
        degrees = np.minimum(random.poisson(10.5, people), terms) * (random.random(people) > 0.01)
        links = np.repeat(np.arange(people), degrees) << 32
        links |= np.searchsorted(np.cumsum(frequencies) / frequencies.sum(), random.random(len(links)))
        links.sort()
        links = links[np.diff(links, prepend=-1) != 0]
        topics = random.standard_normal((TOPICS, dimensions), np.float32)
        vectors = random.standard_normal((terms, dimensions), np.float32)
        vectors += LIKENESS * topics[random.integers(0, TOPICS, terms)]
        vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
        return cls(people, links, components(on_grid(vectors)), seed)

    @property
    def owners(self) -> NDArray[np.int64]:
        """Who has the term of each link."""
        return self.links >> 32

    @property
    def terms(self) -> NDArray[np.int64]:
        """The term of each link."""
        return self.links & 0xFFFF_FFFF

    def vocabulary(self) -> Vocabulary:
        """Return the terms as the product compares them."""
        names = [name(t) for t in range(len(self.vectors))]
        return Vocabulary(names, on_grid(self.vectors), model="x", calibration=RAW_COSINE)

    def matcher(self, strategy: str = "per_skill") -> Matcher:
        """Return the product's engine over these people."""
        random = np.random.default_rng(self.seed + 1)
        begin = np.datetime64("2026-01-01") + random.integers(0, 365, self.people)
        people = People.of(
            [f"P{number:08}" for number in range(self.people)],
            self.links,
            role_terms=random.integers(-1, ROLES, self.people),
            begin=begin,
            end=begin + random.integers(1, 730, self.people),
            mean_norm=random.uniform(0.3, 1.0, self.people),
        )
        roles = on_grid(World.of(1, ROLES, 16).vectors)
        role_names = [f"role {number}" for number in range(ROLES)]
        matching = Matching.model_validate({"similarity": {"strategy": strategy}})
        vocabulary = Vocabulary(role_names, roles, model="x", calibration=RAW_COSINE)
        return Matcher(people, self.vocabulary(), vocabulary, matching)

    def asked(self, queries: int, competences: int = 5) -> list[NDArray[np.int64]]:
        """Return the terms of some requirements, frequent ones more often, as people ask for what people have."""
        random = np.random.default_rng(self.seed + 2)
        return [
            random.permutation(np.unique(random.choice(self.terms, 20 * competences)))[:competences]
            for _ in range(queries)
        ]


def name(term: int) -> str:
    """Return the name of a term, a word without meaning: numbers in names say something to the product."""
    return "".join("bcdfghklmn"[int(digit)] for digit in f"{term:07}")


def requirement(terms: NDArray[np.int64], *roles: int, **more: object) -> Requirement:
    """Return a requirement of some terms and roles."""
    names = tuple(name(term) for term in terms.tolist())
    return Requirement(competences=names, role_names=tuple(f"role {role}" for role in roles), **more)  # type: ignore[arg-type]
