"""What a text says that no score uses."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from teamlandkarte.index.unusable import find_unusable


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("in Berlin, freitags vor Ort, sonst remote", [("place", word) for word in ("in Berlin", "vor Ort", "remote")]),
        ("Einsatzort: Frankfurt am Main", [("place", "Einsatzort: Frankfurt am Main")]),
        ("Standort: Berlin. Aufgaben: Weichen", [("place", "Standort: Berlin")]),
        ("Dienstort St. Gallen. Wir bieten", [("place", "Dienstort St. Gallen")]),
        ("location: Munich", [("place", "location: Munich")]),
        ("Auslastung 80 %", [("workload", "80 %")]),
        ("Vollzeit oder 20 Stunden pro Woche", [("workload", "Vollzeit"), ("workload", "20 Stunden pro Woche")]),
        ("part-time, 3 days per week", [("workload", "part-time"), ("workload", "3 days per week")]),
        ("bis 95 €/Stunde", [("rate", "95 €/Stunde")]),
        ("Tagessatz 800 EUR pro Tag", [("rate", "Tagessatz"), ("rate", "800 EUR pro Tag")]),
        ("mindestens 5 Jahre Berufserfahrung", [("experience", "5 Jahre Berufserfahrung")]),
        ("at least three years of professional experience", [("experience", "three years of professional experience")]),
        ("Reisebereitschaft", [("travel", "Reisebereitschaft")]),
        ("Sicherheitsüberprüfung Ü2", [("clearance", "Sicherheitsüberprüfung"), ("clearance", "Ü2")]),
        ("remote und Remote", [("place", "remote")]),
        ("Java 17, Kubernetes, Bauleitung ab 01.04.2026", []),
        ("Standort unklar", []),
        ("", []),
    ],
)  # fmt: skip
def test_what_no_score_uses_is_found_with_its_words(text: str, expected: list[tuple[str, str]]) -> None:
    assert [(one.kind, one.words) for one in find_unusable(text)] == expected


@given(st.text())
def test_any_text_is_read_and_the_places_lie_in_it(text: str) -> None:
    assert all(0 <= one.start < one.end <= len(text) for one in find_unusable(text))
