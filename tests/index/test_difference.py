"""How two snapshots differ, compared with the same question asked of plain dictionaries."""

import random
from collections import Counter
from collections.abc import Mapping
from pathlib import Path

import duckdb
import pytest

from teamlandkarte.index.difference import EXAMPLES, Change, row_differences
from teamlandkarte.index.errors import DatasetError
from teamlandkarte.index.snapshot import Snapshot, statement

CHANGES: tuple[Change, ...] = ("added", "changed", "removed")


class Rows:
    """The rows of a snapshot, kept in Python and written into a file."""

    def __init__(self) -> None:
        self.competences = {f"C{n}": f"name {n}" for n in range(20)}
        self.capacities: dict[str, tuple[str, str | None]] = {}
        self.links: set[tuple[str, str]] = set()
        self.certificates: Counter[tuple[str, str]] = Counter()

    def grow(self, chance: random.Random, people: range) -> None:
        for n in people:
            person = f"K{n:03}"
            self.capacities[person] = (f"owner {chance.randrange(5)}", chance.choice([None, "Senior"]))
            self.links |= {(person, f"C{chance.randrange(20)}") for _ in range(chance.randrange(5))}
            for _ in range(chance.randrange(3)):
                self.certificates[person, f"certificate {chance.randrange(3)}"] += 1

    def leave(self, person: str) -> None:
        del self.capacities[person]
        self.links = {link for link in self.links if link[0] != person}
        self.certificates = Counter({key: n for key, n in self.certificates.items() if key[0] != person})

    def write(self, path: Path) -> Path:
        with duckdb.connect(str(path)) as file:
            file.begin()
            file.execute(statement("teamlandkarte.index", "schema").replace("FLOAT[n]", "FLOAT[1]"))
            for competence in self.competences.items():
                file.execute("INSERT INTO competences VALUES (?, ?, 0)", competence)
            for person, (owner, level) in self.capacities.items():
                file.execute(
                    "INSERT INTO capacities (capacity_id, owner, role_level, mean_norm) VALUES (?, ?, ?, 0)",
                    (person, owner, level),
                )
            for link in self.links:
                file.execute("INSERT INTO capacity_competences VALUES (?, ?)", link)
            rows = [(person, text) for (person, text), times in self.certificates.items() for _ in range(times)]
            for position, (person, text) in enumerate(rows):
                file.execute("INSERT INTO capacity_certificates VALUES (?, ?, ?)", (person, position, text))
            file.commit()
        return path

    def keyed(self) -> dict[str, Mapping[tuple[str, ...], object]]:
        return {
            "competences": {(key,): name for key, name in self.competences.items()},
            "capacities": {(key,): fields for key, fields in self.capacities.items()},
            "capacity_competences": dict.fromkeys(self.links, None),
            "capacity_certificates": {key: times for key, times in self.certificates.items()},  # noqa: C416 -- wider keys
        }


def expected(before: Rows, after: Rows) -> dict[str, dict[Change, tuple[int, list[str]]]]:
    found = {}
    for table, old in before.keyed().items():
        new = after.keyed()[table]
        ids: dict[Change, list[str]] = {
            "added": [key[0] for key in new.keys() - old.keys()],
            "changed": [key[0] for key in new.keys() & old.keys() if new[key] != old[key]],
            "removed": [key[0] for key in old.keys() - new.keys()],
        }
        if any(ids.values()):
            found[table] = {change: (len(ids[change]), sorted(set(ids[change]))[:EXAMPLES]) for change in CHANGES}
    return found


@pytest.mark.parametrize("seed", range(4))
def test_the_differences_are_those_of_the_rows(tmp_path: Path, seed: int) -> None:
    chance = random.Random(seed)
    before, after = Rows(), Rows()
    before.grow(random.Random(99), range(40))
    after.grow(random.Random(99), range(40))
    for person in chance.sample(sorted(after.capacities), 7):
        after.leave(person)
    after.grow(chance, range(30, 60))
    after.competences["C3"] = "another name"

    found = row_differences(before.write(tmp_path / "before"), after.write(tmp_path / "after"))

    as_plain = {
        table: {change: (changes[change].rows, changes[change].examples) for change in CHANGES}
        for table, changes in found.items()
    }
    assert as_plain == expected(before, after)
    assert {"capacities", "competences"} <= as_plain.keys()


def test_equal_rows_do_not_differ(tmp_path: Path) -> None:
    rows = Rows()
    rows.grow(random.Random(1), range(10))
    before, after = rows.write(tmp_path / "before"), rows.write(tmp_path / "after")
    assert row_differences(before, after) == {}
    assert row_differences(before, before) == {}


def test_a_statement_over_two_snapshots_cannot_leave_them(tmp_path: Path) -> None:
    rows = Rows()
    with Snapshot.side_by_side(rows.write(tmp_path / "before"), rows.write(tmp_path / "after")) as both:
        connection = both._connection
        for statement_ in (f"ATTACH '{tmp_path / 'third'}'", f"COPY before_rows TO '{tmp_path / 'copy'}'"):
            with pytest.raises(duckdb.PermissionException):
                connection.execute(statement_)
        with pytest.raises(duckdb.InvalidInputException, match="read-only"):
            connection.execute("DELETE FROM before.main.competences")


def test_more_rows_than_memory_holds_are_compared_and_leave_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("teamlandkarte.index.snapshot._COMPARING", "48MB")
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr("tempfile.tempdir", None)
    people = 300_000
    files = []
    for name, owner in (("before", "'somebody'"), ("after", "if(person % 3 = 0, 'somebody else', 'somebody')")):
        files.append(Rows().write(tmp_path / name))
        with duckdb.connect(str(files[-1])) as file:
            file.execute(
                "INSERT INTO capacities (capacity_id, owner, mean_norm) "
                f"SELECT lpad(CAST(person AS VARCHAR), 36, '0'), {owner}, 0 FROM range({people}) AS people (person)"
            )

    changes = row_differences(*files)["capacities"]

    assert [changes[change].rows for change in CHANGES] == [0, people // 3, 0]
    assert changes["changed"].examples == [f"{person:036}" for person in range(0, 15, 3)]
    assert sorted(tmp_path.iterdir()) == sorted(files)


def test_a_file_that_is_no_snapshot_is_refused(tmp_path: Path) -> None:
    good = Rows().write(tmp_path / "before")
    (tmp_path / "bad").write_bytes(b"no database" * 1000)
    with pytest.raises(DatasetError, match="missing or damaged"):
        row_differences(good, tmp_path / "bad")
    with pytest.raises(DatasetError, match="missing or damaged"):
        row_differences(good, tmp_path / "absent")
