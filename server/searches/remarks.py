"""What the scores of a search alone do not say: time, ties, what is essential, and why nobody fits."""

from typing import TYPE_CHECKING

import numpy as np

from teamlandkarte.index.counting import counted
from teamlandkarte.index.requirement import Requirement
from teamlandkarte.index.scoring import Category
from teamlandkarte.server.answers.markdown import listed, one_line
from teamlandkarte.server.searches.essentials import fitting, held_back_in_words
from teamlandkarte.server.searches.search_answers import Certified, Leading, SearchAnswer, Shortfall
from teamlandkarte.server.searches.store import SearchRequirements
from teamlandkarte.server.service import Call

if TYPE_CHECKING:
    from teamlandkarte.index.dataset import Dataset
    from teamlandkarte.index.ranking import Ranking

_NAME_LENGTH = 40
_MOST_ROLES = 5


def leading(dataset: "Dataset", requirement: Requirement, ranking: "Ranking") -> list[Leading]:
    """Return how the best category stands in time and order, behind Top also Good; none without people."""
    there = [category for category, people in ranking.counts.items() if people]
    shown = there[:2] if there[:2] == [Category.TOP, Category.GOOD] else there[:1]
    return [_leading(dataset, requirement, ranking, category) for category in shown]


def _leading(dataset: "Dataset", requirement: Requirement, ranking: "Ranking", category: Category) -> Leading:
    start, end = requirement.date_start, requirement.date_end
    windows, among = dataset.people.windows, ranking.of_category(category)
    found = Leading(category=category.value, people=len(among), tied=among.tied)
    if start is None and end is None:
        gone = windows.known & ~windows.overlapping(dataset.made_on, None)
        return found.model_copy(update={"ended": len(among.restricted(gone)), "ended_before": dataset.made_on})
    covers, overlaps = (len(among.restricted(lies(start, end))) for lies in (windows.covering, windows.overlapping))
    unknown = len(among.restricted(windows.unknown))
    outside = len(among) - overlaps - unknown
    if start is None or end is None:
        named = start or end
        free = len(among.restricted(windows.covering(named, named)))
        found = found.model_copy(update={"free": free, "free_on": named})
    return found.model_copy(
        update={"covers": covers, "partly": overlaps - covers, "outside": outside, "unknown": unknown}
    )


def certified(call: Call, ranking: "Ranking") -> list[Certified]:
    """Return which essential competences people lack who hold a certificate that names one."""
    found = []
    for competence in ranking.held_back:
        certificates = call.dataset.certificates
        named = certificates.naming(competence)
        if not named.any():
            continue
        holders = np.flatnonzero(certificates.holders_of(named))
        lacking = call.dataset.matcher(call.service.config.matching).lacking(competence, holders)
        if people := int(np.count_nonzero(lacking)):
            found.append(Certified(competence=one_line(competence), people=people))
    return found


def shortfall(call: Call, requirement: Requirement, ranking: "Ranking") -> Shortfall | None:
    """Return, where nobody is Top or Good, how near people come and what is rarest; None without competences.

    Where some are essential, they are what is counted: lacking one of them keeps people out whatever else they have.
    """
    if fitting(ranking) or not requirement.competences or not ranking.searched:
        return None
    essential = tuple(ranking.held_back)
    names = essential or requirement.competences
    met, had = call.dataset.matcher(call.service.config.matching).met_by(names, of_gate=bool(essential))
    close, each, most = met & ~had, met.sum(axis=1), met.sum(axis=0)
    nearest, rarest = most == most.max(), int(each.argmin())
    return Shortfall(
        essential=bool(essential),
        required=len(each),
        most_met=int(most.max()),
        people=int(np.count_nonzero(nearest)),
        most_met_closely=bool(close[:, nearest].any()),
        rarest=one_line(names[rarest], _NAME_LENGTH),
        people_with_rarest=int(each[rarest]),
        rarest_met_closely=bool(close[rarest].any()),
    )


def remarks(data: SearchAnswer) -> list[str]:
    """Return in a sentence each what the score alone did not decide."""
    lines = [*_of_leading(data), *_of_shortfall(data.shortfall, data), *held_back_in_words(data)]
    for held_by in data.certified:
        who = "1 person who lacks it holds" if held_by.people == 1 else f"{held_by.people} people who lack it hold"
        name = one_line(held_by.competence, _NAME_LENGTH)
        lines.append(f"Essential {name}: {who} a certificate that names it, which no score counts.")
    if data.crowded:
        crowded = counted(data.crowded, "person", "people")
        lines.append(f"Last in their category: {crowded} with unusually many competences.")
    return lines


def _of_leading(data: SearchAnswer) -> list[str]:
    best = data.leading
    if best is None or best.category == Category.LOW.value:
        return []
    lines = []
    shown = [one for one in (best, data.following) if one is not None]
    if best.covers is not None:
        in_time = "; ".join(_in_time(one, data.requirements) for one in shown)
        lines.append(f"{in_time}; no score counts time.")
    elif ended := [one for one in shown if one.ended]:
        each = (f"{one.category} {one.people}: the time of {one.ended} ended" for one in ended)
        lines.append(f"{'; '.join(each)} before {best.ended_before}.")
    if best.tied > 1:
        alone = "" if data.requirements.required_competences else "Only the role was compared: "
        lines.append(f"{alone}{best.tied} people tie for the first place and are listed by id.")
    return lines


def _in_time(one: Leading, sought: SearchRequirements) -> str:
    if one.free_on is None:
        first = f"{one.covers} cover the time sought"
        parts = (("partly", one.partly), ("outside it", one.outside), ("unknown", one.unknown))
    else:
        first, side = f"{one.free} free on {one.free_on}", "later" if sought.date_start else "earlier"
        others = (one.covers or 0) + (one.partly or 0) - (one.free or 0)
        parts = ((f"only {side}", others), ("outside it", one.outside), ("unknown", one.unknown))
    return f"{one.category} {one.people}: " + ", ".join([first, *(f"{count} {word}" for word, count in parts if count)])


def _of_shortfall(short: Shortfall | None, data: SearchAnswer) -> list[str]:
    if short is None:
        return _of_roles(data)
    every = f"all {short.required} {'essential ' if short.essential else ''}competences"
    if short.required == 1:
        every = short.rarest
    nearest = _have(short.people, closely=short.most_met_closely)
    if short.most_met == short.required:
        besides = short.required < len(data.requirements.required_competences)
        other_role = data.requirements.candidate_roles and not besides
        why = "their roles are others" if other_role else "their scores stay below Good"
        return [f"Nobody is Top or Good, though {nearest} {every}: {why}."]
    if short.most_met == 0:
        return [f"Nobody is Top or Good: nobody has {every if short.required == 1 else f'any of {every}'}."]
    rarest = _have(short.people_with_rarest, closely=short.rarest_met_closely)
    near = f"Nobody is Top or Good: nobody has {every}, {nearest} {short.most_met}."
    return [f"{near} The rarest is {short.rarest}, which {rarest}."]


def _of_roles(data: SearchAnswer) -> list[str]:
    """Say of a role alone that nobody fits it."""
    wanted = data.requirements
    found = data.counts[Category.TOP.value] + data.counts[Category.GOOD.value]
    if found or wanted.required_competences or not data.searched:
        return []
    roles = listed(wanted.candidate_roles, _MOST_ROLES, _NAME_LENGTH)
    return [f"Nobody is Top or Good: nobody's recorded role is close enough to {roles}."]


def _have(people: int, *, closely: bool) -> str:
    if not people:
        return "nobody has"
    who, has = ("1 person", "has") if people == 1 else (f"{people} people", "have")
    return f"{who} {has} or {has} something close to" if closely else f"{who} {has}"
