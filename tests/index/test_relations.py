"""What is known about names for certain, whatever a model says."""

import re

import numpy as np
import pytest

from teamlandkarte.index.aliases import Aliases
from teamlandkarte.index.readings import CLOSELY_RELATED, reading_of
from teamlandkarte.index.relations import Relations

TERMS = (
    "Kubernetes", "k8s", "Node.js", "Java", "Java 8", "Java 17", "JavaScript", "C", "C++", "ISO 27001", "ISO 9001",
    "Planer/in", "Amazon Web Services (AWS)", "SAP MM", "SAP SD", "Gleisbau",
)  # fmt: skip
NEAR, FAR = 990_000, 10_000  # what a model may say of everything


def read(name: str, says: int, aliases: Aliases | None = None) -> dict[str, str]:
    row = np.full(len(TERMS), says, np.int32)
    Relations(TERMS, aliases or Aliases.of()).correct(name, row)
    return {term: reading_of(int(value)) for term, value in zip(TERMS, row, strict=True) if value != says}


@pytest.mark.parametrize("says", [NEAR, FAR])
def test_aliases_and_other_writings_are_the_same(says: int) -> None:
    assert read("k8s", says) == {"Kubernetes": "same", "k8s": "same"}
    assert read("Kubernetes", says) == {"Kubernetes": "same", "k8s": "same"}
    assert read("NodeJS", says) == {"Node.js": "same"}
    assert read("Planerin", says) == {"Planer/in": "same"}
    assert read("AWS", says) == {"Amazon Web Services (AWS)": "same"}


@pytest.mark.parametrize("says", [NEAR, FAR])
def test_versions_of_a_thing_are_closely_related_and_not_the_same(says: int) -> None:
    found = read("Java 17", says)
    assert (found["Java"], found["Java 8"], found["Java 17"]) == ("closely related", "closely related", "same")
    assert read("Java 21", says)["Java"] == "closely related"


def test_lookalikes_and_norms_of_other_numbers_are_related_at_most() -> None:
    assert read("Java 17", NEAR)["JavaScript"] == "related"
    others = ("C++", "Java", "Java 8", "Java 17", "JavaScript")
    assert read("C", NEAR) == dict.fromkeys(others, "related") | {"C": "same"}
    assert read("ISO 27001", NEAR) == {"ISO 27001": "same", "ISO 9001": "related"}
    assert read("SAP MM", NEAR) == {"SAP MM": "same", "SAP SD": "related"}
    assert "JavaScript" not in read("Java", FAR)


@pytest.mark.parametrize(
    ("asked", "other"),
    [
        ("Englisch C1", "Deutsch C1"),
        ("English", "German B2"),
        ("Wirtschaftsenglisch", "Wirtschaftsdeutsch"),
        ("Oberbau", "Unterbau"),
        ("Planungsingenieur Oberleitung", "Planungsingenieur Oberbau"),
        ("LST-Planung", "LST-Planprüfung"),
        ("Stahlbau", "Stahlbetonbau"),
        ("Punktförmige Zugbeeinflussung (PZB)", "Linienförmige Zugbeeinflussung (LZB)"),
        ("LZB", "Punktförmige Zugbeeinflussung (PZB)"),
        ("Second-Level-Support", "Third Level Support"),
        ("Microsoft Dynamics 365", "Microsoft 365"),
        ("SAP HANA", "SAP S/4HANA"),
        ("SAP ERP", "SAP MM"),
        ("SAP GRC", "SAP SD"),
        ("Azure DevOps", "Azure Functions"),
        ("Azure DevOps", "DevOps"),
        ("React Native", "React"),
        ("Cisco IOS", "iOS"),
        ("Brückenbau", "Straßenbau"),
        ("Brückenbau", "Brückeninspektion"),
        ("Gleisinspektion", "Weicheninspektion"),
        ("Oberleitungsmontage", "Oberleitungsplanung"),
        ("Oberbauleitung", "Oberleitungsplanung"),
        ("Fahrplanung", "Verkehrsanlagenplanung"),
        ("Hochbau", "Massivbau"),
        ("Abfallmanagement", "Notfallmanagement"),
        ("Vergaberecht", "Vertragsrecht"),
        ("SAP FI Customizing", "SAP CO Customizing"),
        ("Project Manager", "Produktmanager"),
        ("Front end developer", "Backend Developer"),
        ("Hardware engineer", "Programmierer"),
        ("Niederspannung", "Mittelspannung"),
        ("AWS Architekt", "Azure Architekt"),
    ],
)
def test_names_that_differ_in_a_part_that_makes_another_thing_are_related_at_most(asked: str, other: str) -> None:
    for name, term in ((asked, other), (other, asked)):
        row = np.array([NEAR], np.int32)
        Relations((term,), Aliases.of()).correct(name, row)
        assert reading_of(int(row[0])) == "related", (name, term)


def test_more_of_a_name_or_another_way_to_write_a_part_is_not_another_thing() -> None:
    alike = [
        ("Englisch C1", "English C1"),
        ("AWS", "AWS Lambda"),
        ("Oberbau", "Oberbauleitung"),
        ("SAP FI", "SAP FI/CO"),
    ]
    for asked, term in alike:
        row = np.array([NEAR], np.int32)
        Relations((term,), Aliases.of()).correct(asked, row)
        assert int(row[0]) >= NEAR, (asked, term)


@pytest.mark.parametrize("says", [NEAR, FAR])
def test_a_level_of_a_language_includes_lower_ones_and_not_higher_ones(says: int) -> None:
    terms = ("Englisch", "Englisch A2", "English B1", "Englisch B2", "Englisch C1", "Englisch C2")
    row = np.full(len(terms), says, np.int32)
    Relations(terms, Aliases.of()).correct("Englisch B2", row)
    assert [value >= CLOSELY_RELATED for value in row.tolist()] == [True, False, False, True, True, True]


@pytest.mark.parametrize("says", [NEAR, FAR])
def test_what_is_known_of_two_names_does_not_depend_on_which_is_asked_for(says: int) -> None:
    aliases = Aliases.of()
    known = {name for pair in aliases.same for name in pair}.union(TERMS)
    names = sorted(name for name in known if not re.search(r" [ABC][12]$", name))  # a higher level includes lower ones
    rows = np.full((len(names), len(names)), says, np.int32)
    relations = Relations(names, aliases)
    for name, row in zip(names, rows, strict=True):
        relations.correct(name, row)
    assert np.array_equal(rows, rows.T)
    other_norm = rows[names.index("EN 50128"), names.index("DIN EN 50126")]
    assert reading_of(int(other_norm)) == ("related" if says == NEAR else "unrelated")


def test_a_short_form_in_brackets_is_the_same_whichever_is_asked_for_and_what_narrows_a_name_is_another_thing() -> None:
    terms = ("Leit- und Sicherungstechnik (LST)", "LST", "Bauleitung (LST)", "Bauleitung", "Chirurgie (ärztlich)")
    relations = Relations(terms, Aliases())

    def same(name: str) -> list[str]:
        row = np.zeros(len(terms), np.int32)
        relations.correct(name, row)
        return [terms[place] for place in np.flatnonzero(row == 1_000_000)]

    assert same("LST") == same("Leit- und Sicherungstechnik (LST)") == list(terms[:2])
    assert same("Leit- und Sicherungstechnik") == [terms[0]]
    assert same("Bauleitung") == ["Bauleitung (LST)", "Bauleitung"]
    assert same("Bauleitung (LST)") == ["Bauleitung (LST)"]
    assert same("ärztlich") == []


def test_nothing_is_put_right_where_nothing_is_known() -> None:
    assert read("Tiefbau", NEAR) == {}


def test_what_users_call_something_goes_before_the_packaged_aliases() -> None:
    own = Aliases.of([("GB", "Gleisbau"), ("k8s", "Node.js")])
    relations = Relations(TERMS[2:], own)
    assert relations.id_of("GB") == TERMS.index("Gleisbau") - 2
    assert relations.id_of("k8s") == 0
    assert relations.id_of("Tiefbau") is None


def test_words_for_a_level_of_a_language_are_that_level() -> None:
    terms = ("Englisch", "Englisch B2", "Englisch C1", "Deutsch C1", "Deutsch C2")
    relations = Relations(terms, Aliases.of())

    def same(name: str) -> str:
        place = relations.id_of(name)
        return "" if place is None else terms[place]

    assert same("Verhandlungssicheres Englisch") == same("Englisch verhandlungssicher") == "Englisch C1"
    assert same("Business fluent English") == same("English C1") == "Englisch C1"
    assert same("Native German") == same("Deutsch (Muttersprache)") == "Deutsch C2"
    assert same("Englischkenntnisse") == "Englisch"
