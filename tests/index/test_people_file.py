"""The file of the people: what is read is what was written, and anything else is refused."""

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from teamlandkarte.index.errors import DatasetError
from teamlandkarte.index.people import People
from teamlandkarte.index.people_file import PEOPLE_FILE, read, write
from tests.links import links_of


def some_people(bags: list[list[int]]) -> People:
    return People.of(
        [f"P{row:03}" + "ä" * (row % 3) for row in range(len(bags))],
        links_of([row for row, bag in enumerate(bags) for _ in bag], [term for bag in bags for term in bag]),
        role_terms=[row % 3 - 1 for row in range(len(bags))],
        begin=np.array(["2026-04-01", "NaT"] * len(bags), "datetime64[D]")[: len(bags)],
        end=np.array(["NaT"] * len(bags), "datetime64[D]"),
        mean_norm=[row / 8 for row in range(len(bags))],
    )


@given(
    bags=st.lists(
        st.lists(st.sampled_from([0, 1, 251, 252, 255, 256, 65_531, 65_532, 65_535, 65_536]), max_size=5), max_size=12
    )
)
def test_people_are_read_as_they_were_written(tmp_path_factory: pytest.TempPathFactory, bags: list[list[int]]) -> None:
    people = some_people(bags)
    path = tmp_path_factory.mktemp("people") / PEOPLE_FILE
    write(people, path)
    found = read(path)

    assert list(found.ids) == list(people.ids)
    assert [found.terms_of(row).tolist() for row in range(len(bags))] == [
        people.terms_of(row).tolist() for row in range(len(bags))
    ]
    for one, other in (
        (found.id_ranks, people.id_ranks),
        (found.degrees, people.degrees),
        (found.widths, people.widths),
        (found.bundles.common, people.bundles.common),
        (found.codes, people.codes),
        (found.role_terms, people.role_terms),
        (found.windows.begin, people.windows.begin),
        (found.windows.end, people.windows.end),
        (found.mean_norm, people.mean_norm),
    ):
        assert (one.dtype, one.tolist()) == (other.dtype, other.tolist())


def test_a_truncated_foreign_or_missing_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / PEOPLE_FILE
    write(some_people([[1, 2], [3]]), path)
    whole = path.read_bytes()
    for content in (b"", whole[:40], whole[: len(whole) // 2], whole[:-1], b"PK" + whole):
        path.write_bytes(content)
        with pytest.raises(DatasetError, match=r"people\.npys cannot be read: run a refresh"):
            read(path)
    path.unlink()
    with pytest.raises(DatasetError, match=r"people\.npys cannot be read"):
        read(path)


def test_a_file_is_never_written_over(tmp_path: Path) -> None:
    path = tmp_path / PEOPLE_FILE
    path.write_bytes(b"")
    with pytest.raises(DatasetError, match=r'cannot be written \("people\.npys": File exists\)'):
        write(some_people([]), path)
