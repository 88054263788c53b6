"""Time ranges counted from the day on which they are read, a Monday in March; each was worked out by hand."""

import pytest

from teamlandkarte.index.dates import find_dates
from tests.index.time_ranges import TODAY, dates_of


@pytest.mark.parametrize(
    ("text", "start", "end"),
    [
        ("Kann morgen und übermorgen jemand aushelfen?", "2026-03-03", "2026-03-04"),
        ("Wir brauchen heute und morgen einen Schweißer.", "2026-03-02", "2026-03-03"),
        ("Heute und morgen fehlt uns ein Schweißer.", "2026-03-02", "2026-03-03"),
        ("Morgen und übermorgen fehlt uns jemand.", "2026-03-03", "2026-03-04"),
        ("heute, morgen und übermorgen: Hilfe im Lager", "2026-03-02", "2026-03-04"),
        ("Wer kann am Donnerstag und Freitag einspringen?", "2026-03-05", "2026-03-06"),
        ("Montag und Dienstag brauchen wir Ersatz.", "2026-03-09", "2026-03-10"),
        ("Mittwoch, Donnerstag und Freitag brauchen wir Ersatz.", "2026-03-04", "2026-03-06"),
        ("am kommenden Donnerstag und Freitag", "2026-03-05", "2026-03-06"),
        ("Samstag/Sonntag brauchen wir zwei Leute", "2026-03-07", "2026-03-08"),
        ("Sonntag und Montag brauchen wir zwei Leute", "2026-03-08", "2026-03-09"),
        ("Mo/Di nächster Woche", "2026-03-09", "2026-03-10"),
        ("Mi + Do nächste Woche", "2026-03-11", "2026-03-12"),
        ("Mo und Di nächster Woche", "2026-03-09", "2026-03-10"),
        ("Montag und Dienstag nächster Woche", "2026-03-09", "2026-03-10"),
        ("Montag bis Mittwoch nächster Woche", "2026-03-09", "2026-03-11"),
        ("von Di bis Do der kommenden Woche", "2026-03-10", "2026-03-12"),
        ("nächste Woche Mo und Di", "2026-03-09", "2026-03-10"),
        ("nächste Woche von Dienstag bis Freitag", "2026-03-10", "2026-03-13"),
        ("Do/Fr dieser Woche", "2026-03-05", "2026-03-06"),
        ("diese Woche Donnerstag und Freitag", "2026-03-05", "2026-03-06"),
        ("morgen bis Freitag", "2026-03-03", "2026-03-06"),
        ("ab morgen bis Freitag", "2026-03-03", "2026-03-06"),
        ("von heute bis übermorgen", "2026-03-02", "2026-03-04"),
        ("von morgen an bis Ende März", "2026-03-03", "2026-03-31"),
        ("Can somebody cover tomorrow and the day after?", "2026-03-03", "2026-03-04"),
        ("We need a welder tomorrow and the day after tomorrow.", "2026-03-03", "2026-03-04"),
        ("We need a welder today and tomorrow.", "2026-03-02", "2026-03-03"),
        ("today, tomorrow and Wednesday", "2026-03-02", "2026-03-04"),
        ("Thursday and Friday we need a stand-in.", "2026-03-05", "2026-03-06"),
        ("Monday & Tuesday we need a stand-in.", "2026-03-09", "2026-03-10"),
        ("on Wednesday, Thursday and Friday", "2026-03-04", "2026-03-06"),
        ("Mon/Tue next week", "2026-03-09", "2026-03-10"),
        ("Monday and Tuesday next week", "2026-03-09", "2026-03-10"),
        ("Wed and Thu of next week", "2026-03-11", "2026-03-12"),
        ("Mon to Wed next week", "2026-03-09", "2026-03-11"),
        ("next week, Tuesday to Thursday", "2026-03-10", "2026-03-12"),
        ("Thu/Fri this week", "2026-03-05", "2026-03-06"),
        ("from tomorrow to Friday", "2026-03-03", "2026-03-06"),
        ("from today until Wednesday", "2026-03-02", "2026-03-04"),
    ],
)
def test_days_next_to_each_other_are_a_range(text: str, start: str, end: str) -> None:
    assert dates_of(text) == (start, end)


@pytest.mark.parametrize(
    "text",
    [
        "Guten Morgen und danke für die Liste,",
        "Morgen und einen schönen Tag,",
        "Anwesenheit jeden Mittwoch und Donnerstag",
        "Das Team trifft sich mittwochs und donnerstags.",
        "Vor Ort immer Mittwoch und Donnerstag, sonst mobil",
        "Präsenztage: Dienstag und Mittwoch",
        "On site every Wednesday and Thursday",
        "Office days are Tuesday and Wednesday.",
        "Mittwoch und Donnerstag im Büro, sonst remote",
        "Bitte melden Sie sich heute und morgen bei Frau Alt.",
    ],
)
def test_days_of_every_week_and_greetings_are_no_range(text: str) -> None:
    assert dates_of(text) == (None, None)


@pytest.mark.parametrize("text", ["ab heute oder morgen", "tomorrow or Wednesday", "Donnerstag oder Freitag"])
def test_one_of_two_days_is_asked(text: str) -> None:
    found = find_dates(text, TODAY)
    assert (found.start, found.end) == (None, None)
    assert found.ambiguous


@pytest.mark.parametrize(
    ("text", "start", "end"),
    [
        ("ab Anfang nächsten Monats", "2026-04-01", None),
        ("bis Anfang nächsten Monats", None, "2026-04-10"),
        ("ab Mitte nächsten Monats", "2026-04-15", None),
        ("bis Mitte des nächsten Monats", None, "2026-04-15"),
        ("Mitte nächsten Monats bis Ende Mai", "2026-04-15", "2026-05-31"),
        ("von Mitte kommenden Monats bis Ende Juni", "2026-04-15", "2026-06-30"),
        ("ab Ende nächsten Monats", "2026-04-21", None),
        ("bis Ende des nächsten Monats", None, "2026-04-30"),
        ("Anfang bis Ende nächsten Monats", "2026-04-01", "2026-04-30"),
        ("ab Mitte des zweiten Halbjahrs 2026", "2026-09-30", None),
        ("Anfang bis Mitte April", "2026-04-01", "2026-04-15"),
        ("bis Ende des übernächsten Monats", None, "2026-05-31"),
        ("ab Mitte übernächsten Monats", "2026-05-15", None),
        ("ab Mitte des Monats", "2026-03-15", None),
        ("bis Mitte dieses Monats", None, "2026-03-15"),
        ("Mitte dieses Monats bis Mitte nächsten Monats", "2026-03-15", "2026-04-15"),
        ("ab Mitte nächsten Jahres", "2027-07-01", None),
        ("bis Mitte nächsten Jahres", None, "2027-06-30"),
        ("bis Mitte des kommenden Jahres", None, "2027-06-30"),
        ("bis Ende nächsten Jahres", None, "2027-12-31"),
        ("ab Anfang übernächsten Jahres", "2028-01-01", None),
        ("ab Mitte des nächsten Quartals", "2026-05-16", None),
        ("bis Ende nächsten Quartals", None, "2026-06-30"),
        ("ab Anfang kommenden Quartals", "2026-04-01", None),
        ("ab Mitte nächster Woche", "2026-03-11", None),
        ("bis Mitte der nächsten Woche", None, "2026-03-11"),
        ("bis Anfang nächster Woche", None, "2026-03-10"),
        ("ab Mitte der Woche", "2026-03-04", None),
        ("ab Ende übernächster Woche", "2026-03-20", None),
        ("from early next month", "2026-04-01", None),
        ("until early next month", None, "2026-04-10"),
        ("from mid next month", "2026-04-15", None),
        ("starting mid-next month", "2026-04-15", None),
        ("from the middle of next month until the end of May", "2026-04-15", "2026-05-31"),
        ("from late next month", "2026-04-21", None),
        ("until late next month", None, "2026-04-30"),
        ("by the end of next month", None, "2026-04-30"),
        ("from the beginning of next month", "2026-04-01", None),
        ("until the middle of this month", None, "2026-03-15"),
        ("starting the middle of the month", "2026-03-15", None),
        ("from the middle of next quarter", "2026-05-16", None),
        ("early next quarter to late next quarter", "2026-04-01", "2026-06-30"),
        ("from mid next year", "2027-07-01", None),
        ("until the middle of next year", None, "2027-06-30"),
        ("from early next year", "2027-01-01", None),
        ("until late next year", None, "2027-12-31"),
        ("from the middle of next week", "2026-03-11", None),
        ("until early next week", None, "2026-03-10"),
        ("zweite Hälfte nächsten Monats", "2026-04-16", "2026-04-30"),
        ("in der ersten Hälfte des nächsten Monats", "2026-04-01", "2026-04-15"),
        ("in the second half of next month", "2026-04-16", "2026-04-30"),
        ("in der zweiten Hälfte des nächsten Jahres", "2027-07-01", "2027-12-31"),
        ("in the first half of next year", "2027-01-01", "2027-06-30"),
    ],
)
def test_a_part_of_a_relative_period_is_read_as_the_part_of_a_named_one(
    text: str, start: str | None, end: str | None
) -> None:
    assert dates_of(text) == (start, end)
