"""Refining a search: narrowing its results, and paging through one category of them."""

import datetime as dt
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Literal

import numpy as np

from teamlandkarte.index.counting import counted
from teamlandkarte.index.errors import RequestError
from teamlandkarte.server.answers.answer import Answer
from teamlandkarte.server.answers.markdown import one_line, showing, table
from teamlandkarte.server.answers.room import data_size, most_rows
from teamlandkarte.server.answers.unknown_terms import in_words
from teamlandkarte.server.capacities import range_in_words
from teamlandkarte.server.requirements.reuse import find_search, on_current_data
from teamlandkarte.server.searches.filters import (
    LABEL_LENGTH,
    Criteria,
    Criterion,
    easiest,
    judge,
    left_without,
    narrowed,
    refuse_several,
    unknown_of,
)
from teamlandkarte.server.searches.ranked_people import Page
from teamlandkarte.server.searches.results import Results
from teamlandkarte.server.searches.role_counts import MOST_ROLES, counts_in_words, exact_roles, roles_among
from teamlandkarte.server.searches.search import heading, people_of, searched_line
from teamlandkarte.server.searches.search_answers import CategoryPage, CriterionEffect, FilteredSearch, RoleCount
from teamlandkarte.server.searches.store import StoredFilter, StoredSearch, TimeRange
from teamlandkarte.server.service import Call

if TYPE_CHECKING:
    from teamlandkarte.index.dataset import Dataset


def filter_search_results(  # noqa: PLR0913 -- the arguments of the tool
    call: Call,
    *,
    search_id: str,
    filter_id: str | None,
    role: str | None,
    role_level: str | None,
    competences: tuple[str, ...] | None,
    min_similarity: float,
    certificate: str | None,
    date_start: dt.date | None,
    date_end: dt.date | None,
    availability: Literal["overlaps", "covers"] | None,
    limit: int,
) -> Answer:
    """Narrow a search, or one of its filters, and store what is left under a new filter_id.

    Days that are not given are those of the search; without any, `overlaps` asks for them only where nothing else is
    asked for, since hosts send defaults as well.
    """
    search, parent = _found(call, search_id, filter_id)
    asked = Criteria(
        role=role,
        role_level=role_level,
        competences=competences or (),
        certificate=certificate,
        availability=availability or "overlaps",
        min_similarity=min_similarity,
    )
    if date_start or date_end or availability == "covers" or (availability and not asked.named):
        start, end = _days(search, parent, date_start, date_end, asked.availability)
        asked = replace(asked, date_start=start, date_end=end)
    return _narrowed(call, search, parent, asked, limit)


def _narrowed(call: Call, search: StoredSearch, parent: StoredFilter | None, criteria: Criteria, limit: int) -> Answer:
    judged = judge(criteria, search.dataset)
    if not judged:
        raise RequestError(
            "Name at least one criterion: role, role_level, competences, certificate, date_start, date_end, "
            "availability."
        )
    unknown = unknown_of(criteria, search.dataset)
    refuse_several(unknown, {"role": "role"})
    before = parent.results if parent else search.results
    dated = criteria.dated or (parent is not None and parent.time_range is not None)
    unknown_last = search.dataset.people.windows.unknown if dated else None
    first_roles = exact_roles(criteria.role, search.dataset) if criteria.role else ()
    after = narrowed(before, judged, unknown_last, first_roles)
    roles = _roles(criteria, after, search.dataset)
    made = call.service.searches.add_filter(search, criteria, after, parent)
    data = FilteredSearch(
        search_id=search.search_id,
        filter_id=made.filter_id,
        parent_filter_id=made.parent_id,
        task_id=search.task_id,
        dataset_version=search.dataset.id,
        searched=search.ranking.searched,
        counts_before=before.counts,
        counts=after.counts,
        unknown_dates=after.keep(search.dataset.people.windows.unknown) if criteria.dated else None,
        unknown_by_category=_unknown_by_category(after),
        criteria=_effects(judged, before, nobody=not len(after.ranking)),
        unknown_terms=unknown,
        roles=roles[:MOST_ROLES],
        more_roles=max(0, len(roles) - MOST_ROLES),
        timestamp=made.timestamp,
        results=[],
    )
    shown = after.first(most_rows(limit))
    page = people_of(call, search).page(after, shown, limit, taken=data_size(data), narrowed=made)
    data = data.model_copy(update={"results": page.people})
    text = _filtered_text(search, made, data, page, judged)
    return Answer(text + _overtaken(call, search), data, search.dataset)


def get_results_by_category(  # noqa: PLR0913 -- the arguments of the tool
    call: Call, *, search_id: str, category: str, filter_id: str | None, limit: int, offset: int
) -> Answer:
    """Show some people of one category of a search or of one of its filters."""
    search, chosen = _found(call, search_id, filter_id)
    results = chosen.results if chosen else search.results
    total = results.counts[category]
    within = results.within(category)
    rows = within.first(offset + most_rows(limit))[offset:]
    placed = within if within.in_parts else results  # else somebody's place would be behind other categories
    page = people_of(call, search).page(placed, rows, limit, narrowed=chosen)
    following = offset + len(page.people)
    data = CategoryPage(
        search_id=search_id,
        filter_id=filter_id,
        task_id=search.task_id,
        dataset_version=search.dataset.id,
        searched=search.ranking.searched,
        counts=results.counts,
        category=category,
        total=total,
        offset=offset,
        next_offset=following if page.people and following < total else None,
        results=page.people,
    )
    parts = [heading(search, chosen), f"## {category}\n\n" + showing(len(page.people), total, offset)]
    if unknown := within.unknown_last:
        parts.append(f"{_split(total, unknown)}, who come last.")
    if page.people:
        parts.append(page.table())
    elif offset:
        parts.append(
            f"There is no row {offset + 1}: the category {category} holds {counted(total, 'person', 'people')}."
        )
    parts.append(searched_line(search))
    parts.append(_to_narrow(search_id, filter_id))
    return Answer("\n\n".join(parts) + _overtaken(call, search), data, search.dataset)


def _to_narrow(search_id: str, filter_id: str | None) -> str:
    ids = f"search_id={search_id}, filter_id={filter_id}" if filter_id else f"search_id={search_id}"
    return (
        "## Next steps\n\n"
        f"- Call filter_search_results({ids}, …) to narrow by role, level, competences, certificate or dates.\n"
        f"- Call get_capacity_details(capacity_id=…, search_id={search_id}) to see a person in full."
    )


def _overtaken(call: Call, search: StoredSearch) -> str:
    """Return the last of the next steps where a refresh has overtaken the search."""
    return "".join(f"\n- {step}" for step in on_current_data(call, search))


def _found(call: Call, search_id: str, filter_id: str | None) -> tuple[StoredSearch, StoredFilter | None]:
    search = find_search(call, search_id)
    return search, call.service.searches.get_filter(search, filter_id) if filter_id else None


def _days(
    search: StoredSearch, parent: StoredFilter | None, start: dt.date | None, end: dt.date | None, availability: str
) -> TimeRange:
    """Return the days that are given; a side that is not is that of the filter to be narrowed, or of the search."""
    sought = (parent and parent.time_range) or (search.requirement.date_start, search.requirement.date_end)
    first, last = start or sought[0], end or sought[1]
    if first is None and last is None:
        raise RequestError(
            f"{availability} needs dates, and this search asks for none: pass date_start or date_end too."
        )
    if first and last and first > last:
        given, other = ("date_start", "date_end") if start else ("date_end", "date_start")
        raise RequestError(
            f"{given} {start or end} lies outside the time sought, {range_in_words(*sought)}: pass {other} too."
        )
    return first, last


def _roles(criteria: Criteria, results: Results, dataset: "Dataset") -> list[RoleCount]:
    if criteria.role is None or results.ranking.among is None:
        return []
    return roles_among(np.flatnonzero(results.ranking.among), criteria.role, dataset)


def _roles_in_words(data: FilteredSearch) -> list[str]:
    """Say which roles those who are left have, where they are not all the same one."""
    if len(data.roles) < 2 and not data.more_roles:
        return []
    order = ", the very one first, then by score" if data.roles[0].similarity == 1 else ""
    return [f"Roles kept{order}: {counts_in_words(data.roles, data.more_roles)}."]


def _unknown_by_category(results: Results) -> dict[str, int] | None:
    return None if results.last is None else Results(results.ranking.restricted(results.last)).counts


def _effects(judged: Sequence[Criterion], before: Results, *, nobody: bool) -> list[CriterionEffect]:
    left = left_without(judged, before.ranking.among) if nobody else None
    effects = []
    for place, criterion in enumerate(judged):
        kept = before.keep(criterion.keeps)
        effect = CriterionEffect(
            criterion=one_line(criterion.label, LABEL_LENGTH),
            kept=kept,
            removed=len(before.ranking) - kept,
            left_without=left[place] if left else None,
        )
        effects.append(effect)
    return effects


def _filtered_text(
    search: StoredSearch, made: StoredFilter, data: FilteredSearch, page: Page, judged: Sequence[Criterion]
) -> str:
    left = sum(data.counts.values())
    parts = [heading(search, made), f"## Summary\n\nFILTER_ID={made.filter_id}", _criteria_table(data)]
    remarks = [*map(in_words, data.unknown_terms), *(criterion.remark for criterion in judged if criterion.remark)]
    remarks += _roles_in_words(data)
    parts += ["\n".join(f"- {remark}" for remark in remarks)] if remarks else []
    unknown = data.unknown_by_category or {}
    counts = [[c, str(data.counts_before[c]), _split(data.counts[c], unknown.get(c, 0))] for c in data.counts]
    parts.append(table(("Category", "Before", "After"), counts))
    if data.unknown_dates:
        parts.append(f"{data.unknown_dates} with unknown dates stay and come last.")
    parts.append(searched_line(search))
    if not page.people:
        parts.append("Nobody is left. " + _loosen(data, judged))
    else:
        parts += [f"## Top results\n\n{_showing_first(len(page.people), left)}", page.table()]
    parts.append("## Next steps\n\n" + "\n".join(f"- {step}" for step in _next_steps(data)))
    return "\n\n".join(parts)


def _showing_first(shown: int, total: int) -> str:
    more = " get_results_by_category pages through the rest." if shown < total else ""
    return f"showing {shown} of {total}.{more}"


def _split(people: int, unknown: int) -> str:
    return f"{people - unknown} + {unknown} with unknown dates" if unknown else str(people)


def _criteria_table(data: FilteredSearch) -> str:
    header = ["Criterion", "Keeps alone", "Removes"]
    rows = [[effect.criterion, str(effect.kept), str(effect.removed)] for effect in data.criteria]
    left = [effect.left_without for effect in data.criteria]
    if None not in left:
        header.append("Left without it")
        rows = [[*row, str(people)] for row, people in zip(rows, left, strict=True)]
    return table(header, rows)


def _loosen(data: FilteredSearch, judged: Sequence[Criterion]) -> str:
    if not sum(data.counts_before.values()):
        return "Nobody was there before this filter either: filter the whole search, without filter_id."
    return easiest(judged, [effect.left_without or 0 for effect in data.criteria])


def _next_steps(data: FilteredSearch) -> list[str]:
    category = next((category for category, count in data.counts.items() if count), None)
    if category is None:
        before = f", filter_id={data.parent_filter_id}" if data.parent_filter_id else ""
        return [f"Call filter_search_results(search_id={data.search_id}{before}, …) with fewer or looser criteria."]
    ids = f"search_id={data.search_id}, filter_id={data.filter_id}"
    return [
        f"Call get_results_by_category({ids}, category={category}) to see everybody in a category.",
        f"Call filter_search_results({ids}, …) to narrow these further.",
    ]
