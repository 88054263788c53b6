"""The schema contract: a required column that is lost or has another type stops the run, a new one is a warning."""

import shutil
from collections.abc import Callable
from pathlib import Path

import duckdb
import pytest

from teamlandkarte.etl.lake_tables import AnyTable, LakeTable
from teamlandkarte.etl.schema_contract import schema_checks
from teamlandkarte.index.errors import RefreshError
from tests.conftest import MadeOnce
from tests.etl.conftest import LAKE_COLUMNS
from tests.etl.night import Night, SameLake
from tests.lake_files import CAPACITIES

PARTNERS = "teamlandkarte_v_partners_latest"
CONTRACT = "required columns lost or retyped"


class UnlistedLake(SameLake):
    """A lake that delivers what another does, and lists no columns."""

    def columns(self, table: AnyTable) -> dict[str, str]:  # noqa: ARG002 -- of no table
        return {}


def write_partners(night: Night, id_type: str) -> None:
    """Write the partners as a Parquet file whose ids are 1 and 2, or [1] and [2], in a type."""
    (night.lake / f"{PARTNERS}.csv").unlink(missing_ok=True)
    value = "[n]" if id_type.endswith("[]") else "n"
    with duckdb.connect(":memory:") as writer:
        rows = writer.sql(
            f"SELECT CAST({value} AS {id_type}) AS id, 'Partner ' || n AS name FROM (VALUES (1), (2)) AS numbers (n)"
        )
        rows.write_parquet(str(night.lake / f"{PARTNERS}.parquet"))


@pytest.fixture
def refreshed_with(night: Night, tiny_lake: Path, made_once: MadeOnce) -> Callable[[str], Night]:
    """Return a function that returns an installation a night after its refresh with ids of partners in a type."""

    def refreshed(id_type: str) -> Night:
        def fill(folder: Path) -> None:
            first = Night(shutil.copytree(tiny_lake, folder / "lake"), folder / "data")
            write_partners(first, id_type)
            first.refresh()

        first = Night(tiny_lake, made_once(f"partners-{id_type}", fill) / "data")
        first.clock.move(days=1)
        return night.after(first)

    return refreshed


@pytest.mark.parametrize(
    ("before", "now"),
    [
        ("BIGINT", "VARCHAR"),
        ("DECIMAL(10,2)", "DECIMAL(8,2)"),
        ("BIGINT", "BIGINT[]"),
    ],
)
def test_required_column_of_another_type_stops_the_run(
    refreshed_with: Callable[[str], Night], before: str, now: str
) -> None:
    night = refreshed_with(before)
    first = night.current
    write_partners(night, now)

    with pytest.raises(RefreshError) as refused:
        night.refresh()

    assert str(refused.value) == (
        f"partners: {CONTRACT} 1, allowed is at most 0. id was {before.lower()} and is {now.lower()}. Restore that in "
        "the lake, or correct [database] partners_table; if it is right, run `teamlandkarte refresh --allow-retyped "
        "partners`"
    )
    assert night.current == first
    (failed,) = [check for check in night.history()[0].checks if not check.passed]
    assert (failed.subject, failed.name, failed.value, failed.bound) == ("partners", CONTRACT, 1, 0)


def test_other_types_that_a_person_allows_are_the_types_from_then_on(refreshed_with: Callable[[str], Night]) -> None:
    night = refreshed_with("BIGINT")
    write_partners(night, "VARCHAR")
    night.edit(CAPACITIES, ("Senior", "Principal"))

    run = night.refresh(allow_retyped=["partners"])

    assert (run.status, run.overrides) == ("succeeded", ("--allow-retyped partners",))
    assert night.versions.current().manifest.lake_schema["partners"] == {"id": "varchar", "name": "varchar"}
    assert all(check.passed for check in night.refresh().checks)


@pytest.mark.parametrize(
    ("before", "now"),
    [
        ("INTEGER", "BIGINT"),
        ("DECIMAL(10,2)", "DECIMAL(12,2)"),
    ],
)
def test_wider_type_of_the_same_family_is_a_warning(
    refreshed_with: Callable[[str], Night], before: str, now: str
) -> None:
    night = refreshed_with(before)
    write_partners(night, now)

    run = night.refresh()

    assert run.status == "unchanged"
    (warned,) = [check for check in run.checks if not check.passed]
    assert (warned.severity, warned.subject, warned.name) == ("warning", "partners", "columns of a wider type")
    assert warned.remark == f"id was {before.lower()} and is {now.lower()}"


TYPES = [
    ("varchar", "integer", "error"),
    ("bigint", "double", "error"),  # 7 becomes 7.0
    ("bigint", "integer", "error"),
    ("decimal(10,0)", "decimal(10,2)", "error"),
    ("bigint", "decimal(20,0)", "warning"),
    ("float", "double", "warning"),
    ("varchar(10)", "varchar(255)", "warning"),
    ("varchar(255)", "varchar", "warning"),
    ("char(18)", "varchar", "warning"),
    ("varchar", "varchar(255)", "error"),
    ("timestamp(3)", "timestamp(6)", "warning"),
    ("timestamp(6) with time zone", "timestamp(6)", "error"),
    ("date", "timestamp(6)", "error"),
    ("varchar", "array(varchar)", "error"),
    ("boolean", "varchar", "error"),
    ("row(a integer)", "row(a bigint)", "error"),
]


@pytest.mark.parametrize(("before", "now", "severity"), TYPES)
def test_other_types_of_duckdb_and_those_of_trino_are_judged_alike(before: str, now: str, severity: str) -> None:
    columns = dict.fromkeys(LakeTable.TASKS.required, "varchar")

    checks = schema_checks(
        {LakeTable.TASKS: columns | {"createddate": now}}, {"tasks": columns | {"createddate": before}}, ()
    )

    (failed,) = [check for check in checks if not check.passed]
    assert failed.severity == severity
    assert f"createddate was {before} and is {now}" in failed.remark


def test_each_required_column_that_is_lost_is_named_with_its_table_and_old_type(second_night: Night) -> None:
    first = second_night.current
    for table, columns in LAKE_COLUMNS.items():
        path = second_night.lake / f"{getattr(second_night.config.database, table.setting)}.csv"
        text = path.read_text("utf-8")
        header, _, rows = text.partition("\n")
        for column in columns:
            renamed = ",".join(f"x_{name}" if name == column else name for name in header.split(","))
            path.write_text(f"{renamed}\n{rows}", "utf-8")
            with pytest.raises(RefreshError) as refused:
                second_night.refresh(allow_retyped=[table.value])
            assert str(refused.value) == (
                f"{table.value}: {CONTRACT} 1, allowed is at most 0. {column} (varchar) is gone. Restore that in the "
                f"lake, or correct [database] {table.setting}"
            )
        path.write_text(text, "utf-8")
    assert second_night.current == first


def test_first_run_demands_the_required_columns_whatever_their_types(night: Night) -> None:
    night.edit(CAPACITIES, ("owner_name", "owner"))
    with pytest.raises(RefreshError, match=r"capacities: .*owner_name is missing"):
        night.refresh()
    night.edit(CAPACITIES, ("owner", "owner_name"))
    write_partners(night, "DOUBLE")

    assert night.refresh().status == "succeeded"


def test_new_column_is_a_warning(second_night: Night) -> None:
    path = second_night.lake / f"{PARTNERS}.csv"
    header, *rows = path.read_text("utf-8").splitlines()
    path.write_text("\n".join([f"{header},Since", *(f"{row},2020" for row in rows)]) + "\n", "utf-8")

    run = second_night.refresh()

    assert run.status == "unchanged"
    (warned,) = [check for check in run.checks if not check.passed]
    assert (warned.subject, warned.name, warned.severity) == ("partners", "new columns", "warning")
    assert (warned.value, warned.bound, warned.remark) == (1, 0, "since")
    assert all(check.passed for check in second_night.refresh().checks)  # said once; nothing else is new since


def test_types_that_a_person_allowed_stay_allowed_though_the_data_did_not_change(second_night: Night) -> None:
    write_partners(second_night, "VARCHAR")
    second_night.refresh()
    write_partners(second_night, "BIGINT")
    with pytest.raises(RefreshError, match="--allow-retyped partners"):
        second_night.refresh()

    assert second_night.refresh(allow_retyped=["partners"]).status == "unchanged"

    assert all(check.passed for check in second_night.refresh().checks)
    write_partners(second_night, "VARCHAR")
    with pytest.raises(RefreshError, match="id was bigint and is varchar"):
        second_night.refresh()


def test_columns_that_the_lake_does_not_list_are_a_warning_and_stay_as_they_were_known(second_night: Night) -> None:
    known = second_night.versions.current().manifest.lake_schema
    second_night.edit(CAPACITIES, ("Senior", "Principal"))

    run = second_night.refresh(lake=UnlistedLake(second_night.open_lake()))

    assert run.status == "succeeded"
    assert {check.name for check in run.checks if not check.passed} == {"columns listed"}
    assert second_night.versions.current().manifest.lake_schema == known
    assert known["partners"] == {"id": "varchar", "name": "varchar"}


def test_types_of_another_lake_are_not_compared(second_night: Night) -> None:
    """The same tables may come from a folder of text today, and from a server with types tomorrow."""
    write_partners(second_night, "BIGINT")
    moved = second_night.lake.rename(second_night.lake.with_name("elsewhere"))
    database = second_night.config.database.model_copy(update={"path": moved})
    second_night.config = second_night.config.model_copy(update={"database": database})

    assert second_night.refresh().status == "succeeded"
