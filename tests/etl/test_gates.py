"""The gates: what a table may have lost and what may be wrong with its rows before nothing is published."""

import pytest

from teamlandkarte.etl.lake import Lake
from teamlandkarte.etl.lake_tables import AnyTable, LakeTable
from teamlandkarte.index.checks import Check
from teamlandkarte.index.errors import RefreshError
from teamlandkarte.index.runs import RefreshRun
from tests.etl.night import Night, SameLake
from tests.lake_files import CAPACITIES, COMPETENCES, LINKS, TASKS

WITHOUT_SKILLS, WITH_TWO_SKILLS = "a9U290000004GRsEAM", "a9U290000004GTuEAM"  # two of the five open tasks


def check_of(run: RefreshRun, subject: str, name: str) -> Check:
    (found,) = [check for check in run.checks if (check.subject, check.name) == (subject, name)]
    return found


class MiscountedLake(SameLake):
    """A lake that delivers what another does, and says so many times that a table has one row more."""

    def __init__(self, lake: Lake, tables: tuple[AnyTable, ...], times: int) -> None:
        super().__init__(lake)
        self._left = dict.fromkeys(tables, times)

    def count(self, table: AnyTable) -> int:
        wrong = self._left.get(table, 0) > 0
        self._left[table] = self._left.get(table, 0) - 1
        return super().count(table) + wrong


def test_every_check_of_a_good_run_is_recorded_with_value_and_bound(first_night: Night) -> None:
    (run,) = first_night.history()

    assert all(check.passed and check.bound is not None for check in run.checks)
    # How many distances were measured is no fault; all other remarks say what is wrong.
    assert {check.subject for check in run.checks if check.remark} <= {"sampled scores"}
    of_tables = {(check.subject, check.name) for check in run.checks}
    for table in LakeTable:
        for name in ("required columns lost or retyped", "rows delivered", "rows lost", "rows rejected"):
            assert (table.value, name) in of_tables
    assert len(run.checks) <= 60
    assert check_of(run, "capacities", "rows delivered").value == 15
    assert check_of(run, "capacities", "rows rejected").value == pytest.approx(100 * 4 / 15, abs=1e-6)
    assert run.overrides == ()


@pytest.mark.parametrize(("max_drop", "passes"), [(0.4, True), (0.399, False)])
def test_table_that_lost_two_of_five_rows_is_held_against_max_drop(
    second_night: Night, max_drop: float, *, passes: bool
) -> None:
    first = second_night.current
    second_night.limit(max_drop=max_drop)
    second_night.without(TASKS, WITHOUT_SKILLS, WITH_TWO_SKILLS)

    if passes:
        assert second_night.refresh().counts["tasks"] == 3
    else:
        with pytest.raises(RefreshError) as refused:
            second_night.refresh()
        assert str(refused.value) == (
            "tasks: rows lost 40%, allowed is at most 39.9%. 3 rows are left of 5 (rejected: end before start 1×). "
            "Look at the lake, or if that is right, run `teamlandkarte refresh --allow-drop tasks`"
        )
        assert second_night.current == first

    run = second_night.history()[0]
    lost = check_of(run, "tasks", "rows lost")
    assert (lost.value, lost.passed) == (40.0, passes)
    assert lost.bound == pytest.approx(100 * max_drop)
    assert run.status == ("succeeded" if passes else "failed")


def test_drop_that_a_person_allows_passes_and_is_recorded(second_night: Night) -> None:
    second_night.without(TASKS, WITHOUT_SKILLS, WITH_TWO_SKILLS)

    run = second_night.refresh(allow_drop=["tasks", "partners"])

    assert run.status == "succeeded"
    assert run.overrides == ("--allow-drop tasks",)  # partners lost nothing, so nothing was let pass there
    lost = check_of(run, "tasks", "rows lost")
    assert (lost.passed, lost.override, lost.stops) == (False, "--allow-drop tasks", False)


def test_each_option_lets_only_its_own_kind_of_loss_pass(second_night: Night) -> None:
    second_night.without(TASKS, WITHOUT_SKILLS, WITH_TWO_SKILLS)
    with pytest.raises(RefreshError, match="--allow-drop tasks"):
        second_night.refresh(allow_empty=["tasks"])

    second_night.keep_header_only(TASKS)
    with pytest.raises(RefreshError, match="--allow-empty tasks"):
        second_night.refresh(allow_drop=["tasks", "task_skills"])


def test_all_tables_that_fail_are_named_together(second_night: Night) -> None:
    second_night.without(TASKS, WITHOUT_SKILLS, WITH_TWO_SKILLS)
    second_night.without(CAPACITIES, "K008", "K003", "K004", "K006")
    second_night.without("teamlandkarte_v_partners_latest.csv", "P1")

    with pytest.raises(RefreshError) as refused:
        second_night.refresh()

    lost = [line.partition(":")[0] for line in str(refused.value).splitlines() if "rows lost" in line]
    assert {"tasks", "capacities", "partners"} <= set(lost)


def test_failed_run_does_not_become_the_measure(second_night: Night) -> None:
    second_night.without(TASKS, WITHOUT_SKILLS, WITH_TWO_SKILLS)
    for _ in range(2):
        with pytest.raises(RefreshError, match=r"3 rows are left of 5"):
            second_night.refresh()


def test_a_single_row_that_is_left_is_called_one(second_night: Night) -> None:
    second_night.without("teamlandkarte_v_partners_latest.csv", "P1")
    with pytest.raises(RefreshError, match=r"partners: rows lost 50%.* 1 row is left of 2"):
        second_night.refresh()


def test_rows_are_compared_with_the_last_intact_version(second_night: Night) -> None:
    second_night.without(TASKS, WITHOUT_SKILLS)
    newer = second_night.refresh().dataset_version
    second_night.without(TASKS, WITH_TWO_SKILLS)
    (second_night.config.storage.path / "versions" / str(newer) / "roles.faiss").unlink()

    with pytest.raises(RefreshError, match=r"3 rows are left of 5"):  # a quarter less than the damaged one
        second_night.refresh()


def test_sample_is_no_measure_for_real_data(second_night: Night) -> None:
    (second_night.lake / "SAMPLE_LAKE.json").write_text("{}", "utf-8")
    second_night.edit(CAPACITIES, ("Senior", "Principal"))
    assert second_night.refresh().sample
    (second_night.lake / "SAMPLE_LAKE.json").unlink()
    second_night.without(TASKS, WITHOUT_SKILLS, WITH_TWO_SKILLS)

    assert second_night.refresh().status == "succeeded"


@pytest.mark.parametrize(("max_rejected", "passes"), [(0.34, True), (0.33, False)])
def test_share_of_rejected_rows_is_held_against_max_rejected(
    night: Night, max_rejected: float, *, passes: bool
) -> None:
    night.limit(
        max_rejected=max_rejected, few_rejected=0
    )  # two of the six certificates are rejected, of no other table as many

    if passes:
        assert night.refresh().status == "succeeded"
    else:
        with pytest.raises(RefreshError) as refused:
            night.refresh()
        assert str(refused.value) == (
            "capacity_certificates: rows rejected 33.33%, allowed is at most 33%. 2 of 6 rows: blank certificate 1×, "
            "unknown or rejected capacity 1×. Correct them in the lake, or raise [refresh] max_rejected"
        )
    assert check_of(night.history()[0], "capacity_certificates", "rows rejected").passed is passes


@pytest.mark.parametrize(("few_rejected", "passes"), [(2, True), (1, False)])
def test_a_few_rejected_rows_of_a_small_table_pass_whatever_their_share(
    night: Night, few_rejected: int, *, passes: bool
) -> None:
    night.limit(max_rejected=0.3, few_rejected=few_rejected)  # two of six certificates, a third, are rejected

    if not passes:
        with pytest.raises(RefreshError, match="capacity_certificates: rows rejected"):
            night.refresh()
        return
    check = check_of(night.refresh(), "capacity_certificates", "rows rejected")
    assert check.value == pytest.approx(100 / 3)
    assert check.bound == pytest.approx(100 / 3)


def test_share_of_links_that_point_nowhere_is_measured_per_link_table(first_night: Night) -> None:
    (run,) = first_night.history()

    shares = {check.subject: check.value for check in run.checks if check.name == "links that point nowhere"}
    assert shares.pop("snapshot") == 0
    # Not those of nobody, nor the reference that is kept without its partner: tests/lake/README.md
    expected = {
        "capacity_competences": 100 * 2 / 25,
        "capacity_references": 100 * 1 / 5,
        "capacity_certificates": 100 * 1 / 6,
        "task_skills": 100 * 1 / 12,
    }
    assert shares == pytest.approx(expected, abs=1e-6)


def test_links_that_mostly_point_nowhere_stop_the_run(second_night: Night) -> None:
    path = second_night.lake / LINKS
    path.write_text(path.read_text("utf-8") + "".join(f"K999,C0{n % 8 + 1}\n" for n in range(30)), "utf-8")

    with pytest.raises(RefreshError, match=r"capacity_competences: links that point nowhere 58\.18%.*32 of 55 rows"):
        second_night.refresh()


def test_every_name_that_is_blank_stops_the_run(second_night: Night) -> None:
    (second_night.lake / COMPETENCES).write_text('id,name\nC01," "\nC02,\n', "utf-8")

    with pytest.raises(RefreshError, match=r"competences: rows rejected 100%.*blank name 2×"):
        second_night.refresh()


def test_rows_that_the_lake_counts_otherwise_twice_stop_the_run_for_all_such_tables_at_once(
    second_night: Night,
) -> None:
    first = second_night.current
    lake = MiscountedLake(second_night.open_lake(), (LakeTable.TASKS, LakeTable.PARTNERS), times=2)

    with pytest.raises(RefreshError) as refused:
        second_night.refresh(lake=lake)

    partners, tasks = str(refused.value).splitlines()
    assert partners.startswith("partners: rows delivered 2, allowed is exactly 3.")
    assert tasks.startswith("tasks: rows delivered 6, allowed is exactly 7.")
    assert second_night.current == first
    counted = check_of(second_night.history()[0], "tasks", "rows delivered")
    assert (counted.value, counted.bound, counted.passed) == (6, 7, False)


def test_rows_that_the_lake_counts_otherwise_once_are_a_warning(second_night: Night) -> None:
    lake = MiscountedLake(second_night.open_lake(), (LakeTable.TASKS,), times=1)

    run = second_night.refresh(lake=lake)

    assert run.status == "unchanged"
    assert [(check.subject, check.name, check.value) for check in run.checks if not check.passed] == [
        ("tasks", "extractions", 2)
    ]
