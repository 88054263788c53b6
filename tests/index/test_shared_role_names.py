"""Words that several roles share, are cut short, or may mean any role of a craft."""

from collections.abc import Sequence

import pytest

from teamlandkarte.index.aliases import Aliases
from teamlandkarte.index.roles import infer_roles, possible, primary, undecided
from tests.index.listed import OF_MANY_CRAFTS, ListedRoles

SHARING = ("Projektleiter IT", "Projektleiter Infrastruktur", "Bauüberwacher Bahn", "Umweltfachlicher Bauüberwacher",
           "Business Analyst", "Technischer Zeichner", "Technischer Redakteur")  # fmt: skip


@pytest.mark.parametrize(
    ("title", "description", "score", "roles"),
    [
        ("", "Wir suchen einen Projektleiter mit PMP in Berlin", 790_000, SHARING[:2]),
        ("", "Wir suchen eine erfahrene Projektleiterin, gern remote.", 790_000, SHARING[:2]),
        ("", "Projektleiter, Berlin, ab 1.3.27", 640_000, SHARING[:2]),
        ("", "Projektleiter Berlin", 640_000, SHARING[:2]),
        ("", "Projektleitr gesucht", 540_000, SHARING[:2]),
        ("Projektleiter (m/w/d)", "", 940_000, SHARING[:2]),
        ("", "Bauüberwacher Raum Leipzig", 640_000, SHARING[2:4]),
        ("", "Zwei Bauueberwacher ab Mai", 640_000, SHARING[2:4]),
    ],
)
def test_a_word_that_several_roles_share_names_each_of_them_and_none_clearly(
    title: str, description: str, score: int, roles: Sequence[str]
) -> None:
    found = infer_roles(title, description, ListedRoles(terms=SHARING), 5)
    assert [(one.role, one.score) for one in found] == [(role, score) for role in roles]
    assert primary(found) is None
    assert all(one.is_one_of_several for one in found)
    assert undecided(found) == (found if score >= 600_000 else [])


@pytest.mark.parametrize(
    ("text", "roles"),
    [
        ("Wir suchen einen Projektleiter IT. Der Projektleiter, den wir suchen, kann Java.", ["Projektleiter IT"]),
        ("Wir suchen einen Bauüberwacher Bahn.", ["Bauüberwacher Bahn"]),
        *(("Projektleiter Tunnelbau gesucht", []), ("Wir suchen einen Tunnelbau-Projektleiter.", [])),
        *(("Wir suchen keinen Projektleiter.", []), ("Technischer Leiter gesucht", [])),
        ("Wir suchen einen Analyst.", []),
        ("Gesucht: Business Analyst. Die Abstimmung mit dem Projektleiter ist wichtig.", ["Business Analyst"]),
    ],
)
def test_a_role_that_is_told_from_those_it_shares_a_word_with_is_clear(text: str, roles: list[str]) -> None:
    found = infer_roles("", text, ListedRoles(terms=SHARING), 5)
    assert [one.role for one in found if not one.is_one_of_several or one.score > 400_000] == roles
    assert undecided(found) == []


@pytest.mark.parametrize(
    "text",
    ["Wir suchen eine Brandschutzbeauftragte.", "Wir suchen einen Brandschutzbeauftragten.",
     "Brandschutzbeauftragte:r gesucht", "Gesucht: Brandschutzbeauftragter (m/w/d)"],
)  # fmt: skip
@pytest.mark.parametrize(
    "role", ["Brandschutzbeauftragter", "Brandschutzbeauftragte/r", "Brandschutzbeauftragte (m/w/d)"]
)
def test_a_title_that_declines_is_found_in_any_of_its_forms(text: str, role: str) -> None:
    found = infer_roles("", text, ListedRoles(terms=("Java-Entwickler", role)), 5)
    assert (clear := primary(found)) is not None
    assert clear.role == role


def test_an_alias_of_the_users_names_one_of_several_roles() -> None:
    roles = ListedRoles(terms=SHARING)
    roles.aliases = Aliases.of([("Projektleiter", "Projektleiter IT")])
    assert [one.role for one in infer_roles("Projektleiter", "", roles, 5)] == ["Projektleiter IT"]


@pytest.mark.parametrize("spelt", ["Projektmanager", "PROJEKT-MANAGER"])
def test_a_word_that_names_another_role_of_the_lake_is_not_shared(spelt: str) -> None:
    roles = ListedRoles(terms=(*SHARING, spelt))
    roles.aliases = Aliases(same=(("Projektleiter", "Projektmanager"),))
    assert [one.role for one in infer_roles("Projektleiter", "", roles, 5)] == [spelt]


@pytest.mark.parametrize(
    ("text", "roles"),
    [
        ("Wir brauchen einen Backend- und einen Frontend-Entwickler.", OF_MANY_CRAFTS[:2]),
        ("Wir brauchen einen Backend- und Frontend-Entwickler.", OF_MANY_CRAFTS[:2]),
        ("We need a front- and back-end developer.", OF_MANY_CRAFTS[:2]),
        ("We need a backend- and a frontend developer.", OF_MANY_CRAFTS[:2]),
        ("Wir suchen eine Backend- oder eine Frontend-Entwicklerin.", OF_MANY_CRAFTS[:2]),
        ("Gesucht werden Cloud- und DevOps-Engineers.", OF_MANY_CRAFTS[2:4]),
        ("Wir suchen einen Elektro- und einen Vermessungsingenieur.", OF_MANY_CRAFTS[4:6]),
        ("Gesucht: Java- und Python-Entwickler", ("Java-Entwickler",)),
    ],
)
def test_a_role_whose_end_only_the_next_one_has_is_named_as_clearly_as_that_one(
    text: str, roles: Sequence[str]
) -> None:
    found = infer_roles("", text, ListedRoles(terms=OF_MANY_CRAFTS), 5)
    assert [one.role for one in found] == list(roles)
    assert len({one.score for one in found}) == 1
    assert (primary(found) is None) == (len(roles) > 1)


@pytest.mark.parametrize(
    ("text", "roles"),
    [
        ("Planer für Leit- und Sicherungstechnik", ["Planungsingenieur LST", "Planprüfer LST", *OF_MANY_CRAFTS[9:11]]),
        ("Wir suchen einen Planer für LST.", ["Planungsingenieur LST", "Planprüfer LST", *OF_MANY_CRAFTS[9:11]]),
        ("Ein Ingenieur für alles Mögliche wird gesucht", [*OF_MANY_CRAFTS[2:7], "Planungsingenieur Oberbau"]),
        ("Ingenieurin für Oberbau gesucht", ["Planungsingenieur Oberbau"]),
        ("Wir brauchen keinen Ingenieur, nur Java.", []),
        ("In Zusammenarbeit mit Ingenieuren entsteht ein Bahnhof.", []),
        ("Unsere Ingenieure planen Brücken. Gesucht: Java", []),
        ("We need a consultant.", []),
        ("Wir suchen einen Tunnelbau-Planer.", []),
    ],
)
def test_a_general_word_for_somebody_may_mean_any_role_of_its_craft_or_field_and_none_clearly(
    text: str, roles: list[str]
) -> None:
    found = infer_roles("", text, ListedRoles(terms=OF_MANY_CRAFTS), 8)
    assert [one.role for one in found] == roles
    assert primary(found) is None
    assert possible(found) == found


@pytest.mark.parametrize(
    ("text", "roles"),
    [
        ("Gesucht: Bauleiter ab März", ["Bauleiter Gleisbau"]),
        ("Need a site manager from March to June 2027.", ["Bauleiter Gleisbau"]),
        ("We need a project manager.", ["Projektleiter IT", "Projektleiter Infrastruktur"]),
        ("We need a consultant.", []),
        ("Wir suchen einen Bauleiter Tunnelbau.", []),
    ],
)
def test_a_word_for_somebody_is_asked_about_under_its_other_names_and_of_one_role_too(
    text: str, roles: list[str]
) -> None:
    known = ("Projektleiter IT", "Projektleiter Infrastruktur", "Bauleiter Gleisbau", "SAP-Berater")
    found = infer_roles("", text, ListedRoles(terms=known), 5)
    assert [one.role for one in found] == roles
    assert primary(found) is None
    assert undecided(found) == found
