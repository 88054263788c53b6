"""What a text says that a company is, leads in or is known for asks for nothing, and hides no request beside it."""

import pytest

from teamlandkarte.index.terms import find_terms
from tests.index.listed import ListedTerms
from tests.local_model import LOCAL

TERMS = ("Gleisbau", "Kafka", "Spark", "Java", "SAP S/4HANA", "Cyber Security", "Vermessung", "Tunnelbau")


def found(text: str) -> list[str]:
    return [finding.term for finding in find_terms(text, ListedTerms(TERMS), encoder=LOCAL)]


@pytest.mark.parametrize(
    "text",
    [
        "Die Nordbahn GmbH ist Spezialist für Tunnelbau. Wir suchen jemanden mit Kenntnissen in Vermessung.",
        "Die Tunnel AG ist Marktführer im Tunnelbau. Gesucht wird eine Bauleiterin mit Erfahrung in Vermessung.",
        "Wir sind Marktführer im Tunnelbau und suchen eine Bauleiterin für Vermessung.",
        "Wir sind führend im Tunnelbau, für die Vermessung brauchen wir eine Bauleiterin.",
        "Die Gleis Süd KG hat sich auf Tunnelbau und Gleisbau spezialisiert. Gesucht wird jemand für Vermessung.",
        "Im Tunnelbau sind wir Marktführer. Wir brauchen jemanden für Vermessung.",
        "Seit 1990 steht die Muster AG für Tunnelbau. Wir brauchen jemanden für Vermessung.",
        "Unser Kunde, Spezialist für Tunnelbau, sucht eine Bauleiterin für Vermessung.",
        "Für unseren Kunden, ein führendes Unternehmen im Bereich Cyber Security, suchen wir jemanden für Vermessung.",
        "Wir suchen für unseren Kunden, einen führenden Anbieter von Tunnelbau, jemanden für Vermessung.",
        "Als führendes SAP-Beratungshaus mit Fokus auf SAP S/4HANA suchen wir jemanden für Vermessung.",
        "Rhein Consult zählt zu den führenden Beratungshäusern für Cyber Security. Gesucht: Vermessung.",
        "Wir verfügen über langjährige Erfahrung im Tunnelbau. Jetzt suchen wir eine Planerin für Vermessung.",
        "Unsere Stärken liegen im Tunnelbau. Wir suchen eine Planerin für Vermessung.",
        "About us: RailTech is a leading provider of Kafka services. We need an engineer for Vermessung.",
        "RailSoft is a software house in Leeds and is known for Cyber Security and Kafka. We need Vermessung.",
        "RailSoft Ltd is known for its expertise in Cyber Security and Kafka. We need somebody for Vermessung.",
        "RailSoft, founded in 2009, is known for its expertise in Kafka. We need somebody for Vermessung.",
        "Our client, a leading provider of Kafka services, is looking for an engineer for Vermessung.",
        "We're a leading Kafka consultancy seeking an engineer for Vermessung.",
        "As a leading consultancy focused on Kafka, we are looking for an engineer for Vermessung.",
        "NetLab specialises in Kafka. We need somebody for Vermessung.",
        "The Hafen Group has made a name for itself with Kafka. We need somebody for Vermessung.",
        "We are experts in Kafka and Spark. For a client project we need an engineer for Vermessung.",
        "Die Weichenbau Ost GmbH gilt als Vorreiter im Tunnelbau. Zum 1. Mai suchen wir eine Planerin für Vermessung.",
        "Die Hansa Data SE ist einer der größten Anbieter für Spark in Europa und sucht jemanden für Vermessung.",
        "Unser Auftraggeber, ein international tätiger Konzern für Tunnelbau, sucht Unterstützung für Vermessung.",
        "Die Firma Krause & Söhne hat sich einen Namen im Tunnelbau gemacht und sucht jemanden für Vermessung.",
        "Being a leading supplier of Java tools, we need a tester for Vermessung.",
        "Alder & Co, specialists in Kafka, need an engineer for Vermessung.",
        "Kestrel Labs leads the field in Cyber Security. We need an engineer for Vermessung.",
    ],
)
def test_what_a_company_is_good_at_is_not_what_it_seeks(text: str) -> None:
    assert found(text) == ["Vermessung"]


@pytest.mark.parametrize(
    ("text", "sought_in_it"),
    [
        ("Unser Team ist auf Kafka spezialisiert und sucht eine Kollegin.", ["Kafka"]),
        ("Our data team specialises in Spark. We need an engineer.", ["Spark"]),
        ("Die Abteilung betreibt Kafka. Wir suchen jemanden ab Mai.", ["Kafka"]),
        ("Wir betreiben den Gleisbau mit neuen Programmen und suchen dafür jemanden mit Java.", ["Gleisbau", "Java"]),
        ("Wir entwickeln Lösungen mit Kafka und suchen dafür jemanden mit Java.", ["Kafka", "Java"]),
        ("Wir sind ein Softwarehaus und entwickeln mit Java, dafür suchen wir jemanden.", ["Java"]),
        ("Unsere Plattform ist führend bei Kafka. Wir suchen jemanden, der sie pflegt.", ["Kafka"]),
        ("Wir sind ein Team von Spezialisten für Spark und suchen Verstärkung.", ["Spark"]),
        ("Sie sind Spezialist für Tunnelbau und wollen eine neue Aufgabe?", ["Tunnelbau"]),
        ("Gesucht ist ein Spezialist für Tunnelbau.", ["Tunnelbau"]),
        ("Wir brauchen ein Unternehmen, das Spezialist für Tunnelbau ist.", ["Tunnelbau"]),
        ("Der Auftragnehmer ist ein Unternehmen mit Erfahrung im Gleisbau.", ["Gleisbau"]),
        ("Kafka ist im Unternehmen gesetzt. Wir suchen eine Entwicklerin.", ["Kafka"]),
        ("Java ist bei uns im Konzern Standard. Wir suchen eine Entwicklerin.", ["Java"]),
        ("The ideal candidate is a specialist in Kafka.", ["Kafka"]),
        ("You are a leading expert in Kafka.", ["Kafka"]),
        ("Our expert for Kafka is leaving. We need a successor.", ["Kafka"]),
        ("Unser Bereich ist für Kafka zuständig; wir suchen Ersatz für eine Kollegin.", ["Kafka"]),
        ("Das Projekt ist eines der größten Vorhaben im Tunnelbau. Dafür suchen wir eine Planerin.", ["Tunnelbau"]),
        ("Wir suchen für die Abteilung Signaltechnik, führend bei Kafka, eine Planerin.", ["Kafka"]),
        ("Als Beraterin für Dienstleister arbeiten Sie mit Kafka.", ["Kafka"]),
        ("The department runs Kafka; we need an engineer.", ["Kafka"]),
        ("Our platform is the leading system for tickets, built in Java; we need a developer.", ["Java"]),
        ("We are migrating our services to Kafka and need help.", ["Kafka"]),
        ("Our client needs a leading expert in Spark.", ["Spark"]),
        ("We need a company that specialises in Spark.", ["Spark"]),
        ("Wir suchen eine Statikerin, Spezialistin für Tunnelbau, ab Mai.", ["Tunnelbau"]),
        ("We are building a data platform on Kafka and need support.", ["Kafka"]),
    ],
)
def test_what_is_said_of_a_team_of_the_work_or_of_who_is_sought_is_no_portrait(
    text: str, sought_in_it: list[str]
) -> None:
    assert found(text) == sought_in_it
