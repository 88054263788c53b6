"""The people as arrays, compared with what went in."""

import datetime as dt
from collections import Counter

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from teamlandkarte.index.people import People
from tests.links import links_of


def people(bags: list[list[int]], ids: list[str] | None = None, roles: list[int] | None = None) -> People:
    links = [(row, term) for row, bag in enumerate(bags) for term in bag]
    return People.of(
        ids or [f"P{row:06}" for row in range(len(bags))],
        links_of([row for row, _ in links], [term for _, term in links]),
        role_terms=roles or [-1] * len(bags),
        begin=[None] * len(bags),
        end=[None] * len(bags),
        mean_norm=[0.0] * len(bags),
    )


@given(st.lists(st.lists(st.integers(0, 30), max_size=12), max_size=40))
def test_people_keep_their_distinct_terms(bags: list[list[int]]) -> None:
    laid_out = people(bags)

    expected = {f"P{row:06}": sorted(set(bag)) for row, bag in enumerate(bags)}
    assert sorted(laid_out.ids) == list(expected)
    assert [laid_out.terms_of(row).tolist() for row in range(len(bags))] == [expected[one] for one in laid_out.ids]
    assert laid_out.terms_of_all(laid_out.by_id.astype(np.intp)).tolist() == [
        t for one in expected.values() for t in one
    ]
    assert laid_out.degrees.tolist() == [len(expected[person]) for person in laid_out.ids]
    assert [laid_out.ids[row] for row in laid_out.by_id.tolist()] == list(expected)
    assert laid_out.highest_term == max((term for bag in bags for term in bag), default=-1)


@given(st.lists(st.lists(st.integers(0, 30), max_size=12), max_size=40))
def test_blocks_hold_each_persons_codes_exactly_once(bags: list[list[int]]) -> None:
    laid_out = people(bags)
    found: dict[int, list[int]] = {}
    for block in laid_out.blocks:
        codes = laid_out.codes[block.first : block.last].reshape(block.width, -1)
        for position in range(block.stop - block.start):
            assert block.start + position not in found
            found[block.start + position] = codes[:, position].tolist()

    bundles, common = len(laid_out.bundles), laid_out.bundles.common.tolist()
    for row, person in enumerate(laid_out.ids):
        own = set(bags[int(person[1:])])
        bundle = sum(1 << place for place, term in enumerate(common) if term in own)
        assert sorted(found.pop(row, [])) == sorted([bundle] * (bundle > 0) + [bundles + t for t in own - set(common)])
    assert not found
    assert sorted(laid_out.widths.tolist()) == laid_out.widths.tolist()


def test_what_most_people_have_is_common() -> None:
    bags = [[5, 7, person] for person in range(10, 74)] + [[7, person] for person in range(10, 74)]

    assert people(bags).bundles.common[:2].tolist() == [7, 5]
    assert people(bags).widths.max() <= 2


@given(st.lists(st.integers(-1, 4), max_size=40))
def test_people_who_have_equally_much_stand_by_role(roles: list[int]) -> None:
    laid_out = people([[0] for _ in roles], roles=roles)

    of_id = {f"P{row:06}": role for row, role in enumerate(roles)}
    assert list(laid_out.ids) == sorted(of_id, key=lambda person: (of_id[person], person))
    values, lengths = laid_out.role_runs
    assert dict(zip(values.tolist(), lengths.tolist(), strict=True)) == Counter(roles)


def test_many_people_alike_and_one_person_with_everything_are_laid_out_in_bounded_blocks() -> None:
    bags = [[1]] * 250_000 + [list(range(120_000))]
    laid_out = people(bags)

    sizes = [block.last - block.first for block in laid_out.blocks]
    assert sum(block.stop - block.start for block in laid_out.blocks) == len(bags)
    assert sum(sizes[:-1]) == 250_000
    assert max(sizes[:-1]) < 100_000
    assert sizes[-1] == 120_000 - 12 + 1  # twelve common terms in one bundle
    assert laid_out.terms_of(250_000).tolist() == bags[-1]


def test_ids_keep_their_case_and_find_their_row() -> None:
    laid_out = people([[], []], ["a9U290000004GNY", "a9U290000004GNy"])

    assert laid_out.row_of("a9U290000004GNy") == 1
    assert laid_out.row_of("a9U290000004GNZ") is None
    assert laid_out.row_of("z") is None


def test_dates_are_read_from_lists_and_from_arrays_alike() -> None:
    listed = [dt.date(2026, 4, 1), None, None]
    laid_out = [
        People.of(
            ["a", "b", "c"],
            links_of([], []),
            role_terms=[-1, -1, -1],
            begin=begin,
            end=[None, dt.date(9999, 12, 31), None],
            mean_norm=[0.0] * 3,
        )
        for begin in (listed, np.array(listed, "datetime64[us]"))
    ]
    for each in laid_out:
        assert each.windows.known.tolist() == [True, True, False]
        assert each.windows.covering(dt.date(2026, 4, 1), None).tolist() == [True, True, False]
        assert each.windows.covering(dt.date(2026, 3, 31), None).tolist() == [False, True, False]
