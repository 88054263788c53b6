"""Arguments: forgiving in form, never guessing, refused in our own words."""

import datetime as dt
import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from teamlandkarte.index.errors import RequestError
from teamlandkarte.server.toolset.arguments import (
    choice,
    choices,
    date,
    flag,
    handle,
    identifier,
    input_schema,
    integer,
    number,
    read_arguments,
    terms,
    text,
)
from teamlandkarte.server.toolset.bounds import bounded, surplus

ARGUMENTS = (
    integer("limit", "How many", default=20, minimum=1),
    number("min_similarity", "From 0 to 1", default=0.7, minimum=0, maximum=1),
    text("role_name", "A role"),
    terms("competences", "Competences"),
    choice("category", "A category", ("Top", "Good", "Partial", "Low")),
    choices("clear", "Fields", ("date_start", "date_end")),
    date("date_start", "First day"),
    date("date_end", "Last day"),
    flag("confirm", "Yes or no"),
    identifier("task_id", "A task"),
    handle("requirements_id", "A requirement"),
)
ID = "0f8fad5b-d9cb-469f-a165-70867728950e"
DEFAULTS: dict[str, Any] = {argument.name: argument.default for argument in ARGUMENTS}


def read(**given: object) -> dict[str, Any]:
    return read_arguments(ARGUMENTS, given)


def refusal(**given: object) -> str:
    with pytest.raises(RequestError) as caught:
        read(**given)
    return str(caught.value)


def test_without_arguments_every_default_holds() -> None:
    assert read() == DEFAULTS
    assert DEFAULTS["limit"] == 20
    assert DEFAULTS["min_similarity"] == 0.7


@pytest.mark.parametrize("name", list(DEFAULTS))
@pytest.mark.parametrize("nothing", [None, "", "null", " NULL ", "  ", "\u200b", "\ufeff", " \u00ad", []])
def test_null_and_empty_mean_not_given(name: str, nothing: object) -> None:
    assert read(**{name: nothing}) == DEFAULTS


@pytest.mark.parametrize(
    ("name", "given_value", "expected"),
    [
        ("limit", 5, 5),
        ("limit", "5", 5),
        ("limit", " 5 ", 5),
        ("limit", 5.0, 5),
        ("limit", "5.0", 5),
        ("min_similarity", "0.85", 0.85),
        ("min_similarity", 1, 1.0),
        ("role_name", "  Backend Developer ", "Backend Developer"),
        ("role_name", ["Backend Developer"], "Backend Developer"),
        ("role_name", 4711, "4711"),
        ("role_name", "Back\u200bend\u202e", "Backend"),
        ("competences", ["Python", "SQL"], ("Python", "SQL")),
        ("competences", '["Python", "C++, C#"]', ("Python", "C++, C#")),
        ("competences", "C++, C#", ("C++, C#",)),
        ("competences", "[sic] Python", ("[sic] Python",)),
        ("competences", [" Machine   Learning "], ("Machine Learning",)),
        ("competences", "[]", None),
        ("category", " tOP ", "Top"),
        ("clear", "DATE_END", ("date_end",)),
        ("date_start", " 2026-04-01 ", dt.date(2026, 4, 1)),
        ("date_start", "2028-02-29", dt.date(2028, 2, 29)),
        ("confirm", "Ja", True),
        ("confirm", "False", False),
        ("confirm", False, False),
        ("task_id", "a9U290000004GNy", "a9U290000004GNy"),
        ("task_id", "a9U290000004GNY", "a9U290000004GNY"),
        ("task_id", 4711, "4711"),
        ("task_id", 4711.0, "4711"),
        ("task_id", ["T1"], "T1"),
        ("task_id", '["T1"]', "T1"),
        (
            "requirements_id",
            " 0F8FAD5B-D9CB-469F-A165-70867728950E ",
            "0f8fad5b-d9cb-469f-a165-70867728950e",
        ),
    ],
)
def test_a_value_is_read_in_any_sensible_form(name: str, given_value: object, expected: object) -> None:
    assert read(**{name: given_value})[name] == expected


@pytest.mark.parametrize(
    ("name", "given_value", "message"),
    [
        ("limit", 0, "limit must be at least 1, but is 0."),
        ("limit", "-3", "limit must be at least 1, but is -3."),
        ("limit", "many", 'limit must be a whole number, but is "many".'),
        ("limit", 2.5, 'limit must be a whole number, but is "2.5".'),
        ("limit", True, 'limit must be a whole number, but is "true".'),
        (
            "limit",
            10**17,
            'limit must be a whole number from -9007199254740992 to 9007199254740992, but is "100000000000000000".',
        ),
        ("limit", "1e999", 'limit must be a whole number, but is "1e999".'),
        ("min_similarity", float("inf"), 'min_similarity must be a number, but is "Infinity".'),
        ("min_similarity", 1.5, "min_similarity must be at most 1, but is 1.5."),
        (
            "min_similarity",
            1e30,
            'min_similarity must be a number from -9007199254740992 to 9007199254740992, but is "1e+30".',
        ),
        ("min_similarity", "nan", 'min_similarity must be a number, but is "nan".'),
        ("role_name", ["A", "B"], 'role_name must be one text, but is "["A", "B"]".'),
        ("competences", ["Python", " "], "competences contains a blank entry: leave it out or name it."),
        ("competences", ["\u200b"], "competences contains a blank entry: leave it out or name it."),
        ("competences", [None], 'competences must be a list of texts, but contains "null".'),
        ("competences", {"name": "Python"}, 'competences must be a list of texts, but contains "{"name": "Python"}".'),
        ("category", "Best", 'category must be one of Top, Good, Partial, Low, but is "Best".'),
        ("clear", ["role"], 'clear must be one of date_start, date_end, but is "role".'),
        (
            "date_start",
            "01.04.2026",
            'date_start must be a day of the calendar in the form YYYY-MM-DD, but is "01.04.2026".',
        ),
        (
            "date_end",
            "2026-02-30",
            'date_end must be a day of the calendar in the form YYYY-MM-DD, but is "2026-02-30".',
        ),
        ("confirm", "maybe", 'confirm must be true or false, but is "maybe".'),
        (
            "requirements_id",
            "abc",
            'requirements_id is malformed: "abc" is not a UUID; pass it exactly as a tool returned it.',
        ),
        ("task_id", ["T1", "T2"], 'task_id takes one id per call, but is "["T1", "T2"]": call once for each.'),
        ("task_id", '["T1","T2"]', 'task_id takes one id per call, but is "["T1","T2"]": call once for each.'),
        (
            "requirements_id",
            f"{ID} {ID}",
            f'requirements_id takes one id per call, but is "{ID} {ID}": call once for each.',
        ),
    ],
)
def test_what_cannot_be_read_is_refused_with_value_and_form(name: str, given_value: object, message: str) -> None:
    assert refusal(**{name: given_value}) == message


def test_an_unknown_argument_is_refused_with_the_nearest_name() -> None:
    assert refusal(role="Architekt") == "unknown argument role; did you mean role_name?"
    assert refusal(Role_Name="Architekt") == "unknown argument Role_Name; did you mean role_name?"


def test_an_unknown_argument_without_a_similar_name_lists_the_known_ones() -> None:
    assert refusal(xyzzy=1).startswith("unknown argument xyzzy; known are: limit, min_similarity,")
    with pytest.raises(RequestError, match="this tool takes no arguments"):
        read_arguments((), {"anything": 1})


def test_an_unknown_argument_is_refused_even_when_it_is_null() -> None:
    assert "unknown argument role" in refusal(role=None)


def test_a_start_after_the_end_is_refused_and_one_day_is_a_range() -> None:
    message = "date_start 2026-05-02 lies after date_end 2026-05-01: swap them or correct one."
    assert refusal(date_start="2026-05-02", date_end="2026-05-01") == message
    assert read(date_start="2026-05-01", date_end="2026-05-01")["date_end"] == dt.date(2026, 5, 1)


@pytest.mark.parametrize("nothing", [{}, {"task_id": None}, {"task_id": "null"}])
def test_a_missing_required_argument_is_named(nothing: dict[str, Any]) -> None:
    with pytest.raises(RequestError, match=r"^task_id is missing: pass it\.$"):
        read_arguments((identifier("task_id", "A task", required=True),), nothing)


def test_several_problems_are_told_at_once() -> None:
    message = refusal(limit=0, category="Best", rolename="x")
    assert "limit must be at least 1" in message
    assert "category must be one of" in message
    assert "did you mean role_name?" in message


@given(st.recursive(st.none() | st.booleans() | st.integers() | st.floats() | st.text(), st.lists, max_leaves=5))
def test_any_json_value_is_either_read_or_refused(value: object) -> None:
    for argument in ARGUMENTS:
        try:
            read(**{argument.name: value})
        except RequestError as error:
            assert len(str(error)) < 400  # noqa: PT017 -- most values are fine


def test_json_text_that_is_no_list_is_one_text() -> None:
    assert read(competences="[" * 200)["competences"] == ("[" * 200,)
    assert "has 100000 characters" in refusal(competences="[" * 100_000)


def test_what_an_answer_could_not_repeat_is_refused() -> None:
    assert read(role_name="x" * 200)["role_name"] == "x" * 200
    assert refusal(role_name="x" * 201) == "role_name has 201 characters; at most 200 are read: shorten it."
    assert refusal(competences=["Python", "x" * 201]).endswith("which has 201 characters; at most 200 are read.")
    hundred = [f"Competence {number}" for number in range(100)]
    assert len(read(competences=hundred)["competences"]) == 100
    assert "101 entries, which are too many" in refusal(competences=[*hundred, "one more"])
    assert "too long together" in refusal(competences=[f"{number:0200d}" for number in range(100)])


@given(st.lists(st.text(max_size=250), max_size=150))
def test_bounded_names_keep_their_order_and_are_never_too_much(names: list[str]) -> None:
    kept = bounded(names)
    assert surplus(kept) is None
    rest = iter(names)
    assert all(name in rest for name in kept)
    if surplus(names) is None:
        assert list(kept) == names


def test_the_schema_is_flat_and_plain() -> None:
    schema = input_schema((*ARGUMENTS, text("must", "Needed", required=True)))
    assert schema["required"] == ["must"]
    assert set(schema) == {"type", "properties", "required"}
    for field in schema["properties"].values():
        assert isinstance(field["type"], str)
        assert field["type"] != "array" or field["items"]["type"] == "string"
    assert schema["properties"]["limit"] == {"type": "integer", "description": "How many", "minimum": 1, "default": 20}
    assert json.loads(json.dumps(schema)) == schema


def test_a_number_of_thousands_of_digits_is_refused() -> None:
    assert (
        refusal(limit=10**5000)
        == 'limit must be a whole number from -9007199254740992 to 9007199254740992, but is "…".'
    )
    assert refusal(task_id=10**5000) == "task_id must be a text, but is a number of thousands of digits."


@pytest.mark.parametrize(
    "name",
    [
        *("exclude_competences", "excluded_role", "competences_exclude", "exclude", "not_role_name"),
        "excludeCompetences",
        *("without_competences", "no_competences", "ohne_competences", "must_not_competences", "Exclude-Competences"),
    ],
)
def test_the_name_of_an_exclusion_is_not_corrected_to_its_opposite(name: str) -> None:
    message = refusal(**{name: ["SAP"]})
    assert message.startswith(f"unknown argument {name}; no search and no filter excludes anybody")
    assert "did you mean" not in message


@pytest.mark.parametrize("name", ["not_before", "note", "notes", "nominal", "competence"])
def test_other_names_are_no_exclusions(name: str) -> None:
    assert "excludes" not in refusal(**{name: "x"})


@pytest.mark.parametrize(
    "excluded",
    [
        *("-SAP", "!SAP", "−SAP", "not SAP", "NOT SAP", "kein SAP", "keine SAP-Kenntnisse", "ohne SAP", "without SAP"),
        *("nicht SAP", "no SAP", "exclude SAP", " -SAP", "- kein SAP", "– not SAP", "- -SAP"),
    ],
)
def test_what_is_not_wanted_is_no_name(excluded: str) -> None:
    message = refusal(competences=["Python", excluded])
    assert f'competences names what is not wanted, "{excluded.strip()}"' in message
    assert "filter by what is not wanted to see whom to pass over" in message


@pytest.mark.parametrize(
    "name",
    [
        *("No SQL", "No-Code", "Notes", "NotebookLM", ".NET", "Keine-Panik-Training", "C--"),
        *("SAP - Finance", "Leit- und Sicherungstechnik", "Gleisbau – Oberbau – Weichen"),
    ],
)
def test_what_only_looks_like_an_exclusion_is_a_name(name: str) -> None:
    assert read(competences=[name])["competences"] == (name,)
