"""What a text does not need: somebody has it, does it, or it is gone."""

import pytest

from tests.index.wanted import levels


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Kenntnisse in SAP sind nicht erforderlich, Java schon.", {"Java"}),
        ("Kein SAP, dafür Java", {"Java"}),
        ("Keine Java- oder Python-Kenntnisse nötig, aber SQL", {"SQL"}),
        ("Weder Java noch Python, nur SQL", {"SQL"}),
        ("Wir setzen nicht auf Angular, sondern auf React.", {"React"}),
        ("React statt Angular", {"React"}),
        ("Statt Angular nutzen wir React.", {"React"}),
        ("Instead of Java we use Go.", {"Go"}),
        ("Alle Sprachen außer Java: SQL, Python", {"SQL", "Python"}),
        ("Was Sie nicht brauchen: Java, Kotlin", set()),
        ("Java muss niemand mitbringen, entscheidend ist Kotlin.", {"Kotlin"}),
        ("You don't have to know Java. SQL is used.", {"SQL"}),
        ("Java: nein, Kotlin: ja", {"Kotlin"}),
        ("Java? Nein danke.", set()),
        ("Java wird gesondert ausgeschrieben. Hier geht es um SQL.", {"SQL"}),
        ("Nie wieder Java! Wir bauen auf SQL.", {"SQL"}),
        ("Java (nicht Kotlin)", {"Java"}),
        ("Java? Brauchen wir nicht. Python? Ja.", {"Python"}),
        ("SAP: nein", set()),
        ("Java setzen wir nicht voraus.", set()),
        ("Das erwarten wir nicht\n- SAP\n- Java", set()),
        ("SAP macht ein anderes Team, hier geht es um SQL.", {"SQL"}),
        ("Python is required, Java isn't.", {"Python"}),
        ("You don't need to know Java. SQL is used.", {"SQL"}),
        ("SAP is outside the scope; Go is used", {"Go"}),
        ("No Java needed, Go is used", {"Go"}),
        ("SAP is handled by another team", set()),
        ("SAP macht ein Dienstleister.", set()),
        ("SAP rechnet ein externes Büro, wir brauchen Java.", {"Java"}),
        ("SAP wird vom Nachbarteam gemacht", set()),
        ("Zertifikate (SAP, Java) verlangen wir nicht.", set()),
        ("We have plenty of Java people; what we lack is Kotlin.", {"Kotlin"}),
        ("Nicht nur Java, auch Python", {"Java", "Python"}),
        ("Ohne Java geht es nicht.", {"Java"}),
        ("Python darf nicht fehlen.", {"Python"}),
        ("Wer nicht in Hamburg sitzt und Java kann, ist richtig.", {"Java"}),
    ],
)
def test_what_is_not_needed_is_not_found(text: str, expected: set[str]) -> None:
    assert levels(text).keys() == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("SQL haben wir abgelöst, jetzt kommt Kotlin.", {"Kotlin"}),
        ("Java wird durch Kotlin ersetzt.", {"Java", "Kotlin"}),
        ("We are moving away from Angular to React.", {"React"}),
        ("Angular was phased out, React stays.", {"React"}),
        ("Die Go-Skripte liegen bereits vor, es fehlt Java.", {"Java"}),
        ("Docker liefert das Rechenzentrumsbüro, wir brauchen Java.", {"Java"}),
        ("Java war schnell erledigt, offen ist Kotlin.", {"Kotlin"}),
        ("Bitte niemanden mit Java, sondern Kotlin.", {"Kotlin"}),
        ("Die SQL-Betreuung bleibt beim Kunden, es fehlt Java.", {"Java"}),
        ("The vendor handles SQL. Java is what we lack.", {"Java"}),
        ("We want to get rid of Angular. The target is React.", {"React"}),
        ("Please don't send anybody for SQL, we need Java.", {"Java"}),
        ("Angular haben wir zum Glück hinter uns, nun kommt React.", {"React"}),
        ("Two Java people are already on board, so it is Go.", {"Go"}),
        ("Den Docker-Betrieb übernimmt eine Fremdfirma, offen ist Java.", {"Java"}),
        ("Um SQL kümmert sich das Team in Prag, Java fehlt.", {"Java"}),
        ("Nicht enthalten sind SQL und Docker; Java schon.", {"Java"}),
        ("We stopped using Angular, React is next.", {"React"}),
        ("Anything but Angular. React instead.", {"React"}),
        ("Für Docker gibt es schon jemanden, offen ist Java.", {"Java"}),
        ("Forget what I said about Angular, we want React.", {"React"}),
        ("Polnisch brauchen Sie keines, Java schon.", {"Java"}),
    ],
)
def test_what_is_there_gone_or_done_by_others_is_not_needed(text: str, expected: set[str]) -> None:
    assert set(levels(text)) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Die Kollegen sprechen kaum Polnisch, Java fehlt.", {"Java"}),
        ("Die Docker-Pflege wird intern erledigt, dafür wird niemand gesucht; offen ist Java.", {"Java"}),
        ("Das alte SQL (Baujahr 1999) wird abgebaut und spielt für uns keine Rolle. Java schon.", {"Java"}),
        ("Java fehlt. Docker egal", {"Java"}),
        ("Egal ob Java oder Docker, Hauptsache es läuft.", {"Java", "Docker"}),
        ("SQL begleitet ein eigenes Team, da braucht es keine Vorkenntnisse. Java schon.", {"Java"}),
        ("Die SQL-Stelle ist ab Mai nicht mehr besetzt.", {"SQL"}),
        ("Docker ist über Ostern nicht gedeckt.", {"Docker"}),
    ],
)
def test_what_nobody_covers_is_needed_and_what_is_covered_is_not(text: str, expected: set[str]) -> None:
    assert set(levels(text)) == expected
