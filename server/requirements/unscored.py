"""What a text asks for that no score counts: levels of the lake, which a filter can use, and what nothing can."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from teamlandkarte.index.requirement import Requirement
from teamlandkarte.index.text import folded
from teamlandkarte.server.answers import wording
from teamlandkarte.server.answers.markdown import listed, one_line
from teamlandkarte.server.open_tasks import SQL
from teamlandkarte.server.service import Call
from teamlandkarte.server.toolset.bounds import LONGEST_NAME
from teamlandkarte.server.toolset.values import quoted

if TYPE_CHECKING:
    from teamlandkarte.index.unusable import Unusable

MOST_TOLD = 12  # of each kind in an answer


@dataclass(frozen=True)
class Unscored:
    """Role levels as the lake spells them, names of certificates, and the words of what no search can use."""

    role_levels: tuple[str, ...]
    certificates: tuple[str, ...]
    unusable: tuple[str, ...]

    @property
    def in_words(self) -> list[str]:
        """A sentence for each kind that there is."""
        lines = []
        if self.role_levels:
            levels = quoted(", ".join(self.role_levels)) if len(self.role_levels) > 1 else self.role_levels[0]
            step = f"filter_search_results(search_id=…, role_level={levels})"
            lines.append(f"No score counts a level; after the search: {step}.")
        if self.certificates:
            step = f"filter_search_results(search_id=…, certificate={quoted(self.certificates[0])})"
            told = listed(self.certificates, MOST_TOLD)
            lines.append(f"Named, and a certificate, which no score counts: {told}; after the search: {step}.")
        if self.unusable:
            lines.append(f"Understood, but no search can use it: {listed(self.unusable, MOST_TOLD)}.")
        return lines


def find_unscored(
    call: Call,
    text: str,
    requirement: Requirement,
    shown: Sequence[tuple[int, int]],
    named: Sequence[tuple[int, int]],
) -> Unscored:
    """Find what a text asks for besides the requirement that was read from it.

    Years of experience that stand at one of the places `shown` are shown beside a competence; what stands within one of
    the places `named` names one, as words of travelling do where that is a competence.
    """
    levels: dict[str, None] = {}
    unusable: dict[str, None] = {}
    for one in _besides(call, text, requirement, named):
        if one.kind == "experience" and any(start < one.end and one.start < end for start, end in shown):
            continue
        known = _levels(call, one.words) if one.kind == "seniority" else []
        (levels if known else unusable).update(dict.fromkeys(known or [one.words]))
    return Unscored(tuple(levels), _certificates(call, text, named), tuple(unusable))


def _certificates(call: Call, text: str, named: Sequence[tuple[int, int]]) -> tuple[str, ...]:
    """Return the certificates that a text names, unless that is read as a competence or is a role."""
    found = [
        one_line(one.name, LONGEST_NAME)
        for one in call.dataset.certificates.names.named_in(text)
        if call.dataset.roles.id_of(one.name) is None
        and not any(start <= one.start and one.end <= end for start, end in named)
    ]
    return tuple(dict.fromkeys(found))


def _besides(call: Call, text: str, requirement: Requirement, named: Sequence[tuple[int, int]]) -> "Iterator[Unusable]":
    """Yield what no score counts, unless it is part of a role that is looked for or of other such words."""
    from teamlandkarte.index.exclusions import find_excluded
    from teamlandkarte.index.unusable import find_unusable

    found = [*find_unusable(text, named), *find_excluded(text, call.dataset.competences)]
    roles = folded(" ".join(requirement.role_names))
    end = 0
    for one in sorted(found, key=lambda one: (one.start, -one.end)):
        if one.end > end and folded(one.words) not in roles:
            end = one.end
            yield one


def _levels(call: Call, words: str) -> list[str]:
    """Return the role levels that words such as "nur Seniors" name."""
    there = _forms(words)
    levels = [row["role_level"] for row in call.dataset.snapshot.rows(SQL, "find_role_levels")]
    return [level for level in levels if _forms(level) and _forms(level) <= there]


def _forms(words: str) -> set[str]:
    return {word.removesuffix("s") for word in wording.words(words)}
