"""What a sample lake holds: as rich and as dirty as a real one."""

import datetime as dt
import json
from collections.abc import Iterator
from pathlib import Path
from random import Random

import duckdb
import pyarrow.parquet as pq
import pytest
from hypothesis import given
from hypothesis import strategies as st

from teamlandkarte.etl.sample import REFERENCE_DAY, write_sample_lake
from teamlandkarte.etl.sample.dirt import soiled, spelling_variants
from teamlandkarte.etl.sample.identifiers import case_safe, salesforce_id
from teamlandkarte.etl.sample.people import availability
from teamlandkarte.etl.sample.tables import SCHEMAS
from teamlandkarte.etl.sample.vocabulary import sample_vocabulary
from teamlandkarte.index.availability import FOR_EVER
from teamlandkarte.index.text import clean, folded
from tests.etl.sample_tables import TABLES

PEOPLE, TASKS = 2000, 200


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("sample") / "Kapazitäten"
    write_sample_lake(folder, people=PEOPLE, tasks=TASKS, seed=11)
    return folder


@pytest.fixture(scope="module")
def lake(folder: Path) -> Iterator[duckdb.DuckDBPyConnection]:
    with duckdb.connect() as connection:
        for name, table in TABLES.items():
            connection.from_parquet(str(folder / f"{table}.parquet")).create_view(name)
        yield connection


def one(lake: duckdb.DuckDBPyConnection, query: str) -> object:
    row = lake.execute(query).fetchone()
    assert row is not None
    return row[0]


def test_a_lake_is_one_parquet_file_per_table_and_a_marker(folder: Path) -> None:
    assert {path.name for path in folder.iterdir()} == {f"{t}.parquet" for t in TABLES.values()} | {"SAMPLE_LAKE.json"}
    marker = json.loads((folder / "SAMPLE_LAKE.json").read_text(encoding="utf-8"))
    assert marker == {"seed": 11, "people": PEOPLE, "tasks": TASKS, "today": REFERENCE_DAY.isoformat()}


def test_the_columns_have_the_types_of_a_real_lake(folder: Path) -> None:
    capacities = pq.read_schema(folder / f"{TABLES['capacities']}.parquet")
    assert [str(capacities.field(name).type) for name in ("id", "begin_date")] == ["string", "date32[day]"]
    tasks = pq.read_schema(folder / f"{TABLES['tasks']}.parquet")
    assert [str(tasks.field(name).type) for name in ("startdate__c", "createddate")] == ["string", "timestamp[ms]"]


def test_the_numbers_asked_for_are_what_remains_without_deleted_and_broken_rows(
    lake: duckdb.DuckDBPyConnection,
) -> None:
    on_offer = one(
        lake,
        """SELECT count(DISTINCT id) FROM capacities
           WHERE deletion_reason IS NULL AND (begin_date IS NULL OR end_date IS NULL OR begin_date <= end_date)""",
    )
    published = one(
        lake,
        """SELECT count(DISTINCT id) FROM tasks
           WHERE status__c = 'Veröffentlicht'
             AND (startdate__c IS NULL OR try_cast(startdate__c[:10] AS DATE) IS NOT NULL)
             AND (enddate__c IS NULL OR startdate__c IS NULL OR startdate__c[:10] <= enddate__c[:10])""",
    )
    assert (on_offer, published) == (PEOPLE, TASKS)


def test_the_vocabulary_is_as_rich_as_a_real_one() -> None:
    vocabulary = sample_vocabulary()
    names = {folded(name) for name in vocabulary.competences}
    assert len(names) == len(vocabulary.competences) >= 600
    assert {"python", "postgresql", "kubernetes", "gleisbau", "leit- und sicherungstechnik (lst)"} <= names
    roles = {role.name for role in vocabulary.roles}
    assert len(roles) == len(vocabulary.roles) >= 60
    assert {"Backend Developer", "Planungsingenieur LST", "Bauüberwacher Bahn", "Scrum Master"} <= roles


def test_roles_name_only_competences_of_the_vocabulary() -> None:
    vocabulary = sample_vocabulary()
    named = {
        word
        for role in vocabulary.roles
        for words in (role.common, role.family.pool.words, *role.stacks)
        for word in words
    }
    assert named <= set(vocabulary.competences)


def test_no_text_keeps_an_unfilled_blank(lake: duckdb.DuckDBPyConnection) -> None:
    texts = """SELECT description FROM capacities UNION ALL SELECT description__c FROM tasks
               UNION ALL SELECT title__c FROM tasks UNION ALL SELECT projects FROM capacity_references"""
    assert one(lake, f"SELECT count(*) FROM ({texts}) AS texts (text) WHERE text LIKE '%{{%' OR text LIKE '%}}%'") == 0


def test_competences_of_a_person_hang_together_by_role(lake: duckdb.DuckDBPyConnection) -> None:
    shares = lake.execute(
        """WITH people AS (SELECT DISTINCT id, role_name IN ('Backend Developer', 'Java-Entwickler') AS software
                           FROM capacities WHERE id IS NOT NULL),
                gleisbau AS (SELECT id FROM competences WHERE name = 'Gleisbau'),
                git AS (SELECT id FROM competences WHERE name = 'Git')
           SELECT count(*) FILTER (competence_id IN (FROM git)), count(*) FILTER (competence_id IN (FROM gleisbau))
           FROM people JOIN capacity_competences ON trim(capacity_id) = people.id WHERE software"""
    ).fetchone()
    assert shares is not None
    git, gleisbau = shares
    assert git >= 10
    assert gleisbau == 0


def test_most_people_have_about_ten_competences(lake: duckdb.DuckDBPyConnection) -> None:
    median = one(
        lake, "SELECT median(n) FROM (SELECT count(*) AS n FROM capacity_competences GROUP BY trim(capacity_id))"
    )
    assert isinstance(median, float)
    assert 8 <= median <= 12


@pytest.mark.parametrize(
    ("kind", "condition"),
    [
        ("open end", "begin_date IS NOT NULL AND end_date IS NULL"),
        ("for ever", f"end_date = DATE '{FOR_EVER}'"),
        ("open begin", "begin_date IS NULL AND end_date IS NOT NULL"),
        ("unknown", "begin_date IS NULL AND end_date IS NULL"),
        ("past", f"end_date < DATE '{REFERENCE_DAY}'"),
        ("future", f"begin_date > DATE '{REFERENCE_DAY}'"),
        ("one day", "begin_date = end_date"),
        ("end before begin", "end_date < begin_date"),
        ("deleted", "deletion_reason IS NOT NULL"),
        ("no id", "id IS NULL"),
        ("no role", "role_name IS NULL"),
        ("no level", "role_level IS NULL"),
        ("no description", "description IS NULL"),
        ("padded name", "owner_name <> trim(owner_name)"),
        ("double blank", "owner_name LIKE '%  %' AND trim(owner_name) LIKE '%  %'"),
        ("decomposed letters", "owner_name <> nfc_normalize(owner_name)"),
    ],
)
def test_capacities_show_every_kind_of_row(lake: duckdb.DuckDBPyConnection, kind: str, condition: str) -> None:
    assert one(lake, f"SELECT count(*) FROM capacities WHERE {condition}"), kind


@pytest.mark.parametrize(
    ("kind", "query"),
    [
        ("duplicate capacity", "SELECT 1 FROM capacities GROUP BY id HAVING count(*) > 1 AND id IS NOT NULL"),
        (
            "overlapping windows of one person",
            """SELECT 1 FROM capacities a JOIN capacities b ON a.owner_name = b.owner_name AND a.id < b.id
               AND a.description = b.description AND a.begin_date <= b.end_date AND b.begin_date <= a.end_date""",
        ),
        ("link to an unknown capacity", "FROM capacity_competences ANTI JOIN capacities ON trim(capacity_id) = id"),
        (
            "link to an unknown competence",
            "FROM capacity_competences ANTI JOIN competences ON competence_id = id WHERE competence_id IS NOT NULL",
        ),
        ("link without competence", "FROM capacity_competences WHERE competence_id IS NULL"),
        ("link twice", "SELECT 1 FROM capacity_competences GROUP BY ALL HAVING count(*) > 1"),
        ("padded key", "FROM capacity_competences WHERE capacity_id LIKE '% '"),
        ("reference without partner", "FROM capacity_references WHERE partner_id IS NULL AND projects IS NOT NULL"),
        ("reference with partner", "FROM capacity_references SEMI JOIN partners ON partner_id = id"),
        (
            "unknown partner",
            "FROM capacity_references ANTI JOIN partners ON partner_id = id WHERE partner_id IS NOT NULL",
        ),
        ("reference without projects", "FROM capacity_references WHERE projects IS NULL"),
        ("blank certificate", "FROM capacity_certificates WHERE trim(description) = ''"),
        ("blank competence", "FROM competences WHERE trim(name) = ''"),
        ("competence without name", "FROM competences WHERE name IS NULL"),
        ("competence without id", "FROM competences WHERE id IS NULL"),
        ("ß and ss", "SELECT 1 FROM competences GROUP BY replace(name, 'ß', 'ss') HAVING count(DISTINCT name) > 1"),
        ("NFC and NFD", "SELECT 1 FROM competences GROUP BY nfc_normalize(name) HAVING count(DISTINCT name) > 1"),
        ("duplicate task", "SELECT 1 FROM tasks GROUP BY id HAVING count(*) > 1 AND id IS NOT NULL"),
        ("task without id", "FROM tasks WHERE id IS NULL"),
        ("short task id", "FROM tasks WHERE length(id) = 15"),
        ("long task id", "FROM tasks WHERE length(id) = 18"),
        ("ids that differ in case", "SELECT 1 FROM tasks GROUP BY lower(id[:15]) HAVING count(DISTINCT id[:15]) > 1"),
        ("skill by the short id", "FROM skills SEMI JOIN tasks ON task__c = tasks.id[:15] WHERE length(task__c) = 15"),
        ("task that is not published", "FROM tasks WHERE status__c <> 'Veröffentlicht'"),
        ("date that is none", "FROM tasks WHERE try_cast(startdate__c AS TIMESTAMPTZ) IS NULL AND startdate__c <> ''"),
        ("moment with zone", "FROM tasks WHERE startdate__c LIKE '%T00:00:00.000Z'"),
        ("end before start", "FROM tasks WHERE enddate__c < startdate__c"),
        ("HTML", "FROM tasks WHERE description__c LIKE '<p>%<li>%'"),
        ("HTML entities", "FROM tasks WHERE description__c LIKE '%&uuml;%'"),
        ("plain text", "FROM tasks WHERE description__c NOT LIKE '%<%'"),
        ("task without description", "FROM tasks WHERE description__c IS NULL"),
        ("task with skills", "FROM tasks SEMI JOIN skills ON task__c[:15] = tasks.id[:15]"),
        ("task without skills", "FROM tasks ANTI JOIN skills ON task__c[:15] = tasks.id[:15] WHERE tasks.id <> ''"),
        ("skill of an unknown task", "FROM skills ANTI JOIN tasks ON task__c[:15] = tasks.id[:15]"),
        ("blank skill", "FROM skills WHERE trim(skillname__c) = ''"),
        ("skill without name", "FROM skills WHERE skillname__c IS NULL"),
    ],
)
def test_the_lake_shows_every_kind_of_dirt(lake: duckdb.DuckDBPyConnection, kind: str, query: str) -> None:
    assert lake.execute(query).fetchall(), kind


def test_tasks_have_no_role_column() -> None:
    assert not [name for name in SCHEMAS[TABLES["tasks"]].names if "role" in name]


@pytest.mark.parametrize(
    ("short", "long"),
    [
        ("00130000000xVbc", "00130000000xVbcAAE"),
        ("a0D3000000AAAAA", "a0D3000000AAAAAEA5"),
        ("003D000000QOMqU", "003D000000QOMqUIAX"),
    ],
)
def test_the_long_form_of_an_id_follows_the_published_algorithm(short: str, long: str) -> None:
    assert case_safe(short) == long


@given(st.integers(0, 62**9 - 1), st.integers(0, 62**9 - 1))
def test_long_ids_stay_different_without_regard_to_case(first: int, second: int) -> None:
    ids = [case_safe(salesforce_id("a9U", number)) for number in (first, second)]
    assert (ids[0].lower() == ids[1].lower()) == (first == second)
    assert all(len(identifier) == 18 for identifier in ids)


@given(st.integers())
def test_dirt_is_gone_after_cleaning(seed: int) -> None:
    assert clean(soiled("Bauüberwacher Bahn Süd", Random(seed))) == "Bauüberwacher Bahn Süd"


@given(st.integers())
def test_spelling_variants_are_the_same_term(seed: int) -> None:
    for name, variant in spelling_variants(("Straßenbau", "Qualitätssicherung", "Scrum", "Red Hat"), Random(seed)):
        assert variant != name
        assert folded(variant) == folded(name)


@given(st.integers(), st.dates(dt.date(2000, 1, 1), dt.date(2100, 12, 31)))
def test_an_availability_never_ends_before_it_begins(seed: int, today: dt.date) -> None:
    begin, end = availability(Random(seed), today)
    assert begin is None or end is None or begin <= end
