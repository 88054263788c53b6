"""What is essential and keeps people out of Top and Good: how many, and where nobody is left, what would help."""

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from teamlandkarte.index.requirement import Requirement
from teamlandkarte.index.scoring import DEFAULT_LEVEL, Category
from teamlandkarte.index.text import folded
from teamlandkarte.server.answers.markdown import listed, one_line
from teamlandkarte.server.searches.search_answers import HeldBack, SearchAnswer
from teamlandkarte.server.service import Call

if TYPE_CHECKING:
    from teamlandkarte.index.ranking import Ranking

_NAME_LENGTH = 40
_MOST_LEFT_OUT = 3


def held_back(call: Call, requirement: Requirement, ranking: "Ranking") -> tuple[list[HeldBack], int | None]:
    """Return what essential competences keep out of Top and Good; where nobody is left there, each one of them.

    With it comes how many would be left, were none of them essential, where none of them alone brings anybody back.
    """
    kept_out = ranking.held_back
    if not kept_out or fitting(ranking):
        return [HeldBack(competence=name, people=people) for name, people in kept_out.items() if people], None
    met, _ = call.dataset.matcher(call.service.config.matching).met_by(tuple(kept_out), of_gate=True)
    found = _found(call, [_eased(requirement, [name]) for name in kept_out])
    held = [
        HeldBack(competence=name, people=people, lacking=int(np.count_nonzero(~mask)), found_if_ideal=count)
        for (name, people), mask, count in zip(kept_out.items(), met, found, strict=True)
    ]
    if any(found):
        return held, None
    together = _found(call, [_eased(requirement, list(kept_out))])[0] if len(held) > 1 else 0
    if together:
        return held, together
    left = {name: rest for name in kept_out if (rest := _left(requirement, name)) is not None}
    without = dict(zip(left, _found(call, list(left.values())), strict=True))
    return [one.model_copy(update={"found_without": without.get(one.competence)}) for one in held], together


def held_back_in_words(data: SearchAnswer) -> list[str]:
    """Return a sentence for each essential competence that keeps people out, then what would help."""
    lines = []
    for held in data.held_back:
        name, people = one_line(held.competence, _NAME_LENGTH), held.people
        if held.lacking is None:
            lacking = "lacks it and is" if people == 1 else "lack it and are"
            lines.append(f"Essential {name}: {people} with a Top or Good score {lacking} Partial.")
            continue
        unknown = f" (unknown of {data.without_competences})" if data.without_competences else ""
        lines.append(
            f"Essential {name}: {held.lacking} of {data.searched} {'lacks' if held.lacking == 1 else 'lack'} "
            f"it{unknown}, {people} of them with a Top or Good score; were it ideal, {held.found_if_ideal} would be "
            "Top or Good."
        )
    return [*lines, *_help(data)]


def fitting(ranking: "Ranking") -> int:
    """Return how many people are Top or Good."""
    return ranking.counts[Category.TOP] + ranking.counts[Category.GOOD]


def _help(data: SearchAnswer) -> list[str]:
    if data.found_if_none_essential is None:
        return []
    held = data.held_back
    eased = [f"were all {len(held)} ideal {data.found_if_none_essential}"] if len(held) > 1 else []
    without = {one.competence: one.found_without for one in held if one.found_without is not None}
    helping = sorted((name for name, count in without.items() if count), key=lambda name: -(without[name] or 0))
    left = [f"without {one_line(name, _NAME_LENGTH)} {without[name]}" for name in helping]
    if without and not left:
        left = ["without any one of them 0: ask for less besides" if eased else "without it 0: ask for less besides"]
    counts = listed([*eased, *left], 1 + _MOST_LEFT_OUT, 2 * _NAME_LENGTH)
    return [f"Top or Good would be: {counts}."] if counts else []


def _found(call: Call, requirements: Iterable[Requirement]) -> list[int]:
    """Return how many people each requirement would find."""
    return list(map(fitting, call.dataset.matcher(call.service.config.matching).rank_all(requirements)))


def _eased(requirement: Requirement, competences: Iterable[str]) -> Requirement:
    eased = dict.fromkeys(map(folded, competences), DEFAULT_LEVEL)
    return replace(requirement, weights={**requirement.weights, **eased})


def _left(requirement: Requirement, without: str) -> Requirement | None:
    """Return a requirement without one competence, None where nothing is left of it."""
    kept = tuple(name for name in requirement.competences if folded(name) != folded(without))
    return replace(requirement, competences=kept) if kept or requirement.role_names else None
