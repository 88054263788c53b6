"""Filtering and paging the results of a search: counts, order, whose search it is."""

from uuid import UUID

import pytest

from tests.server.hosts import Host
from tests.server.searching import CATEGORIES, ids, meta, searched

pytestmark = pytest.mark.anyio


async def test_the_categories_page_through_everybody_once_in_the_order_of_the_search(host: Host) -> None:
    _, data = await searched(host, limit=11)
    everybody = ids(data)
    assert len(everybody) == 11
    paged: list[str] = []
    for category in CATEGORIES:
        offset: int | None = 0
        while offset is not None:
            text, page = await host.call(
                "get_results_by_category",
                search_id=data["search_id"],
                category=category.upper(),
                limit=3,
                offset=offset,
            )
            assert meta(text)["search_id"] == data["search_id"]
            assert page["total"] == data["counts"][category]
            assert all(person["category"] == category for person in page["results"])
            paged += ids(page)
            offset = page.get("next_offset")
    assert paged == everybody
    text, _ = await host.call("get_results_by_category", search_id=data["search_id"], category="Low", limit=3)
    assert f"showing 3 of {data['counts']['Low']}. Next page: offset=3." in text
    text, beyond = await host.call("get_results_by_category", search_id=data["search_id"], category="Top", offset=5)
    assert beyond["results"] == []
    assert "the category Top holds 1 person" in text


async def test_a_filter_narrows_counts_before_and_after_and_can_be_narrowed_further(host: Host) -> None:
    _, data = await searched(host)
    search_id = data["search_id"]
    text, first = await host.call("filter_search_results", search_id=search_id, role_level="senior")
    assert text.split("\n")[:2] == [f"Using SEARCH_ID={search_id}", f"SEARCH_ID={search_id}"]
    assert meta(text)["filter_id"] == first["filter_id"]
    assert meta(text)["counts"] == first["counts"]
    assert first["counts_before"] == data["counts"]
    assert set(ids(first)) == {"K001", "K003", "K005", "K008", "K010", "k010"}
    text, second = await host.call(
        "filter_search_results", search_id=search_id, filter_id=first["filter_id"], competences="Python"
    )
    assert ids(second) == ["K001", "K003"]
    assert second["counts_before"] == first["counts"]
    assert second["parent_filter_id"] == first["filter_id"]
    _, whole = await host.call("filter_search_results", search_id=search_id, competences=["Python"])
    assert ids(whole) == ["K001", "K002", "K003"]
    _, page = await host.call(
        "get_results_by_category", search_id=search_id, category="Top", filter_id=second["filter_id"]
    )
    assert ids(page) == ["K001"]


async def test_unknown_dates_stay_and_come_last_in_a_filter_and_in_those_that_narrow_it(host: Host) -> None:
    _, data = await searched(host)
    search_id = data["search_id"]
    text, overlapping = await host.call(
        "filter_search_results", search_id=search_id, date_start="2026-06-01", date_end="2026-06-30"
    )
    assert set(ids(overlapping)) == {"K001", "K002", "K003", "K004", "K005", "K006", "K007", "K008", "k010"}
    assert ids(overlapping)[-1] == "K003"
    assert "1 with unknown dates stay and come last." in text
    _, covering = await host.call(
        "filter_search_results",
        search_id=search_id,
        date_start="2026-06-01",
        date_end="2026-06-30",
        availability="COVERS",
    )
    assert set(ids(overlapping)) - set(ids(covering)) == {"K004"}
    _, narrowed = await host.call(
        "filter_search_results", search_id=search_id, filter_id=overlapping["filter_id"], competences=["Python"]
    )
    assert ids(narrowed) == ["K001", "K002", "K003"]
    assert narrowed["results"][0]["availability"]["of_days"] == 30


async def test_nobody_left_says_which_criterion_removed_how_many(host: Host) -> None:
    _, data = await searched(host)
    text, nobody = await host.call(
        "filter_search_results", search_id=data["search_id"], competences=["Gleisbau"], certificate="kubernetes"
    )
    assert nobody["results"] == []
    assert nobody["counts"] == dict.fromkeys(CATEGORIES, 0)
    assert nobody["criteria"] == [
        {"criterion": "competence “Gleisbau”", "kept": 2, "removed": 9, "left_without": 1},
        {"criterion": "certificate “kubernetes”", "kept": 1, "removed": 10, "left_without": 2},
    ]
    assert "| Criterion | Keeps alone | Removes | Left without it |" in text
    assert "Nobody is left. Without certificate “kubernetes” 2 people would be left: loosen it or drop it." in text
    _, least = await host.call(
        "filter_search_results", search_id=data["search_id"], competences=["Gleisbau"], role_level="Senior"
    )
    text, nobody = await host.call(
        "filter_search_results",
        search_id=data["search_id"],
        filter_id=least["filter_id"],
        competences=["Java"],
        certificate="Professional Scrum Master",
    )
    assert [criterion["left_without"] for criterion in nobody["criteria"]] == [0, 0]
    assert "Nobody is left. No one criterion alone is to blame: loosen or drop several." in text


async def test_unknown_dates_are_counted_apart_in_each_category_and_numbered_within_it(host: Host) -> None:
    # K001, K002 and K003, whose dates are unknown, have Python.
    _, data = await searched(host, {"competences": ["Python"], "date_start": "2026-05-01"})
    text, covering = await host.call("filter_search_results", search_id=data["search_id"], availability="covers")
    assert "| Top | 3 | 1 + 1 with unknown dates |" in text
    assert covering["unknown_by_category"] == {"Top": 1, "Good": 0, "Partial": 0, "Low": 0}
    text, top = await host.call(
        "get_results_by_category",
        search_id=data["search_id"],
        filter_id=covering["filter_id"],
        category="Top",
    )
    assert [(one["rank"], one["capacity_id"]) for one in top["results"]] == [(1, "K002"), (2, "K003")]
    assert "1 + 1 with unknown dates, who come last." in text


async def test_a_filter_without_criteria_is_refused(host: Host) -> None:
    _, data = await searched(host)
    refusal = await host.refusal("filter_search_results", search_id=data["search_id"])
    assert "at least one criterion" in refusal
    assert refusal.endswith("date_start, date_end, availability.")


async def test_one_or_several_levels_are_kept_however_they_are_written(host: Host) -> None:
    _, data = await searched(host)
    # tests/lake/README.md: Expert is K004, Junior K002 and K009, Senior six others; K006 and K007 have none.
    some: tuple[object, ...] = ("Expert, Junior", "junior oder Expert", "Expert/Junior", ["Junior", "Expert"])
    for levels in (*some, '["Junior", "Expert"]'):
        _, kept = await host.call("filter_search_results", search_id=data["search_id"], role_level=levels)
        assert set(ids(kept)) == {"K002", "K004", "K009"}
    _, people = await host.call("list_capacities", role_level=["Junior", "Expert"])
    assert [person["capacity_id"] for person in people["capacities"]] == ["K002", "K004", "K009"]
    text, nobody = await host.call("filter_search_results", search_id=data["search_id"], role_level="Junior, Boss")
    assert ids(nobody) == []
    assert "Known role levels: Expert, Junior, Senior." in text


async def test_the_way_on_from_a_page_of_a_filter_narrows_that_filter(host: Host) -> None:
    _, data = await searched(host)
    _, made = await host.call("filter_search_results", search_id=data["search_id"], role_level="Senior")
    named = f"search_id={data['search_id']}, filter_id={made['filter_id']}"
    text, _ = await host.call(
        "get_results_by_category", search_id=data["search_id"], filter_id=made["filter_id"], category="Low"
    )
    assert f"- Call filter_search_results({named}, …) to narrow" in text


@pytest.mark.parametrize("tool", ["filter_search_results", "get_results_by_category", "get_capacity_details"])
async def test_a_malformed_search_id_is_malformed_and_another_one_unknown(host: Host, tool: str) -> None:
    others = {"filter_search_results": {"role": "x"}, "get_results_by_category": {"category": "Top"}}
    arguments = others.get(tool, {"capacity_id": "K001"})
    assert "malformed" in await host.refusal(tool, search_id="abc", **arguments)
    unknown = str(UUID(int=5))
    refusal = await host.refusal(tool, search_id=unknown, **arguments)
    assert unknown in refusal
    assert "60 minutes" in refusal
    assert ("leave search_id out to see the person without a score" in refusal) == (tool == "get_capacity_details")


async def test_a_level_that_nobody_has_is_answered_with_those_that_there_are(host: Host) -> None:
    levels = "Known role levels: Expert, Junior, Senior."
    _, data = await searched(host)
    text, _ = await host.call("filter_search_results", search_id=data["search_id"], role_level="Experte")
    assert f"Without role level “Experte” 11 people would be left: loosen it or drop it. {levels}" in text
    text, _ = await host.call("list_capacities", role_level="Experte")
    assert f"Without role level “Experte” 11 people would be left: loosen it or drop it. {levels}" in text
    text, _ = await host.call("list_capacities", role_level="Expert", query="Tom Becker")
    assert "Known role levels" not in text


async def test_a_filter_of_another_search_is_unknown(host: Host) -> None:
    _, first = await searched(host)
    _, second = await searched(host, {"competences": ["Java"]})
    _, made = await host.call("filter_search_results", search_id=first["search_id"], role="Developer")
    refusal = await host.refusal(
        "get_results_by_category", search_id=second["search_id"], category="Top", filter_id=made["filter_id"]
    )
    assert refusal == (
        f"Unknown filter_id {made['filter_id']} in search {second['search_id']}: a filter lives as long as its search, "
        "60 minutes, unless 20 newer ones follow it. Call "
        f"filter_search_results(search_id={second['search_id']}, …) to filter again."
    )


async def test_availability_alone_is_compared_with_the_time_that_was_sought(host: Host) -> None:
    _, data = await searched(host)  # 2026-04-01 to 2026-12-31
    _, covering = await host.call("filter_search_results", search_id=data["search_id"], availability="covers")
    assert ids(covering) == ["K001", "K002", "K006", "K003"]
    june = {"date_start": "2026-06-01", "date_end": "2026-06-30"}
    _, then = await host.call("filter_search_results", search_id=data["search_id"], **june)
    _, all_june = await host.call(
        "filter_search_results", search_id=data["search_id"], filter_id=then["filter_id"], availability="covers"
    )
    assert set(ids(then)) - set(ids(all_june)) == {"K004"}
    _, timeless = await searched(host, {"competences": ["Java"]})
    for availability in ("covers", "overlaps"):
        refusal = await host.refusal(
            "filter_search_results", search_id=timeless["search_id"], availability=availability
        )
        assert refusal == f"{availability} needs dates, and this search asks for none: pass date_start or date_end too."
    _, inside = await host.call("filter_search_results", search_id=data["search_id"], availability="overlaps")
    assert set(ids(data)) - set(ids(inside)) == {"K009", "K010"}  # until June 2025, from 2027 on
    assert sum(inside["counts"].values()) == 9
    # Hosts send defaults as well, so beside other criteria overlaps is asked for only with dates.
    _, seniors = await host.call(
        "filter_search_results", search_id=data["search_id"], role_level="Senior", availability="overlaps"
    )
    assert [criterion["criterion"] for criterion in seniors["criteria"]] == ["role level “Senior”"]


async def test_a_day_alone_is_taken_with_the_other_one_of_the_time_sought(host: Host) -> None:
    _, data = await searched(host)  # 2026-04-01 to 2026-12-31
    search_id = data["search_id"]
    text, late = await host.call("filter_search_results", search_id=search_id, date_start="2026-11-01")
    assert "| availability overlaps 2026-11-01 – 2026-12-31 |" in text
    assert set(ids(late)) == {"K001", "K002", "K006", "K003"}  # not K010, who is free from 2027 on
    assert late["results"][0]["availability"]["of_days"] == 61
    text, _ = await host.call(
        "filter_search_results", search_id=search_id, filter_id=late["filter_id"], date_end="2026-11-30"
    )
    assert "| availability overlaps 2026-11-01 – 2026-11-30 |" in text
    refusal = await host.refusal("filter_search_results", search_id=search_id, date_start="2027-01-01")
    assert refusal == "date_start 2027-01-01 lies outside the time sought, 2026-04-01 – 2026-12-31: pass date_end too."
    refusal = await host.refusal("filter_search_results", search_id=search_id, date_end="2026-03-31")
    assert refusal == "date_end 2026-03-31 lies outside the time sought, 2026-04-01 – 2026-12-31: pass date_start too."


async def test_whoever_would_exclude_people_already_seen_is_told_what_passes_over_them(host: Host) -> None:
    _, data = await searched(host)
    refusal = await host.refusal("filter_search_results", search_id=data["search_id"], exclude=["K001"])
    assert refusal.endswith("To pass over people already seen, call get_results_by_category with offset.")
    refusal = await host.refusal("list_capacities", exclude_ids=["K001"])
    assert refusal.endswith("To pass over people already seen, pass offset.")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"exclude_competences": ["Java"]}, "unknown argument exclude_competences; no search and no filter excludes"),
        ({"competences": ["-Java"]}, 'competences names what is not wanted, "-Java"'),
        ({"competences": ["Python", "kein Java"]}, 'competences names what is not wanted, "kein Java"'),
        ({"role": "not Backend Developer"}, 'role names what is not wanted, "not Backend Developer"'),
        ({"role_level": "!Junior"}, 'role_level names what is not wanted, "!Junior"'),
        ({"role_level": ["Senior", "-Junior"]}, 'role_level names what is not wanted, "-Junior"'),
        ({"role_level": "Senior, kein Junior"}, 'role_level names what is not wanted, "kein Junior"'),
        ({"role_level": "Expert oder Senior; nicht Junior"}, 'role_level names what is not wanted, "nicht Junior"'),
    ],
)
async def test_a_filter_that_would_exclude_is_refused_with_what_to_do_instead(
    host: Host, arguments: dict[str, object], message: str
) -> None:
    _, data = await searched(host)
    refused = await host.refusal("filter_search_results", search_id=data["search_id"], **arguments)
    assert message in refused
    assert "filter by what is not wanted to see whom to pass over" in refused
    assert "did you mean" not in refused
