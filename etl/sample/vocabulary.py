"""The words the sample lake is made of, read from the TOML files in `words`."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from itertools import accumulate
from random import Random
from typing import Any

_NEUTRAL_GROUPS = ("languages", "soft")  # said about people in every field, so no description is built on them


@dataclass(frozen=True)
class Pool:
    """Words of which the first ones are more common than the last."""

    words: tuple[str, ...]
    cumulative_shares: tuple[float, ...]

    def draw(self, rng: Random, count: int) -> list[str]:
        """Return `count` words, repetitions included."""
        return rng.choices(self.words, cum_weights=self.cumulative_shares, k=count)


@dataclass(frozen=True)
class Family:
    """What the roles of one field share; see families.toml."""

    name: str
    pool: Pool
    certificates: tuple[str, ...]
    projects: tuple[str, ...]
    duties: tuple[str, ...]
    profile: tuple[str, ...]
    english: tuple[str, ...]


@dataclass(frozen=True)
class Role:
    """A function that people have; see roles.toml. What it does not list itself it takes from its family."""

    name: str
    family: Family
    stacks: tuple[tuple[str, ...], ...]
    common: tuple[str, ...]
    certificates: tuple[str, ...]
    projects: tuple[str, ...]
    duties: tuple[str, ...]
    profile: tuple[str, ...]
    english: tuple[str, ...]


@dataclass(frozen=True)
class Origin:
    """First and family names that go together."""

    women: tuple[str, ...]
    men: tuple[str, ...]
    families: tuple[str, ...]


@dataclass(frozen=True)
class Vocabulary:
    """Everything that people and tasks are drawn from.

    `wording`: the lists of wording.toml and directory.toml by their key. Shares are cumulative, as `Random.choices`
    takes them.
    """

    competences: tuple[str, ...]
    neutral: frozenset[str]
    languages: Pool
    soft: Pool
    roles: tuple[Role, ...]
    role_shares: tuple[float, ...]
    origins: tuple[Origin, ...]
    origin_shares: tuple[float, ...]
    wording: Mapping[str, tuple[Any, ...]]

    def role(self, rng: Random) -> Role:
        """Return a role, common ones more often."""
        return rng.choices(self.roles, cum_weights=self.role_shares)[0]

    def word(self, rng: Random, key: str) -> str:
        """Return one entry of a list in wording.toml."""
        return str(rng.choice(self.wording[key]))


@cache
def sample_vocabulary() -> Vocabulary:
    """Return the vocabulary that ships with the package."""
    groups = _read("competences")
    wording = _read("wording") | _read("directory")
    origins = list(wording.pop("names").values())
    families = {name: _family(name, entry, groups) for name, entry in _read("families").items()}
    roles = _read("roles")["role"]
    return Vocabulary(
        competences=tuple(word for group in groups.values() for word in group),
        neutral=frozenset(word for group in _NEUTRAL_GROUPS for word in groups[group]),
        languages=_pool([groups["languages"]]),
        soft=_pool([groups["soft"]]),
        roles=tuple(_role(entry, families[entry["family"]]) for entry in roles),
        role_shares=tuple(accumulate(r["share"] for r in roles)),
        origins=tuple(Origin(tuple(women), tuple(men), tuple(names)) for women, men, names, _ in origins),
        origin_shares=tuple(accumulate(share for *_, share in origins)),
        wording={key: tuple(words) for key, words in wording.items()},
    )


def _read(name: str) -> dict[str, Any]:
    return tomllib.loads(files(__package__).joinpath("words", f"{name}.toml").read_text(encoding="utf-8"))


def _family(name: str, entry: dict[str, Any], groups: dict[str, list[str]]) -> Family:
    return Family(
        name=name,
        pool=_pool([groups[group] for group in entry["groups"]]),
        certificates=tuple(entry["certificates"]),
        projects=tuple(entry["projects"]),
        duties=tuple(entry["duties"]),
        profile=tuple(entry["profile"]),
        english=tuple(entry["english"]),
    )


def _role(entry: dict[str, Any], family: Family) -> Role:
    own = {
        key: tuple(entry.get(key, getattr(family, key))) for key in ("certificates", "projects", "duties", "profile")
    }
    english = () if "profile" in entry else family.english
    return Role(
        entry["name"], family, tuple(map(tuple, entry["stacks"])), tuple(entry["common"]), **own, english=english
    )


def _pool(groups: list[list[str]]) -> Pool:
    """Return the words of the groups with shares that fall with the rank in the group, as in real vocabularies."""
    ranked = [(word, 1 / (rank + 4)) for group in groups for rank, word in enumerate(group)]
    return Pool(tuple(word for word, _ in ranked), tuple(accumulate(share for _, share in ranked)))
