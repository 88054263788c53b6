"""Terms of several words, found in the case and number in which a sentence has them."""

import pytest

from teamlandkarte.index.terms import find_terms
from tests.index.listed import ListedTerms
from tests.local_model import LOCAL

TERMS = (
    "Einkauf", "Strategischer Einkauf", "Technischer Einkauf", "Bauüberwachung", "Umweltfachliche Bauüberwachung",
    "Stellwerk", "Elektronische Stellwerke (ESTW)", "Digitale Stellwerke (DSTW)", "Künstliche Intelligenz",
    "Machine Learning", "Agile Softwareentwicklung", "Digitaler Zwilling", "Feste Fahrbahn", "Interne Revision",
    "Aluminothermisches Schweißen", "Leichte Sprache", "Öffentlicher Auftrag", "Software", "Test Automation",
    "Data Lake", "Incident Management", "Change Management",
    "Relaisstellwerke", "Agile Tests",
)  # fmt: skip


def found(text: str) -> list[str]:
    return [finding.term for finding in find_terms(text, ListedTerms(TERMS), encoder=LOCAL)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Expertise im strategischen Einkauf", ["Strategischer Einkauf"]),
        ("Erfahrung im technischen Einkauf", ["Technischer Einkauf"]),
        ("Wir suchen Erfahrung in der umweltfachlichen Bauüberwachung", ["Umweltfachliche Bauüberwachung"]),
        ("Erfahrungen mit elektronischen Stellwerken gesucht", ["Elektronische Stellwerke (ESTW)"]),
        ("Gesucht wird Erfahrung mit einem digitalen Stellwerk", ["Digitale Stellwerke (DSTW)"]),
        ("Kenntnisse des strategischen Einkaufs", ["Strategischer Einkauf"]),
        ("Erfahrung mit agiler Software", ["Software"]),
        ("Erfahrung im operativen Einkauf", ["Einkauf"]),
        ("Strategischer Einkauf, Einkauf", ["Strategischer Einkauf", "Einkauf"]),
    ],
)
def test_a_longer_term_that_is_inflected_goes_before_the_noun_in_it(text: str, expected: list[str]) -> None:
    assert found(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Kenntnisse elektronischer Stellwerke erforderlich", ["Elektronische Stellwerke (ESTW)"]),
        ("Erfahrung bei der Prüfung elektronischer Stellwerke", ["Elektronische Stellwerke (ESTW)"]),
        ("Gesucht: Planer elektronischer Stellwerke", ["Elektronische Stellwerke (ESTW)"]),
        ("Sie kennen die Technik digitaler Stellwerke", ["Digitale Stellwerke (DSTW)"]),
        (
            "Kenntnisse der künstlichen Intelligenz und des maschinellen Lernens",
            ["Künstliche Intelligenz", "Machine Learning"],
        ),
        ("Kenntnisse agiler Softwareentwicklung", ["Agile Softwareentwicklung"]),
        ("Erfahrung im Aufbau digitaler Zwillinge", ["Digitaler Zwilling"]),
        ("Erfahrung mit fester Fahrbahn und mit festen Fahrbahnen", ["Feste Fahrbahn"]),
        ("Erfahrung mit Aufgaben der internen Revision", ["Interne Revision"]),
        ("Kenntnisse des aluminothermischen Schweißens", ["Aluminothermisches Schweißen"]),
        ("Erfahrung mit Texten in leichter Sprache", ["Leichte Sprache"]),
        ("Erfahrung mit der Vergabe öffentlicher Aufträge", ["Öffentlicher Auftrag"]),
        ("Experience with data lakes is required", ["Data Lake"]),
        ("Experience with electronic interlocking is required", ["Elektronische Stellwerke (ESTW)"]),
    ],
)
def test_a_term_is_found_in_any_case_and_number(text: str, expected: list[str]) -> None:
    assert found(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Erfahrung im technischen und strategischen Einkauf", ["Technischer Einkauf", "Strategischer Einkauf"]),
        ("Erfahrung im technischen bzw. strategischen Einkauf", ["Technischer Einkauf", "Strategischer Einkauf"]),
        ("Erfahrung im technischen bzw strategischen Einkauf", ["Technischer Einkauf", "Strategischer Einkauf"]),
        (
            "Erfahrung in der umweltfachlichen und in der technischen Bauüberwachung",
            ["Umweltfachliche Bauüberwachung", "Bauüberwachung"],
        ),
        (
            "Kenntnisse digitaler oder elektronischer Stellwerke",
            ["Digitale Stellwerke (DSTW)", "Elektronische Stellwerke (ESTW)"],
        ),
        (
            "Experience with digital and electronic interlockings is required",
            ["Digitale Stellwerke (DSTW)", "Elektronische Stellwerke (ESTW)"],
        ),
        ("Incident, Problem und Change Management gesucht", ["Incident Management", "Change Management"]),
    ],
)
def test_several_adjectives_share_a_noun(text: str, expected: list[str]) -> None:
    assert found(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "Wir suchen einen agilen Tester",
        "Wir suchen eine feste Bahn und digitale Zwillingsreifen",
        "Wir suchen Sprache, leichte Kost und Interne. Revision folgt",
    ],
)
def test_what_is_only_written_alike_is_another_word(text: str) -> None:
    assert found(text) == []
