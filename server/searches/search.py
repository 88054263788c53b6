"""One search: over everyone, for a requirement that may run, with the answer that every search begins with."""

import datetime as dt
import json
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from teamlandkarte.index.errors import RequestError
from teamlandkarte.index.requirement import Requirement
from teamlandkarte.index.scoring import Category
from teamlandkarte.server.answers.answer import Answer
from teamlandkarte.server.answers.markdown import listed
from teamlandkarte.server.answers.room import data_size, most_rows
from teamlandkarte.server.answers.unknown_terms import in_words as unknown_in_words
from teamlandkarte.server.answers.unknown_terms import unknown_terms
from teamlandkarte.server.capacities import range_in_words
from teamlandkarte.server.requirements.capture import Changes, changed, checked
from teamlandkarte.server.requirements.reuse import reopened
from teamlandkarte.server.searches.essentials import held_back
from teamlandkarte.server.searches.ranked_people import Page, RankedPeople
from teamlandkarte.server.searches.remarks import certified, leading, remarks, shortfall
from teamlandkarte.server.searches.search_answers import SearchAnswer
from teamlandkarte.server.searches.store import SearchRequirements, StoredFilter, StoredSearch
from teamlandkarte.server.service import Call
from teamlandkarte.server.things import thing
from teamlandkarte.server.toolset.values import quoted

if TYPE_CHECKING:
    from teamlandkarte.index.dataset import Dataset
    from teamlandkarte.index.vocabulary import Vocabulary
    from teamlandkarte.server.requirements.pending import PendingRequirement

PERSON_DECIDES = "The order is a suggestion from recorded data; a person decides."
_MOST_NAMED = 12
_MOST_CERTIFIED = 3


def run_search(call: Call, requirement: Requirement, pending: "PendingRequirement | None", limit: int) -> Answer:
    """Rank everyone for a requirement that may run, close the requirement it came from, store the search.

    Raises:
        RequestError: Another call has searched with the requirement, or changed it, since it was read.
    """
    service, dataset, search_id = call.service, call.dataset, call.service.new_id()
    ranking = dataset.matcher(service.config.matching).rank(requirement)
    if pending is not None:
        service.requirements.close(pending, search_id)
    search, dropped = service.searches.keep(call.caller, dataset, requirement, ranking, search_id=search_id)
    best = leading(dataset, requirement, ranking)
    held, together = held_back(call, requirement, ranking)
    data = SearchAnswer(
        search_id=search.search_id,
        requirements_id=pending.requirements_id if pending else None,
        task_id=search.task_id,
        dataset_version=dataset.id,
        searched=ranking.searched,
        counts=search.results.counts,
        requirements=search.requirements,
        unknown_terms=unknown_terms(dataset, roles=requirement.role_names, competences=requirement.competences),
        without_competences=_without_competences(dataset, requirement),
        without_role=_without_role(dataset, requirement),
        leading=best[0] if best else None,
        following=best[1] if len(best) > 1 else None,
        shortfall=shortfall(call, requirement, ranking),
        held_back=held,
        found_if_none_essential=together,
        certified=certified(call, ranking),
        crowded=int(ranking.crowded.sum()),
        oldest_search_dropped=dropped,
        results=[],
    )
    shown = search.results.first(most_rows(limit))
    page = people_of(call, search).page(search.results, shown, limit, taken=data_size(data))
    data = data.model_copy(update={"results": page.people})
    return Answer(_text(search, data, page, service.searches.most_of(call.caller)), data)


def people_of(call: Call, search: StoredSearch) -> RankedPeople:
    """Return what reads the people of a stored search."""
    return RankedPeople(search, call.service.config.matching, current=call.dataset)


def heading(search: StoredSearch, narrowed: StoredFilter | None = None) -> str:
    """Return the three lines that every answer about a search begins with."""
    results = narrowed.results if narrowed else search.results
    meta = {
        "search_id": search.search_id,
        "filter_id": narrowed.filter_id if narrowed else None,
        "task_id": search.task_id,
        "dataset_version": search.dataset.id,
        "searched": search.ranking.searched,
        "counts": results.counts,
    }
    document = json.dumps(meta, ensure_ascii=False, separators=(",", ":"))
    return f"Using SEARCH_ID={search.search_id}\nSEARCH_ID={search.search_id}\nMETA={document}"


def searched_line(search: StoredSearch) -> str:
    """Return how many people were searched, and that a person decides."""
    searched = search.ranking.searched
    return f"searched {searched} of {searched} capacities. {PERSON_DECIDES}"


def in_words(requirement: Requirement) -> str:
    """Return what a requirement looks for in one line."""
    levels = SearchRequirements.of(requirement).weights
    competences = [f"{name} ({level})" for name, level in levels.items()]
    parts = [
        f"role {listed(requirement.role_names, _MOST_NAMED)}" if requirement.role_names else "",
        f"competences {listed(competences, _MOST_NAMED)}" if competences else "",
        f"available {range_in_words(requirement.date_start, requirement.date_end) or 'at any time'}",
    ]
    return "; ".join(part for part in parts if part)


def _without_competences(dataset: "Dataset", requirement: Requirement) -> int:
    return int((dataset.people.degrees == 0).sum()) if requirement.competences else 0


def _without_role(dataset: "Dataset", requirement: Requirement) -> int:
    return int((dataset.people.role_terms < 0).sum()) if requirement.role_names else 0


def _text(search: StoredSearch, data: SearchAnswer, page: Page, most_searches: int) -> str:
    parts = [heading(search), "## Summary\n\n" + "\n".join(f"- {line}" for line in _summary(search, data))]
    if data.oldest_search_dropped:
        parts.append(f"The oldest search was dropped for this one: at most {most_searches} are kept.")
    parts.append("## Top results\n\n" + (page.table() if page.people else "There are no capacities in this dataset."))
    parts.append("## Next steps\n\n" + "\n".join(f"- {step}" for step in _next_steps(search, data)))
    return "\n\n".join(parts)


def _summary(search: StoredSearch, data: SearchAnswer) -> list[str]:
    lines = [f"Looked for: {in_words(search.requirement)}", searched_line(search)]
    counts = ", ".join(f"{category} {count}" for category, count in data.counts.items())
    lines.append(f"Categories: {counts}; showing {len(data.results)} of {data.searched}.")
    if data.without_competences:
        lines.append(f"{data.without_competences} without recorded competences: unknown, 0 in that part.")
    if data.without_role:
        lines.append(f"{data.without_role} without a recorded role: unknown, 0 in that part.")
    lines += remarks(data)
    return lines + [unknown_in_words(term) for term in data.unknown_terms]


def _next_steps(search: StoredSearch, data: SearchAnswer) -> list[str]:
    search_id, steps = search.search_id, []
    if data.results:
        first = data.results[0].capacity_id
        steps.append(f"Call get_capacity_details(capacity_id={first}, search_id={search_id}) to see a person in full.")
    if step := _in_time(search_id, data):
        steps.append(step)
    for held_by in data.certified[:_MOST_CERTIFIED]:
        step = f"Call filter_search_results(search_id={search_id}, certificate={quoted(held_by.competence)})"
        steps.append(f"{step} to see who holds it as a certificate.")
    category = next((c.value for c in Category if data.counts[c.value]), Category.TOP.value)
    steps += [
        f"Call get_results_by_category(search_id={search_id}, category={category}) to see everybody in a category.",
        f"Call filter_search_results(search_id={search_id}, …) to narrow by role, level, competences or dates.",
    ]
    if data.requirements_id is None:
        return [*steps, "Call find_matching_capacities again with other arguments to change what is looked for."]
    change = f"Call update_requirements(requirements_id={data.requirements_id}, …) to change what is looked for"
    return [*steps, f"{change}; it needs a new confirmation."]


def _in_time(search_id: str, data: SearchAnswer) -> str:
    """Return how to keep who has the time sought; of an open range nearly nobody covers the open side."""
    shown = [one for one in (data.leading, data.following) if one is not None and one.covers is not None]
    if all((one.covers if one.free is None else one.free) == one.people for one in shown):
        return ""
    day = shown[0].free_on
    if day is None:
        step = f"Call filter_search_results(search_id={search_id}, availability=covers)"
        return f"{step} to keep who covers the time sought."
    other = "date_end" if data.requirements.date_start else "date_start"
    step = f"Call filter_search_results(search_id={search_id}, {other}={day}, availability=covers)"
    return f"{step} to keep who is free on that day; another {other} asks for every day in between."


def find_matching_capacities(  # noqa: PLR0913 -- the arguments of the tool
    call: Call,
    *,
    role_name: tuple[str, ...] | None,
    competences: tuple[str, ...] | None,
    date_start: dt.date | None,
    date_end: dt.date | None,
    requirements_id: str | None,
    limit: int,
) -> Answer:
    """Search over everyone for the confirmed requirement; what is given must equal what was confirmed."""
    offered = {"role_names": role_name, "competences": competences, "date_start": date_start, "date_end": date_end}
    given: dict[str, Any] = {name: value for name, value in offered.items() if value is not None}
    store = call.service.requirements
    if call.service.config.matching.require_confirmation:
        pending = reopened(call, store.find(requirements_id, call.caller))
        pending = store.confirmed_requirement(pending.requirements_id, call.caller)
        _refuse_differences(given, pending, call.dataset)
        return run_search(call, pending.requirement, pending, limit)
    if given and requirements_id is None:
        return run_search(call, checked(changed(Requirement(), Changes(**given), call.dataset)), None, limit)
    pending = reopened(call, store.find(requirements_id, call.caller))
    if given:
        requirement = checked(changed(pending.requirement, Changes(**given), call.dataset))
        pending = store.write(pending.requirements_id, call.caller, requirement)
    return run_search(call, pending.requirement, pending, limit)


def _refuse_differences(given: Mapping[str, Any], pending: "PendingRequirement", dataset: "Dataset") -> None:
    names = {"role_names": "role_name"}
    vocabularies = {"role_names": dataset.roles, "competences": dataset.competences}
    problems = []
    for field, value in given.items():
        holds = getattr(pending.requirement, field)
        vocabulary = vocabularies.get(field)
        if value == holds or (vocabulary is not None and _things(value, vocabulary) == _things(holds, vocabulary)):
            continue
        problems.append(f"{names.get(field, field)}: confirmed is {_shown(holds)}, given is {_shown(value)}")
    if problems:
        raise RequestError(
            "; ".join(problems) + ". Leave the arguments out to search as confirmed, or call "
            f"update_requirements(requirements_id={pending.requirements_id}, …) and let the person confirm the change."
        )


def _things(names: Sequence[str], vocabulary: "Vocabulary") -> set[int | str]:
    return {thing(name, vocabulary) for name in names}


def _shown(value: object) -> str:
    if isinstance(value, tuple):
        return listed(value, _MOST_NAMED) or "none"
    return "open" if value is None else str(value)
