"""How far a level that a text states reaches: to the end of its sentence, its list, or what is wanted likewise."""

import pytest

from tests.index.wanted import levels


@pytest.mark.parametrize(
    ("text", "java", "docker"),
    [
        ("Experience with Java matters to us, and Docker is good to have.", None, "desirable"),
        ("Java brauchen wir, und Docker wäre schön.", None, "desirable"),
        ("Wir brauchen Java und Docker wäre schön.", None, "desirable"),
        ("We need someone for Java and Docker would be nice.", None, "suggested"),
        ("Wir suchen jemanden für Java, und Docker ist ein Plus.", None, "suggested"),
        ("You will work with Java, and Docker is a must.", None, "essential"),
        ("Sie arbeiten mit Java und Docker wäre von Vorteil.", None, "desirable"),
        ("The team speaks Java, and a little Docker would be wonderful.", None, "desirable"),
        ("Java ist da, und Docker muss sitzen.", None, "essential"),
        ("Java is a must and Docker would be nice.", "essential", "suggested"),
        ("Java ist Pflicht, und Docker wäre schön.", "essential", "desirable"),
        ("Java setzen wir voraus und Docker ist ein Bonus.", "essential", "suggested"),
        ("Das Team entwickelt in Java, und Docker muss man können.", None, "essential"),
        ("Java is mandatory and so is Docker.", "essential", "essential"),
        ("Java ist zwingend, Docker brauchst du auch.", "essential", None),
        ("Must: SQL, Java / Nice: Docker", "essential", "suggested"),
        ("We expect Java and would like to see Docker.", None, "desirable"),
        ("Wir arbeiten mit Java und wünschen uns Docker.", None, "desirable"),
        ("Über Java und Docker freuen wir uns.", "desirable", "desirable"),
        ("Java and Docker are a must.", "essential", "essential"),
        ("Java und Docker wären schön.", "desirable", "desirable"),
        ("Wenn Sie Java und Docker können, ist das ein Plus.", "suggested", "suggested"),
        ("Kenntnisse in Java, SQL und Docker sind Pflicht.", "essential", "essential"),
        ("Für das Projekt sind Java, SQL und Docker zwingend erforderlich.", "essential", "essential"),
        ("In diesem Team werden Java, SQL und Docker vorausgesetzt.", "essential", "essential"),
        ("We need Java, SQL and Docker, all mandatory.", "essential", "essential"),
        ("Java, SQL, and Docker are good to have.", "desirable", "desirable"),
    ],
)
def test_a_level_reaches_as_far_as_its_own_sentence(text: str, java: str | None, docker: str | None) -> None:
    found = levels(text)
    assert (found["Java"], found["Docker"]) == (java, docker)


@pytest.mark.parametrize(
    "text",
    [
        *("Java ist Pflicht, Docker ebenfalls. Kotlin wäre schön.", "Java is mandatory, Docker as well."),
        *("Java setzen wir voraus. Docker ebenso.", "Java is a must. So is Docker.", "Java is a must, as is Docker."),
        *("Java ist Pflicht, auch Docker.", "Java ist Pflicht, und Docker auch.", "Java ist Pflicht, Docker dito."),
        *("Java ist Pflicht, Gleiches gilt für Docker.", "Java is required; the same goes for Docker."),
        *("Java ist Pflicht, Docker auch, Kotlin und React wären schön.", "Java ist Pflicht, ebenso wie Docker."),
        "Java is a must, Docker too, Kotlin and React would be nice.",
    ],
)
def test_what_is_wanted_likewise_is_wanted_as_much_as_what_stands_before_it(text: str) -> None:
    found = levels(text)
    assert (found["Java"], found["Docker"]) == ("essential", "essential")


@pytest.mark.parametrize(
    ("text", "docker"),
    [
        ("Ein Studium ist zwingend, Docker ebenso. Kotlin wäre schön.", "essential"),
        ("A degree is required, Docker too. Kotlin would be nice.", "essential"),
        ("Java ist Pflicht, Docker haben wir auch.", None),
        ("Java is a must, we use Docker too.", None),
        ("Java ist Pflicht. Ein Ausweis genügt, Docker ebenfalls.", None),
    ],
)
def test_likewise_means_what_was_said_last_and_nothing_more(text: str, docker: str | None) -> None:
    assert levels(text)["Docker"] == docker


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("java ist pflicht, docker auch. kotlin wär schön", ("essential", "essential", "desirable")),
        ("brauchen wen für java. docker muss sein. kotlin optional", (None, "essential", "suggested")),
        ("java is required, docker too. kotlin optional", ("essential", "essential", "suggested")),
        ("we need java! docker is a must. kotlin optional", (None, "essential", "suggested")),
        ("wir brauchen zwing. java, evtl. docker. kotlin ist pflicht", ("essential", "suggested", "essential")),
    ],
)
def test_a_dot_ends_a_sentence_in_a_line_without_capitals(text: str, expected: tuple[str | None, ...]) -> None:
    found = levels(text)
    assert tuple(found[term] for term in ("Java", "Docker", "Kotlin")) == expected


@pytest.mark.parametrize(
    "text",
    [
        "prüfer dringend gesucht stop docker stop java voraussetzung stop kotlin stop anreise wird bezahlt stop",
        *("NEED SOMEBODY STOP DOCKER STOP JAVA ESSENTIAL STOP KOTLIN", "docker stop java ist pflicht stop kotlin stop"),
        *("docker stop java voraussetzung stop kotlin", "Need Docker stop Java required stop Kotlin"),
        *("Docker +++ Java zwingend +++ Kotlin", "Docker // Java is a must // Kotlin"),
        "Docker · Java Pflicht · Kotlin",
    ],
)
def test_stops_and_signs_of_telegrams_separate_what_is_said(text: str) -> None:
    found = levels(text)
    assert (found["Docker"], found["Java"], found["Kotlin"]) == (None, "essential", None)


def test_the_word_stop_ends_no_sentence() -> None:
    found = levels("We need Java to stop and Docker to restart the trains, both mandatory.")
    assert found == {"Java": "essential", "Docker": "essential"}
    assert levels("Meet at the bus stop to stop using Java and Docker, both mandatory.")["Docker"] == "essential"


@pytest.mark.parametrize(
    "text",
    [
        *("SQL und Docker, Letzteres ist Pflicht.", "We use SQL and Docker, so that one is a must."),
        *("They know SQL and Docker (this one is essential).", "SQL and Docker, the latter mandatory."),
    ],
)
def test_what_is_said_of_the_last_one_holds_for_no_other(text: str) -> None:
    assert levels(text) == {"SQL": None, "Docker": "essential"}


@pytest.mark.parametrize(
    "text",
    [
        *("Pflicht ist WCAG 2.0. Als Thema kommt SQL dazu.", "Mandatory is WCAG 2.0. Another topic is SQL."),
        "Erforderlich ist Docker 17.0. Gebraucht wird SQL.",
    ],
)
def test_the_number_of_a_version_ends_a_sentence(text: str) -> None:
    assert levels(text)["SQL"] is None


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Nicht nur Java, sondern auch Kotlin wird verlangt", "essential"),
        ("Nicht nur Java ist Pflicht, sondern auch Kotlin", "essential"),
        ("Nicht allein Java, sondern auch Kotlin ist zwingend.", "essential"),
        ("Not only Java but also Kotlin is required", "essential"),
        ("Not just Java is mandatory but also Kotlin", "essential"),
        ("Nicht nur Java, sondern auch Kotlin wäre schön", "desirable"),
        ("Nicht nur Java, sondern auch Kotlin", None),
    ],
)
def test_both_of_what_is_named_not_only_but_also_are_wanted_alike(text: str, expected: str | None) -> None:
    assert levels(text) == {"Java": expected, "Kotlin": expected}


def test_what_is_named_not_only_says_nothing_of_another_sentence() -> None:
    assert levels("Nicht nur Java wird genutzt. SQL ist Pflicht.") == {"Java": None, "SQL": "essential"}
    assert levels("Nicht nur Java, SQL und Go, sondern auch Kotlin sind Pflicht.") == dict.fromkeys(
        ("Java", "SQL", "Go", "Kotlin"), "essential"
    )
