"""Roles found in title and description of a task."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from teamlandkarte.index.roles import TaskReading, candidates, infer_roles, possible, primary
from tests.index.listed import OF_MANY_CRAFTS, ROLES, ListedRoles
from tests.local_model import LOCAL


def roles_of(title: str, description: str = "") -> list[tuple[str, int]]:
    return [(found.role, found.score) for found in infer_roles(title, description, ListedRoles(), 5)]


@pytest.mark.parametrize(
    ("title", "role"),
    [
        ("Backend Developer (m/w/d) für das Buchungssystem", "Backend Developer"),
        ("Backend-Developer", "Backend Developer"),
        ("Bauleiter/in Gleisbau gesucht", "Bauleiter Gleisbau"),
        ("Bauleiter:in Gleisbau", "Bauleiter Gleisbau"),
        ("BauleiterIn Gleisbau", "Bauleiter Gleisbau"),
        ("Bauleiterin Gleisbau", "Bauleiter Gleisbau"),
        ("Projektleiter*innen (all genders)", "Projektleiter"),
        ("IT-Architektin", "IT-Architekt"),
        ("Planungsingenieur (w/m/d) LST", "Planungsingenieur LST"),
        ("Business Analyst", "Business Analyst (m/w/d)"),
        ("Sachbearbeiter Einkauf", "Sachbearbeiter/in Einkauf"),
    ],
)
def test_a_role_in_the_title_is_certain_in_every_gender_form(title: str, role: str) -> None:
    assert roles_of(title) == [(role, 1_000_000)]


@pytest.mark.parametrize(
    "text",
    [
        *("Wir suchen keinen Projektleiter.", "Gesucht wird nicht der Projektleiter.", "We need no Projektleiter."),
        *("Wir brauchen Java, avoid Projektleiter.", "Alle außer Projektleiter.", "Anything but a Projektleiter."),
        "We don't want a Projektleiter, only Java.",
        *("Wir suchen keine erfahrene Projektleiterin.", "Ein Team ohne Projektleiter."),
        *("Weder Bauleiter noch Projektleiter.", "Wir suchen weder eine Bauleiterin noch eine Projektleiterin."),
        *("We need neither a Bauleiter nor a Projektleiter.", "Not a Bauleiter, nor a Projektleiter."),
        *("Weder Java noch einen Projektleiter.", "Keinen Bauleiter, Techniker oder Projektleiter."),
        *("Weder Bauleiter, Schreiner noch Projektleiter.", "Kein Bauleiter und kein Projektleiter."),
        *("Anstatt eines Projektleiters.", "Rather than a Projektleiter.", "Not an experienced Projektleiter."),
    ],
)
def test_a_role_that_is_not_wanted_is_none(text: str) -> None:
    assert roles_of("", text) == []
    assert roles_of("", f"{text} Gesucht wird ein IT-Architekt.") == [("IT-Architekt", 850_000)]


def test_a_role_without_which_nothing_works_is_wanted() -> None:
    assert roles_of("", "Ohne Projektleiter geht hier nichts.") == [("Projektleiter", 700_000)]
    assert roles_of("", "Nicht ohne Projektleiter.") == [("Projektleiter", 700_000)]
    assert roles_of("", "Wir suchen nicht nur einen Projektleiter.") == [("Projektleiter", 850_000)]


@pytest.mark.parametrize(
    "text",
    [
        *("Wir suchen noch einen Projektleiter.", "Wir haben keinen Bauleiter, gesucht ist ein Projektleiter."),
        *("Weder Java noch SAP, sondern ein Projektleiter.", "Kein Bauleiter, Projektleiter gesucht."),
    ],
)
def test_a_role_behind_one_that_is_not_wanted_is_wanted(text: str) -> None:
    assert [role for role, _ in roles_of("", text)] == ["Projektleiter"]


def test_the_evidence_is_what_the_text_says() -> None:
    (found,) = infer_roles("Bauleiter:in Gleisbau", "Wir suchen eine Bauleiterin Gleisbau.", ListedRoles(), 5)
    assert found.evidence == "title: Bauleiter:in Gleisbau; description: Bauleiterin Gleisbau"
    assert ROLES[found.term_id] == found.role == "Bauleiter Gleisbau"


def test_a_typing_error_is_less_certain() -> None:
    assert roles_of("Projekleiter") == [("Projektleiter", 900_000)]


def test_the_description_tells_whom_it_seeks_from_whom_one_works_with() -> None:
    text = "Gesucht wird ein Backend Developer. Enge Abstimmung mit dem Projektleiter. Bauleiter sind vor Ort."
    assert roles_of("Ausbau Buchungssystem", text) == [
        ("Backend Developer", 850_000),
        ("Bauleiter", 700_000),
        ("Projektleiter", 400_000),
    ]


def test_a_title_without_a_role_is_compared_by_meaning_and_never_certain() -> None:
    roles = ListedRoles({"Softwareentwicklung Server": [("Backend Developer", 930_000), ("Bauleiter", 200_000)]})
    (found,) = infer_roles("Softwareentwicklung Server", "", roles, 5)
    assert (found.role, found.score) == ("Backend Developer", 651_000)  # 0.7 × 0.93
    assert found.evidence == "by meaning: Softwareentwicklung Server"


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        ("Looking for a Java developer with experience in REST", ["Java developer"]),
        ("Wir suchen ab sofort einen Javaprogrammierer mit Erfahrung.", ["Javaprogrammierer"]),
        ("Gesucht: Weichenfachkraft, gern mit Erfahrung", ["Weichenfachkraft"]),
        ("Auswertung von Störungen\nab Mai", ["Auswertung von Störungen"]),
        ("", []),
    ],
)
def test_without_a_title_what_the_text_seeks_is_compared_by_meaning(text: str, asked: list[str]) -> None:
    roles = ListedRoles()
    infer_roles("", text, roles, 5)
    assert roles.asked == asked


def test_a_name_in_the_description_is_more_certain_than_a_similar_title() -> None:
    roles = ListedRoles({"Softwareentwicklung": [("Projektleiter", 990_000)]})
    found = infer_roles("Softwareentwicklung", "Backend Developer", roles, 5)
    assert [candidate.role for candidate in found] == ["Backend Developer", "Projektleiter"]


def test_nothing_is_embedded_when_the_title_names_a_role_or_nobody_wants_it() -> None:
    roles = ListedRoles()
    infer_roles("Projektleiter", "", roles, 5)
    assert candidates(TaskReading.of("Ausbau", "", roles), roles, 5, by_meaning=False) == []
    assert roles.asked == []


def test_the_primary_role_is_the_one_that_clearly_leads() -> None:
    def primary_of(title: str, description: str = "") -> str | None:
        found = primary(infer_roles(title, description, ListedRoles(), 5))
        return found.role if found else None

    assert primary_of("Projektleiter") == "Projektleiter"
    assert primary_of("Projektleiter", "Abstimmung mit dem Bauleiter") == "Projektleiter"
    assert primary_of("Projektleiter, Bauleiter") is None
    assert primary_of("Ausbau", "Abstimmung mit dem Bauleiter") is None
    assert primary_of("siehe Anhang") is None


def test_the_answer_is_limited_and_an_empty_vocabulary_gives_none() -> None:
    assert len(infer_roles("Projektleiter, Bauleiter, IT-Architekt", "", ListedRoles(), 2)) == 2
    assert infer_roles("Projektleiter", "", ListedRoles(terms=()), 5) == []


@given(st.text(), st.text())
def test_any_text_is_read_and_scores_fall(title: str, description: str) -> None:
    scores = [found.score for found in infer_roles(title, description, ListedRoles(), 5)]
    assert scores == sorted(scores, reverse=True)
    assert all(0 < score <= 1_000_000 for score in scores)


@pytest.mark.parametrize(
    ("text", "role"),
    [
        ("Backend-Entwicklerin", "Backend Developer"),
        ("Netzwerk-Ingenieur/in", "Netzwerkingenieur"),
        ("network engineer", "Netzwerkingenieur"),
        ("Full-Stack-Entwickler (m/w/d)", "Fullstack Developer"),
        ("IT-Projektleiterin", "Projektleiter IT"),
        ("Projektleitung IT", "Projektleiter IT"),
        ("Projektleiterin für IT", "Projektleiter IT"),
        ("Projektsteuerin", "Projektsteuerer"),
        ("SAP consultant", "SAP-Berater"),
        ("Buyer", "Einkäufer"),
        ("Kauffrau für Logistik", "Kaufmann für Logistik"),
        ("Kandidatin", "Kandidat"),
    ],
)
def test_compounds_genders_and_the_other_language_name_the_same_role(text: str, role: str) -> None:
    terms = ("Backend Developer", "Netzwerkingenieur", "Fullstack Developer", "Projektleiter IT", "Projektsteuerer",
             "SAP-Berater", "Einkäufer", "Kaufmann für Logistik", "Kandidat")  # fmt: skip
    found = infer_roles(text, "", ListedRoles(terms=terms), 5)
    assert [candidate.role for candidate in found] == [role]


@pytest.mark.parametrize(("text", "role"), [("Steuer", "Steuerer"), ("Platin", "Plat"), ("Satin", "Sat")])
def test_a_word_that_is_no_title_has_no_other_gender(text: str, role: str) -> None:
    assert infer_roles(text, "", ListedRoles(terms=(role,)), 5) == []


def test_boilerplate_names_no_role() -> None:
    assert infer_roles("", "Über uns: Unser Projektleiter ist seit 2009 dabei.", ListedRoles(), 5) == []


def test_a_successor_is_sought_as_what_leaves_and_whom_one_talks_to_is_not() -> None:
    found = roles_of("", "Nachfolge für unseren Projektleiter. Man spricht mit dem Bauleiter.")
    assert found == [("Projektleiter", 850_000), ("Bauleiter", 400_000)]


@pytest.mark.parametrize(
    ("title", "description", "similarity"),
    [
        ("Bauleiter gesucht", "", 1_000_000),
        ("", "Wir suchen einen Bauleiter.", 1_000_000),
        ("", "In Zusammenarbeit mit dem Bauleiter.", 1_000_000),
        ("", "Wir suchen einen Bauleitr.", 900_000),
        ("Leitung der Baustelle", "", 812_345),
    ],
)
def test_a_role_is_as_similar_to_its_words_wherever_they_stand(title: str, description: str, similarity: int) -> None:
    roles = ListedRoles({"Leitung der Baustelle": [("Bauleiter", 812_345)]})
    found = infer_roles(title, description, roles, 1)[0]
    assert (found.role, found.similarity) == ("Bauleiter", similarity)


@pytest.mark.parametrize("typed", ["Scrum Master", "Scrum Masterin", "Scrum Master, Product Owner"])
def test_a_role_that_somebody_typed_alone_is_sought(typed: str) -> None:
    roles = ListedRoles(terms=("Scrum Master", "Product Owner"))
    found = infer_roles("", typed, roles, 5, encoder=LOCAL)
    assert [(one.role, one.score) for one in found][:1] == [("Scrum Master", 700_000)]


@pytest.mark.parametrize(
    ("text", "role"),
    [
        *(
            (f"{seeker} {seeks} Projektleiter.", "Projektleiter")
            for seeker, seeks in (
                ("Der Bauleiter unseres Teams", "sucht Unterstützung durch einen"),
                ("Unsere Bauleiterin", "braucht einen"),
                ("Our Bauleiter", "is looking for a"),
                ("The Bauleiter", "needs support from a"),
                ("Bauleiter", "sucht"),
                ("Die Abteilung des Bauleiters", "sucht einen"),
            )
        ),
        ("Wir suchen Unterstützung durch eine erfahrene Projektleiterin.", "Projektleiter"),
        ("Projektleiter gesucht, der Bauleiter sucht Hilfe.", "Projektleiter"),
        ("Einen Projektleiter suchen wir, der mit dem Bauleiter arbeitet.", "Projektleiter"),
        ("The Projektleiter needs experience with Java.", "Projektleiter"),
        ("The Projektleiter needs to work with the Bauleiter.", "Projektleiter"),
    ],
)
def test_who_seeks_is_not_who_is_sought(text: str, role: str) -> None:
    found = primary(infer_roles("", text, ListedRoles(), 5))
    assert found is not None
    assert found.role == role


def test_who_only_seeks_help_is_no_role_that_is_sought() -> None:
    found = infer_roles("", "Der Projektleiter benötigt Hilfe.", ListedRoles(), 5)
    assert [(one.role, one.score) for one in found] == [("Projektleiter", 400_000)]
    assert primary(found) is None


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        *(("Kenntnis der Bauüberwachung der Bahn", []), ("Gute Kenntnisse im Testmanagement", [])),
        *(("Erfahrung in der Bauüberwachung", []), ("Experience in backend development", [])),
        *(("Knowledge of data engineering required", []), ("Backend development skills", [])),
        ("Bauüberwachung der Bahn", ["Bauüberwachung der Bahn"]),
        ("Erfahrener Programmierer", ["Erfahrener Programmierer"]),
        ("Experienced consultant with SAP skills", ["Experienced consultant with SAP skills"]),
    ],
)
def test_what_somebody_knows_is_compared_with_no_role(text: str, asked: list[str]) -> None:
    roles = ListedRoles()
    infer_roles("", text, roles, 5)
    assert roles.asked == asked


def test_a_similar_title_that_is_not_near_is_possible_where_the_text_names_somebody() -> None:
    near = {text: [("SAP-Berater", 800_000)] for text in ("SAP MM Berater", "SAP MM")}
    roles = ListedRoles(near, OF_MANY_CRAFTS)
    assert [one.role for one in possible(infer_roles("", "SAP MM Berater", roles, 5))] == ["SAP-Berater"]
    assert possible(infer_roles("", "SAP MM", roles, 5)) == []


def test_a_word_of_thousands_of_letters_is_read_as_quickly_as_many_words() -> None:
    assert infer_roles("", "x" * 200_000, ListedRoles(), 5) == []
    assert infer_roles("", f"{'1' * 200_000} Kenntnisse", ListedRoles(), 5) == []
