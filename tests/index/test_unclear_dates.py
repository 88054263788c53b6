"""Dates that can be read in two ways, or are those of something else."""

import pytest

from teamlandkarte.index.dates import DateFinding, find_dates
from tests.index.time_ranges import TODAY, iso


@pytest.mark.parametrize(
    ("text", "start", "end", "remark"),
    [
        ("ab Februar", "2027-02-01", None, "names no year"),
        ("ab 04/05/2026", None, None, "day/month/year"),
        ("ab Anfang 2027", "2027-01-01", None, "is not exact"),
        ("Termin 01.04.2026", "2026-04-01", None, "read as the start"),
        ("von 01.06.2026 bis 01.04.2026", None, None, "lies before"),
        ("Phase 1: 01.04.2026 - 30.04.2026, Phase 2: 01.06.2026 - 30.06.2026", "2026-04-01", "2026-04-30", "several"),
    ],
)
def test_what_could_be_read_otherwise_is_said(text: str, start: str | None, end: str | None, remark: str) -> None:
    found = find_dates(text, TODAY)
    assert (iso(found.start), iso(found.end)) == (start, end)
    assert remark in found.ambiguous


@pytest.mark.parametrize(
    "text",
    [
        "from 05/06/2026",
        "im April oder Mai",
        "Q3 oder Q4 2026",
        "nach den Sommerferien",
        "im Herbst 2026",
        "im Spätsommer 2026",
        "ab Mai/Juni 2026",
        "after Easter",
        "Beginn nach den Osterferien",
    ],
)
def test_what_can_be_read_in_two_ways_is_asked_and_not_guessed(text: str) -> None:
    found = find_dates(text, TODAY)
    assert (found.start, found.end) == (None, None)
    assert found.ambiguous


def test_the_clear_side_of_a_range_is_kept_where_the_other_must_be_asked() -> None:
    found = find_dates("nach Ostern bis 30.06.2026", TODAY)
    assert (found.start, iso(found.end)) == (None, "2026-06-30")
    assert "nach Ostern" in found.ambiguous


@pytest.mark.parametrize(
    "text",
    [
        "Version 2.1 vom 15.01.2026",
        "Angebote sind bis zum 30.04.2026 einzureichen",
        "Bitte bis Freitag melden",
        "geboren am 14.05.1981",
        "veröffentlicht am 03.05.2026",
        "Meeting on 4 May 2026",
        "Protokoll vom 12.03.2026",
        "Friday's committee",
        "Bitte informieren Sie sofort den Absender",
        "Frau Mai und Herr August kommen",
        "the bridge built in 2027",
        "Abgabetermin 15.03.2026, 12 Uhr",
        "Bitte senden Sie Ihr Profil bis zum 15.03.2026.",
        "Bindefrist bis 30.04.2026, Zuschlag im Mai 2026",
        "Bieterfragen sind bis 20.03.2026 möglich",
        "Vorstellungsgespräche finden in KW 12 statt",
        "Interviews are held on 18 March 2026",
        "Closing date: 20 March 2026",
        "Publication date: 2 March 2026",
        "Please let me know by Friday",
        "Status as of 1 March 2026",
        "Revision 3 vom 01.03.2026",
        "Gesetz vom 12.05.2026",
        "Die neue Richtlinie gilt ab 01.01.2027.",
        "Ausschreibung Nr. 04/2026, Referenznummer: 2026-04-17",
        "Telefon: 040 12.05.26-0",
        "von 2026 Mitarbeitern",
        "Die Strecke wird bis Dezember 2030 ausgebaut.",
        "Rodung nur bis 28.02. zulässig",
        "Ortstermin: 15.04.2026, Vertragsunterzeichnung am 15.05.2026",
        "Zertifikat muss bis 31.12.2027 gültig sein",
        "Ich bin ab 15.04. im Urlaub.",
    ],
)
def test_a_date_of_something_else_is_no_availability(text: str) -> None:
    assert find_dates(text, TODAY) == DateFinding()
