"""Parts of periods, moved and vague beginnings on Monday, 2 March 2026; each day was looked up in a calendar."""

import pytest

from teamlandkarte.index.dates import find_dates
from tests.index.time_ranges import TODAY, dates_of


@pytest.mark.parametrize(
    ("text", "start", "end"),
    [
        ("Tester gesucht ab dem zweiten Montag im Mai", "2026-05-11", None),
        ("Tester gesucht bis zum letzten Freitag im Juni", None, "2026-06-26"),
        ("Tester wanted from the first Tuesday in April 2027", "2027-04-06", None),
        ("Tester needed in the first two weeks of June", "2026-06-01", "2026-06-14"),
        ("Tester in den letzten beiden Wochen im Juli gesucht", "2026-07-18", "2026-07-31"),
        ("Tester gesucht für die ersten drei Monate 2027", "2027-01-01", "2027-03-31"),
        ("Tester for the last four months of 2026", "2026-09-01", "2026-12-31"),
    ],
)
def test_a_counted_part_of_a_month_or_year_is_those_days(text: str, start: str | None, end: str | None) -> None:
    assert dates_of(text) == (start, end)


@pytest.mark.parametrize(
    ("text", "start", "end"),
    [
        ("Zeitraum: Mai – Aug. 27. Gesucht: Tester.", "2027-05-01", "2027-08-31"),
        ("Tester gesucht, Nov. bis Feb. 27", "2026-11-01", "2027-02-28"),
        ("Tester gesucht, 05/26-09/26.", "2026-05-01", "2026-09-30"),
        ("Tester gesucht, 80 %, ab 05.26.", "2026-05-01", None),
        ("Tester wanted, May 4th - 8th.", "2026-05-04", "2026-05-08"),
        ("Tester needed from 20260504 to 20260508", "2026-05-04", "2026-05-08"),
        ("Tester needed wc 11 May", "2026-05-11", "2026-05-17"),
        ("Tester gesucht ab Jahresmitte", "2026-07-01", None),
        ("Tester gesucht bis Jahresmitte 2027", None, "2027-06-30"),
        ("Ab dem neuen Jahr brauchen wir einen Tester.", "2027-01-01", None),
        ("Tester gesucht zum Quartalsbeginn", "2026-04-01", None),
        ("Tester gesucht, Beginn nächsten Ersten", "2026-04-01", None),
        ("Tester gesucht ab Donnerstag in einer Woche", "2026-03-12", None),
        ("Tester wanted from Monday week", "2026-03-09", None),
        ("elektroingenieur ges., 2. HJ 26, eplan optional", "2026-07-01", "2026-12-31"),
        ("Tester gesucht, 3. Quartal '26.", "2026-07-01", "2026-09-30"),
        ("Tester wanted, start W20, open end", "2026-05-11", None),
        ("Tester needed wk 20 through 22", "2026-05-11", "2026-05-31"),
        ("Tester wanted from this coming Monday until Christmas Eve", "2026-03-09", "2026-12-24"),
        ("Tester needed the month after next", "2026-05-01", "2026-05-31"),
        ("Tester gesucht. Start: 1.4.26 / Dauer: 6 Mon.", "2026-04-01", "2026-09-30"),
        ("Tester gesucht. Start: 1.4.26 / Dauer: 6M", "2026-04-01", "2026-09-30"),
        ("Tester wanted. Start 1 April, 26 wks", "2026-04-01", "2026-09-29"),
        ("Tester on a 3 month rolling contract from 1 April.", "2026-04-01", "2026-06-30"),
        ("Tester ab 1.4., erst mal drei Monate.", "2026-04-01", "2026-06-30"),
        ("NEED TESTER STOP FROM 9 AUG STOP TWELVE WEEKS STOP NO AGENCIES", "2026-08-09", "2026-10-31"),
        ("ab mittwoch 14 tage hilfe auf der baustelle gesucht", "2026-03-04", "2026-03-17"),
        ("in zwei wochen brauch ich einen tester, bis gründonnerstag", "2026-03-16", "2026-04-02"),
        ("wer kann morgen von 8 bis 16:30 uhr im labor aushelfen?", "2026-03-03", None),
        ("hättet ihr ab 7.4. einen tester? das ginge bis ende feber", "2026-04-07", "2027-02-28"),
        ("Leistungszeit: 24 Monate, beginnend am 15. Oktober 2026", "2026-10-15", "2028-10-14"),
        ("Tester ab 3. Mai gesucht, die Dauer bleibt bei zwölf Wochen.", "2026-05-03", "2026-07-25"),
        ("Tester gesucht im 3. Vierteljahr 2026", "2026-07-01", "2026-09-30"),
        ("Start wäre idealerweise am 11.4., spätestens aber am 1.5. Gesucht: Tester.", "2026-04-11", None),
        ("Tester gesucht. Beginn: sobald wie möglich.", "2026-03-02", None),
        ("Wir bräuchten den Tester ab Mitte/Ende April.", "2026-04-15", None),
        ("Unser Wunschtermin ist der 1. April. Gesucht: Tester.", "2026-04-01", None),
        ("Bedarf Tester 4/26-9/26", "2026-04-01", "2026-09-30"),
        ("Tester, start April 2026 (6 month initial, likely 12)", "2026-04-01", "2026-09-30"),
        ("The services commence on 1 April 2026 for an initial term of three (3) years.", "2026-04-01", "2029-03-31"),
        ("Tester wanted from 1 April until the close of 2026", "2026-04-01", "2026-12-31"),
        ("Tester wanted, 1 July up to and including 30 November", "2026-07-01", "2026-11-30"),
        ("Tester wanted from the 7th through the end of August", "2026-03-07", "2026-08-31"),
        (
            "Tester for both. Phase 1: 1 June – 31 July 2026\nPhase 2: 3 August – 30 September 2026",
            "2026-06-01",
            "2026-09-30",
        ),
        ("Frohes neues Jahr! Wir suchen ab April einen Tester.", "2026-04-01", None),
    ],
)
def test_a_short_writing_is_read_as_the_long_one(text: str, start: str | None, end: str | None) -> None:
    assert dates_of(text) == (start, end)


@pytest.mark.parametrize(
    ("text", "start", "end"),
    [
        ("Tester gesucht, Start verschoben von April auf Mai.", "2026-05-01", None),
        ("Tester gesucht; der Start verschiebt sich um zwei Wochen auf den 15. Mai.", "2026-05-15", None),
        ("Tester wanted, start pushed back from April to June.", "2026-06-01", None),
        ("Tester gesucht ab April, Ende verschoben auf den 30. Juni.", "2026-04-01", "2026-06-30"),
        ("Bis spätestens 15. April muss der Tester an Bord sein.", "2026-04-15", None),
        ("Tester needed no later than April 15", "2026-04-15", None),
        ("Kannst du uns ab Donnerstag einen Tester schicken?", "2026-03-05", None),
        ("Wir brauchen jemanden, der am 20. April anfängt und bis 30. April bleibt.", "2026-04-20", "2026-04-30"),
        ("Tester gesucht, Dienstantritt: 1. April", "2026-04-01", None),
        ("We need someone tomorrow.", "2026-03-03", None),
        ("brauche übermorgen wen fürs Schweißen, Rückruf 0170 555", "2026-03-04", None),
        ("Tester für morgen gesucht.", "2026-03-03", None),
        ("Tester needed effective immediately through June 30", "2026-03-02", "2026-06-30"),
        ("Bitte bis Donnerstag Profile schicken, wir suchen ab April einen Tester.", "2026-04-01", None),
    ],
)
def test_a_beginning_is_where_it_was_moved_to_or_somebody_arrives(text: str, start: str, end: str | None) -> None:
    assert dates_of(text) == (start, end)


@pytest.mark.parametrize(
    ("text", "start", "asked"),
    [
        ("Java-Entwickler gesucht in KW 23 oder 24.", None, "KW 23 oder 24"),
        ("Java-Entwickler gesucht ab 1. Mai für 4 bis 6 Monate.", "2026-05-01", "für 4 bis 6 Monate"),
        ("Java developer from 1 May for six to nine months.", "2026-05-01", "for six to nine months"),
        ("Tester gesucht. Start zwischen 1. und 15. Mai.", None, "1. und 15. Mai"),
        ("Tester wanted, starting between 1 May and 1 June.", None, "1 May and 1 June"),
        ("Tester gesucht ab Schuljahresbeginn", None, "Schuljahresbeginn"),
        ("Tester gesucht ab Wintersemester 2026/27", None, "Wintersemester 2026/27"),
        ("Tester wanted from FY27 on", None, "FY27"),
        ("Tester gesucht zwischen den Jahren", None, "den Jahren"),
    ],
)
def test_a_beginning_or_end_that_nobody_can_tell_is_asked_for(text: str, start: str | None, asked: str) -> None:
    found = find_dates(text, TODAY)
    assert dates_of(text) == (start, None)
    assert asked in found.ambiguous


@pytest.mark.parametrize(
    ("text", "start", "end"),
    [
        ("The services commence on 2026-04-03 and expire on 2027-03-30.", "2026-04-03", "2027-03-30"),
        ("Tester ab 1. April gesucht. Der Einsatz endet mit Ablauf des 30. Juni.", "2026-04-01", "2026-06-30"),
        ("Tester wanted from 3 July instead of 12 June; the end stays at 30 November.", "2026-07-03", "2026-11-30"),
        ("Join us on April 1st, 2026. The contract has a notice period of three months.", "2026-04-01", None),
        ("Tester wanted from 1 April.\nApply under ref. 2026-0914 until 24 March 2026.", "2026-04-01", None),
        ("Tester wanted. Come and see us at the open day on 1 July 2026.", None, None),
        ("Niederschrift vom 03.03.2026: Vertretung gesucht vom 15.4.26 bis 14.5.26.", "2026-04-15", "2026-05-14"),
        (
            "Tester gesucht. Der bisherige Abruf (1.1. bis 30.6.26) endet, Verlängerung gilt vom 1.7.26 bis 31.3.27.",
            "2026-07-01",
            "2027-03-31",
        ),
        ("Für Juni werden zwei Tester gesucht.\nProtokoll: Hartl, verteilt am 25.03.2026", "2026-06-01", "2026-06-30"),
        (
            "Über den Jahreswechsel brauchen wir einen Tester, vom 27. Dezember bis zum 5. Januar.",
            "2026-12-27",
            "2027-01-05",
        ),
        ("Tester gesucht ab dem Fahrplanwechsel (13.12.2026) bis 10.06.2027.", "2026-12-13", "2027-06-10"),
        ("Tester gesucht, nicht wie besprochen zum 10. April, sondern ab dem 24. April.", "2026-04-24", None),
        ("Tester wanted, not from May but from June.", "2026-06-01", None),
        ("Sought: tester. Budget: EUR 96.000 in FY 2027", None, None),
        ("kennt wer einen tester? meld dich bis morgen mittag", None, None),
        ("Tester, EN 50126 essential, profiles by 29 May", None, None),
        ("Kick-off | 20.04.2026\nEinsatz der gesuchten Person | 27.04.–31.07.", "2026-04-27", "2026-07-31"),
    ],
)
def test_dates_beside_the_time_sought_do_not_blur_it(text: str, start: str | None, end: str | None) -> None:
    assert dates_of(text) == (start, end)


@pytest.mark.parametrize(
    ("text", "start", "end"),
    [
        ("Funktion | von | bis | zwingend\nAnalyst | 1. Okt. 26 | 31. Dez. 26 | Splunk", "2026-10-01", "2026-12-31"),
        ("Stelle | Zeit | Muss\nPlaner | 3. VJ 2026 | SAP PM", "2026-07-01", "2026-09-30"),
        ("Position;Start;Dauer;Muss\nAdministrator;W20;8 Wochen;Windows Server", "2026-05-11", "2026-07-05"),
        ("Gesucht | Angebot bis | Muss\nEine Person | 17.04.2026 | VgV", None, None),
        ("Eintritt | 17.4.\nUmfang | 20 Std.\nErforderlich | SQL", "2026-04-17", None),
    ],
)
def test_a_cell_of_a_table_is_what_its_heading_says(text: str, start: str | None, end: str | None) -> None:
    assert dates_of(text) == (start, end)
