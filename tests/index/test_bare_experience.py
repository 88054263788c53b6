"""A text that is nothing but years of experience in something asks for them."""

import pytest

from tests.index.asked_for import found


@pytest.mark.parametrize(
    "text",
    [
        "Über 10 Jahre Berufserfahrung im Gleisbau.",
        "Über 10 Jahre Berufserfahrung im Gleisbau, davon 3 Jahre im Hochbau.",
        "Mehr als 15 Jahre Berufspraxis im Gleisbau!",
        "Berufserfahrung im Gleisbau: über 10 Jahre",
        "Langjährige Berufserfahrung im Gleisbau",
        "Rund 12 Jahre einschlägige Berufserfahrung im Gleisbau",
        "Mind. 8 J. Berufserfahrung im Gleisbau",
        "Over 20 years' work experience in Gleisbau.",
        "Several years of professional experience in Gleisbau",
        "At least ten years of practice with Gleisbau",
    ],
)
def test_years_of_experience_alone_are_asked_for(text: str) -> None:
    assert found(text) == ["Gleisbau"]


@pytest.mark.parametrize(
    "text",
    [
        "Hat über 10 Jahre Berufserfahrung im Gleisbau.",
        "Wir haben über 10 Jahre Erfahrung im Gleisbau.",
        "Über 10 Jahre Berufserfahrung im Gleisbau zeichnen uns aus.",
        "Über 30 Jahre Erfahrung im Gleisbau: Ihr Partner für den Bahnbau!",
        "Über 30 Jahre Erfahrung im Gleisbau. Das ist die Musterbau GmbH.",
    ],
)
def test_years_of_somebody_who_has_them_are_not(text: str) -> None:
    assert found(text) == []
