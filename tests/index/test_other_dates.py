"""Time ranges as people write them in tables, titles and talk."""

import pytest

from teamlandkarte.index.dates import DateFinding, find_dates
from tests.index.time_ranges import TODAY, dates_of, iso


@pytest.mark.parametrize(
    ("text", "start", "end"),
    [
        ("Kraft für den Kabelzug (Q4)", "2026-10-01", "2026-12-31"),
        ("2. Halbjahr, eine Kraft für den Kabelzug", "2026-07-01", "2026-12-31"),
        ("needed in H2", "2026-07-01", "2026-12-31"),
        ("second half of the year", "2026-07-01", "2026-12-31"),
        ("fürs dritte Quartal", "2026-07-01", "2026-09-30"),
        ("Q2+Q3", "2026-04-01", "2026-09-30"),
        ("Wir brauchen Mitte April für drei Wochen Ersatz", "2026-04-15", "2026-05-05"),
        ("ab dem 10. eine Kraft", "2026-03-10", None),
        ("ab dem 1.", "2026-04-01", None),
        ("bis zum 20.", None, "2026-03-20"),
        ("from the 9th until the 20th", "2026-03-09", "2026-03-20"),
        ("ab 05/26", "2026-05-01", None),
        ("von Donnerstag bis Dienstag", "2026-03-05", "2026-03-10"),
        ("diesen Mittwoch und Donnerstag", "2026-03-04", "2026-03-05"),
        ("bis Ende der Woche", None, "2026-03-08"),
        ("until EOY", None, "2026-12-31"),
        ("w/c 13 April", "2026-04-13", "2026-04-19"),
        ("Laufzeit: 01.05.2026 + 6 Monate", "2026-05-01", "2026-10-31"),
        ("Die Strecke verbindet ab 2034 zwei Orte. Zeitraum: 04.05. - 30.10.2026", "2026-05-04", "2026-10-30"),
        ("ab Anfang nächsten Jahres", "2027-01-01", None),
        ("first quarter of next year", "2027-01-01", "2027-03-31"),
        ("im zweiten Halbjahr des nächsten Jahres", "2027-07-01", "2027-12-31"),
        ("Q2 nächstes Jahr", "2027-04-01", "2027-06-30"),
        ("Wer ist diese Woche noch da?", "2026-03-02", "2026-03-08"),
        ("den ganzen Juni", "2026-06-01", "2026-06-30"),
        ("Kalenderjahr 2027", "2027-01-01", "2027-12-31"),
        ("erste Junihälfte", "2026-06-01", "2026-06-15"),
        ("- Kabelzug\nStart jeweils 15.10.", "2026-10-15", None),
        ("Los geht es in einer Woche, geplant sind drei Monate.", "2026-03-09", "2026-06-08"),
        ("Services shall commence on 4 May 2026", "2026-05-04", None),
        (
            "thank you for your long call on the phone last Friday. From May for three months",
            "2026-05-01",
            "2026-07-31",
        ),
        ("im Laufe des Juni", "2026-06-01", "2026-06-30"),
        ("Start | 01.06.2026\nDauer | 2 Monate", "2026-06-01", "2026-07-31"),
        ("Kabelzug | 01.06.2026 | 31.07.2026", "2026-06-01", "2026-07-31"),
        ("Sofort: zwei Leute", "2026-03-02", None),
        ("start no later than 4 May, open-ended", "2026-05-04", None),
        ("Los geht es am 4.5., Schluss ist am 29.5.", "2026-05-04", "2026-05-29"),
        ("01/07/2026 – 30/06/2028", "2026-07-01", "2028-06-30"),
        ("from 07/01/2026, kick-off was on 02/27/2026", "2026-07-01", None),
        ("nächste Woche fällt Uwe aus, wer springt ein?", "2026-03-09", "2026-03-15"),
        ("Im Herbst läuft die Messe. Gebraucht wird jemand im Mai 2026.", "2026-05-01", "2026-05-31"),
    ],
)
def test_periods_that_stand_in_tables_titles_and_talk_are_read(text: str, start: str | None, end: str | None) -> None:
    assert dates_of(text) == (start, end)


@pytest.mark.parametrize(
    "text",
    [
        "Diese Ausschreibung endet am 30.04.2026.",
        "Clarifications shall be sought by 4 May 2026.",
        "Our office closes from 24 December 2026 to 3 January 2027.",
        "Please react by Friday.",
        "Ich bin vom 11. bis 13. Mai auf Dienstreise.",
        "Die Anlage geht im Mai 2026 in den Regelbetrieb.",
    ],
)
def test_a_time_in_which_something_else_happens_is_not_sought(text: str) -> None:
    assert dates_of(text) == (None, None)


@pytest.mark.parametrize(
    "text", ["bis zum Ende des Geschäftsjahres", "until the end of the fiscal year", "bis zum Herbst"]
)
def test_a_year_that_ends_on_a_day_of_its_own_and_a_season_are_asked(text: str) -> None:
    found = find_dates(f"ab 01.04.2026 {text}", TODAY)
    assert (iso(found.start), found.end) == ("2026-04-01", None)
    assert found.ambiguous


@pytest.mark.parametrize(
    "text",
    [
        "Die Unterweisung zum Brandschutz findet am 22. September statt, alle nehmen teil.",
        "Am 22. September findet die Unterweisung zum Brandschutz statt.",
        "Die Pflichtschulung ist von allen bis Jahresende zu absolvieren.",
        "Die Unterweisung zum Arbeitsschutz ist bis 30.06. im Lernportal zu erledigen.",
        "Das Sommerfest ist am 10.07.",
        "Der Betriebsausflug führt am 12. Juni ins Elbsandsteingebirge.",
        "Am 5. Mai nehmen alle an der Räumungsübung teil.",
        "Bis Ende Mai machen alle Beschäftigten die Schulung zum Datenschutz.",
        "Die Betriebsversammlung ist am 5. Mai um 9 Uhr in der Kantine.",
        "Das Update wird in der Nacht zum Sonntag automatisch eingespielt.",
        "Wir ziehen am 5. Mai um.",
        "Der Aufzug wird vom 4. bis 8. Mai gewartet.",
        "Die Flure werden am 5. Mai gestrichen.",
        "Wir haben den 5. und 6. Mai blockiert.",
        "The lift will be serviced from 4 to 8 May.",
        "We have blocked 5 and 6 May.",
        "Am 5. Mai zieht die Abteilung um, bitte Kisten packen.",
        "Fire safety training is due by the end of July for everybody.",
        "Fire drill on 18 March at 9 am, all staff take part.",
        "The town hall takes place on 5 May.",
        "On 5 May everybody takes part in the fire drill.",
        "All employees must complete the course by the end of June.",
        "The summer party is on 10 July.",
        "The office move is planned for 5 May, please pack your boxes.",
        "The update will be installed in the night to Sunday.",
    ],
)
def test_an_appointment_of_everybody_is_not_the_time_sought(text: str) -> None:
    assert find_dates(text, TODAY) == DateFinding()
    request = (
        "We need a tester from 1 June to 31 August 2026." if "the" in text else "Tester gesucht: 01.06.–31.08.2026."
    )
    found = find_dates(f"{request}\n{text}", TODAY)
    assert (iso(found.start), iso(found.end), found.ambiguous) == ("2026-06-01", "2026-08-31", "")


@pytest.mark.parametrize(
    "text",
    [
        "Rückruf bis Mittwoch",
        "Bitte lassen Sie uns bis Freitag wissen, ob Sie jemanden haben.",
        "Bitte bis Freitag eine kurze Rückmeldung, ob Sie jemanden haben.",
        "Angebote an die Vergabestelle bis 17.04.",
        "Antworten bis Mittwoch",
        "Antwort bitte bis zum 17. April",
        "Senden Sie uns bitte bis zum 17. April Profile mit Stundensatz.",
        "Schicken Sie uns Profile bitte bis spätestens Freitag.",
        "Bitte nennen Sie uns bis zum 17. April passende Personen.",
        "Nennt mir bitte bis Freitag Namen.",
        "Ich brauche die Namen bis Freitag.",
        "Bitte rufen Sie bis Donnerstag zurück.",
        "Bis Donnerstag muss ich dem Kunden Bescheid geben.",
        "Wir müssen dem Kunden bis Donnerstag antworten.",
        "Bitte um Vorschläge bis 17.04.",
        "Ihre Vorschläge erwarten wir bis zum 17. April.",
        "Please send us CVs with day rates by 17 April.",
        "Could you send me two or three CVs by Friday?",
        "Could you come back to me by Friday?",
        "I need to tell the client by Thursday.",
        "Please let us have your suggestions by 17 April.",
        "Names by Thursday, please.",
        "Please mail me before 17 April.",
        "By Friday I have to tell the client who it is.",
        "We expect your suggestions by 17 April.",
        "Call me back by Wednesday.",
    ],
)
def test_a_deadline_for_replies_is_not_the_time_sought(text: str) -> None:
    assert find_dates(text, TODAY) == DateFinding()
    request = "We need a tester from 1 June to 31 August 2026." if " by " in text else "Tester ab KW 23 bis KW 35."
    assert "several" not in find_dates(f"{request} {text}", TODAY).ambiguous


@pytest.mark.parametrize(
    ("text", "start", "end"),
    [
        ("Im Juni findet das Audit statt. Dafür suchen wir eine Auditorin.", "2026-06-01", "2026-06-30"),
        ("Vom 4. bis 8. Mai zieht die Abteilung um. Für diese Zeit brauchen wir Helfer.", "2026-05-04", "2026-05-08"),
        ("Die Anlage wird vom 4. bis 8. Mai gereinigt. Dafür brauchen wir zwei Leute.", "2026-05-04", "2026-05-08"),
        ("Der Server wird ab 4. Mai gewartet, dafür suchen wir einen Administrator.", "2026-05-04", None),
        (
            "Das Rechenzentrum zieht zwischen April und August 2026 um. Wir brauchen Storage.",
            "2026-04-01",
            "2026-08-31",
        ),
        ("The fire drills take place from 4 to 8 May. We need a trainer for this.", "2026-05-04", "2026-05-08"),
        ("Prüfung nach DIN 1076, Juli und August", "2026-07-01", "2026-08-31"),
        ("Der Einsatz findet vom 1. bis 30. Juni statt.", "2026-06-01", "2026-06-30"),
        ("Für die Unterweisung am 22.09.2026 suchen wir einen Trainer.", "2026-09-22", None),
        ("Für das Sommerfest am 10.07.2026 brauchen wir zwei Köche.", "2026-07-10", None),
        ("For the office move from 5 to 8 May we need four people.", "2026-05-05", "2026-05-08"),
        ("The assignment takes place from 5 May to 30 June.", "2026-05-05", "2026-06-30"),
        ("Somebody is needed for the fire drill on 18 March 2026.", "2026-03-18", None),
        ("Bitte schicken Sie uns ab 4. Mai zwei Schweißer.", "2026-05-04", None),
        ("Please send us two welders from 4 May to 30 June.", "2026-05-04", "2026-06-30"),
        ("Ich brauche bis Freitag jemanden für die Abnahme.", None, "2026-03-06"),
    ],
)
def test_an_event_for_which_somebody_is_sought_is_the_time_sought(text: str, start: str, end: str | None) -> None:
    assert dates_of(text) == (start, end)


@pytest.mark.parametrize(
    ("text", "start", "end"),
    [
        ("Hi everyone, Kubernetes admin 1 May - 30 June 2026, remote", "2026-05-01", "2026-06-30"),
        ("Aufgabe: Server installieren, 01.06.–30.06.2026", "2026-06-01", "2026-06-30"),
        ("Wir suchen Maurer. Die Arbeiten finden vom 1. bis 30. Juni statt.", "2026-06-01", "2026-06-30"),
        ("The work takes place from 1 May to 30 June in Berlin.", "2026-05-01", "2026-06-30"),
        ("Wir suchen einen Maurer. Das Projekt findet von Mai bis Juli statt.", "2026-05-01", "2026-07-31"),
        ("Umzug Rechenzentrum, 01.06.–30.06.2026, Netzwerktechniker", "2026-06-01", "2026-06-30"),
        ("Ausübung der Tätigkeit: 1.6.–30.6.2026", "2026-06-01", "2026-06-30"),
        ("Trainer für Unterweisungen, 01.06.–30.06.2026", "2026-06-01", "2026-06-30"),
        ("Rufbereitschaft bis Ende Mai", None, "2026-05-31"),
        ("Mailserver-Migration bis 30.06.2026", None, "2026-06-30"),
        ("Mail migration until 30 June 2026", None, "2026-06-30"),
        ("Sendungsverfolgung bis 30.06.2026", None, "2026-06-30"),
        ("Profil: Java-Entwickler, Einsatz bis 30.06.2026", None, "2026-06-30"),
        ("Erstellung der Unterlagen bis 30.06.2026", None, "2026-06-30"),
        ("Pflege der Listen bis 30.06.2026", None, "2026-06-30"),
        ("Please send profiles for May until July.", "2026-05-01", "2026-07-31"),
        ("Bitte senden Sie uns Profile für Mai bis Juli.", "2026-05-01", "2026-07-31"),
        ("Bitte senden Sie uns Profile für den Einsatz vom 1. Mai bis 30. Juni.", "2026-05-01", "2026-06-30"),
        (
            "Die Strecke ist vom 1. bis 30. Juni gesperrt. In diesem Zeitraum suchen wir zwei Leute.",
            "2026-06-01",
            "2026-06-30",
        ),
        ("Datenbank umziehen bis Ende Juni", None, "2026-06-30"),
        ("Alle Kollegen sind im Juni im Urlaub, wir brauchen vom 1. bis 30. Juni Ersatz.", "2026-06-01", "2026-06-30"),
        ("Schulung aller Mitarbeiter, Zeitraum 1.6.–30.6.2026", "2026-06-01", "2026-06-30"),
        ("Training for all employees from 1 June to 31 August 2026, trainer wanted", "2026-06-01", "2026-08-31"),
        ("Rollout an alle Mitarbeiter bis 31.12.2026", None, "2026-12-31"),
        ("Einführung von SAP für alle Beschäftigten, 01.06.2026–31.12.2026", "2026-06-01", "2026-12-31"),
        ("Tester for everybody's portal, May to July", "2026-05-01", "2026-07-31"),
        ("Wer kann vom 4. bis 8. Mai an der Kasse in der Kantine aushelfen?", "2026-05-04", "2026-05-08"),
        ("Koch für die Kantine, 01.06.–30.06.2026", "2026-06-01", "2026-06-30"),
        ("Cook for the canteen, 1 to 30 June", "2026-06-01", "2026-06-30"),
        ("Platzwart Parkplatz Süd, Mai bis Juli", "2026-05-01", "2026-07-31"),
        ("Hausmeister, Mai bis Juli, Sommerfest wird auch betreut", "2026-05-01", "2026-07-31"),
        ("Ab 1. Mai bis Frau Alt am 1. Oktober zurückkommt", "2026-05-01", "2026-10-01"),
    ],
)
def test_words_of_events_and_replies_elsewhere_leave_the_time_sought(text: str, start: str | None, end: str) -> None:
    assert dates_of(text) == (start, end)


@pytest.mark.parametrize(
    ("text", "start", "end"),
    [
        ("One year from 1 September 2026. Tours take place on Thursdays.", "2026-09-01", "2027-08-31"),
        ("Einsatz ab 01.09.2026. Das Sommerfest findet im Juli statt.", "2026-09-01", None),
        ("Wir suchen wen ab 1. Juni 2026. Der Kollege ist noch bis 15. Mai 2026 da.", "2026-06-01", None),
        ("We need somebody from 1 June 2026. Ann is here until 15 May 2026.", "2026-06-01", None),
        ("ab 1.6.2026 bis 15.5.2026", None, None),
        ("Das Sommerfest findet am 1. Juli statt.", None, None),
        ("Das Sommerfest findet am 1.7. im Hof statt.", None, None),
    ],
)
def test_a_year_ends_a_sentence_and_a_day_does_not(text: str, start: str | None, end: str | None) -> None:
    assert dates_of(text) == (start, end)
