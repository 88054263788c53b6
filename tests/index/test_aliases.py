"""Other names of known terms."""

import numpy as np
import pytest

from teamlandkarte.index.aliases import Aliases, names_within
from teamlandkarte.index.relations import Relations
from teamlandkarte.index.scoring import MICRO
from teamlandkarte.index.terms import How, find_terms
from teamlandkarte.index.text import folded
from tests.index.listed import ListedTerms

TERMS = (
    "Kubernetes", "PostgreSQL", "Amazon Web Services (AWS)", "Elektronische Stellwerke (ESTW)", "Brandschutz",
    "Artenschutz", "Bodenschutz", "SPS-Programmierung", "Projektmanagement", "Risikomanagement", "Tunnelbau",
    "Projektleitung",
)  # fmt: skip


def are_same(asked: str, term: str) -> bool:
    """Return whether a name is the same as a term, by what is known of both."""
    row = np.array([0], np.int32)
    Relations((term,), Aliases.of()).correct(asked, row)
    return int(row[0]) == MICRO


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("k8s und Postgres", ["Kubernetes", "PostgreSQL"]),
        ("AWS oder Amazon Web Services", ["Amazon Web Services (AWS)"]),
        ("Elektronische Stellwerke, auch ESTW genannt", ["Elektronische Stellwerke (ESTW)"]),
        ("fire protection", ["Brandschutz"]),
        ("SPS", ["SPS-Programmierung"]),
        ("Arten- und Bodenschutz", ["Artenschutz", "Bodenschutz"]),
        ("Projekt-, Umwelt- sowie Risikomanagement", ["Projektmanagement", "Risikomanagement"]),
        ("Tunnelbauarbeiten", ["Tunnelbau"]),
        ("Projektleitungserfahrung", ["Projektleitung"]),
    ],
)
def test_other_names_of_a_term_are_found(text: str, expected: list[str]) -> None:
    findings = find_terms(text, ListedTerms(TERMS))
    assert [found.term for found in findings] == expected
    assert {found.how for found in findings} == {How.EXACT}


@pytest.mark.parametrize(
    "term",
    [
        *("Augenchirurgie (ärztlich)", "Programmiersprache ABAP (SAP)", "Change Management (ITIL)", "Englisch (B2)"),
        *("Gießen (Metall)", "Operator (EDV)", "Beratung (Bau)", "Vault (v2)", "Ril (408)"),
    ],
)
def test_what_narrows_a_name_is_no_name_itself(term: str) -> None:
    name, added = term.removesuffix(")").split(" (")
    assert names_within(term) == (name,)
    assert find_terms(added, ListedTerms((term,)), by_meaning=False) == []


@pytest.mark.parametrize(
    "term", ["Internet of Things (IoT)", "Kubernetes (k8s)", "Geoinformationssysteme (GIS)", "Bahnübergang (BÜ)"]
)
def test_a_short_form_of_a_name_is_one_too(term: str) -> None:
    assert names_within(term) == tuple(term.removesuffix(")").split(" ("))


def test_an_alias_names_nothing_that_is_not_in_the_vocabulary() -> None:
    assert Aliases.of().names_of(("Zaubern",)) == []
    assert find_terms("k8s", ListedTerms(("Zaubern",))) == []


@pytest.mark.parametrize(
    ("known", "text"),
    [
        *(("Arbeitsrecht", "employment law"), ("Labour law", "Arbeitsrecht"), ("Labour law", "Employment law")),
        *(("Interne Kommunikation", "internal communications"), ("Internal communications", "Interne Kommunikation")),
        *(
            ("Maven", "Apache Maven"),
            ("Apache Maven", "Maven"),
            ("Postgres", "PostgreSQL"),
            ("Payroll", "Lohnabrechnung"),
        ),
        *(("Entgeltabrechnung", "payroll accounting"), ("Process optimization", "Prozessoptimierung")),
        *(("Erneuerbare Energien", "renewables"), ("Renewable energy", "Erneuerbare Energien")),
        *(
            ("Zerstörungsfreie Prüfung", "NDT"),
            ("NDT", "Zerstörungsfreie Prüfung"),
            ("Content Management System", "Content-Management-System"),
        ),
    ],
)
def test_a_thing_is_found_under_each_of_its_names_whichever_the_vocabulary_has(known: str, text: str) -> None:
    assert [found.term for found in find_terms(text, ListedTerms((known,)), by_meaning=False)] == [known]


@pytest.mark.parametrize(
    ("text", "term"),
    [
        *(("facilitating workshops", "Workshopmoderation"), ("Workshops moderieren", "Workshopmoderation")),
        *(("Moderation von Workshops", "Workshopmoderation"), ("gather requirements", "Anforderungsanalyse")),
        *(("Anforderungen erheben", "Anforderungsanalyse"), ("Prozesse modellieren", "Geschäftsprozessmodellierung")),
        *(("negotiating contracts", "Vertragsverhandlungen"), ("Analyse von Daten", "Datenanalyse")),
    ],
)
def test_what_somebody_does_names_the_competence(text: str, term: str) -> None:
    assert [found.term for found in find_terms(text, ListedTerms((term,)), by_meaning=False)] == [term]


@pytest.mark.parametrize(
    ("name", "other"),
    [
        *(("Bauleiter", "Site manager"), ("Statiker", "Structural engineer"), ("Programmierer", "Softwareentwickler")),
        *(("Geschäftsführer", "Managing director"), ("Tischlerin", "Joiner"), ("LST-Planer", "Planungsingenieur LST")),
        *(
            ("Stellwerk", "Interlocking"),
            ("Oberleitung", "Overhead line"),
            ("SPS", "PLC"),
            ("Altlasten", "Contaminated sites"),
        ),
        *(("GIS", "Geoinformationssysteme"), ("Interlocking", "Interlockings")),
        *(("Inbetriebnahme", "Commissioning"), ("Bahnstromversorgung", "Traction power supply")),
    ],
)
def test_a_thing_is_the_same_under_each_of_its_names(name: str, other: str) -> None:
    for asked, term in ((name, other), (other, name)):
        assert are_same(asked, term), (asked, term)


def test_each_packaged_name_is_that_of_one_thing() -> None:
    aliases = Aliases.of()
    for pairs in (aliases.same, aliases.mentions):
        names = [folded(alias) for alias, _ in pairs]
        assert sorted(names) == sorted(set(names))
    things = {aliases.term_of(term) for _, term in aliases.same}
    assert {thing: aliases.term_of(thing) for thing in things} == {thing: thing for thing in things}


def test_of_two_names_of_a_thing_in_the_vocabulary_each_finds_itself() -> None:
    terms = ListedTerms(("Employment law", "Arbeitsrecht"))
    found = find_terms("employment law, Arbeitsrecht, labour law", terms, by_meaning=False)
    assert [(one.term, one.words) for one in found] == [
        ("Employment law", "employment law"),
        ("Arbeitsrecht", "Arbeitsrecht"),
    ]


def test_a_term_of_the_vocabulary_is_no_alias_of_another() -> None:
    assert "postgres" not in {folded(alias) for alias, _ in Aliases.of().names_of(("PostgreSQL", "Postgres"))}


@pytest.mark.parametrize("spelt", ["postgre-sql", "Postgre SQL"])
def test_an_alias_is_found_of_a_term_that_the_lake_writes_in_another_way(spelt: str) -> None:
    assert ("Postgres", 1) in Aliases.of().names_of(("Python", spelt))


@pytest.mark.parametrize(
    ("term", "text"),
    [
        ("Apache Flink", "Sie sind flink und neugierig."),
        ("Ruby on Rails", "Replacement of rails in tunnels"),
        ("Apache Camel", "Wir begegnen einem camel."),
        ("Retrieval Augmented Generation", "A rag is all you need."),
        ("Wirtschaftsprüfung", "Sie haben Ihre Abschlussprüfung (IHK) bestanden."),
        ("Verzahnungstechnik", "die Verzahnung von IT und Fachbereich"),
        ("Unternehmensführung", "Sie berichten direkt an die Unternehmensleitung."),
        ("Suchmaschinenwerbung", "Air & Sea Freight"),
    ],
)
def test_a_word_with_another_meaning_of_its_own_names_nothing(term: str, text: str) -> None:
    assert find_terms(text, ListedTerms((term,)), by_meaning=False) == []


@pytest.mark.parametrize("text", ["Ruby, Rails und RSpec", "Kafka, Flink, Camel"])
def test_a_product_is_named_by_a_word_of_everyday_language_in_capitals(text: str) -> None:
    products = ("Ruby on Rails", "Apache Flink", "Apache Camel")
    found = [finding.term for finding in find_terms(text, ListedTerms(products), by_meaning=False)]
    assert found == [term for term in products if term.rpartition(" ")[2] in text]


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("Fachanwalt für Arbeitsrecht", "Rechtsanwalt für Arbeitsrecht"),
        ("Information Security Officer", "CISO"),
        ("Pflegehelfer", "Krankenpflegehelfer"),
        ("Mechatroniker", "Mechatroniktechniker"),
        ("Regelungstechniker", "Ingenieur Regelungstechnik"),
        ("Motorsägenschein", "AS Baum I"),
        ("Wagenuntersuchung", "Wagenprüfung"),
        ("Übertragungstechnik", "Getriebetechnik"),
        ("Zugdisponent", "Betriebsdisponent Schiene"),
        ("Fehlermanagement", "Mängelmanagement"),
    ],
)
def test_another_qualification_or_field_is_another_thing(name: str, other: str) -> None:
    aliases = Aliases.of()
    assert aliases.term_of(name) != aliases.term_of(other)


def test_a_short_form_means_what_the_users_say_whatever_the_lake_writes_it_behind() -> None:
    terms = ("Bahnübergang (BÜ)", "Bauüberwachung", "BÜ", "Bahnübergang")
    relations = Relations(terms, Aliases.of([("BÜ", "Bauüberwachung")]))
    for asked, same in {"BÜ": {1, 2}, "Bauüberwachung": {1, 2}, "Bahnübergang": {0, 3}, terms[0]: {0, 3}}.items():
        row = np.zeros(len(terms), np.int32)
        relations.correct(asked, row)
        assert set(np.flatnonzero(row == MICRO).tolist()) == same, asked
    found = find_terms("BÜ", ListedTerms(terms[:2], aliases=Aliases.of([("BÜ", "Bauüberwachung")])), by_meaning=False)
    assert [one.term for one in found] == ["Bauüberwachung"]


def test_a_short_form_that_users_and_lake_have_for_one_thing_stays_its_name() -> None:
    own = Aliases.of([("BÜ", "Bahnübergangstechnik"), ("Bahnübergang", "Bahnübergangstechnik")])
    assert own.names_within("Bahnübergang (BÜ)") == ("Bahnübergang", "BÜ")


@pytest.mark.parametrize(
    ("term", "other"),
    [
        *(("MS SQL Server (MSSQL)", "SQL Server"), ("Java Enterprise Edition (JEE)", "Jakarta EE")),
        *(("Zerstörungsfreie Prüfung (ZfP)", "NDT"), ("Continuous Integration (CI)", "Kontinuierliche Integration")),
    ],
)
def test_a_name_with_its_short_form_behind_it_has_the_other_names_of_the_long_one(term: str, other: str) -> None:
    for asked, known in ((term, other), (other, term)):
        assert are_same(asked, known), (asked, known)
    assert [one.term for one in find_terms(other, ListedTerms((term,)), by_meaning=False)] == [term]


def test_a_short_form_gives_a_name_no_other_meaning() -> None:
    own = Aliases.of([("PM", "Projektmanagement")])
    row = np.zeros(2, np.int32)
    Relations(("Produktmanagement (PM)", "Produktmanagement"), own).correct("Projektmanagement", row)
    assert row.tolist() == [0, 0]


@pytest.mark.parametrize(
    "own", [[("PostgreSQL", "Postgres")], [("PostgreSQL", "Datenbank P"), ("Datenbank P", "PSQL")]]
)
def test_an_own_alias_may_turn_a_packaged_one_round(own: list[tuple[str, str]]) -> None:
    aliases, thing = Aliases.of(own), own[-1][1]
    for name in ("PostgreSQL", "Postgres", "PSQL"):
        assert aliases.term_of(name) == thing
        assert set(aliases.names_for(name)) >= {"PostgreSQL", "Postgres", "PSQL"}


def test_own_aliases_never_lead_round_over_packaged_ones() -> None:
    aliases = Aliases.of([("Kubernetes", "Postgres"), ("PostgreSQL", "k8s")])
    assert len({aliases.term_of(name) for name in ("Kubernetes", "Postgres", "PostgreSQL", "k8s")}) == 1
