"""How long somebody is sought, counted from the day on which that begins."""

import pytest

from tests.index.time_ranges import dates_of


@pytest.mark.parametrize(
    ("text", "end"),
    [
        ("Start: 01.06.2026, 6 Monate", "2026-11-30"),
        ("Start 1 June 2026 - 6 months", "2026-11-30"),
        ("Initial contract: 6 months. Start date: 1 June 2026.", "2026-11-30"),
        ("The assignment begins on 1 June 2026 and lasts nine months.", "2027-02-28"),
        ("ab Juni 2026, Dauer voraussichtlich 18 Monate", "2027-11-30"),
        ("ab 01.06.2026, zunächst auf 6 Monate befristet", "2026-11-30"),
        ("Dauer des Einsatzes: 9 Monate; Beginn: 1. Juni 2026", "2027-02-28"),
        ("ab Juni 2026 mindestens ein Jahr", "2027-05-31"),
        ("zum 01.06.2026 für sechs Monate je eine Person", "2026-11-30"),
        ("ab 1. Juni 2026 für je sechs Monate zwei Personen", "2026-11-30"),
        ("ab 1. Juni 2026 je zwei Tester für jeweils sechs Monate", "2026-11-30"),
        ("from 1 June 2026 two testers for six months each", "2026-11-30"),
        ("ab 01.06.2026, für 2 Tage je Woche", None),
        ("ab 01.06.2026, für 2 Tage je zweite Woche", None),
        ("from 1 June 2026 for 3 days each week", None),
        ("from 1 June 2026 for 3 days every other week", None),
        ("ab 01.06.2026, für 2 Tage pro Woche", None),
        ("from 1 June 2026 for 3 days a week", None),
        ("over 5 years of relevant experience, start 1 June 2026", None),
        ("ab 01.06.2026, Rufbereitschaft für eine Woche im Monat", None),
        ("6 bis 9 Monate ab 01.06.2026", None),
        ("Start 01.06.2026, 5 Jahre Java", None),
    ],
)
def test_only_the_duration_of_the_whole_gives_an_end(text: str, end: str | None) -> None:
    assert dates_of(text) == ("2026-06-01", end)
