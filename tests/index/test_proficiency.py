"""Years and levels that a text asks for."""

import re

import pytest

from teamlandkarte.index.proficiency import in_words, proficiencies


def said(text: str, *names: str) -> list[str | None]:
    spans = [(text.index(name), text.index(name) + len(name)) for name in names]
    found = proficiencies(text, spans)
    return [in_words(found[span]) if span in found else None for span in spans]


@pytest.mark.parametrize(
    ("text", "name", "expected"),
    [
        ("Mind. 5 Jahre Erfahrung mit Python.", "Python", "Mind. 5 Jahre"),
        ("Mehrjährige Erfahrung in der Planung von Gleisbau", "Gleisbau", "Mehrjährige Erfahrung"),
        ("Python (mindestens drei Jahre)", "Python", "mindestens drei Jahre"),
        ("At least 3+ years of experience with Kubernetes", "Kubernetes", "At least 3+ years"),
        ("Several years of hands-on Java", "Java", "Several years"),
        ("Several years of practice in Java", "Java", "Several years"),
        ("Er verfügt über mehrere Jahre Praxis mit Java", "Java", "mehrere Jahre"),
        ("Er verfügt über langjährige Praxis mit Java", "Java", "langjährige Praxis"),
        ("5-jährige Erfahrung in Java", "Java", "5-jährige Erfahrung"),
        ("Sehr gute Java-Kenntnisse", "Java", "Sehr gute Java-Kenntnisse"),
        ("Sehr gute Kenntnisse und 5 Jahre Erfahrung in Java", "Java", "5 Jahre, Sehr gute Kenntnisse"),
        ("Excellent knowledge of Python", "Python", "Excellent knowledge"),
        ("Sicherer Umgang mit Python", "Python", "Sicherer Umgang"),
        ("Strong hands-on experience with Python", "Python", "Strong hands-on experience"),
        ("Langjährige praktische Erfahrungen in Java", "Java", "Langjährige praktische Erfahrungen"),
        ("Java-Kenntnisse: gute", "Java", "gute"),
        ("Sehr gutes Englisch und Java", "Englisch", "Sehr gutes"),
        ("Java, very good English", "English", "very good"),
        ("Du sprichst sehr gut Englisch.", "Englisch", "sehr gut"),
        ("You speak English very well and use Java", "English", "very well"),
        ("Deutsch gut, Englisch fließend", "Deutsch", "gut"),
        ("Englisch: sehr gut, Java", "Englisch", "sehr gut"),
        ("Java (gut bis sehr gut)", "Java", "gut bis sehr gut"),
        ("Solid Java, Docker", "Java", "Solid"),
        ("Gutes Deutsch und Java-Erfahrung", "Deutsch", "Gutes"),
        ("Sehr gutes Englisch (C1)", "Englisch", "Sehr gutes, C1"),
        ("Sehr gutes Englisch auf C1-Niveau", "Englisch", "Sehr gutes, C1"),
        ("Englisch B2", "Englisch", "B2"),
        ("Englisch (mind. C1)", "Englisch", "C1"),
        ("Fließend Deutsch", "Deutsch", "Fließend"),
        ("Englisch: verhandlungssicher", "Englisch", "verhandlungssicher"),
        ("You speak fluent German", "German", "fluent"),
        ("at least 4 years of Kubernetes", "Kubernetes", "at least 4 years"),
        ("5+ years Python required", "Python", "5+ years"),
        ("At least five years of Linux", "Linux", "At least five years"),
        ("Minimum 3 years in Terraform", "Terraform", "Minimum 3 years"),
        ("4 years' Java", "Java", "4 years"),
        ("3 Jahre Kubernetes", "Kubernetes", "3 Jahre"),
        ("Python seit mindestens fünf Jahren", "Python", "mindestens fünf Jahren"),
        ("Java mind. 3 Jahre gewünscht", "Java", "mind. 3 Jahre"),
        ("Java >= 3 Jahre", "Java", ">= 3 Jahre"),
        ("Docker, Python 5 Jahre", "Python", "5 Jahre"),
        ("Expert-level Java", "Java", "Expert-level"),
        ("Expert-level knowledge of Java", "Java", "Expert-level knowledge"),
        ("Java at expert level", "Java", "at expert level"),
        ("BIM auf Expertenniveau", "BIM", "auf Expertenniveau"),
        ("BIM auf sehr hohem Niveau", "BIM", "auf sehr hohem Niveau"),
        ("Python (Experte)", "Python", "Experte"),
        ("Java – fortgeschritten", "Java", "fortgeschritten"),
        ("Englisch auf Niveau B2", "Englisch", "B2"),
    ],
)
def test_years_and_levels_are_told_in_the_words_of_the_text(text: str, name: str, expected: str) -> None:
    assert said(text, name) == [expected]


def test_each_of_two_languages_has_its_own_level() -> None:
    assert said("Deutsch C1 und Englisch B2", "Deutsch", "Englisch") == ["C1", "B2"]


def test_a_level_holds_for_the_enumeration_that_it_begins() -> None:
    assert said("Gutes Deutsch, Java und Englisch", "Deutsch", "Java", "Englisch") == ["Gutes", None, None]
    assert said("Gutes Deutsch und Englisch", "Deutsch", "Englisch") == ["Gutes", "Gutes"]
    assert said("Fließendes Deutsch und gutes Englisch", "Deutsch", "Englisch") == ["Fließendes", "gutes"]


def test_a_level_that_names_a_competence_is_no_level_of_another_one() -> None:
    assert said("Gute Java-Kenntnisse und Python", "Java", "Python") == ["Gute Java-Kenntnisse", None]
    assert said("Gute Deutschkenntnisse und Java", "Deutschkenntnisse", "Java") == ["Gute Deutschkenntnisse", None]


def test_years_are_told_of_what_they_stand_beside() -> None:
    assert said("5 Jahre Java und 3 Jahre Python", "Java", "Python") == ["5 Jahre", "3 Jahre"]
    assert said("Python 5+ Jahre, Java mind. 3 Jahre", "Python", "Java") == ["5+ Jahre", "mind. 3 Jahre"]
    assert said("Mind. 4 Jahre Python und Docker", "Python", "Docker") == ["Mind. 4 Jahre", "Mind. 4 Jahre"]
    assert said("Java und 5 Jahre Erfahrung in Go", "Java", "Go") == [None, "5 Jahre"]


def test_years_go_no_further_than_to_where_something_else_is_said() -> None:
    text = "Mind. 5 Jahre Erfahrung in Python und sehr gute PostgreSQL-Kenntnisse"
    assert said(text, "Python", "PostgreSQL") == ["Mind. 5 Jahre", "sehr gute PostgreSQL-Kenntnisse"]
    text = "Gute PostgreSQL-Kenntnisse und Python mit 5 Jahren Erfahrung"
    assert said(text, "PostgreSQL", "Python") == ["Gute PostgreSQL-Kenntnisse", "5 Jahren"]
    assert said("5 Jahre Erfahrung in Java und Go", "Java", "Go") == ["5 Jahre", "5 Jahre"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Mind. fünf Jahre Erfahrung mit Java und drei Jahre mit Go", {"Java": "Mind. fünf Jahre", "Go": "drei Jahre"}),
        ("3 Jahre Erfahrung mit Java und 2+ Jahre mit Go", {"Java": "3 Jahre", "Go": "2+ Jahre"}),
        ("Four years of experience with Java and two years with Go", {"Java": "Four years", "Go": "two years"}),
        ("Zehn Jahre Praxis im Bau sowie elf Jahre in der Wartung", {"Bau": "Zehn Jahre", "Wartung": "elf Jahre"}),
        ("SAP, Erfahrung: 3 Jahre mit Java, ein Jahr mit Go", {"Java": "3 Jahre", "Go": "ein Jahr"}),
        (
            "Drei bis fünf Jahre mit Java, anderthalb Jahre mit Go",
            {"Java": "Drei bis fünf Jahre", "Go": "anderthalb Jahre"},
        ),
        ("Minimum of 7 years with Java plus 3 years with Go", {"Java": "Minimum of 7 years", "Go": "3 years"}),
        ("min. 7 J. im Bau, 2 J. Go", {"Bau": "min. 7 J.", "Go": "2 J."}),
        ("Wir suchen 4 J. Erfahrung mit Java und 2 J. mit Go", {"Java": "4 J.", "Go": "2 J."}),
        ("Java (5 J.), Go (3 J.)", {"Java": "5 J.", "Go": "3 J."}),
    ],
)
def test_years_are_those_of_what_they_lead_to(text: str, expected: dict[str, str]) -> None:
    assert said(text, *expected) == list(expected.values())


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("7 Jahre Erfahrung im Bau und 3 in der Wartung", {"Bau": "7 Jahre", "Wartung": "3 Jahre"}),
        ("5 years' experience with Java, 3 with Go", {"Java": "5 years", "Go": "3 years"}),
        ("5+ years in Java, 3+ in Go and one with SQL", {"Java": "5+ years", "Go": "3+ years", "SQL": "one year"}),
        ("Ein Jahr mit Java und mindestens zwei mit Go", {"Java": "Ein Jahr", "Go": "mindestens zwei Jahre"}),
        ("9 Jahre Berufserfahrung, 4 davon mit Java, 2 mit Go", {"Java": "4 Jahre", "Go": "2 Jahre"}),
        ("5 Jahre mit Java, ein Team von 5 mit Go", {"Java": "5 Jahre", "Go": None}),
        ("Ein Team von drei mit Java und zwei mit Go", {"Java": None, "Go": None}),
    ],
)
def test_a_number_behind_years_counts_years_where_it_leads_to_something(
    text: str, expected: dict[str, str | None]
) -> None:
    assert said(text, *expected) == list(expected.values())


@pytest.mark.parametrize(
    ("text", "name"),
    [
        *(
            (text, "Java")
            for text in (
                "Wir suchen Java, Dauer ca. ein Jahr ab Zuschlag",
                "Java-Entwickler gesucht (Dauer ca. ein Jahr)",
                "Java-Kenntnisse: Vertragslaufzeit mind. 2 Jahre",
                "Java (Laufzeit mind. 3 Jahre), SQL",
                "Java-Erfahrung, voraussichtliche Einsatzdauer des Projekts: 3 Jahre",
                "Java skills, duration about one year from award",
                "Knowledge of Java; the project runs for about three years",
                "Kenntnisse in Java und 3 Jahre Vertrag",
                "Java, two years from signing",
            )
        ),
        ("Ein gutes Team spricht Englisch", "Englisch"),
        *((text, "Java") for text in ("Java, gute Bezahlung", "Wenn Sie Java können, gut.", "Java as well")),
        ("Java-Entwickler für 2 Jahre gesucht", "Java"),
        ("Ein gutes Team arbeitet mit Python", "Python"),
        ("Bauteil B2 aus Stahlbau", "Stahlbau"),
        ("Python. Laufzeit: 2 Jahre", "Python"),
        ("Wir suchen für mindestens 2 Jahre Java", "Java"),
        ("We need Java for 2 years", "Java"),
        ("In den letzten 3 Jahren Java", "Java"),
        ("Wir nutzen Java seit 5 Jahren", "Java"),
        ("VOB/B zwingend, mind. 10 Jahre Berufserfahrung", "VOB/B"),
        ("Java at management level", "Java"),
    ],
)
def test_what_is_no_proficiency_is_not_told(text: str, name: str) -> None:
    assert said(text, name) == [None]


@pytest.mark.parametrize(
    "text",
    [
        "GSM-R wünschenswert, mind. 10 Jahre",
        "GSM-R wünschenswert – mind. 10 Jahre",
        "GSM-R von Vorteil, 5 Jahre Berufserfahrung",
        "GSM-R von Vorteil, 5 Jahre Erfahrung",
        "GSM-R von Vorteil und 5 Jahre Erfahrung",
        "GSM-R optional, mind. 3 Jahre",
        "GSM-R is a plus, at least 5 years",
        "GSM-R nice to have, 5+ years of experience",
        "GSM-R would be nice and 5 years of experience",
    ],
)
def test_years_behind_a_wish_are_not_years_of_what_is_wished_for(text: str) -> None:
    assert said(text, "GSM-R") == [None]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("GSM-R von Vorteil (mind. 3 Jahre)", "mind. 3 Jahre"),
        ("GSM-R wünschenswert: mind. 3 Jahre", "mind. 3 Jahre"),
        ("GSM-R von Vorteil mit mind. 3 Jahren Erfahrung", "mind. 3 Jahren"),
        ("GSM-R von Vorteil, 5 Jahre Erfahrung damit", "5 Jahre"),
        ("GSM-R is a plus and 5 years of experience with it", "5 years"),
        ("Erfahrung mit GSM-R von Vorteil, mind. 3 Jahre", "mind. 3 Jahre"),
        ("Wünschenswert: GSM-R, mind. 3 Jahre", "mind. 3 Jahre"),
        ("GSM-R zwingend, mind. 3 Jahre", "mind. 3 Jahre"),
        ("GSM-R, mind. 3 Jahre", "mind. 3 Jahre"),
    ],
)
def test_years_that_the_words_tie_to_a_wish_are_years_of_it(text: str, expected: str) -> None:
    assert said(text, "GSM-R") == [expected]


@pytest.mark.parametrize("between", [" und ", ", ", ". ", "\n- "])
def test_each_of_thousands_of_mentions_has_what_stands_nearest(between: str) -> None:
    text = between.join(f"Erfahrung in Java {years} Jahre" for years in range(1, 10)) + between
    spans = [(found.start(), found.end()) for found in re.finditer("Java", text * 300)]
    told = proficiencies(text * 300, spans)
    assert [in_words(told[span]) for span in spans] == [f"{years} Jahre" for years in range(1, 10)] * 300
