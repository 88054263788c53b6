"""Time ranges in requests as they are written in a hurry; each was worked out by hand."""

import pytest

from tests.index.time_ranges import dates_of


@pytest.mark.parametrize(
    ("text", "start", "end"),
    [
        ("Für Mittwoch und Donnerstag suche ich zwei Sicherungsposten", "2026-03-04", "2026-03-05"),
        ("Kurzfristig: Do + Fr diese Woche ein Schweißer gesucht", "2026-03-05", "2026-03-06"),
        ("Wir brauchen von Mittwoch bis Freitag einen Schweißer.", "2026-03-04", "2026-03-06"),
        ("Wir suchen ab Mitte des kommenden Monats bis Ende September Unterstützung.", "2026-04-15", "2026-09-30"),
        ("Der Einsatz beginnt Anfang übernächsten Monats und endet Mitte nächsten Jahres.", "2026-05-01", "2027-06-30"),
        (
            "We are looking for a tester from the beginning of next month through the end of next quarter.",
            "2026-04-01",
            "2026-06-30",
        ),
        ("The project runs from the second half of April to the middle of July.", "2026-04-16", "2026-07-15"),
        ("Wir benötigen Sie über die gesamten Sommermonate Juni, Juli und August.", "2026-06-01", "2026-08-31"),
        ("Wir planen mit Ihnen für das komplette zweite Quartal 2026.", "2026-04-01", "2026-06-30"),
        ("Need two people for the entire month of June 2026", "2026-06-01", "2026-06-30"),
        ("Bedarf: ganzjährig in 2027", "2027-01-01", "2027-12-31"),
        ("Bedarf über das ganze kommende Jahr", "2027-01-01", "2027-12-31"),
        ("Einsatz Dienstag, 14., bis Donnerstag, 16. April, jeweils 8 bis 16 Uhr", "2026-04-14", "2026-04-16"),
        ("Termine: Mo 13., Di 14. und Mi 15. April", "2026-04-13", "2026-04-15"),
        ("Work on Sat 11 / Sun 12 April", "2026-04-11", "2026-04-12"),
        ("April 13 (Mon) to April 17 (Fri)", "2026-04-13", "2026-04-17"),
        ("13.04. (Mo) – 17.04. (Fr)", "2026-04-13", "2026-04-17"),
        ("Mo., 13.04. – Fr., 17.04.", "2026-04-13", "2026-04-17"),
        ("vom 13. April (Montag) bis 17. April (Freitag)", "2026-04-13", "2026-04-17"),
        ("13. - 17. April 26", "2026-04-13", "2026-04-17"),
        ("13-17/04/2026", "2026-04-13", "2026-04-17"),
        ("13–17.04.2026", "2026-04-13", "2026-04-17"),
        ("13.-17.04.", "2026-04-13", "2026-04-17"),
        ("13. bis 17.04.26", "2026-04-13", "2026-04-17"),
        ("13/04-17/04", "2026-04-13", "2026-04-17"),
        ("from 13/4 through 17/4", "2026-04-13", "2026-04-17"),
        ("from 4/13 through 4/17", "2026-04-13", "2026-04-17"),
        ("04/13/26 - 04/17/26", "2026-04-13", "2026-04-17"),
        ("13 Apr - 17 Apr", "2026-04-13", "2026-04-17"),
        ("13Apr-17Apr2026", "2026-04-13", "2026-04-17"),
        ("13APR26-17APR26", "2026-04-13", "2026-04-17"),
        ("13.4.-17.4.", "2026-04-13", "2026-04-17"),
        ("13.4-17.4.2026", "2026-04-13", "2026-04-17"),
        ("ab dem 13.04 brauchen wir Hilfe", "2026-04-13", None),
        ("bis 30.06", None, "2026-06-30"),
        ("Start 01.05, Ende 30.09", "2026-05-01", "2026-09-30"),
        ("Start 01/05, Ende 30/09", "2026-05-01", "2026-09-30"),
        ("starting 15/04", "2026-04-15", None),
        ("start 15/04 end 15/06", "2026-04-15", "2026-06-15"),
        ("übers Wochenende 11./12.4.", "2026-04-11", "2026-04-12"),
        ("ab heute bis auf Weiteres", "2026-03-02", None),
        ("ab übermorgen für drei Tage", "2026-03-04", "2026-03-06"),
        ("morgen für zwei Tage", "2026-03-03", "2026-03-04"),
        ("tomorrow for two days", "2026-03-03", "2026-03-04"),
        ("erstes Quartal und zweites Quartal 2027", "2027-01-01", "2027-06-30"),
        ("Ende Mai/Anfang Juni", "2026-05-21", "2026-06-10"),
        ("Ende Mai bis Anfang Juni", "2026-05-21", "2026-06-10"),
        ("Mitte bis Ende Mai", "2026-05-15", "2026-05-31"),
        ("Anfang bis Mitte nächsten Jahres", "2027-01-01", "2027-06-30"),
        ("mid to late May", "2026-05-15", "2026-05-31"),
        ("Wir brauchen am kommenden Wochenende zwei Leute.", "2026-03-07", "2026-03-08"),
        ("We need two people this weekend.", "2026-03-07", "2026-03-08"),
        ("Nächstes Wochenende fehlt uns ein Fahrer.", "2026-03-07", "2026-03-08"),
        ("Übernächstes Wochenende fehlt uns ein Fahrer.", "2026-03-14", "2026-03-15"),
        ("Wir brauchen bis zum Wochenende einen Fahrer.", None, "2026-03-08"),
        ("We need a driver over the weekend.", "2026-03-07", "2026-03-08"),
        ("Wir brauchen von heute an bis Donnerstag einen Fahrer.", "2026-03-02", "2026-03-05"),
        ("Wir suchen ab 01.05 einen Fahrer", "2026-05-01", None),
        ("Fahrer gesucht, Start 01.05, Ende 30.09", "2026-05-01", "2026-09-30"),
        ("Wir suchen ab 30.09. einen Tester bis einschließlich 15.12.", "2026-09-30", "2026-12-15"),
        ("Einsatzzeitraum: ab sofort - Ende des nächsten Quartals", "2026-03-02", "2026-06-30"),
        ("Bedarf: ab KW 20 (11.05.) bis KW 24", "2026-05-11", "2026-06-14"),
        ("Start: KW 20 / 21", "2026-05-11", "2026-05-24"),
        ("Zeitraum 2. bis 27. Juni, Verlängerung bis Ende Juli möglich", "2026-06-02", "2026-06-27"),
        ("We need a plumber from the 9th of March until the end of the month.", "2026-03-09", "2026-03-31"),
        ("Wir brauchen einen Klempner ab dem 9. bis Monatsende.", "2026-03-09", "2026-03-31"),
        ("Wir brauchen einen Klempner von jetzt bis Mitte des Monats.", "2026-03-02", "2026-03-15"),
        ("Wir brauchen im zweiten Halbjahr 2026 durchgehend einen Klempner.", "2026-07-01", "2026-12-31"),
        ("Wir suchen für die Monate Mai bis einschließlich Juli einen Klempner.", "2026-05-01", "2026-07-31"),
        ("Einsatz jeweils Mo–Fr vom 4.5. bis 29.5.", "2026-05-04", "2026-05-29"),
        ("Einsatz: Woche vom 4. Mai und Woche vom 11. Mai", "2026-05-04", "2026-05-17"),
        ("Zwei Wochen ab dem 4. Mai brauchen wir einen Klempner.", "2026-05-04", "2026-05-17"),
        ("Ab dem 4. Mai 14 Tage lang", "2026-05-04", "2026-05-17"),
        ("Für Donnerstag, 5., und Freitag, 6. März brauchen wir einen Klempner.", "2026-03-05", "2026-03-06"),
        ("Am Donnerstag, den 5., und am Freitag, den 6. März brauchen wir einen Klempner.", "2026-03-05", "2026-03-06"),
        ("On Thursday 5 and Friday 6 March we need a plumber.", "2026-03-05", "2026-03-06"),
        ("From Thursday 5 March to Tuesday 10 we need a plumber.", "2026-03-05", "2026-03-10"),
        ("von Do 5.3. bis Di 10.", "2026-03-05", "2026-03-10"),
        ("vom 5. (Do) bis 10. (Di) März", "2026-03-05", "2026-03-10"),
        ("5/6 March 2026", "2026-03-05", "2026-03-06"),
        ("5, 6 and 7 March", "2026-03-05", "2026-03-07"),
        ("vom 5.3. - 7.3., 9.3. - 11.3.", "2026-03-05", "2026-03-11"),
        ("in KW 11 und KW 12", "2026-03-09", "2026-03-22"),
        ("KW 11 + 12", "2026-03-09", "2026-03-22"),
        ("next Monday and Tuesday", "2026-03-09", "2026-03-10"),
        ("nächsten Montag und Dienstag", "2026-03-09", "2026-03-10"),
        ("kommenden Montag bis Mittwoch", "2026-03-09", "2026-03-11"),
        ("until the day after tomorrow", None, "2026-03-04"),
        ("from now until next Friday", "2026-03-02", "2026-03-06"),
        ("Ende dieses Jahres bis Mitte nächsten Jahres", "2026-12-31", "2027-06-30"),
        ("from the end of this year until the middle of next year", "2026-12-31", "2027-06-30"),
        ("Mitte 2026 bis Mitte 2027", "2026-07-01", "2027-06-30"),
    ],
)
def test_a_request_written_in_a_hurry_is_read(text: str, start: str | None, end: str | None) -> None:
    assert dates_of(text) == (start, end)


@pytest.mark.parametrize(
    "text",
    [
        "Moin, heute Nacht und morgen früh fehlt uns ein Fahrer",
        "Do und Fr brauchen wir einen Schweißer.",
        "ab 3.5 Jahren Erfahrung",
        "ab 1.5 m Höhe",
        "ab 10.30 Uhr",
        "in the last week of March",
        "die ersten beiden Aprilwochen",
        "in den ersten zwei Maiwochen",
        "Wir suchen Fahrer für Dienste am Wochenende.",
        "Bereitschaft zu Wochenendarbeit",
        "work at the weekend is paid extra",
        "Ubuntu ab 22.04 und Python ab 3.10",
        "Release bis 26.06",
        "Dienste von 10.10 bis 12.12 Uhr",
        "ab 12.50 Euro",
        "Steigung bis 12.05 %",
    ],
)
def test_what_a_request_says_beside_its_time_is_no_time_range(text: str) -> None:
    assert dates_of(text) == (None, None)


@pytest.mark.parametrize(
    ("text", "start", "end"),
    [
        ("Herr Jung ist vom 4. bis 22. Mai im Urlaub. Wir brauchen eine Vertretung.", "2026-05-04", "2026-05-22"),
        ("Frau Alt fällt ab 4. Mai aus. Wer kann einspringen?", "2026-05-04", None),
        ("Kollege Meier fällt ab morgen aus. Wir brauchen bis Freitag Ersatz.", "2026-03-03", "2026-03-06"),
        ("Der Kollege fällt bis Ende Mai aus, wir suchen Ersatz.", None, "2026-05-31"),
        ("Mein Kollege ist ab 4. Mai für sechs Wochen krank. Wir suchen eine Vertretung.", "2026-05-04", "2026-06-14"),
        ("Anna is on holiday from 4 to 22 May. We need a stand-in.", "2026-05-04", "2026-05-22"),
        ("Our buyer is away from 4 May to 22 May, and we need cover.", "2026-05-04", "2026-05-22"),
        ("Our tester is on leave until 22 May. Who could cover for her?", None, "2026-05-22"),
        ("From 4 May Peter is on parental leave; we are looking for a replacement.", "2026-05-04", None),
    ],
)
def test_the_time_of_a_colleagues_absence_is_sought_where_a_stand_in_is(
    text: str, start: str | None, end: str | None
) -> None:
    assert dates_of(text) == (start, end)


@pytest.mark.parametrize(
    "text",
    [
        "Ich bin vom 4. bis 22. Mai im Urlaub.",
        "Ich bin ab 15.04. im Urlaub, meine Vertretung ist Frau Alt.",
        "Bin vom 6. bis 10. April im Urlaub, danach wieder erreichbar.",
        "I am on holiday from 4 to 22 May. My deputy is Ms Alt.",
        "Frau Alt ist bis 22. Mai im Urlaub und beantwortet dann Ihre Fragen.",
        "Während meines Urlaubs vom 4. bis 22. Mai vertritt mich Herr Jung.",
        "In my absence from 4 to 22 May please contact Ms Alt.",
        "Frau Sass fällt ab 15.06. aus.",
    ],
)
def test_the_time_of_an_absence_without_a_stand_in_sought_is_no_time_range(text: str) -> None:
    assert dates_of(text) == (None, None)


@pytest.mark.parametrize(
    ("text", "start", "end"),
    [
        (
            "The system will be switched off from 1 to 3 May; we need two engineers for that.",
            "2026-05-01",
            "2026-05-03",
        ),
        ("Am 5. Mai ist Teamtag, am 6. Mai Inventur. Gesucht wird ab 1. Juni ein Lagerist.", "2026-06-01", None),
        ("Unser Team zieht im Mai nach Essen. Ab Juni suchen wir Verstärkung.", "2026-06-01", None),
        ("Jour fixe jeden Dienstag und Mittwoch. Wir suchen ab 1. Juni einen Tester.", "2026-06-01", None),
        ("Two days per week on site (Tuesday and Wednesday), from 1 June.", "2026-06-01", None),
        ("Zwei Tage pro Woche in Bonn (Dienstag und Mittwoch), ab 1. Juni.", "2026-06-01", None),
        ("Mo–Mi in Frankfurt, Do/Fr mobil, ab 1. Juni 2026", "2026-06-01", None),
        ("Ansprechpartner: Frau Alt (Di + Mi). Start: 1. Juni", "2026-06-01", None),
        ("Ms Alt (Tue and Wed only). Start: 1 June", "2026-06-01", None),
        ("Die Sprechstunde ist Dienstag und Mittwoch. Wir suchen ab 1. Juni einen Tester.", "2026-06-01", None),
        ("Let us speak on Thursday or Friday. We need a tester from 1 June.", "2026-06-01", None),
        ("Can we talk tomorrow or on Wednesday? We need a tester from 1 June.", "2026-06-01", None),
        ("Bin morgen und übermorgen nicht erreichbar. Wir suchen ab 1. Juni einen Tester.", "2026-06-01", None),
        ("Ich bin Dienstag und Mittwoch unterwegs. Wir suchen ab 1. Juni einen Tester.", "2026-06-01", None),
        ("Am Dienstag und Mittwoch habe ich Termine, sonst gern anrufen. Start 1. Juni.", "2026-06-01", None),
        ("Shift 1: 06:00-14:00, from 1 June to 31 August", "2026-06-01", "2026-08-31"),
        ("Vergütung E 9/10, ab 1. Juni", "2026-06-01", None),
        ("TVöD 13/14, ab 1. Juni", "2026-06-01", None),
        ("Budget 10/12 bis 11/12 verteilt, ab 1. Juni", "2026-06-01", None),
        ("2.5 bis 3.5 Stellen ab 1. Juni", "2026-06-01", None),
        ("1.1 - 1.3 Projektleitung, ab 1. Juni", "2026-06-01", None),
        ("Lose 1.1 bis 1.3, Leistungszeit 1.6.–31.8.", "2026-06-01", "2026-08-31"),
        ("5 bis 7 Personen im Juni", "2026-06-01", "2026-06-30"),
        ("from 3 to 5 people, 8 to 19 June", "2026-06-08", "2026-06-19"),
        ("Gleise 1 bis 3. April bis Juni 2026", "2026-04-01", "2026-06-30"),
        ("Verfügbar 3 und 4 Mai", "2026-05-03", "2026-05-04"),
        ("Entgeltgruppe 12/13 ab 01.06.", "2026-06-01", None),
    ],
)
def test_days_of_every_week_and_other_numbers_leave_the_time_sought(text: str, start: str, end: str | None) -> None:
    assert dates_of(text) == (start, end)


@pytest.mark.parametrize(
    "text",
    [
        *("The customer needs a name by Friday.", "Shortlist by 29 May, please.", "I need to know by Friday."),
        *(
            "The customer decides by 29 May.",
            "We need two candidates by Friday.",
            "Please nominate a tester by 29 May.",
        ),
        *(
            "Ich muss bis Freitag wissen, wer kann.",
            "Wir brauchen bis Freitag eine Zusage.",
            "Sagt mir bis Freitag, ob das geht.",
        ),
        *("Meldungen bis 29. Mai genügen.", "Entscheidung bis Freitag", "Wir bitten um Benennung bis 29. Mai."),
        "Wir brauchen bis Freitag zwei Kandidaten.",
    ],
)
def test_a_day_for_an_answer_ends_nothing(text: str) -> None:
    assert dates_of(text) == (None, None)
    assert dates_of(f"Start: 1.6.2026, Ende: 30.6.2026. {text}") == ("2026-06-01", "2026-06-30")


@pytest.mark.parametrize(
    "text", ["We are looking for two candidates until 29 May.", "Wir suchen Kandidaten bis 29. Mai."]
)
def test_who_is_sought_until_a_day_is_no_answer(text: str) -> None:
    assert dates_of(text) == (None, "2026-05-29")
