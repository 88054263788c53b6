"""Names of tables, quoted or refused."""

import pytest

from teamlandkarte.etl.lake_tables import LakeQueries, LakeTable, single_select, table_names
from teamlandkarte.index.config import Database
from teamlandkarte.index.errors import ConfigError, SourceError

QUERIES = LakeQueries(table_names(Database()))


@pytest.mark.parametrize(
    "name", ["../secrets", 'x" UNION SELECT 1 --', "schema.table", "", " tasks", "a/b", "x;y", "täsks\n"]
)
def test_a_configured_name_that_is_more_than_a_name_is_refused_with_its_key(name: str) -> None:
    with pytest.raises(ConfigError, match="tasks_table"):
        table_names(Database.model_construct(**(Database().model_dump() | {"tasks_table": name})))


def test_all_unusable_names_are_reported_at_once() -> None:
    with pytest.raises(ConfigError) as refused:
        table_names(Database(tasks_table="a b", partners_table="c.d"))
    assert len(refused.value.problems) == 2


def test_names_are_quoted_so_that_no_word_of_sql_is_misread() -> None:
    assert table_names(Database(tasks_table="select"), '"hive"')[LakeTable.TASKS] == '"hive"."select"'


@pytest.mark.parametrize(
    "sql",
    [
        "DELETE FROM tasks",
        "SELECT 1; DROP TABLE tasks",
        "INSERT INTO t SELECT 1",
        "CALL x()",
        "SET x = 1",
        "",
        "SELEKT",
    ],
)
def test_anything_but_a_single_select_is_refused(sql: str) -> None:
    with pytest.raises(SourceError, match="single SELECT"):
        single_select(sql)


@pytest.mark.parametrize("table", LakeTable)
def test_the_count_holds_the_very_statement_that_is_counted(table: LakeTable) -> None:
    extraction, count = QUERIES.extraction(table), QUERIES.count(table)
    assert extraction.sql in count.sql
    assert extraction.parameters == count.parameters


@pytest.mark.parametrize("table", LakeTable)
def test_every_value_leaves_the_lake_as_text(table: LakeTable) -> None:
    selected = QUERIES.extraction(table).sql.split("FROM")[0]
    assert selected.count("AS VARCHAR)") == len(table.schema.names)
