"""Wordings by which people say how much they want something, and how far they reach."""

import pytest

from tests.index.test_levels import levels


@pytest.mark.parametrize(
    "text",
    [
        *("Java oder SQL, ein Zertifikat ist nachzuweisen.", "Java und SQL, Nachweis erforderlich."),
        *("Java or SQL, proof required.", "Java or SQL, a certificate has to be provided."),
        *("Java und SQL, entsprechende Nachweise sind beizufügen.", "Java and SQL, references must be provided."),
        *("Java or SQL, evidence of certification is required.", "Java, SQL, both to be evidenced."),
    ],
)
def test_what_is_to_be_evidenced_is_essential(text: str) -> None:
    assert set(levels(text).values()) == {"essential"}


@pytest.mark.parametrize(
    "text",
    [
        *("Ein Nachweis über Java ist vorzulegen.", "Kenntnisse in Java sind durch Zeugnisse zu belegen."),
        *("Java is to be evidenced by certificates.", "Proof of Java experience is required."),
        *("Ein Zertifikat in Java ist dem Angebot beizulegen.", "Java-Zertifizierung bitte nachweisen."),
        *("Please provide evidence of Java.", "Java has to be proven by a certificate.", "Java, references required."),
        *("Auf Java können wir nicht verzichten.", "Java ist das Minimum.", "Java gehört zum Pflichtprogramm."),
        *("We can only accept candidates with Java.", "Ohne Java keine Zusage.", "Java ist unser Hauptkriterium."),
        *("Java muss sein.", "Java muss schon sein, sonst geht es nicht."),
        *("Ohne Java werden Sie nicht berücksichtigt.", "Es geht nicht ohne Java.", "Ohne Java läuft hier gar nichts."),
        *("There is no way around Java.", "Am wichtigsten ist Java.", "Java (KO)"),
        *("Nothing works without Java.", "Without Java nothing works here.", "Without Java you can't be considered."),
        *("Without Java there is no chance.", "Without Java you will not be invited."),
        *("Java (Nachweis durch Zertifikat zwingend)", "Wir suchen Java. Profile ohne Java scheiden aus."),
    ],
)
def test_essential(text: str) -> None:
    assert levels(text) == {"Java": "essential"}


@pytest.mark.parametrize(
    "text",
    [
        *("Java would be a welcome addition.", "We'd love someone with Java.", "It'd be great if you knew Java."),
        *("Java is a strong advantage.", "Java wird positiv berücksichtigt.", "Besser noch mit Java."),
        *("We would be delighted if you knew Java.", "Wir hätten gern Java.", "Java hätten wir gerne."),
        *("Ein Traum wäre Java.", "Java would be wonderful.", "Java wäre cool.", "Cool wäre Java.", "Schön: Java"),
        *("We favour candidates with Java.", "Java counts in your favour.", "Kandidaten mit Java haben Vorrang."),
        *("In an ideal world you know Java.", "Java is not required, but it helps."),
    ],
)
def test_desirable(text: str) -> None:
    assert levels(text) == {"Java": "desirable"}


@pytest.mark.parametrize(
    "text",
    [
        *("Java zu haben wäre nicht verkehrt.", "Java wäre kein Nachteil.", "Java wird gern genommen."),
        *("Java darf gerne dabei sein.", "Some Java would not go amiss.", "Java ist weniger wichtig."),
        *(
            "Java ist ein schönes Extra.",
            "Java können Sie bei uns lernen.",
            "Java: freiwillig",
            "Java darf man lernen.",
            "Java is secondary.",
            "Java is less important.",
        ),
        *("Java wünschenswert, aber nicht Bedingung.", "Java is helpful but not a condition."),
        "Java is advantageous but not a requirement.",
    ],
)
def test_suggested(text: str) -> None:
    assert levels(text) == {"Java": "suggested"}


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
        *("Without Java, nothing works.", "Ohne Java, da geht gar nichts.", "Ohne Java, kein Einsatz."),
        *("Ohne Java kein Zutritt.", "Without Java, no contract.", "Ohne Java wird das nichts."),
        *("Ohne Java können wir Sie nicht einsetzen.", "Without Java, we cannot consider you."),
        *("Kein Einsatz ohne Java.", "No chance without Java.", "Kein Java, kein Job.", "No Java, no job."),
        *("You can't do this job without Java.", "It won't work without Java.", "Das klappt nicht ohne Java."),
    ],
)
def test_what_nothing_can_be_done_without_is_essential(text: str) -> None:
    assert levels(text) == {"Java": "essential"}


@pytest.mark.parametrize(
    "text",
    [
        *("Ohne Java, SQL und Docker geht hier gar nichts.", "Ohne Java, SQL oder Docker kommen Sie nicht in Frage."),
        *("Without Java, SQL and Docker, you will not be considered.", "Kein Start ohne Java, SQL und Docker."),
    ],
)
def test_a_whole_list_can_be_what_nothing_can_be_done_without(text: str) -> None:
    assert levels(text) == dict.fromkeys(("Java", "SQL", "Docker"), "essential")


@pytest.mark.parametrize(
    "text",
    [
        *("Wir suchen SQL, ohne Java.", "SQL without Java, no travel.", "SQL, ohne Docker, keine Kenntnisse in Java."),
        "Ein Projekt mit SQL ohne Java, keine Sorge.",
        *("SQL gesucht, Java braucht's nicht.", "sql gesucht, java braucht's ned.", "sql ja, java brauch ma ned."),
        *("sql gesucht. java is ned nötig", "sql gesucht. java braucht man net.", "sql, java bruucht's nöd"),
        *("SQL gesucht. Java ist nich nötig.", "SQL gesucht. Java braucht kein Mensch.", "SQL. Java ham wir scho."),
        *("SQL gesucht, Java könnt ihr euch sparen.", "SQL gesucht, Java ist wurscht.", "SQL, Java ist entbehrlich."),
        *("SQL ist gefragt, Java müsst ihr nicht können.", "SQL wird gebraucht. Java? Nö."),
        *("SQL wanted, no need for Java.", "SQL wanted, you dont need Java.", "SQL wanted. Java ain't needed."),
        *("SQL wanted. Java? Nope.", "SQL wanted, Java neither.", "SQL wanted. Nobody cares about Java."),
        *("SQL wanted. Java can be left out.", "SQL wanted. Java is of no interest.", "SQL, no interest in Java."),
    ],
)
def test_what_a_text_does_without_is_not_needed(text: str) -> None:
    assert levels(text) == {"SQL": None}


@pytest.mark.parametrize("text", ["Java ned zwingend", "Java muss net sein.", "java net unbedingt, sql scho"])
def test_what_a_dialect_does_not_insist_on_is_suggested(text: str) -> None:
    assert levels(text)["Java"] == "suggested"


@pytest.mark.parametrize(
    "text", ["we need java and net core", "suchen java und .net", "Ned Miller needs Java", "Java ned vergessen!"]
)
def test_what_only_looks_like_a_dialect_is_no_negation(text: str) -> None:
    assert levels(text) == {"Java": None}


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
        *("Wir arbeiten mit Docker, daher Pflicht.", "We work with Docker, hence mandatory.", "Docker, that's a must."),
        "Our platform is Docker, so it's required. SQL would be nice.",
    ],
)
def test_small_words_beside_a_level_name_nothing_else(text: str) -> None:
    assert levels(text)["Docker"] == "essential"


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
    "text",
    [
        *("Wir suchen jemanden, der Java nicht scheut.", "Wer vor Java nicht zurückschreckt, ist hier richtig."),
        *(
            "Jemand, der sich von Java nicht abschrecken lässt.",
            "Wer Java nicht als Nebensache betrachtet, passt zu uns.",
        ),
        *(
            "We seek somebody who is not afraid of Java.",
            "People who don't shy away from Java.",
            "Who doesn't mind Java?",
        ),
    ],
)
def test_what_nobody_is_to_be_afraid_of_is_needed(text: str) -> None:
    assert set(levels(text)) == {"Java"}


@pytest.mark.parametrize(
    ("text", "level"),
    [
        *((f"Java und SQL {said}.", "essential") for said in ("müssen sein", "müssen beide sein", "müssen schon sein")),
        *((f"Java und SQL {said}.", "essential") for said in ("müssen dabei sein", "sind Muss", "müssen her")),
        *((f"Java und SQL {said}.", "essential") for said in ("sind Bedingungen", "müssen drin sein", "müssen")),
        *((f"Java and SQL {said}.", "essential") for said in ("are requirements", "are musts", "need to be there")),
        *((f"Java und SQL {said}.", "desirable") for said in ("sollten vorhanden sein", "sollten dabei sein")),
        *((f"Java and SQL {said}.", "desirable") for said in ("are advantages", "are real assets")),
        *((f"Java und SQL {said}.", "suggested") for said in ("müssen nicht sein", "können nicht schaden")),
        *((f"Java und SQL {said}.", "suggested") for said in ("können erlernt werden", "lassen sich leicht lernen")),
        *((f"Java and SQL {said}.", "suggested") for said in ("don't hurt", "are no musts", "aren't musts")),
    ],
)
def test_a_sign_of_several_competences_says_what_that_of_one_says(text: str, level: str) -> None:
    assert levels(text) == {"Java": level, "SQL": level}


@pytest.mark.parametrize(
    ("text", "java", "sql"),
    [
        ("Java kein Muss, SQL aber schon", "suggested", "essential"),
        ("Java ist keine Pflicht, SQL dagegen schon.", "suggested", "essential"),
        ("Java ist nicht zwingend, SQL hingegen sehr wohl", "suggested", "essential"),
        ("Java is not a must, but SQL is.", "suggested", "essential"),
        ("Java is not mandatory, whereas SQL is", "suggested", "essential"),
        ("Java kein Muss, SQL auch nicht", "suggested", "suggested"),
        ("Java von Vorteil, SQL aber schon", "desirable", None),
    ],
)
def test_what_is_set_against_something_that_may_be_missing_is_needed(text: str, java: str, sql: str | None) -> None:
    assert levels(text) == {"Java": java, "SQL": sql}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Java ist nicht erforderlich, SQL aber schon.", {"SQL": "essential"}),
        ("SAP is not required, but SQL is", {"SQL": "essential"}),
        ("Java brauchen wir nicht, SQL aber schon.", {"SQL": "ideal"}),
    ],
)
def test_what_is_set_against_something_not_needed_is_needed(text: str, expected: dict[str, str]) -> None:
    assert levels(text) == expected


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
