"""Time ranges within the sentences that surround them, beside dates of something else; each was worked out by hand."""

import pytest

from teamlandkarte.index.dates import find_dates
from tests.index.time_ranges import TODAY, dates_of


@pytest.mark.parametrize(
    ("text", "start", "end"),
    [
        ("Wir bräuchten von KW 20 bis einschließlich KW 24 eine Aushilfe.", "2026-05-11", "2026-06-14"),
        ("Laufzeit: 18 Monate (Option: +6), Start zum 01.07.2026", "2026-07-01", "2027-12-31"),
        (
            "The engagement runs for nine months from 1 July 2026, extendable twice by three months.",
            "2026-07-01",
            "2027-03-31",
        ),
        ("Vertragsdauer bis 30.06.2027, Verlängerung um ein Jahr möglich, Beginn 1.7.2026", "2026-07-01", "2027-06-30"),
        ("Die Einarbeitung beginnt am 15. Juni, Ende Dezember ist Schluss.", "2026-06-15", "2026-12-31"),
        ("Wir suchen bis zum Abschluss der Bauphase im November 2026 einen Bauleiter.", None, "2026-11-30"),
        ("needed between mid-April and end of June", "2026-04-15", "2026-06-30"),
        ("Beginn: 1. Mai (spätestens 15. Mai)", "2026-05-01", None),
        ("Gesucht wird jemand für 10 Tage im Zeitraum 04.05.–29.05.2026.", "2026-05-04", "2026-05-29"),
        ("Need cover while Anna is on leave, 6–24 July.", "2026-07-06", "2026-07-24"),
        ("Vertretung für Frau Blum (Mutterschutz) vom 1.6. bis voraussichtlich 30.11.", "2026-06-01", "2026-11-30"),
        ("Start asap, end 31 Dec 26", "2026-03-02", "2026-12-31"),
        ("Start: sofort / Ende: 31.12.2026", "2026-03-02", "2026-12-31"),
        ("von Mitte Mai an für rund vier Monate", "2026-05-15", "2026-09-14"),
        ("ab Mai dieses Jahres bis Februar nächsten Jahres", "2026-05-01", "2027-02-28"),
        ("Einsatz: Mai – Juli, optional August", "2026-05-01", "2026-07-31"),
        ("Wir planen mit 3 Personen von Juni 2026 bis Mai 2027 und suchen noch 2.", "2026-06-01", "2027-05-31"),
        ("Das Projekt läuft seit Januar 2025; wir suchen ab 1.6. Unterstützung.", "2026-06-01", None),
        ("Project kick-off was 12 January 2026. We need a tester from 1 April.", "2026-04-01", None),
        ("Bitte um Rückmeldung bis 10.03., Start wäre der 01.04.2026.", "2026-04-01", None),
        ("Angebote bis 20.03.2026 10:00 Uhr. Ausführung: 15.05. bis 30.10.2026.", "2026-05-15", "2026-10-30"),
        (
            "Zuschlag voraussichtlich 30.04.2026, Beginn der Arbeiten 15.05.2026, Fertigstellung 30.10.2026",
            "2026-05-15",
            "2026-10-30",
        ),
        ("Ausführungszeitraum: Mai 2026 bis Oktober 2026. Submission: 20.03.2026", "2026-05-01", "2026-10-31"),
        ("Team meeting every Monday at 10. Start 1 April.", "2026-04-01", None),
        ("Rufbereitschaft an Wochenenden, Beginn 1. April", "2026-04-01", None),
        ("Mo–Fr, 8–16 Uhr, ab 1. April", "2026-04-01", None),
        ("Kernarbeitszeit 9-15 Uhr, Einsatz ab 1.4., Ende 30.9.", "2026-04-01", "2026-09-30"),
        ("Uwe geht Ende April in Rente, wir suchen Ersatz ab Mai.", "2026-05-01", None),
        ("Petra ist ab Mai in Elternzeit, Ersatz gesucht für ein Jahr.", "2026-05-01", "2027-04-30"),
        ("Stellenausschreibung vom 02.03.2026: Fahrdienstleiter zum 01.05.2026", "2026-05-01", None),
        ("Eintrittsdatum: 01.06.2026 (befristet auf 24 Monate)", "2026-06-01", "2028-05-31"),
        ("befristet auf zwei Jahre, Beginn frühestens 01.06.2026", "2026-06-01", "2028-05-31"),
        ("We are looking for two welders for the summer shutdown, 20 July to 14 August.", "2026-07-20", "2026-08-14"),
        ("In den Sommerferien (16.07.–26.08.2026) brauchen wir zwei Aushilfen.", "2026-07-16", "2026-08-26"),
        ("Q3 (Juli bis September)", "2026-07-01", "2026-09-30"),
        ("Zeitraum: Q3 2026, 60 PT", "2026-07-01", "2026-09-30"),
        ("Der Einsatz beginnt in der 20. KW und dauert sechs Wochen.", "2026-05-11", "2026-06-21"),
        ("from the week of 11 May for six weeks", "2026-05-11", "2026-06-21"),
        ("Wer kann heute noch einspringen?", "2026-03-02", None),
        ("Brauchen dringend bis Freitag einen Schweißer", None, "2026-03-06"),
        ("heute bis Freitag", "2026-03-02", "2026-03-06"),
        ("ab heute für zwei Wochen", "2026-03-02", "2026-03-15"),
        ("nächsten Montag bis Mittwoch", "2026-03-09", "2026-03-11"),
        ("am 7., 8. und 9. April 2026", "2026-04-07", "2026-04-09"),
        ("vom 07. - 09.04.2026", "2026-04-07", "2026-04-09"),
        ("on April 7, 8 and 9", "2026-04-07", "2026-04-09"),
        ("for the period of 1 April through 30 June", "2026-04-01", "2026-06-30"),
        ("April 2026, evtl. bis Mai 2026 verlängert", "2026-04-01", "2026-04-30"),
        ("ab 2. Mai, ein Jahr mit Option auf ein weiteres", "2026-05-02", "2027-05-01"),
        ("Start 04.05.2026 für max. 12 Monate", "2026-05-04", "2027-05-03"),
        ("Los geht's Anfang Juni, Ende offen", "2026-06-01", None),
        ("Wir starten im Juni und sind bis Jahresende beschäftigt", "2026-06-01", "2026-12-31"),
        ("Dauer: 01.06. bis Projektende (voraussichtlich 31.12.2026)", "2026-06-01", "2026-12-31"),
        ("Bauzeit 15.05.26–15.11.26", "2026-05-15", "2026-11-15"),
        ("Leistungszeit: 1. Quartal 2027", "2027-01-01", "2027-03-31"),
        ("Leistungsbeginn: unmittelbar nach Zuschlag, spätestens 01.06.2026", "2026-06-01", None),
        ("Rahmenvertrag 2027–2029 mit einjähriger Verlängerungsoption", "2027-01-01", "2029-12-31"),
        ("Framework agreement, 4 years from 1 January 2027", "2027-01-01", "2030-12-31"),
        ("The successful bidder starts on 1 June 2026 and finishes on 30 November 2026.", "2026-06-01", "2026-11-30"),
        ("completion by 30 November 2026", None, "2026-11-30"),
        ("Works to be completed no later than 30 November 2026; start 1 June 2026", "2026-06-01", "2026-11-30"),
        ("Bitte stellen Sie uns ab dem 1. Juni zwei Sicherungsposten.", "2026-06-01", None),
        ("Zwei Sicherungsposten, Nachtschicht 14./15. Mai 2026", "2026-05-14", "2026-05-15"),
        ("Verfügbarkeit ab April zwingend", "2026-04-01", None),
        ("Sperrpause: 14.05.2026 22:00 bis 17.05.2026 04:00 Uhr", "2026-05-14", "2026-05-17"),
        ("Probezeit sechs Monate, Start 1. Juni", "2026-06-01", None),
        ("Start 1 June, hybrid, 3 days per week on site", "2026-06-01", None),
        ("3 years of experience, available from June", "2026-06-01", None),
        ("25 hours a week from June to August", "2026-06-01", "2026-08-31"),
        ("20 Std./Woche ab Juni", "2026-06-01", None),
        ("Wir melden uns bis Ende März bei Ihnen. Beginn ist der 1. Mai.", "2026-05-01", None),
        ("Sie können zum 1. Mai anfangen?", "2026-05-01", None),
        ("Wann? 1. Mai bis 30. Juni. Wo? Köln.", "2026-05-01", "2026-06-30"),
        ("When: May 1 – June 30; where: Cologne", "2026-05-01", "2026-06-30"),
        (
            "Due date for offers: 20 March 2026. Start date: 1 May 2026. End date: 31 October 2026.",
            "2026-05-01",
            "2026-10-31",
        ),
        ("The position is available from 1 May for a fixed term of two years.", "2026-05-01", "2028-04-30"),
        ("maternity cover, 14 months from 1 May", "2026-05-01", "2027-06-30"),
        ("Interim, 6 Monate+, ab Mai", "2026-05-01", "2026-10-31"),
        ("Der Start wurde vom 1.6. auf den 1.7. verschoben.", "2026-07-01", None),
        ("The start was postponed from 1 June to 1 July 2026.", "2026-07-01", None),
    ],
)
def test_a_time_range_is_read_out_of_its_sentence(text: str, start: str | None, end: str | None) -> None:
    assert dates_of(text) == (start, end)


@pytest.mark.parametrize(
    "text",
    [
        "Der Vertrag mit dem bisherigen Dienstleister läuft bis 30.04.2026, danach übernehmen Sie.",
        "Die Norm EN 50128 wurde 2011 eingeführt, die Ril 408 zum 13.12.2026 neu gefasst.",
        "Wir erwarten Kenntnisse der VOB in der Fassung vom 01.06.2026.",
        "nach HOAI 2021, VOB/B 2019 und VgV vom 12.04.2016",
        "SAP-Release 2027, Windows 11 25H2, Java 21",
        "Ticket 2026-07-15-0042 und Auftrag 07/2026-113",
        "Budget 2026/27: 250.000 Euro",
        "Umsatz 2025: 3 Mrd., Ziel bis 2030: 5 Mrd.",
        "Protokoll der Sitzung vom 15.06.2026",
        "Nächstes Treffen: 15.06.2026, 9 Uhr, Raum 3",
        "Our next review is on 15 June.",
        "Bin vom 6. bis 10. April im Urlaub, danach wieder erreichbar.",
        "Ich bin ab dem 6.4. wieder da.",
        "Wir haben 2026 viel vor.",
        "Bis 2035 werden 500 Stellwerke erneuert. Dafür suchen wir Planer.",
        "Die Inbetriebnahme des ESTW ist im Dezember 2027.",
        "Fahrplanwechsel am 13.12.2026",
        "Stand: März 2026, Version 3",
        "Gültig ab 01.07.2026: neue Reisekostenrichtlinie",
        "Rechnung bitte bis zum 15. des Folgemonats",
        "Lieferung der Unterlagen bis 15.04.2026",
        "Die Frist endet am 15. April 2026.",
        "Frist: 15. April",
        "Deadline for questions: 20 March, noon",
    ],
)
def test_a_sentence_about_something_else_states_no_time_range(text: str) -> None:
    assert dates_of(text) == (None, None)


@pytest.mark.parametrize(
    "text",
    [
        "Für unser Projekt suchen wir ab der zweiten Aprilwoche Verstärkung.",
        "The role starts the first week of May and runs until Christmas.",
    ],
)
def test_a_side_without_a_day_is_asked(text: str) -> None:
    assert dates_of(text) == (None, None)
    assert find_dates(text, TODAY).ambiguous
