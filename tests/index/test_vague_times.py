"""Times that are no dates: what is no more than "soon" is asked back, and a bare month of a short request is read."""

import datetime as dt

import pytest

from teamlandkarte.index.dates import find_dates
from tests.index.time_ranges import iso
from tests.local_model import LOCAL

_TODAY = dt.date(2026, 12, 3)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Java, start in a few weeks", "in a few weeks"),
        ("Java, demnächst", "demnächst"),
        ("Wir suchen demnächst einen Tester.", "demnächst"),
        ("Demnächst brauchen wir einen Tester mit Java.", "Demnächst"),
        ("Looking for a tester soon", "soon"),
        ("Tester gesucht, Start bald", "bald"),
        ("Tester, möglichst bald", "möglichst bald"),
        ("Wir brauchen in den nächsten Wochen Unterstützung beim Testen.", "in den nächsten Wochen"),
        ("We need a Java developer in a couple of weeks.", "in a couple of weeks"),
        ("In ein paar Monaten suchen wir einen Bauleiter.", "In ein paar Monaten"),
    ],
)
def test_a_time_that_is_no_more_than_soon_is_asked_back(text: str, words: str) -> None:
    found = find_dates(text, _TODAY, LOCAL)
    assert (found.start, found.end) == (None, None)
    assert found.ambiguous == f'"{words}" is no date: from when?'


@pytest.mark.parametrize(
    ("text", "start"),
    [
        ("Wir freuen uns, bald von Ihnen zu hören. Gesucht: Java", None),
        ("We look forward to hearing from you soon. We need Java.", None),
        ("We need a tester as soon as possible.", "2026-12-03"),
        ("Please send us profiles soon, we need a tester from May 2027.", "2027-05-01"),
        ("Demnächst, spätestens ab 1.3.2027, brauchen wir einen Tester.", "2027-03-01"),
        ("Das neue Büro öffnet in Kürze. Wir suchen ab März einen Tester.", "2027-03-01"),
        ("Wir suchen einen Tester, der bald Scrum Master werden will.", None),
        ("Bis bald!", None),
        ("We need a tester in three weeks.", "2026-12-24"),
    ],
)
def test_soon_is_not_asked_about_where_nobody_is_sought_then_or_a_date_is_known(text: str, start: str | None) -> None:
    found = find_dates(text, _TODAY, LOCAL)
    assert (iso(found.start), found.ambiguous) == (start, "")


@pytest.mark.parametrize(
    ("text", "start", "end"),
    [
        ("Java, Juni", "2027-06-01", "2027-06-30"),
        ("Java, Dezember", "2026-12-01", "2026-12-31"),
        ("Juni, Java", "2027-06-01", "2027-06-30"),
        ("Java Juni", "2027-06-01", "2027-06-30"),
        ("Tester Dezember.", "2026-12-01", "2026-12-31"),
        ("Tester, Berlin, June, remote", "2027-06-01", "2027-06-30"),
        ("Need Java, March", "2027-03-01", "2027-03-31"),
        ("Tester | August | 80%", "2027-08-01", "2027-08-31"),
        ("Java, May", "2027-05-01", "2027-05-31"),
        ("Tester\nJuli\nBerlin", "2027-07-01", "2027-07-31"),
    ],
)
def test_a_bare_month_of_a_short_request_is_read(text: str, start: str, end: str) -> None:
    found = find_dates(text, _TODAY, LOCAL)
    assert (iso(found.start), iso(found.end)) == (start, end)


@pytest.mark.parametrize(
    "text",
    [
        "Team: Anna, Jan, Peter",
        "Stand Juni",
        "Rechnung, Mai",
        "We may need Java",
        "Release Juni",
        "Statusbericht Mai\n\nAmpel: gelb. Das Budget ist da, der Abnahmetest wurde um eine Woche vertagt.",
    ],
)
def test_a_month_that_is_a_name_or_of_something_else_is_none(text: str) -> None:
    found = find_dates(text, _TODAY, LOCAL)
    assert (found.start, found.end, found.ambiguous) == (None, None, "")
