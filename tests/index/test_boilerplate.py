"""What a text says about employer, law and procedure asks for nothing."""

import datetime as dt

import pytest

from teamlandkarte.index.boilerplate import sought
from teamlandkarte.index.dates import find_dates
from teamlandkarte.index.terms import find_terms
from tests.index.asked_for import ASKED, TERMS, found
from tests.index.listed import ListedTerms
from tests.local_model import LOCAL


@pytest.mark.parametrize(
    "boilerplate",
    [
        "Das bieten wir:\n- Coaching\n- Fortbildung im Projektmanagement",
        "Unser Angebot:\n- Coaching und Obst",
        "Über uns\nDie Firma ist seit 1950 im Gleisbau tätig. Auch in der Logistik sind wir zu Hause.",
        "What we offer:\n* Coaching for everyone",
        "Wir fördern Vielfalt; Compliance und Datenschutz gelten für alle.",
        "Ihre Bewerbung behandeln wir nach den Regeln zum Datenschutz.",
        "Freuen Sie sich auf ein Team mit Humor. Weiterbildungen im Projektmanagement gehören dazu.",
        "Es gilt das Recht zum Datenschutz. Bitte Profile nur an das Projektmanagement.",
        "Zum Hintergrund: Der Gleisbau dauert bis 2032.",
        "Das Vergabeverfahren betreut die Compliance.",
        "Ansprechpartner ist die Logistik. Die Rechnung geht an das Projektmanagement.",
        "Das Verfahren richtet sich nach den Regeln zum Datenschutz.",
        "The bidder must be certified in Projektmanagement and accept the code of conduct on Compliance.",
        "Auf allen Baustellen gelten die Weisungen im Gleisbau. Das Betreten der Logistik ist verboten.",
        "Bids must be written by the Compliance and remain valid for 90 days.",
        "Informationspflichten: Datenschutz und Compliance.",
        "Es folgt ein Gespräch über Microsoft Teams mit der Logistik.",
        "The contract language is that of the Logistik.",
        "Was du bekommst: Weiterbildung zu Gleisbau und Logistik.",
        "Die Verkehrsbetriebe im Porträt: Logistik und Gleisbau aus einer Hand.",
    ],
)
def test_boilerplate_yields_nothing_and_hides_nothing(boilerplate: str) -> None:
    assert found(f"{ASKED}\n\n{boilerplate}") == ["Java"]
    assert found(f"{boilerplate}\n\n{ASKED}") == ["Java"]
    assert find_dates(f"{boilerplate}\n\n{ASKED}", dt.date(2026, 3, 2), LOCAL).start == dt.date(2026, 5, 1)


@pytest.mark.parametrize(
    "portrait",
    [
        "Seit über zwanzig Jahren planen und bauen wir Brücken. Unsere Ingenieure arbeiten im Gleisbau.",
        "Our core competencies include Java and Logistik.",
        "The Holloway Group builds signals. Our clients run Logistik in nine countries.",
        "We advise cities on Compliance and Logistik. Six offices, one team.",
        "In unserer Akademie können Sie sich im Projektmanagement weiterbilden.",
        "Ihnen stehen Coaching und ein Zuschuss zum Sport offen.",
        "Wir verarbeiten Ihre Daten nach den Regeln zum Datenschutz und der Compliance.",
        "Das Auswahlverfahren besteht aus einem Vortrag zu Gleisbau und Coaching.",
        "Gemeinsam gestalten wir die Mobilität von morgen mit Gleisbau und Logistik.",
        "Unterschiede machen uns stark. Auch in der Logistik und beim Coaching leben wir das.",
        "Das macht uns aus: kurze Wege, Coaching.",
        "Wir, die Stadtwerke Nord, versorgen tausende Haushalte. Zu unserem Netz zählt auch der Gleisbau.",
        "Opportunities for all: we reject discrimination and prize Compliance.",
    ],
)
def test_what_an_employer_says_of_itself_is_not_sought(portrait: str) -> None:
    assert found(f"{ASKED}\n\n{portrait}") == ["Java"]
    assert found(f"{portrait}\n\n{ASKED}") == ["Java"]


@pytest.mark.parametrize(
    "text",
    [
        "Unsere Plattform steuert die Logistik.\n\nDafür suchen wir jemanden für eine Woche.",
        "Our team handles Logistik.\n\nA colleague is needed.",
        "Unsere Kunden melden Fehler in der Logistik. Sie analysieren diese.",
        "Our engineers know Logistik; we lack a reviewer.\n\nRemote.",
        "Das Konsortium kümmert sich um die Logistik. Gebraucht wird eine Prüferin.",
        "Unsere Fahrer machen Logistik",
    ],
)
def test_what_is_said_of_a_project_or_beside_a_wish_is_kept(text: str) -> None:
    assert found(text) == ["Logistik"]


@pytest.mark.parametrize(
    "background",
    [
        "Wir betreiben den Gleisbau mit neuen Programmen.",
        "Our backend steers the Gleisbau.",
        "Unsere Services laufen im Gleisbau.",
        "Das System dient dem Gleisbau.",
    ],
)
def test_the_background_of_a_project_may_name_what_somebody_is_sought_for(background: str) -> None:
    assert found(f"{background}\n\n{ASKED}") == ["Gleisbau", "Java"]


@pytest.mark.parametrize(
    "text",
    [
        (
            "Am Donnerstag wurde die Halle nach zwei Jahren Umbau eröffnet. Der Gleisbau hatte sie schon im Winter "
            "genutzt, nun zieht die Logistik nach. Zur Feier gab es Suppe und eine Rede des Landrats."
        ),
        (
            "Die Kurse im Herbst stehen fest: Coaching für Einsteiger, Projektmanagement mit Humor und Java am Abend. "
            "Die Anmeldung läuft über das Lernportal, die Plätze sind begrenzt."
        ),
        (
            "From Friday evening the Java servers are switched off for maintenance. All time sheets have to be entered "
            "before. The service desk thanks you for your patience."
        ),
        (
            "The jury praised the depot for its Logistik and its garden. Last year the same prize went to a hospital. "
            "Photos of the ceremony are on the notice board."
        ),
        (
            "Mit dem Betriebsrat wurde vereinbart, dass Überstunden im Gleisbau künftig monatlich ausgezahlt werden. "
            "Die Regelung gilt für alle Standorte und wird in einem Jahr überprüft."
        ),
    ],
)
def test_news_courses_notices_and_agreements_seek_nothing(text: str) -> None:
    assert found(text) == []


def test_a_long_text_that_seeks_nothing_yields_nothing() -> None:
    text = (
        "Die Strecke im Norden ist über hundert Jahre alt. Der Gleisbau hat damals die ganze Gegend verändert und die "
        "Züge fahren weiter wie gewohnt. In der Logistik hat sich dadurch kaum etwas geändert, alle Waren kommen "
        "pünktlich an."
    )
    assert found(text) == []


def test_a_place_a_department_and_the_contract_itself_are_no_competence() -> None:
    terms = ("Betriebszentrale", "Einkauf", "Controlling", "Rahmenverträge", "Java", "Leistungsverzeichnisse")
    text = (
        "Einsatzort: Betriebszentrale Nord, gesucht wird Java. Die Abteilung Vertrieb und Einkauf fragt an, sie "
        "berichtet an den Head of Controlling. Abruf aus dem Rahmenvertrag. In Abstimmung mit dem Einkauf "
        "erstellen Sie Leistungsverzeichnisse."
    )
    found = {finding.term for finding in find_terms(text, ListedTerms(terms), encoder=LOCAL)}
    assert found == {"Java", "Leistungsverzeichnisse"}


@pytest.mark.parametrize(
    "text",
    [
        (
            "Überall sind wir mit umfangreichen Angeboten vertreten. In Gleisbau und Logistik sind wir ein Vorbild. "
            "Der Energieverbrauch sinkt seit Jahren sehr deutlich."
        ),
        "Start your career with us! We share knowledge on Compliance and celebrate every birthday in the canteen.",
        "Das dürfen Sie erwarten: Coaching und Obst.",
        "By applying you agree to the rules of Compliance.",
    ],
)
def test_words_that_ask_elsewhere_ask_for_nothing_in_praise_of_the_employer(text: str) -> None:
    assert found(text) == []


def test_places_in_the_text_stay_as_they_are() -> None:
    text = f"Was wir bieten: Coaching.\n\n{ASKED}"
    assert len(sought(text, LOCAL)) == len(text)
    (java,) = find_terms(text, ListedTerms(TERMS), encoder=LOCAL)
    assert text[java.start : java.end] == "Java"


@pytest.mark.parametrize("wanted", ["Erfahrung im Gleisbau ist nötig.", "Erfahrung mit Java."])
def test_what_is_beyond_the_sentences_asked_for_their_meaning_is_judged_as_by_words_alone(wanted: str) -> None:
    doubtful = "\n\n".join(f"Die Abteilung {number} prüft Pläne." for number in range(100))
    paragraph = f"Unsere Firma wurde 1950 gegründet. {wanted} Die Kantine ist von 11 bis 14 Uhr geöffnet."
    assert sought(f"{doubtful}\n\n{paragraph}", LOCAL).endswith(sought(paragraph))
    assert sought(paragraph).strip() == wanted


def test_a_longer_text_without_a_sentence_that_surely_seeks_somebody_seeks_nobody() -> None:
    shorter = "Sie betreibt Java. Dazu kommt die Logistik. Gebaut wird im Sommer. Das Coaching läuft."
    longer = f"Die Genossenschaft hat 80 Leute. {shorter}"
    assert found(shorter) == ["Java", "Logistik", "Coaching"]
    assert found(longer) == []
    assert found(f"{longer} Wir suchen ab Mai jemanden mit Gleisbau.") == ["Java", "Logistik", "Coaching", "Gleisbau"]


@pytest.mark.parametrize(
    "line",
    ["Hinweise zum Datenschutz", "Über uns: Logistik", "Unser Datenschutz", "Our Compliance"],
)
def test_one_line_that_is_more_than_a_name_may_be_boilerplate(line: str) -> None:
    assert found(line) == []
