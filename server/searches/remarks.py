"""What the scores of a search alone do not say: time, ties, what is essential, and why nobody fits."""

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from teamlandkarte.index.counting import counted
from teamlandkarte.index.requirement import Requirement
from teamlandkarte.index.scoring import DEFAULT_LEVEL, Category
from teamlandkarte.index.text import folded
from teamlandkarte.server.answers.markdown import one_line
from teamlandkarte.server.searches.search_answers import HeldBack, Leading, SearchAnswer, Shortfall
from teamlandkarte.server.service import Call

if TYPE_CHECKING:
    from teamlandkarte.index.dataset import Dataset
    from teamlandkarte.index.ranking import Ranking

_NAME_LENGTH = 40


def leading(dataset: "Dataset", requirement: Requirement, ranking: "Ranking") -> Leading | None:
    """Return how the best category stands in time and order; None without people."""
    best = next((category for category, people in ranking.counts.items() if people), None)
    if best is None:
        return None
    start, end = requirement.date_start, requirement.date_end
    windows, among = dataset.people.windows, ranking.of_category(best)
    found = Leading(category=best.value, people=len(among), tied=ranking.tied)
    if start is None and end is None:
        made_on = dataset.manifest.created_at.date()
        gone = windows.known & ~windows.overlapping(made_on, None)
        return found.model_copy(update={"ended": len(among.restricted(gone)), "ended_before": made_on})
    covers, overlaps = (len(among.restricted(lies(start, end))) for lies in (windows.covering, windows.overlapping))
    unknown = len(among.restricted(windows.unknown))
    outside = len(among) - overlaps - unknown
    return found.model_copy(
        update={"covers": covers, "partly": overlaps - covers, "outside": outside, "unknown": unknown}
    )


def held_back(call: Call, requirement: Requirement, ranking: "Ranking") -> list[HeldBack]:
    """Return what essential competences kept out of Top and Good; where nobody is left there, also what would help."""
    lacking = {competence: people for competence, people in ranking.held_back.items() if people}
    if _fitting(ranking):
        return [HeldBack(competence=competence, people=people) for competence, people in lacking.items()]
    eased = [replace(requirement, weights={**requirement.weights, folded(one): DEFAULT_LEVEL}) for one in lacking]
    rankings = call.dataset.matcher(call.service.config.matching).rank_all(eased)
    return [
        HeldBack(competence=competence, people=people, found_if_ideal=_fitting(one))
        for (competence, people), one in zip(lacking.items(), rankings, strict=True)
    ]


def shortfall(call: Call, requirement: Requirement, ranking: "Ranking") -> Shortfall | None:
    """Return, where nobody is Top or Good, how near people come and what is rarest; None without competences."""
    if _fitting(ranking) or not requirement.competences or not ranking.searched:
        return None
    met = call.dataset.matcher(call.service.config.matching).met_by(requirement)
    each, most = met.sum(axis=1), met.sum(axis=0)
    rarest = int(each.argmin())
    return Shortfall(
        required=len(each),
        most_met=int(most.max()),
        people=int(np.count_nonzero(most == most.max())),
        rarest=one_line(requirement.competences[rarest], _NAME_LENGTH),
        people_with_rarest=int(each[rarest]),
    )


def remarks(data: SearchAnswer) -> list[str]:
    """Return in a sentence each what the score alone did not decide."""
    lines = [*_of_leading(data.leading, data), *_of_shortfall(data.shortfall, data)]
    for held in data.held_back:
        lacking = "lacks it and is" if held.people == 1 else "lack it and are"
        line = f"Essential {one_line(held.competence, _NAME_LENGTH)}: {held.people} with a Top or Good score {lacking}"
        found = "" if held.found_if_ideal is None else f"; were it ideal, {held.found_if_ideal} would be Top or Good"
        lines.append(f"{line} Partial{found}.")
    if data.crowded:
        crowded = counted(data.crowded, "person", "people")
        lines.append(f"Last in their category: {crowded} with unusually many competences.")
    return lines


def _of_leading(best: Leading | None, data: SearchAnswer) -> list[str]:
    if best is None or best.category == Category.LOW.value:
        return []
    lines = []
    if best.covers is not None:
        parts = (("partly", best.partly), ("outside it", best.outside), ("unknown", best.unknown))
        rest = "".join(f", {count} {word}" for word, count in parts if count)
        lines.append(f"{best.category} {best.people}: {best.covers} cover the time sought{rest}; no score counts time.")
    elif best.ended:
        lines.append(f"{best.category} {best.people}: the time of {best.ended} ended before {best.ended_before}.")
    if best.tied > 1:
        alone = "" if data.requirements.required_competences else "Only the role was compared: "
        lines.append(f"{alone}{best.tied} people tie for the first place and are listed by id.")
    return lines


def _of_shortfall(short: Shortfall | None, data: SearchAnswer) -> list[str]:
    if short is None:
        return []
    every = short.rarest if short.required == 1 else f"all {short.required} competences"
    if short.most_met == short.required:
        why = "their roles are others" if data.requirements.candidate_roles else "their scores stay below Good"
        return [f"Nobody is Top or Good, though {_have(short.people)} {every}: {why}."]
    if short.most_met == 0:
        return [f"Nobody is Top or Good: nobody has {every if short.required == 1 else f'any of {every}'}."]
    near = f"Nobody is Top or Good: nobody has {every}, {_have(short.people)} {short.most_met}."
    return [f"{near} The rarest is {short.rarest}, which {_have(short.people_with_rarest)}."]


def _have(people: int) -> str:
    return {0: "nobody has", 1: "1 person has"}.get(people, f"{people} people have")


def _fitting(ranking: "Ranking") -> int:
    """Return how many people are Top or Good."""
    return ranking.counts[Category.TOP] + ranking.counts[Category.GOOD]
