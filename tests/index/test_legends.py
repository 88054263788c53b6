"""How much a text wants what carries a sign that it explains, or a priority."""

import pytest

from teamlandkarte.index.terms import find_terms
from teamlandkarte.index.text import plain_text
from tests.index.listed import ListedTerms
from tests.index.wanted import levels
from tests.local_model import LOCAL


@pytest.mark.parametrize(
    "text",
    [
        *("Java*, Docker, SQL*\n* = Pflicht", "- Java*\n- Docker\n- SQL*\n\n* Pflicht"),
        *("- Java (*)\n- Docker\n- SQL (*)\n(*) mandatory", "* Java *\n* Docker\n* SQL *\n\n* must have"),
        *("Skills (* = must have): Java*, Docker, SQL*", "Java†, Docker, SQL†; † zwingend erforderlich"),
        *("Skills marked with * are mandatory: Java*, Docker, SQL*", "Java (M), Docker, SQL (M)\nM = Muss"),
        *("Java¹, Docker, SQL¹\n¹ Pflicht", "- Java ²\n- Docker\n- SQL ²\n\n² = zwingend"),
        *("Java (³), Docker, SQL (³)\n(³) mandatory", "- Java³\n- Docker\n- SQL³\n\n³) Muss"),
        *("Skills marked with ¹ are mandatory: Java¹, Docker, SQL¹", "Mit † sind Muss.\nJava†, Docker, SQL†"),
        "Die mit Sternchen gekennzeichneten Kenntnisse sind zwingend: Java*, Docker, SQL*",
    ],
)
def test_what_carries_the_sign_of_a_legend_is_as_needed_as_the_legend_says(text: str) -> None:
    assert levels(text) == {"Java": "essential", "Docker": None, "SQL": "essential"}


@pytest.mark.parametrize(
    ("text", "java", "docker"),
    [
        ("Java*, Docker**\n* Muss, ** Kann", "essential", "suggested"),
        ("[M] Java\n[K] Docker\nM = Muss, K = Kann", "essential", "suggested"),
        ("Java¹, Docker²\n¹ Muss, ² Kann", "essential", "suggested"),
        ("Java¹, Docker²\n¹ Pflicht ² Kann", "essential", "suggested"),
        ("Java*, Docker**\n* Muss ** Kann", "essential", "suggested"),
        ("Java (¹), Docker (⁴)\n(¹) siehe Anlage (⁴) Kann", None, "suggested"),
        ("Java¹, Docker²\n¹ = Pflicht / ² = Kann", "essential", "suggested"),
        ("Java², Docker³\n² siehe Anlage\n³ nice to have", None, "suggested"),
        ("Java*, Docker**\nSkills with ** are mandatory", None, "essential"),
        ("Java¹, Docker\n¹ siehe Anlage 2", None, None),
        ("Java* (von Vorteil), Docker*\n* = Pflicht", "desirable", "essential"),
        ("Muss\n* Java\n* Docker", "essential", "essential"),
        ("* Java\n* Docker", None, None),
        ("Java*, Docker\n* siehe Anlage 2", None, None),
        ("Java*, Docker\n* = Muss\n* = Kann", None, None),
        ("**Java** und Docker\n\n** Pflicht", None, None),
    ],
)
def test_a_legend_speaks_of_its_own_sign_alone(text: str, java: str | None, docker: str | None) -> None:
    assert levels(text) == {"Java": java, "Docker": docker}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("C++¹, CO²-Bilanz, C#\n¹ Pflicht", {"C++": "essential", "CO²-Bilanz": None, "C#": None}),
        ("Wir suchen CO²-Bilanz (¹), C++¹", {"CO²-Bilanz": None, "C++": None}),
        ("CO²-Bilanz für 200 m²", {"CO²-Bilanz": None}),
    ],
)
def test_a_raised_digit_belongs_to_its_word_unless_it_stands_on_its_own_too(
    text: str, expected: dict[str, str | None]
) -> None:
    found = find_terms(text, ListedTerms(("C++", "C#", "CO²-Bilanz")), encoder=LOCAL)
    assert {one.term: one.level for one in found} == expected


@pytest.mark.parametrize(
    "text",
    [
        "<p>Java<sup>1</sup>, Docker, SQL<sup>2</sup></p><p><sup>1</sup> Pflicht <sup>2</sup> Kann</p>",
        "Java<sup>(1)</sup>, Docker, SQL<sup>(2)</sup><br><sup>(1)</sup> Pflicht<br><sup>(2)</sup> Kann",
        "Java<sup>*</sup>, Docker, SQL<sup>**</sup><br><sup>*</sup> Pflicht, <sup>**</sup> Kann",
        "<ul><li>Java&sup1;<li>Docker<li>SQL&sup2;</ul>&sup1; Pflicht &sup2; Kann",
    ],
)
def test_a_sign_that_a_page_raises_is_a_sign_of_a_legend(text: str) -> None:
    assert levels(plain_text(text)) == {"Java": "essential", "Docker": None, "SQL": "suggested"}


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Java (IT)\n\nIT:\nPflicht\n- Docker", {"Java": None, "Docker": "essential"}),
        ("Java (HR)\n\nHR:\n\nKann\n- Docker", {"Java": None, "Docker": "suggested"}),
        ("Java*, Docker\n\nBewerbungen mit\n* erforderlichem Zeugnis", {"Java": None, "Docker": None}),
    ],
)
def test_what_stands_in_the_next_line_explains_no_sign_and_stays_a_heading(
    text: str, expected: dict[str, str | None]
) -> None:
    assert levels(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        *("Prio 1: Java\nPrio 2: Docker\nPrio 3: SQL", "- Java (Prio 1)\n- Docker (Prio 2)\n- SQL (Prio 3)"),
        *("Priority A: Java\nPriority B: Docker\nPriority C: SQL", "Java – Prio 1\nDocker – Prio 2\nSQL – Prio 3"),
        *(
            "Priorität 1\n- Java\nPriorität 2\n- Docker\nPriorität 3\n- SQL",
            "Prio A: Java; Prio B: Docker; Prio C: SQL",
        ),
        *("Skill | Prio\nJava | 1\nDocker | 2\nSQL | 3", "Skill | Prio\nJava | Prio 1\nDocker | Prio 2\nSQL | Prio 3"),
        "Java (hohe Priorität), Docker (mittlere Priorität), SQL (niedrige Priorität)",
    ],
)
def test_a_priority_is_a_level(text: str) -> None:
    assert levels(text) == {"Java": "essential", "Docker": "desirable", "SQL": "suggested"}


@pytest.mark.parametrize(
    "text", ["Bearbeitung von Prio-1-Tickets in Java", "Wir lösen Prio 1 Störungen in Java.", "Java-Tickets der Prio 1"]
)
def test_the_priority_of_something_else_is_no_level(text: str) -> None:
    assert levels(text) == {"Java": None}
