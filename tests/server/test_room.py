"""An answer holds what fits; what does not is cut visibly, and nothing small is crowded out by something large."""

import json

from hypothesis import given
from hypothesis import strategies as st

from teamlandkarte.server.answers.room import cut, entry_size, fitting, left_out, shared, shortened, shorter


@given(st.text(), st.integers(min_value=200, max_value=400))
def test_a_text_is_whole_or_fits_and_says_that_it_was_cut(text: str, room: int) -> None:
    shown = cut(text, room, "see elsewhere")
    if len(json.dumps(text, ensure_ascii=False).encode()) - 2 <= room:
        assert shown == text
    else:
        assert len(json.dumps(shown, ensure_ascii=False).encode()) - 2 <= room
        assert shown.endswith(f"[cut: {len(text)} characters in all; see elsewhere]")


def test_items_fit_their_room_and_the_first_is_always_shown() -> None:
    assert fitting([3, 4, 5], 7, lambda size: size) == [3, 4]
    assert fitting([9, 1], 7, lambda size: size) == [9]
    assert fitting([], 7, lambda size: size) == []


def test_no_more_items_are_looked_at_than_fit() -> None:
    looked_at = iter(range(100))
    assert fitting(looked_at, 3, lambda _: 1) == [0, 1, 2]
    assert next(looked_at) == 4


def test_the_first_entry_that_does_not_fit_is_shortened_and_the_rest_is_counted() -> None:
    entries = ["a" * 96, "b" * 1_000, "c"]
    shown = shortened(entries, 500, entry_size, shorter)
    assert shown[0] == entries[0]
    assert shown[1].startswith("bbb")
    assert shown[1].endswith("… [cut: 1000 characters in all; too long for one answer]")
    assert sum(map(entry_size, shown)) <= 500
    assert left_out(shown, entries) == ["… [cut: 1 more, too many for one answer]"]
    assert left_out(entries, entries) == []


@given(st.lists(st.integers(0, 1_000), max_size=6), st.integers(0, 3_000))
def test_room_is_shared_so_that_only_the_large_give_way(wanted: list[int], room: int) -> None:
    given_room = shared(wanted, room)
    assert sum(given_room) <= room
    assert all(given <= want for given, want in zip(given_room, wanted, strict=True))
    if sum(wanted) <= room:
        assert given_room == wanted
    least_cut = min((given for given, want in zip(given_room, wanted, strict=True) if given < want), default=room)
    assert all(given == want or given <= least_cut + 1 for given, want in zip(given_room, wanted, strict=True))
