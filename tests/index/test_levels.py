"""How much a text wants each of the things that it names."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from teamlandkarte.index.clauses import Span
from teamlandkarte.index.levels import wishes
from teamlandkarte.index.terms import find_terms
from teamlandkarte.index.words import words
from tests.index.listed import ListedTerms
from tests.index.wanted import TERMS, levels
from tests.local_model import LOCAL

PIECES = (
    *("Java", "C++", ".NET", "Muss", "Kann", "zwingend", "wünschenswert", "kein", "statt", "und", "oder", "Priorität"),
    *("hoch", "mit", "Pflicht", "*", "†", "¹", "=", "(", ")", "|", ":", ",", ";", ".", "- ", "1. ", " – ", " ", "\n"),
)


@st.composite
def texts_with_terms(draw: st.DrawFn) -> tuple[str, list[Span]]:
    """Return a text out of words and signs of levels and of anything else, and where some words of it stand."""
    text = "".join(draw(st.lists(st.sampled_from(PIECES) | st.text(max_size=3), max_size=30)))
    found = words(text)
    spans = [(first.start, last.end) for place, first in enumerate(found) for last in found[place : place + 3]]
    return text, draw(st.lists(st.sampled_from(spans), unique=True)) if spans else []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Java ist zwingend erforderlich.", {"Java": "essential"}),
        ("Java und Docker sind Pflicht, Python ist hilfreich.",
         {"Java": "essential", "Docker": "essential", "Python": "desirable"}),
        ("Java zwingend, Python und SQL wünschenswert, gern auch Go.",
         {"Java": "essential", "Python": "desirable", "SQL": "desirable", "Go": "suggested"}),
        ("Kubernetes setzen wir voraus, von Vorteil: Docker", {"Kubernetes": "essential", "Docker": "desirable"}),
        ("Bewerber müssen Java durch Referenzen belegen.", {"Java": "essential"}),
        ("Java-Klassen müssen geprüft werden.", {"Java": None}),
        ("Wer Python beherrscht, ist im Vorteil.", {"Python": "desirable"}),
        ("Docker ist hilfreich, aber kein Muss.", {"Docker": "suggested"}),
        ("- Java: Muss\n- Docker: Kann", {"Java": "essential", "Docker": "suggested"}),
        ("Docker schadet nicht, ideal wäre Kotlin", {"Docker": "suggested", "Kotlin": "desirable"}),
        ("Java is a hard requirement", {"Java": "essential"}),
        ("Docker ist nicht zwingend erforderlich.", {"Docker": "suggested"}),
        ("Java (Muss), Docker (Kann)", {"Java": "essential", "Docker": "suggested"}),
        ("Must have: Java, SQL. Nice to have: Kotlin.",
         {"Java": "essential", "SQL": "essential", "Kotlin": "suggested"}),
        ("Solid Java is a must, Docker a bonus.", {"Java": "essential", "Docker": "suggested"}),
        ("Someone who knows Java and ideally Kotlin", {"Java": None, "Kotlin": "desirable"}),
        ("Experience with Go would be an advantage.", {"Go": "desirable"}),
        ("Wir brauchen Java und SQL.", {"Java": None, "SQL": None}),
        ("We require Java. Kotlin is an asset.", {"Java": "essential", "Kotlin": "desirable"}),
        ("Java ist ein K.-o.-Kriterium, ggf. auch Kotlin", {"Java": "essential", "Kotlin": "suggested"}),
        ("Pflicht: Java. Kür: Kotlin.", {"Java": "essential", "Kotlin": "suggested"}),
        ("Must: Java\nShould: Kotlin\nCould: Python",
         {"Java": "essential", "Kotlin": "desirable", "Python": "suggested"}),
        ("Required skills - Java, SQL", {"Java": "essential", "SQL": "essential"}),
        ("Kotlin is nice but not necessary", {"Kotlin": "suggested"}),
        ("Kotlin muss nicht sein", {"Kotlin": "suggested"}),
        ("Ohne Java geht nichts.", {"Java": "essential"}),
        ("Python (not Java) is required.", {"Python": "essential"}),
        ("An Kubernetes führt kein Weg vorbei.", {"Kubernetes": "essential"}),
        ("Nur mit Erfahrung in Java.", {"Java": "essential"}),
        ("Bitte nur Profile mit Java einreichen.", {"Java": "essential"}),
        ("Ohne gutes Java kommen Sie nicht in Frage.", {"Java": "essential"}),
        ("Candidates without Java will not be considered.", {"Java": "essential"}),
        ("Applicants need to have worked with Java.", {"Java": "essential"}),
        ("Java is an absolute must, SQL is very critical.", {"Java": "essential", "SQL": "essential"}),
        ("Sicheres Java ist Bedingung.", {"Java": "essential"}),
        ("[MUST] Java", {"Java": "essential"}),
        ("- Java [Muss]\n- Docker [Kann]", {"Java": "essential", "Docker": "suggested"}),
        ("Java | Muss\nDocker | Soll", {"Java": "essential", "Docker": "desirable"}),
        ("Java – Muss", {"Java": "essential"}),
        ("Schön wäre Erfahrung mit Java.", {"Java": "desirable"}),
        ("Wir freuen uns über Kenntnisse in Java.", {"Java": "desirable"}),
        ("Java-Kenntnisse sind willkommen.", {"Java": "desirable"}),
        ("It would help if you know Java.", {"Java": "desirable"}),
        ("Java-Erfahrung ist von großem Vorteil.", {"Java": "desirable"}),
        ("Preference will be given to people with Java.", {"Java": "desirable"}),
        ("Experience with Java is highly valued.", {"Java": "desirable"}),
        ("Wenn Sie Java können, umso besser.", {"Java": "suggested"}),
        ("Even better if you know Java.", {"Java": "suggested"}),
        ("Mit Java punkten Sie zusätzlich.", {"Java": "suggested"}),
        ("Wer Java kann, sammelt Pluspunkte.", {"Java": "suggested"}),
        ("Java would be the icing on the cake.", {"Java": "suggested"}),
    ],
)  # fmt: skip
def test_the_words_of_its_clause_say_how_much_something_is_wanted(text: str, expected: dict[str, str | None]) -> None:
    assert levels(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Must have\nJava, SQL\n\nWünschenswert\nDocker", ["essential", "essential", "desirable"]),
        ("Zwingende Anforderungen\nJava und SQL\n\nNice to have\nDocker", ["essential", "essential", "suggested"]),
        ("**Muss-Kriterien:**\nJava, SQL\n\n**Optionale Kenntnisse**\nDocker", ["essential", "essential", "suggested"]),
        ("Minimum requirements:\n* Java\n* SQL\n\nGood to have:\n* Docker", ["essential", "essential", "desirable"]),
        ("Wir planen Java\nzusammen mit SQL und\nDocker für alle.", [None, None, None]),
    ],
)
def test_a_line_of_words_for_a_level_holds_for_what_stands_beneath_it(text: str, expected: list[str | None]) -> None:
    assert levels(text) == dict(zip(("Java", "SQL", "Docker"), expected, strict=True))


@pytest.mark.parametrize("between", [" ", ", ", ". ", "\n- "])
def test_each_of_thousands_of_mentions_is_wanted_as_the_words_nearest_to_it_say(between: str) -> None:
    text = between.join(["Java erforderlich", "Docker wünschenswert"] * 2_500)
    assert levels(text) == {"Java": "essential", "Docker": "desirable"}


def test_a_heading_holds_for_its_list_and_no_further() -> None:
    text = (
        "Muss-Kriterien:\n- Java 17\n- Docker (wünschenswert)\n\nKann-Kriterien:\n- Kotlin\n\n"
        "Ihre Aufgaben:\n- SQL pflegen"
    )
    assert levels(text) == {"Java": "essential", "Docker": "desirable", "Kotlin": "suggested", "SQL": None}


def test_the_strongest_wish_counts_and_a_later_one_corrects_an_earlier_one() -> None:
    assert levels("Java und SQL. Java ist Pflicht.") == {"Java": "essential", "SQL": None}
    assert levels("Ein Java-Projekt. Java ist nicht erforderlich.") == {}
    assert levels("Java ist nicht wichtig? Doch. Java wird gebraucht.") == {"Java": None}


def test_a_finding_keeps_the_sentence_that_shows_it() -> None:
    (found,) = find_terms(
        "Hier entsteht etwas. Java ist  Pflicht. Mehr dazu später.", ListedTerms(TERMS), encoder=LOCAL
    )
    assert (found.sentence, found.level) == ("Java ist Pflicht.", "essential")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Muss: Java; SQL; Docker", dict.fromkeys(("Java", "SQL", "Docker"), "essential")),
        ("Muss: Java; Python wünschenswert; SQL", {"Java": "essential", "Python": "desirable", "SQL": None}),
        (
            "Mandatory: (a) Java; (b) SQL. Scored criteria: (c) Go.",
            {"Java": "essential", "SQL": "essential", "Go": "desirable"},
        ),
        ("A-Kriterien: Java. B-Kriterien: Go.", {"Java": "essential", "Go": "desirable"}),
        (
            "Muss-Kriterien | Java, SQL\nSoll-Kriterien | Go",
            {"Java": "essential", "SQL": "essential", "Go": "desirable"},
        ),
        (
            "Java | Muss | mind. 3 Jahre\nSQL | Kann | -\nGo | nein | macht das Nachbarteam",
            {"Java": "essential", "SQL": "suggested"},
        ),
        ("Vorauss.: Java. Wünschensw.: Go.", {"Java": "essential", "Go": "desirable"}),
        ("| Java | 4 | Muss |\n| Go | 1 | Kann |", {"Java": "essential", "Go": "suggested"}),
        ("Was wir voraussetzen\n\n- Java\n- SQL", {"Java": "essential", "SQL": "essential"}),
        ("Das darfst du bei uns lernen:\n- Go\n- Kotlin", {"Go": "suggested", "Kotlin": "suggested"}),
        ("You may bring: Kotlin", {"Kotlin": "suggested"}),
        ("Kenntnisse in Go fließen positiv in die Wertung ein.", {"Go": "desirable"}),
        ("Kotlin lässt sich nachholen, vielleicht auch Go.", {"Kotlin": "suggested", "Go": "suggested"}),
        ("Java = Muss", {"Java": "essential"}),
        ("Nice: Kotlin", {"Kotlin": "suggested"}),
        ("Kotlin lernen Sie bei uns.", {"Kotlin": "suggested"}),
        ("Kotlin kann, muss aber nicht.", {"Kotlin": "suggested"}),
        ("You know Java and, if possible, Kotlin.", {"Java": None, "Kotlin": "desirable"}),
        ("Kenntnisse in Kotlin helfen trotzdem.", {"Kotlin": "desirable"}),
        ("Java wird verlangt, Kotlin ist willkommen.", {"Java": "essential", "Kotlin": "desirable"}),
        ("We cannot do without Java.", {"Java": "essential"}),
        ("Kotlin welcome.", {"Kotlin": "desirable"}),
        ("Du wartest Docker und sprichst Polnisch (Grundvoraussetzung).", {"Docker": None, "Polnisch": "essential"}),
        ("Java, SQL und Go (zwingend)", dict.fromkeys(("Java", "SQL", "Go"), "essential")),
        ("Kenntnisse in Java und SQL mit Docker (zwingend)", {"Java": None, "SQL": None, "Docker": "essential"}),
        ("Muss\n* Java\nSoll\n* Go\nKann\n* Kotlin", {"Java": "essential", "Go": "desirable", "Kotlin": "suggested"}),
        ("Java\n\nNice extra: Kotlin", {"Java": None, "Kotlin": "suggested"}),
    ],
)
def test_lists_tables_and_abbreviations_say_how_much_something_is_wanted(
    text: str, expected: dict[str, str | None]
) -> None:
    assert levels(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Sauberes Java muss sitzen (Kotlin, Docker), SQL ist ein Plus.",
         {"Java": "essential", "Kotlin": "essential", "Docker": "essential", "SQL": "suggested"}),
        ("Dazu kommt Kotlin (Kenntnisse erforderlich).", {"Kotlin": "essential"}),
        ("Angular, React (both required), dazu Docker", {"Angular": "essential", "React": "essential", "Docker": None}),
        ("Java muss, Kotlin kein Muss.", {"Java": "essential", "Kotlin": "suggested"}),
        ("Java Muss. Wechselschicht.", {"Java": "essential"}),
        ("Die Java-Anwendung, die bald migriert werden muss, ist alt.", {"Java": None}),
        ("Must have: Java and SQL. kotlin would be a bonus.",
         {"Java": "essential", "SQL": "essential", "Kotlin": "suggested"}),
        ("Docker + SQL, Polnisch in Wort und Schrift Pflicht", {"Docker": None, "SQL": None, "Polnisch": "essential"}),
        ("Java wäre hilfreich, Docker auch.", {"Java": "desirable", "Docker": "desirable"}),
        ("Java is essential, Docker too. Go is there.", {"Java": "essential", "Docker": "essential", "Go": None}),
        ("SQL dumps have to be archived, Java has to be there.", {"SQL": None, "Java": "essential"}),
        ("Java ist Vorraussetzung!", {"Java": "essential"}),
        ("Wir suchen:\n- Docker muss geläufig sein", {"Docker": "essential"}),
        ("Docker, SQL und Teamgeist sind Pflicht", {"Docker": "essential", "SQL": "essential"}),
        ("Some container tool (Docker) would be good to have.", {"Docker": "desirable"}),
        ("Kenntnisse in Go. Außerdem zwingend: Java", {"Go": None, "Java": "essential"}),
        ("Java (gut) und Python (Grundkenntnisse) sind von Vorteil.", {"Java": "desirable", "Python": "desirable"}),
        ("Java (gut), Docker (solide) und Python (Grundkenntnisse) sind zwingend.",
         {"Java": "essential", "Docker": "essential", "Python": "essential"}),
        ("Gern Java (gut). Python (Grundkenntnisse) ist Pflicht.", {"Java": "suggested", "Python": "essential"}),
        ("Wir nutzen Docker, Erfahrung damit ist ein Muss.", {"Docker": "essential"}),
        ("Statt Java setzen wir auf Kotlin, Kenntnisse darin sind Pflicht.", {"Kotlin": "essential"}),
        ("Instead of Java we use Kotlin; experience with it is mandatory.", {"Kotlin": "essential"}),
        ("Instead of Java we use Kotlin; expertise in it is mandatory.", {"Kotlin": "essential"}),
        ("Statt Java setzen wir auf Kotlin, Fähigkeiten darin sind Pflicht.", {"Kotlin": "essential"}),
    ],
)  # fmt: skip
def test_brackets_and_short_signs_say_how_much_something_is_wanted(text: str, expected: dict[str, str | None]) -> None:
    assert levels(text) == expected


def test_an_explanation_that_names_a_term_hides_it_not() -> None:
    terms = ListedTerms(("Java", "Docker", "Cloud"))
    text = "Wir suchen Java*, Docker.\n\nMit * gekennzeichnete Kenntnisse sind Pflicht in Cloud"
    assert [one.term for one in find_terms(text, terms, by_meaning=False)] == ["Java", "Docker", "Cloud"]


@given(texts_with_terms())
def test_each_term_of_any_text_is_judged_and_nothing_else(named: tuple[str, list[Span]]) -> None:
    text, terms = named
    assert wishes(text, terms).keys() == set(terms)


@given(texts_with_terms())
def test_the_order_in_which_terms_were_found_changes_no_level(named: tuple[str, list[Span]]) -> None:
    text, terms = named
    assert wishes(text, terms) == wishes(text, sorted(terms))


def test_the_number_of_an_empty_item_is_judged_like_any_term() -> None:
    assert wishes("Pflicht: Java\n2. ", [(9, 13), (14, 15)])[14, 15][0] is None


def test_a_level_holds_for_the_terms_around_it_whichever_was_found_first() -> None:
    said = wishes("Java zwingend und SQL wünschenswert", [(18, 21), (0, 4)])
    assert (said[0, 4][0], said[18, 21][0]) == ("essential", "desirable")
