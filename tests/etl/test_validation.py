"""What the lake delivers is cleaned and judged: kept, or rejected with its reason."""

import datetime as dt
import random
from collections import Counter
from collections.abc import Callable, Mapping

import duckdb
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from teamlandkarte.etl.lake_tables import LakeTable
from teamlandkarte.etl.validation import validate
from teamlandkarte.index.text import folded

Rows = list[tuple[str | None, ...]]
Fill = Callable[[Mapping[str, Rows]], None]
Validated = Callable[..., duckdb.DuckDBPyConnection]

SHORT, LONG = "001A0000006Vm9u", "001A0000006Vm9uIAC"
PROJECTS_KEPT = ", projects kept"  # ends the reason of the only rows that are reported and kept


@pytest.fixture
def validated(scratch: duckdb.DuckDBPyConnection, fill_raw: Fill) -> Validated:
    """Return a function that validates raw rows and returns the database."""

    def run(**tables: Rows) -> duckdb.DuckDBPyConnection:
        fill_raw(tables)
        validate(scratch)
        return scratch

    return run


def capacity(
    key: str | None, owner: str | None = "Ada", begin: str | None = None, end: str | None = None
) -> tuple[str | None, ...]:
    return (key, owner, "Entwicklerin", "3", begin, end, None)


def task(key: str | None, title: str | None = "Gleisbau", **dates: str) -> tuple[str | None, ...]:
    return (key, title, None, dates.get("start"), dates.get("end"), dates.get("created"))


def rows(scratch: duckdb.DuckDBPyConnection, columns: str, table: str) -> list[tuple[object, ...]]:
    return scratch.execute(f"SELECT {columns} FROM {table} ORDER BY ALL").fetchall()


def rejected(scratch: duckdb.DuckDBPyConnection) -> list[tuple[object, ...]]:
    return rows(scratch, "table_name, key, reason", "rejected_rows")


def test_texts_are_cleaned_and_blanks_are_nothing(validated: Validated) -> None:
    description = "<p>Ich&nbsp;baue  Gleise.</p><script>x()</script>"
    found = validated(capacities=[(" c1 ", "  Ju\u0308rgen \u200b Ölmez ", " ", "", None, "", description)])

    assert rows(found, "*", "capacities") == [("c1", "Jürgen Ölmez", None, None, None, None, "Ich baue Gleise.")]


@pytest.mark.parametrize(
    ("row", "reason"),
    [
        (capacity(None), "no id"),
        (capacity("  "), "no id"),
        (capacity("c", owner=" \u200b "), "no owner"),
        (capacity("c", begin="2026-05-01", end="2026-04-30"), "end before begin"),
        (capacity("c", begin="demnächst"), "unreadable begin date"),
        (capacity("c", end="2026-02-30"), "unreadable end date"),
    ],
)
def test_a_capacity_that_breaks_a_rule_is_reported_with_it(
    validated: Validated, row: tuple[str | None, ...], reason: str
) -> None:
    found = validated(capacities=[row, capacity("good")])

    assert rows(found, "capacity_id", "capacities") == [("good",)]
    assert rejected(found) == [("capacities", "c" if row[0] == "c" else None, reason)]


@pytest.mark.parametrize(
    ("begin", "end", "stored"),
    [
        (None, None, (None, None)),
        ("2026-04-01", None, (dt.date(2026, 4, 1), None)),
        ("2026-04-01", "2026-04-01", (dt.date(2026, 4, 1), dt.date(2026, 4, 1))),
        ("", "9999-12-31 23:59:59.999999999", (None, dt.date(9999, 12, 31))),
        ("2026-04-01 00:00:00.000 UTC", "+12026-01-01", (dt.date(2026, 4, 1), dt.date(9999, 12, 31))),
    ],
)
def test_open_and_one_day_availabilities_are_kept(
    validated: Validated, begin: str | None, end: str | None, stored: tuple[dt.date | None, ...]
) -> None:
    found = validated(capacities=[capacity("c", begin=begin, end=end)])
    assert rows(found, "begin_date, end_date", "capacities") == [stored]
    assert rejected(found) == []


def test_of_rows_with_one_id_a_valid_one_is_kept_whatever_their_order(validated: Validated) -> None:
    same = [capacity("c", "Zoe"), capacity("c", "Bea"), capacity("c", "Ada", "2026-05-01", "2026-01-01")]
    for delivered in (same, same[::-1]):
        found = validated(capacities=delivered)
        assert rows(found, "capacity_id, owner", "capacities") == [("c", "Bea")]
        assert rejected(found) == [("capacities", "c", "duplicate id"), ("capacities", "c", "end before begin")]


def test_ids_that_differ_by_case_are_two_and_both_forms_of_a_salesforce_id_are_one(validated: Validated) -> None:
    found = validated(
        tasks=[task(LONG), task("a9U290000004GNy"), task("a9U290000004GNY"), task(SHORT.swapcase())],
        task_skills=[(SHORT, "Python"), (LONG, "Java"), ("a9U290000004GNY", "Go")],
    )
    assert rows(found, "task_id", "tasks") == sorted(
        [(LONG,), ("a9U290000004GNy",), ("a9U290000004GNY",), (SHORT.swapcase(),)]
    )
    assert rows(found, "task_id, skill", "task_skills") == [(LONG, "Java"), (LONG, "Python"), ("a9U290000004GNY", "Go")]


def test_one_record_under_both_forms_of_its_id_is_a_duplicate(validated: Validated) -> None:
    found = validated(tasks=[task(LONG), task(SHORT)])
    assert rows(found, "task_id", "tasks") == [(SHORT,)]
    assert rejected(found) == [("tasks", LONG, "duplicate id")]


def test_padding_of_char_columns_does_not_keep_links_apart(validated: Validated) -> None:
    found = validated(
        capacities=[capacity("c1        ")],
        competences=[("k1   ", "SAP       ")],
        capacity_competences=[("c1", "k1             ")],
    )
    assert rows(found, "*", "competences") == [("k1", "SAP")]
    assert rows(found, "*", "capacity_competences") == [("c1", "k1")]


def test_a_link_that_leads_nowhere_is_reported_and_a_repeated_one_is_one(validated: Validated) -> None:
    found = validated(
        capacities=[capacity("c1")],
        competences=[("k1", "Python"), ("k2", " ")],
        capacity_competences=[
            ("c1", "k1"),
            ("c1", "k1"),
            ("c9", "k1"),
            ("c1", "k9"),
            ("c1", "k2"),
            (None, "k1"),
            ("c1", ""),
        ],
    )
    assert rows(found, "*", "capacity_competences") == [("c1", "k1")]
    assert rejected(found) == [
        ("capacity_competences", "c1", "no competence id"),
        ("capacity_competences", "c1 / k1", "duplicate"),
        ("capacity_competences", "c1 / k2", "unknown or rejected competence"),
        ("capacity_competences", "c1 / k9", "unknown or rejected competence"),
        ("capacity_competences", "c9 / k1", "unknown or rejected capacity"),
        ("capacity_competences", "k1", "no capacity id"),
        ("competences", "k2", "blank name"),
    ]


def test_references_carry_the_partner_by_name_and_may_do_without(validated: Validated) -> None:
    found = validated(
        capacities=[capacity("c1")],
        partners=[("p1", "Bahn &  Co")],
        capacity_references=[
            ("c1", "p1", "Stellwerk"),
            ("c1", None, "Weiche"),
            ("c1", None, " "),
            ("c1", "p1", "Stellwerk"),
        ],
    )
    assert rows(found, "*", "capacity_references") == [
        ("c1", 1, "Bahn & Co", "Stellwerk"),
        ("c1", 2, None, "Weiche"),
    ]
    assert rejected(found) == [
        ("capacity_references", "c1", "blank reference"),
        ("capacity_references", "c1 / p1", "duplicate"),
    ]


def test_projects_for_an_unknown_partner_are_kept_without_it_and_the_partner_is_reported(validated: Validated) -> None:
    found = validated(
        capacities=[capacity("c1")],
        partners=[("p2", " ")],
        capacity_references=[
            ("c1", "p9", "Brücke"),
            ("c1", "p8", "Brücke"),
            ("c1", "p2", "Tunnel"),
            ("c1", "p9", " "),
            ("c9", "p9", "Damm"),
        ],
    )
    assert rows(found, "*", "capacity_references") == [("c1", 1, None, "Brücke"), ("c1", 2, None, "Tunnel")]
    assert rejected(found) == [
        ("capacity_references", "c1 / p2", f"unknown or rejected partner{PROJECTS_KEPT}"),
        ("capacity_references", "c1 / p8", f"unknown or rejected partner{PROJECTS_KEPT}"),
        ("capacity_references", "c1 / p9", "duplicate"),
        ("capacity_references", "c1 / p9", "unknown or rejected partner"),
        ("capacity_references", "c9 / p9", "unknown or rejected capacity"),
        ("partners", "p2", "blank name"),
    ]


def test_certificates_are_numbered_by_their_text(validated: Validated) -> None:
    found = validated(
        capacities=[capacity("c1")],
        capacity_certificates=[
            ("c1", "PMP"),
            ("c1", "IPMA &ndash; Level B"),
            ("c1", "PMP"),
            ("c1", None),
            ("c9", "PMP"),
        ],
    )
    assert rows(found, "*", "capacity_certificates") == [("c1", 1, "IPMA – Level B"), ("c1", 2, "PMP")]
    assert Counter(reason for _, _, reason in rejected(found)) == {
        "duplicate": 1,
        "blank certificate": 1,
        "unknown or rejected capacity": 1,
    }


@pytest.mark.parametrize(
    ("row", "reason"),
    [
        (task(""), "no id"),
        (task("t", title=" "), "no title"),
        (task("t", start="2026-05-01", end="2026-04-01"), "end before start"),
        (task("t", start="Q3"), "unreadable start date"),
        (task("t", end="bald"), "unreadable end date"),
        (task("t", created="gestern"), "unreadable creation date"),
    ],
)
def test_a_task_that_breaks_a_rule_is_reported_with_it(
    validated: Validated, row: tuple[str | None, ...], reason: str
) -> None:
    found = validated(tasks=[row])
    assert rows(found, "*", "tasks") == []
    assert rejected(found) == [("tasks", row[0] or None, reason)]


def test_a_task_keeps_its_days_and_the_instant_it_was_created_in_utc(validated: Validated) -> None:
    found = validated(
        tasks=[task("t", start="2026-04-01", end="30.06.2026", created="2026-03-01 00:30:00.250 Europe/Berlin")]
    )
    assert rows(found, "start_date, end_date, created_at", "tasks") == [
        (dt.date(2026, 4, 1), dt.date(2026, 6, 30), dt.datetime.fromisoformat("2026-02-28T23:30:00.250"))
    ]


def test_spellings_of_one_term_are_one_skill_of_a_task(validated: Validated) -> None:
    found = validated(
        tasks=[task("t1"), task("t2")],
        task_skills=[("t1", "Straßenbau"), ("t1", "STRASSENBAU"), ("t1", "Python"), ("t2", "python"), ("t1", "\u200b")],
    )
    assert rows(found, "*", "task_skills") == [("t1", 1, "Python"), ("t1", 2, "STRASSENBAU"), ("t2", 1, "python")]
    assert folded("Straßenbau") == folded("STRASSENBAU")
    assert rejected(found) == [("task_skills", "t1", "blank skill"), ("task_skills", "t1 / Straßenbau", "duplicate")]


IDS = st.sampled_from([None, "", "1", " 1", "2", "a", "A", SHORT, LONG])
TEXTS = st.sampled_from([None, " ", "Python", "python ", "Jürgen", "Ju\u0308rgen", "<b>x</b>", "ß"])
DATES = st.sampled_from([None, "", "2026-04-01", "2026-03-01", "9999-12-31", "nie", "01.04.2026"])
TABLES = st.fixed_dictionaries(
    {
        "competences": st.lists(st.tuples(IDS, TEXTS), max_size=6),
        "partners": st.lists(st.tuples(IDS, TEXTS), max_size=4),
        "capacities": st.lists(st.tuples(IDS, TEXTS, TEXTS, TEXTS, DATES, DATES, TEXTS), max_size=6),
        "capacity_competences": st.lists(st.tuples(IDS, IDS), max_size=12),
        "capacity_references": st.lists(st.tuples(IDS, IDS, TEXTS), max_size=8),
        "capacity_certificates": st.lists(st.tuples(IDS, TEXTS), max_size=8),
        "tasks": st.lists(st.tuples(IDS, TEXTS, TEXTS, DATES, DATES, DATES), max_size=6),
        "task_skills": st.lists(st.tuples(IDS, TEXTS), max_size=8),
    }
)


@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(TABLES, st.randoms(use_true_random=False))
def test_nothing_vanishes_and_the_order_of_delivery_does_not_matter(
    validated: Validated, tables: dict[str, Rows], order: random.Random
) -> None:
    first = contents(validated(**tables))
    for table, raw in tables.items():
        reasons = [str(reason) for name, _, reason in first["rejected_rows"] if name == table]
        kept_too = sum(reason.endswith(PROJECTS_KEPT) for reason in reasons)
        assert len(first[table]) + len(reasons) - kept_too == len(raw), table
        if kept_too:
            assert kept_too <= sum(partner is None for _, _, partner, _ in first["capacity_references"])
            assert kept_too <= sum(partner is not None and bool(partner.strip()) for _, partner, _ in raw)

    for raw in tables.values():
        order.shuffle(raw)
    assert contents(validated(**tables)) == first


def contents(scratch: duckdb.DuckDBPyConnection) -> dict[str, list[tuple[object, ...]]]:
    return {name: rows(scratch, "*", name) for name in (*(table.value for table in LakeTable), "rejected_rows")}
