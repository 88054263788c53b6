"""Notices: long texts that seek nothing, although some of their words seem to."""

import pytest

from tests.index.asked_for import found


@pytest.mark.parametrize(
    "text",
    [
        (
            "Hinweise für Gäste. Fotografieren ist auf dem Gelände untersagt. Das Gäste-WLAN hilft in der Logistik. "
            "Besucherausweise gibt es am Empfang gegen ein Pfand von fünf Euro."
        ),
        (
            "This notice explains how we use data. We keep only the data we need to answer; Java logs are deleted. "
            "You may request access or erasure at any time. Write to our data protection officer."
        ),
        (
            "Everyone on site must wear safety boots and a helmet. Logistik vehicles have priority in every hall. "
            "First-aid kits hang next to each door of the depot."
        ),
        (
            "You have a copy of a private message here. Java and Gleisbau are registered trademarks of their owners. "
            "If you received it in error, please delete it at once and tell us."
        ),
    ],
)
def test_a_notice_with_several_signs_seeks_nothing_although_one_word_seems_to(text: str) -> None:
    assert found(text) == []


def test_a_request_without_signs_of_boilerplate_may_say_only_what_one_must_do() -> None:
    text = "The depot in the north opens this spring with three tracks. Everybody there must handle Logistik. "
    assert found(text + "The person must like early shifts and live nearby.") == ["Logistik"]


@pytest.mark.parametrize(
    "text",
    [
        (
            "Am Freitag backt das ganze Haus einen Kuchen. Beim Tee reden alle über Java. "
            "Und gute Ideen brauchen Zeit und Ruhe."
        ),
        (
            "Wenn Sie beim Gespräch etwas benötigen, gibt es das. Wir erklären auch den Gleisbau. "
            "Ein Tee steht für alle im Flur."
        ),
    ],
)
def test_what_others_may_need_seeks_nothing(text: str) -> None:
    assert found(text) == []


@pytest.mark.parametrize(
    "text",
    [
        (
            "Dear supplier, invoices are accepted in electronic form only. Please send Java archives or plain files. "
            "The payment term is 30 days after receipt of the goods. Thank you for your cooperation."
        ),
        (
            "Our quality policy. Every employee is responsible for good work. Logistik is audited every year. "
            "This policy was approved by the board in spring."
        ),
        (
            "Nebenangebote sind nicht zugelassen. Die Regeln zur Compliance finden Anwendung. "
            "Bietergemeinschaften haften gemeinsam für die Leistung. Der Zuschlag wird voraussichtlich im Juni erteilt."
        ),
    ],
)
def test_a_greeting_and_a_forecast_seek_nothing_in_a_notice(text: str) -> None:
    assert found(text) == []


@pytest.mark.parametrize("need", ["We are short of a Java developer.", "Java ist bei uns unbesetzt.", "Bedarf: Java."])
def test_a_gap_that_a_mail_with_signs_of_boilerplate_names_is_sought(need: str) -> None:
    text = "Dear colleagues, thank you for the invoices and for the reports of last year. "
    assert found(f"{text}{need} More information is available on our website at any time.") == ["Java"]


@pytest.mark.parametrize(
    "text",
    [
        (
            "Die Brücke am Nordring ist alt und wird ersetzt. Die Vermessung läuft schon seit März. "
            "Was noch offen ist, ist der Gleisbau. Das Ganze dauert etwa ein Jahr."
        ),
        (
            "Anfrage: eine Kraft für den Gleisbau am Fluss. Die Arbeiten sind im Plan und das Wetter ist gut. "
            "Am Freitag kommt der Bürgermeister auf die Baustelle."
        ),
        (
            "Im Projekt Westkurve übernehmen Sie den Gleisbau am Fluss. Sie berichten an die Leitung in Köln. "
            "Das Büro liegt gleich am Bahnhof und hat einen Garten."
        ),
        (
            "Our old shop is slow and far behind schedule. The plan is to move the Gleisbau data this summer. "
            "It should all be ready before the new year comes."
        ),
    ],
)
def test_a_gap_in_the_team_or_a_task_for_the_reader_is_a_request(text: str) -> None:
    assert found(text) == ["Gleisbau"]


def test_a_polite_hint_to_the_reader_is_none() -> None:
    text = (
        "Das Portal läuft mit Java und ist rund um die Uhr offen. Bitte planen Sie für das Hochladen etwas Zeit ein. "
    )
    assert found(text + "Eine Anleitung liegt auf der Startseite bereit.") == []


def test_what_is_sent_on_request_and_meets_requirements_is_not_sought() -> None:
    text = "This site meets most of the requirements of the law. The code is written in Java and kept in a safe place. "
    assert found(text + "A copy of the accessibility statement is sent by post.") == []
    text = (
        "Die Mitgliedschaft ist kostenlos und jederzeit kündbar. Passende Anfragen aus dem Gleisbau kommen per Brief. "
    )
    assert found(text + "Das Netzwerk hat in diesem Jahr ein neues Haus bezogen.") == []
