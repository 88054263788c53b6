"""The figures count what they say, on readings whose figures are worked out by hand."""

import datetime as dt
from pathlib import Path
from typing import Any

import pytest

from teamlandkarte.index.config import Level
from teamlandkarte.index.embedding import LocalEncoder
from tests.quality.labels import LabelledText, QualityVocabulary
from tests.quality.reading import Product, Reading
from tests.quality.scores import COMPETENCES, DATES, MARKED_LEVEL, ROLES, WITH_LEVEL, Scores, Tally

TEXT = "Scrum Master mit Java (zwingend) und Bash, kein SAP, ab 1. April 2026"
APRIL = dt.date(2026, 4, 1)


def label(words: str, **fields: Any) -> dict[str, Any]:
    start = TEXT.index(words)
    return {"span": [start, start + len(words)], "words": words, **fields}


def labelled(**fields: Any) -> LabelledText:
    given: dict[str, Any] = {
        "id": "demand-de-1",
        "language": "de",
        "kind": "demand",
        "half": "tuning",
        "today": "2026-03-02",
        "text": TEXT,
        "competences": [
            label("Scrum", terms=["Scrum"], expect="allowed"),
            label("Java", terms=["Java"], expect="found", level="essential"),
            label("Bash", terms=["Bash", "Linux"], expect="found", level="ideal"),
            label("SAP", terms=["SAP"], expect="forbidden"),
        ],
        "dates": {"start": "2026-04-01", "end": None, "said": [label("1. April 2026")]},
        "roles": [label("Scrum Master", names=["Scrum Master"])],
    }
    return LabelledText.model_validate(given | fields)


def reading(
    competences: dict[str, Level] | None = None,
    start: dt.date | None = None,
    *,
    end: dt.date | None = None,
    roles: tuple[str, ...] = (),
    primary: str | None = None,
    unclear: tuple[str, ...] = (),
) -> Reading:
    return Reading(competences or {}, start, end, roles, primary, unclear)


def figures(text: LabelledText, found: Reading) -> dict[str, Tally]:
    return dict(Scores.of([(text, found)]).tallies)


def test_a_reading_that_finds_all_has_nothing_but_ones() -> None:
    found = reading({"Java": "essential", "Linux": "ideal"}, APRIL, roles=("Scrum Master",), primary="Scrum Master")
    scores = Scores.of([(labelled(), found)])
    assert {tally.f1 for tally in scores.tallies.values()} == {1.0}
    assert scores.mistakes == []
    assert scores.choices == {"one role is sought": [1, 1]}


def test_a_reading_that_finds_nothing_misses_all_and_has_no_wrong_finds() -> None:
    tallies = figures(labelled(), reading())
    assert {name: (tally.found, tally.wanted, tally.met) for name, tally in tallies.items()} == {
        COMPETENCES: (0, 2, 0),
        WITH_LEVEL: (0, 2, 0),
        MARKED_LEVEL: (0, 1, 0),
        DATES: (0, 1, 0),
        ROLES: (0, 1, 0),
    }


def test_wrong_and_forbidden_finds_cost_precision_and_allowed_ones_nothing() -> None:
    scores = Scores.of([(labelled(), reading({"Java": "ideal", "SAP": "ideal", "Go": "ideal", "Scrum": "ideal"}))])
    tally = scores.tallies[COMPETENCES]
    assert tally.precision == pytest.approx(1 / 3)
    assert tally.recall == pytest.approx(1 / 2)
    assert tally.f1 == pytest.approx(2 / 5)
    assert scores.tallies[WITH_LEVEL].right == 0
    assert scores.forbidden == [1, 1]


@pytest.mark.parametrize(
    ("found", "right"),
    [
        (reading(unclear=("when it starts",)), True),
        (reading(start=APRIL, unclear=("when it starts",)), False),
        (reading(), False),
    ],
    ids=["asked", "guessed", "overlooked"],
)
def test_what_is_to_be_asked_must_be_asked_and_not_guessed(found: Reading, right: bool) -> None:
    asking = labelled(dates={"start": "ask", "end": None, "said": [label("1. April 2026")]})
    tally = figures(asking, found)[DATES]
    assert (tally.met, tally.wanted) == (int(right), 1)
    assert tally.right == int(right)


def test_a_text_of_several_roles_has_no_primary_one() -> None:
    both = [label("Scrum Master", names=["Scrum Master"]), label("Java", names=["Java-Entwickler"])]
    chosen = Scores.of([(labelled(roles=both), reading(primary="Scrum Master"))])
    unclear = Scores.of([(labelled(roles=both), reading())])
    assert chosen.choices == {"it is unclear": [0, 1]}
    assert unclear.choices == {"it is unclear": [1, 1]}


def test_boilerplate_counts_its_words_and_every_find_in_them() -> None:
    nothing = labelled(kind="boilerplate", competences=[], roles=[], dates={"start": None, "end": None, "said": []})
    scores = Scores.of([(nothing, reading({"Java": "ideal", "Bash": "ideal"}, APRIL))])
    assert scores.boilerplate == {"words": 13, COMPETENCES: 2, ROLES: 0, DATES: 1}
    assert scores.choices == {}


def test_a_labelled_text_is_read_by_the_products_own_tools(tmp_path: Path, encoder: LocalEncoder) -> None:
    vocabulary = QualityVocabulary(competences=("Java", "Bash", "Gleisbau"), roles=("Scrum Master", "Controller"))
    text = labelled(title="Scrum Master")
    found = Product(tmp_path, vocabulary, [text], encoder).read(text)
    assert found.competences.keys() == {"Java", "Bash"}
    assert (found.start, found.end) == (APRIL, None)
    assert found.primary == "Scrum Master"
