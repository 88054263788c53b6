"""Wordings by which people say how much they want something, and how far they reach."""

import pytest

from tests.index.wanted import levels


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
        *("Wir arbeiten mit Docker, daher Pflicht.", "We work with Docker, hence mandatory.", "Docker, that's a must."),
        "Our platform is Docker, so it's required. SQL would be nice.",
    ],
)
def test_small_words_beside_a_level_name_nothing_else(text: str) -> None:
    assert levels(text)["Docker"] == "essential"


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
