"""Known directories: deltas against sets computed person by person, and how long and at what size they are kept."""

import hashlib
import logging
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing
from functools import partial
from itertools import islice
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from teamlandkarte.index.config import Storage
from teamlandkarte.index.known_versions import Delta, KnownVersions
from teamlandkarte.index.profiles import Status, dataset_hash

People = dict[str, tuple[Status, str]]

STATES = st.tuples(st.sampled_from(["active", "dismissed"]), st.integers(0, 3))
HISTORIES = st.lists(st.dictionaries(st.sampled_from("abcdefgh"), STATES, max_size=6), min_size=1, max_size=25)


def sha(value: object) -> str:
    return hashlib.sha256(str(value).encode()).hexdigest()


def entries(people: People) -> list[tuple[str, Status, str]]:
    return [(key, status, checksum) for key, (status, checksum) in people.items()]


def recorded(storage: Storage, people: People, keep: int = 400) -> str:
    directory_hash = dataset_hash(entries(people))
    KnownVersions(storage).record(directory_hash, entries(people))
    KnownVersions(storage).keep(keep)
    return directory_hash


def delta(storage: Storage, before: str, after: People) -> Delta | None:
    numbered = KnownVersions(storage).numbered(entries(after))
    assert numbered is not None
    return KnownVersions(storage).delta(before, numbered)


def person_by_person(before: People, after: People) -> Delta:
    changed = [key for key in sorted(after) if key in before and before[key] != after[key]]
    return Delta(
        added=tuple(key for key in sorted(after) if key not in before),
        updated=tuple(key for key in changed if after[key][0] == "active"),
        dismissed=tuple(key for key in changed if after[key][0] == "dismissed"),
        removed=tuple(key for key in sorted(before) if key not in after),
    )


@given(HISTORIES)
@settings(max_examples=30, deadline=None)
def test_between_any_two_directories_of_any_history_the_delta_is_exact(
    history: list[dict[str, tuple[Status, int]]],
) -> None:
    with TemporaryDirectory() as folder:
        storage = Storage(path=Path(folder))
        known: dict[str, People] = {}
        for states in history:
            people: People = {key: (status, sha(number)) for key, (status, number) in states.items()}
            known[recorded(storage, people)] = people
        assert set(KnownVersions(storage).hashes()) == set(known)
        for before, old in known.items():
            for new in known.values():
                assert delta(storage, before, new) == person_by_person(old, new)


def test_the_newest_distinct_directories_stay_known_and_older_ones_do_not(tmp_path: Path) -> None:
    storage = Storage(path=tmp_path)
    people: list[People] = [{"a": ("active", sha(number))} for number in range(60)]
    hashes = [recorded(storage, one, keep=25) for one in people]
    assert KnownVersions(storage).hashes() == hashes[:34:-1]
    assert delta(storage, hashes[34], people[59]) is None
    assert delta(storage, hashes[35], people[59]) == Delta(updated=("a",))


def test_a_directory_that_comes_back_counts_once_and_is_the_newest(tmp_path: Path) -> None:
    storage = Storage(path=tmp_path)
    people: list[People] = [{"a": ("active", sha(number))} for number in range(5)]
    hashes = [recorded(storage, people[number], keep=3) for number in (0, 1, 2, 0, 0, 3)]
    assert KnownVersions(storage).hashes() == [hashes[5], hashes[0], hashes[2]]
    assert delta(storage, hashes[0], people[0]) == Delta()


def test_whoever_is_forgotten_takes_along_every_directory_that_holds_them(tmp_path: Path) -> None:
    storage = Storage(path=tmp_path)
    without: People = {"bystander": ("active", sha(1))}
    with_them: People = without | {"staff/ivanova": ("active", sha(2))}
    later: People = {"bystander": ("active", sha(3))}
    first, second, third = (recorded(storage, one) for one in (without, with_them, later))
    KnownVersions(storage).forget(["staff/ivanova", "staff/unknown"])
    assert KnownVersions(storage).hashes() == [third, first]
    assert delta(storage, second, later) is None
    assert delta(storage, first, later) == Delta(updated=("bystander",))
    assert all(b"ivanova" not in path.read_bytes() for path in tmp_path.iterdir())


def test_of_whoever_left_so_long_ago_that_nobody_asks_for_it_nothing_is_kept(tmp_path: Path) -> None:
    storage = Storage(path=tmp_path)
    recorded(storage, {"bystander": ("active", sha(0)), "staff/ivanova": ("active", sha(1))}, keep=5)
    for number in range(23):
        recorded(storage, {"bystander": ("active", sha(number)), f"staff/guest{number}": ("active", sha(1))}, keep=5)
    kept: dict[str, People] = {}
    for number in range(23, 30):
        people: People = {"bystander": ("active", sha(number)), "staff/ivanova": ("dismissed", sha(number))}
        if number % 2:
            people[f"staff/guest{number}"] = ("active", sha(number))
        kept[recorded(storage, people, keep=5)] = people
    written = b"".join(path.read_bytes() for path in tmp_path.iterdir())
    assert b"guest5" not in written
    assert b"guest25" in written
    hashes = KnownVersions(storage).hashes()
    assert hashes == list(kept)[:1:-1]
    for before in hashes:
        for after in hashes:
            assert delta(storage, before, kept[after]) == person_by_person(kept[before], kept[after])


def test_a_directory_that_was_numbered_in_another_file_is_compared_with_none(tmp_path: Path) -> None:
    storage = Storage(path=tmp_path)
    first = recorded(storage, {"a": ("active", sha(1))})
    numbered = KnownVersions(storage).numbered([("a", "active", sha(1))])
    assert numbered is not None
    (path,) = tmp_path.iterdir()
    path.unlink()
    recorded(storage, {"b": ("active", sha(1))})
    recorded(storage, {"a": ("active", sha(1))})
    assert KnownVersions(storage).delta(first, numbered) is None


def test_without_a_file_and_with_a_damaged_one_nothing_is_known_until_the_next_record(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    storage = Storage(path=tmp_path)
    assert KnownVersions(storage).hashes() == []
    recorded(storage, {"a": ("active", sha(1))})
    (path,) = tmp_path.iterdir()
    path.write_bytes(b"no database at all" * 100)
    with caplog.at_level(logging.WARNING):
        assert KnownVersions(storage).numbered([("a", "active", sha(1))]) is None
        assert KnownVersions(storage).hashes() == []
        again = recorded(storage, {"a": ("active", sha(2))})
    assert KnownVersions(storage).hashes() == [again]
    assert "begun anew" in caplog.text


def test_a_file_that_can_be_neither_read_nor_written_stops_nobody(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    storage = Storage(path=tmp_path)
    recorded(storage, {"a": ("active", sha(1))})
    (path,) = tmp_path.iterdir()
    path.unlink()
    path.mkdir()
    with caplog.at_level(logging.WARNING):
        assert KnownVersions(storage).hashes() == []
        recorded(storage, {"a": ("active", sha(2))})
    assert "cannot be written" in caplog.text
    assert path.is_dir()


def test_even_if_everybody_changes_every_day_a_person_takes_less_than_ten_bytes_a_day(tmp_path: Path) -> None:
    storage, rng = Storage(path=tmp_path), Random(1)
    keys = [f"org/persons/{number:09}" for number in range(2_000)]
    for _ in range(60):
        recorded(storage, {key: ("active", f"{rng.getrandbits(256):064x}") for key in keys})
    (path,) = tmp_path.iterdir()
    names = 4 * sum(map(len, keys))
    assert path.stat().st_size < names + 10 * 60 * len(keys)


def damaged(path: Path, rng: Random) -> Iterator[bytes]:
    """Yield a file with one bit flipped or its end cut off, again and again."""
    whole = path.read_bytes()
    while True:
        content = bytearray(whole)
        content[rng.randrange(len(content))] ^= 1 << rng.randrange(8)
        yield bytes(content)
        yield whole[: rng.randrange(len(whole))]


def test_a_damaged_file_says_nothing_wrong_and_stops_nobody(tmp_path: Path) -> None:
    storage = Storage(path=tmp_path)
    before: People = {f"person/{number}": ("active", sha(number)) for number in range(400)}
    after = {key: value for key, value in before.items() if key != "person/7"} | {"new": ("active", sha("new"))}
    first, second = recorded(storage, before), recorded(storage, after)
    known, expected = KnownVersions(storage), person_by_person(before, after)
    (path,) = tmp_path.iterdir()
    for content in islice(damaged(path, Random(1)), 100):
        path.write_bytes(content)
        numbered = known.numbered(entries(after))
        assert numbered is None or known.delta(first, numbered) in (None, expected)
        for change in (
            partial(known.record, first, entries(before)),
            partial(known.keep, 1),
            partial(known.forget, ["person/7"]),
        ):
            path.write_bytes(content)
            change()
        path.write_bytes(content)
        known.record(second, entries(after))
        known.record(first, entries(before))
        assert delta(storage, first, before) == Delta()


def test_a_file_of_another_release_is_begun_anew(tmp_path: Path) -> None:
    storage = Storage(path=tmp_path)
    with closing(sqlite3.connect(tmp_path / "known_directories.sqlite3")) as other:
        other.execute("CREATE TABLE directories (number INTEGER PRIMARY KEY, content BLOB)")
    again = recorded(storage, {"a": ("active", sha(1))})
    assert KnownVersions(storage).hashes() == [again]


def test_a_directory_with_somebody_who_was_numbered_later_is_not_compared(tmp_path: Path) -> None:
    storage = Storage(path=tmp_path)
    older: People = {"a": ("active", sha(1))}
    recorded(storage, older)
    numbered = KnownVersions(storage).numbered(entries(older))
    assert numbered is not None
    newer = recorded(storage, older | {"b": ("active", sha(2))})
    assert KnownVersions(storage).delta(newer, numbered) is None
    assert delta(storage, newer, older) == Delta(removed=("b",))


def test_whoever_reads_while_old_directories_are_forgotten_gets_the_right_changes_or_none(tmp_path: Path) -> None:
    storage = Storage(path=tmp_path)
    versions: list[People] = [{"anna": ("active", sha(n)), "boris": ("active", sha("b"))} for n in range(22)]
    new = versions[-1]
    done = threading.Event()

    def record_and_forget() -> None:
        while not done.is_set():
            for people in versions:
                recorded(storage, people)
            recorded(storage, new, keep=1)

    for people in versions:
        recorded(storage, people)
    writer = threading.Thread(target=record_and_forget)
    writer.start()
    try:
        known = KnownVersions(storage)
        found = [
            known.delta(dataset_hash(entries(old)), numbered)
            for _ in range(10)
            for old in versions[:20]
            if (numbered := known.numbered(entries(new)))
        ]
    finally:
        done.set()
        writer.join()
    assert {delta for delta in found if delta} == {Delta(updated=("anna",))}
