"""The ranking tasks of `dev`, as `README.md` describes them."""

import gzip
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

Kind = Literal["competences", "roles"]

# Mean average precision of recipe D, as the card of the encoder states it.
CARD = {
    "melo_deu_de_de": 0.485,
    "melo_deu_de_en": 0.261,
    "tech_alias": 0.727,
    "skill_alt_de": 0.762,
    "skill_x_de_en": 0.970,
    "skilldesc_de": 0.757,
    "occ_alt_de": 0.587,
    "ba_skill_exact": None,
}
_ROLES = frozenset(("melo_deu_de_de", "melo_deu_de_en", "occ_alt_de"))
_FOLDER = Path(__file__).parent / "dev"


@dataclass(frozen=True)
class RankingTask:
    """Texts that mean some of the terms of a gallery: `relevant[i]` are the places in it that `queries[i]` means."""

    name: str
    kind: Kind
    queries: tuple[str, ...]
    gallery: tuple[str, ...]
    relevant: tuple[frozenset[int], ...]


def ranking_task(name: str) -> RankingTask:
    """Read one task, with those of its queries that count: whose concepts the encoder was not trained on."""
    held = json.loads(gzip.decompress((_FOLDER / f"{name}.json.gz").read_bytes()))
    counted = held.get("counted", range(len(held["queries"])))
    return RankingTask(
        name=name,
        kind="roles" if name in _ROLES else "competences",
        queries=tuple(held["queries"][place] for place in counted),
        gallery=tuple(held["gallery"]),
        relevant=tuple(frozenset(held["rel"][place]) for place in counted),
    )
