"""The lake's tables and the one narrow statement that extracts each; both backends run the same text.

Every column is cast to VARCHAR in the statement, so that no date or decimal that a client cannot represent stops an
extraction, and so that both backends deliver the same text. Reading that text is left to `validation`.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

import duckdb
import pyarrow as pa

from teamlandkarte.index.config import Database
from teamlandkarte.index.errors import ConfigError, SourceError
from teamlandkarte.index.snapshot import statement

PUBLISHED = "Veröffentlicht"

_PACKAGE = "teamlandkarte.etl"
# A name, not a path or an expression: a table name is a file name too when the lake is a folder.
_IDENTIFIER = re.compile(r"\w[\w$-]{0,127}")


class AnyTable(Enum):
    """A table of the lake; the value is its name in statements, messages and `rejected_rows`."""

    @property
    def setting(self) -> str:
        """The key of `[database]` that holds the table's name."""
        return f"{self.value}_table"

    @property
    def schema(self) -> pa.Schema:
        """The columns that its statement delivers, all of them text."""
        return pa.schema([(column, pa.string()) for column in _COLUMNS[self]])


class LakeTable(AnyTable):
    """A table that the staffing part comes from; a lake has all of them."""

    COMPETENCES = "competences"
    PARTNERS = "partners"
    CAPACITIES = "capacities"
    CAPACITY_COMPETENCES = "capacity_competences"
    CAPACITY_REFERENCES = "capacity_references"
    CAPACITY_CERTIFICATES = "capacity_certificates"
    TASKS = "tasks"
    TASK_SKILLS = "task_skills"

    @property
    def required(self) -> tuple[str, ...]:
        """The lake's own columns that the statements read."""
        return _REQUIRED[self]


class DirectoryTable(AnyTable):
    """A table that the employee directory may come from; a lake may lack all of them."""

    EMPLOYEES = "employees"
    EMPLOYEE_PUBLICATIONS = "employee_publications"
    EMPLOYEE_COURSES = "employee_courses"


ALL_TABLES: tuple[AnyTable, ...] = (*LakeTable, *DirectoryTable)

_COLUMNS: Mapping[AnyTable, tuple[str, ...]] = {
    LakeTable.COMPETENCES: ("id", "name"),
    LakeTable.PARTNERS: ("id", "name"),
    LakeTable.CAPACITIES: ("id", "owner", "role", "role_level", "begin_date", "end_date", "description"),
    LakeTable.CAPACITY_COMPETENCES: ("capacity_id", "competence_id"),
    LakeTable.CAPACITY_REFERENCES: ("capacity_id", "partner_id", "projects"),
    LakeTable.CAPACITY_CERTIFICATES: ("capacity_id", "description"),
    LakeTable.TASKS: ("id", "title", "description", "start_date", "end_date", "created_at"),
    LakeTable.TASK_SKILLS: ("task_id", "skill"),
    DirectoryTable.EMPLOYEES: ("profile_key", "profile_id", "full_name", "canonical_url", "profile"),
    DirectoryTable.EMPLOYEE_PUBLICATIONS: ("profile_key", "position", "title", "text", "url"),
    DirectoryTable.EMPLOYEE_COURSES: ("profile_key", "position", "year", "title", "url"),
}
_REQUIRED = {
    LakeTable.COMPETENCES: ("id", "name"),
    LakeTable.PARTNERS: ("id", "name"),
    LakeTable.CAPACITIES: (
        *("id", "owner_name", "role_name", "role_level", "begin_date", "end_date", "description"),
        "deletion_reason",
    ),
    LakeTable.CAPACITY_COMPETENCES: ("capacity_id", "competence_id"),
    LakeTable.CAPACITY_REFERENCES: ("capacity_id", "partner_id", "projects"),
    LakeTable.CAPACITY_CERTIFICATES: ("capacity_id", "description"),
    LakeTable.TASKS: (
        *("id", "title__c", "description__c", "startdate__c", "enddate__c", "createddate"),
        "status__c",
    ),
    LakeTable.TASK_SKILLS: ("task__c", "skillname__c"),
}
_PARAMETERS: Mapping[AnyTable, tuple[str, ...]] = {LakeTable.TASKS: (PUBLISHED,), LakeTable.TASK_SKILLS: (PUBLISHED,)}


@dataclass(frozen=True)
class Query:
    """One SELECT with its bound parameters (`?`)."""

    sql: str
    parameters: tuple[str, ...] = ()


class LakeQueries:
    """The queries of a lake, with its own table names in them."""

    def __init__(self, table_names: Mapping[AnyTable, str]) -> None:
        """Take the quoted name of every table."""
        self._names = {table.value: name for table, name in table_names.items()}

    def extraction(self, table: AnyTable) -> Query:
        """Return the query that delivers the rows of a table."""
        sql = statement(_PACKAGE, f"extract_{table.value}").format_map(self._names)
        return Query(single_select(sql), _PARAMETERS.get(table, ()))

    def count(self, table: AnyTable) -> Query:
        """Return the query that counts what `extraction` delivers: the same statement, so the same conditions."""
        return self._around(table, "count_rows")

    def probe(self, table: AnyTable) -> Query:
        """Return a query without rows that fails as `extraction` would, for a missing table or column."""
        return self._around(table, "probe_table")

    def _around(self, table: AnyTable, name: str) -> Query:
        extraction = self.extraction(table)
        sql = statement(_PACKAGE, name).format(extraction=extraction.sql)
        return Query(single_select(sql), extraction.parameters)


def table_names(database: Database, *qualifiers: str) -> dict[AnyTable, str]:
    """Return the quoted name of every configured table, behind quoted qualifiers such as catalog and schema.

    Raises:
        ConfigError: a configured name is not an identifier; all such names are listed.
    """
    problems: list[str] = []
    names: dict[AnyTable, str] = {}
    for table in ALL_TABLES:
        try:
            names[table] = ".".join((*qualifiers, quoted_identifier(getattr(database, table.setting), table.setting)))
        except ConfigError as exc:
            problems.extend(exc.problems)
    if problems:
        raise ConfigError(problems)
    return names


def quoted_identifier(identifier: str, setting: str) -> str:
    """Return a configured identifier in double quotes.

    Raises:
        ConfigError: it is more than one name (letters, digits, `_`, `$` and `-`).
    """
    if not _IDENTIFIER.fullmatch(identifier):
        problem = f'[database] {setting}: "{identifier}" is not a name; use letters, digits and _ only'
        raise ConfigError([f"{problem} (catalog and schema have keys of their own)"])
    return f'"{identifier}"'


def single_select(sql: str) -> str:
    """Return a statement unchanged if it is one SELECT and nothing else.

    Raises:
        SourceError: it is anything else: the lake is read, never written.
    """
    try:
        kinds = [parsed.type for parsed in duckdb.extract_statements(sql)]
    except duckdb.Error as exc:
        raise SourceError("a statement for the lake cannot be parsed; only a single SELECT is run there") from exc
    if kinds != [duckdb.StatementType.SELECT]:
        raise SourceError("a statement for the lake is not a single SELECT; nothing else is run there")
    return sql
