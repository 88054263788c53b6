"""Titles in one gender."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from teamlandkarte.index.genders import neutral, unmarked, without_signs


@pytest.mark.parametrize(
    "title",
    [
        "Drucker (m/w/d)",
        "Druckerin",
        "Drucker/in",
        "Drucker/-in",
        "Drucker*in",
        "Drucker:innen",
        "DruckerIn",
        "Drucker(in)",
        "Drucker/Druckerin",
        "Drucker (all genders)",
        *("Drucker m/w/d", "Drucker [m/w/d]", "Drucker (gn)", "Drucker (divers)", "Drucker·in", "DruckerInnen W/M/D/X"),
    ],
)
def test_every_form_of_a_title_is_the_same(title: str) -> None:
    assert neutral(title) == "Drucker"


@pytest.mark.parametrize(
    ("title", "one"),
    [
        ("Technischer Leiter Bühne/Technische Leiterin Bühne", "Technischer Leiter Bühne"),
        ("Ingenieur/Ingenieurin für Mikroelektronik", "Ingenieur für Mikroelektronik"),
        ("Arzt/Ärztin", "Arzt"),
        ("Ärztin/Arzt", "Arzt"),
        *(("Rechtsanwältin", "Rechtsanwalt"), ("Anwält:in", "Anwalt"), ("Köchin", "Koch"), ("Köch*innen", "Koch")),
        *(("Technische Leiterin", "Technischer Leiter"), ("Technische:r Leiter:in", "Technischer Leiter")),
        *(
            ("Leitende Ingenieurin Bahn", "Leitender Ingenieur Bahn"),
            ("Leitende/r Ingenieur/in", "Leitender Ingenieur"),
        ),
        *(("Ärztin", "Arzt"), ("Ärzt*in", "Arzt"), ("Zahnärztin", "Zahnarzt"), ("Tierärztinnen", "Tierarzt")),
        ("Kauffrau", "Kaufmann"),
        ("Kaufmann/Kauffrau im Einzelhandel", "Kaufmann im Einzelhandel"),
        ("Angestellte/r", "Angestellte"),
        ("director/directora", "director"),
        ("Tierpfleger/Tierpflegerin Zoo/Tierpark", "Tierpfleger Zoo/Tierpark"),
        ("Steuerin", "Steuerer"),
        ("Soldatin", "Soldat"),
    ],
)
def test_what_a_title_says_twice_is_left_out_once(title: str, one: str) -> None:
    assert neutral(title) == one


@pytest.mark.parametrize(
    "name",
    [
        "CI/CD",
        "TCP/IP",
        "C/C++",
        "HTML/CSS",
        "Java/JavaScript",
        "IPv4/IPv6",
        "S/4HANA",
        "LinkedIn",
        "Login",
        "Latin",
        "W/m",
        "Ärzte",
        "Köche",
        "Technische Dokumentation",
        "Köchelverzeichnis",
    ],
)
@pytest.mark.parametrize("before", ["", "Bahn-/Gleisbau "])
def test_what_is_no_title_stays_as_it_is(before: str, name: str) -> None:
    assert neutral(before + name) == before + name
    assert unmarked(before + name) == before + name


def test_a_name_of_thousands_of_parts_is_read() -> None:
    assert neutral("a/" * 5_000) == "a/" * 5_000
    assert neutral("a/" * 5_000 + "Drucker/Druckerin") == "a/" * 5_000 + "Drucker"


def test_a_title_that_names_both_forms_is_embedded_with_both() -> None:
    assert unmarked("Drucker/Druckerin (m/w/d)") == "Drucker/Druckerin"
    assert unmarked("Druckerin (m/w/d)") == "Drucker"


@given(st.text())
def test_blanking_the_signs_moves_nothing(text: str) -> None:
    blanked = without_signs(text)
    assert len(blanked) == len(text)
    assert all(new in {" ", old} for old, new in zip(text, blanked, strict=True))


@given(st.text(st.sampled_from("abeinrIN/*:_() -"), min_size=1))
def test_a_title_never_becomes_empty(text: str) -> None:
    assert neutral(text)
    assert unmarked(text)
