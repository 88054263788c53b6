"""How much a text wants what stands in the cells of its tables."""

import pytest

from teamlandkarte.index.text import plain_text
from tests.index.wanted import levels


@pytest.mark.parametrize(
    "text",
    [
        "Rolle | Anzahl | Muss | Soll | Kann\nPlaner | 1 | Java | Docker | SQL",
        "| Rolle | Muss | Soll | Kann |\n|---|:--:|---|---|\n| Entwicklung | Java | Docker | SQL |",
        "**Muss** | **Soll** | **Kann**\n--- | --- | ---\nJava | Docker | SQL",
        "Position\tMuss-Kriterien\tSoll-Kriterien\tKann-Kriterien\n1\tJava\tDocker\tSQL",
        "Bedarf;Zwingend;Wünschenswert;Optional\nDev;Java;Docker;SQL\nTest;Java;Docker;SQL",
        "Rolle | Muss (1) | Soll (2) | Kann (3)\nPlaner | Java | Docker | SQL",
        "Must have | Good to have | Nice to have\nJava | Docker | SQL",
        "Essential skills | Desirable skills | Optional skills\n1 x Java | Docker | • SQL",
        "<tr><th>Rolle</th><th>Muss</th><th>Soll</th><th>Kann</th></tr><tr><td>1<td>Java<td>Docker<td>SQL</tr>",
        (
            "<tr><td><p>Muss</p></td><td><p>Soll</p></td><td><p>Kann</p></td></tr>"
            "<tr><td><p>Java</p></td><td><p>Docker</p></td><td><ul><li>SQL</li></ul></td></tr>"
        ),
        "<tr><th><th>Required<th>Preferred<th>Optional<tr><td>1<td>Java<td>Docker<td><tr><td>2<td><td><td>SQL",
    ],
)
def test_what_stands_in_a_cell_is_as_needed_as_the_heading_of_its_column_says(text: str) -> None:
    assert levels(plain_text(text)) == {"Java": "essential", "Docker": "desirable", "SQL": "suggested"}


@pytest.mark.parametrize(
    "text",
    [
        "Skill | Years | Priority\nJava | 5 | Must\nDocker | 2 | Should\nSQL | 1 | Could",
        "Skill | Priority | Years\nJava | essential | 5\nDocker | preferred | 2\nSQL | nice to have | 1",
        "Priorität | Kompetenz\nMuss | Java\nSoll | Docker\nKann | SQL",
        "| Java | 5 Jahre | zwingend |\n| Docker | - | wünschenswert |\n| SQL | | optional |",
        "Java\tMuss\nDocker\tSoll\nSQL\tKann",
        "Teamgeist | Kann\nJava | Muss\nZaubern | Muss\nDocker | Soll\nSQL | Kann",
        "Was | Muss/Soll/Kann\nZaubern | Soll\nJava | Muss\nDocker | Soll\nSQL | Kann",
        "Skill | Bedarf\nJava | Muss (1)\nDocker | Soll (2)\nSQL | Kann (3)",
        "| Java | 1 – Muss |\n| Docker | (2) Soll |\n| SQL | 3 (Kann) |",
        "Kompetenz;Jahre;Bedarf\nJava;5;Pflicht\nDocker;2;von Vorteil\nSQL;1;ein Plus",
    ],
)
def test_a_cell_with_a_level_alone_speaks_of_its_row(text: str) -> None:
    assert levels(plain_text(text)) == {"Java": "essential", "Docker": "desirable", "SQL": "suggested"}


@pytest.mark.parametrize(
    "text",
    [
        "Kompetenz | Muss | Soll | Kann\nJava | x | |\nDocker | | x |\nSQL | | | x",
        "| Skill | Must | Should | Could |\n|--|--|--|--|\n| Java | ✓ | | |\n| Docker | - | ✓ | - |\n| SQL | | | ✓ |",
        "Skill | Required | Desirable | Optional\nJava | yes | – | –\nDocker | – | yes | –\nSQL | – | – | yes",
    ],
)
def test_a_mark_says_which_column_a_row_belongs_to(text: str) -> None:
    assert levels(text) == {"Java": "essential", "Docker": "desirable", "SQL": "suggested"}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Muss | Kann\nJava | Docker (wünschenswert)\n\nWir nutzen SQL.",
         {"Java": "essential", "Docker": "desirable", "SQL": None}),
        ("Kompetenz | Zwingend\nJava | ja\nDocker | nein", {"Java": "essential", "Docker": None}),
        ("Java | Muss\nDocker | Soll", {"Java": "essential", "Docker": "desirable"}),
        ("Java | Go\nSQL | Docker", dict.fromkeys(("Java", "Go", "SQL", "Docker"))),
        ("Kenntnis | Soll | Ist\nJava | 3 | 1", {"Java": None}),
        ("Kenntnis | Soll (1-5) | Ist (1-5)\nJava | 3 | 1", {"Java": None}),
        ("Kenntnis | Prio 4\nJava | 3", {"Java": None}),
        ("Rolle | Muss | Kann\nDev | Java\n", {"Java": None}),
        ("Kompetenz | Muss | Kann\nJava | x | SQL | x", {"Java": None, "SQL": None}),
        ("Muss | Kann\nJava | x\nSQL | x", {"Java": None, "SQL": None}),
    ],
)  # fmt: skip
def test_what_a_cell_says_itself_goes_before_and_what_no_heading_fits_is_not_guessed(
    text: str, expected: dict[str, str | None]
) -> None:
    assert levels(text) == expected


def test_each_of_thousands_of_rows_is_as_needed_as_its_column_says() -> None:
    text = "Rolle | Muss | Kann\n" + "Dev | Java | Docker\n" * 5_000
    assert levels(text) == {"Java": "essential", "Docker": "suggested"}


@pytest.mark.parametrize(
    "text",
    [
        "Skill | Priorität\nJava | hoch\nDocker | mittel\nSQL | niedrig",
        "| Skill | Priority | Years |\n|---|---|---|\n| Java | High | 5 |\n| Docker | Medium | 2 |\n| SQL | Low | 1 |",
        "Wichtigkeit | Skill\nsehr wichtig | Java\nwichtig | Docker\nunwichtig | SQL",
        "Skill | Priorität\nJava | **Muss**\nDocker | *Soll*\nSQL | **Kann**",
        "Skill | Priorität\nJava | hoch (1)\nDocker | 2 – mittel\nSQL | **3 (niedrig)**",
        "Skill | Prio\nJava | **1**\nDocker | mittel\nSQL | Kann",
        "Skill | Jahre | Importance\nJava | 5 | must\nDocker | 2 | medium\nSQL | 1 | low",
    ],
)
def test_below_priority_stand_words_of_level_and_of_priority(text: str) -> None:
    assert levels(plain_text(text)) == {"Java": "essential", "Docker": "desirable", "SQL": "suggested"}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Skill | Priorität\nTeamgeist | hoch\nJava | x", {"Java": None}),
        ("Skill | Aufwand\nJava | hoch\nDocker | niedrig", {"Java": None, "Docker": None}),
        ("Skill | Priorität\nJava | offen\nDocker | hoch", {"Java": None, "Docker": "essential"}),
    ],
)
def test_a_priority_speaks_of_its_own_row_and_column_alone(text: str, expected: dict[str, str | None]) -> None:
    assert levels(text) == expected
