"""What runs when a tool of the directory is called."""

from collections.abc import Mapping
from importlib.metadata import version
from typing import Any

from teamlandkarte.server.answers.document import Document, encoded
from teamlandkarte.server.directory.crawls import NOT_FOUND, get_crawl_run_details, get_crawl_status
from teamlandkarte.server.directory.directory_tools import PROTOCOL_VERSION, TOOLS
from teamlandkarte.server.directory.employees import Employees
from teamlandkarte.server.directory.shelf import directory_of
from teamlandkarte.server.directory.sync import dataset_of, sync_employees
from teamlandkarte.server.service import Call
from teamlandkarte.server.toolset.toolset import Handler

_MOST_FOUND = 100
_NO_DIRECTORY = (
    "No employee directory has been read, so nobody can be found here. Whoever runs the server can set [directory] "
    "source and run a refresh."
)


def get_service_info(call: Call) -> Document:
    """Say what answers, and which directory it holds."""
    section = call.service.config.directory
    return Document.of(
        {
            "service_name": section.service_name,
            "backend_version": section.service_version or version("teamlandkarte"),
            "protocolVersion": PROTOCOL_VERSION,
            "tools": [tool.name for tool in TOOLS],
            "dataset": dataset_of(_employees(call)),
        }
    )


def search_employees(call: Call, *, query: str | None, status: str | None, limit: int) -> Document:
    """Find people by name or address; exact matches come first."""
    found = directory_of(call).search.find(query or "", status)
    shown = [one.short for one in found[: min(limit, _MOST_FOUND)]]
    notes = _notes(_employees(call))
    if limit > _MOST_FOUND:
        notes += (f"limit {limit} is above {_MOST_FOUND}: showing {len(shown)} of {len(found)}.",)
    return Document.of(shown, *notes)


def get_employee(call: Call, *, profile_id_or_url: str) -> Document:
    """Return somebody with the whole profile."""
    employees = _employees(call)
    if (found := employees.find(profile_id_or_url)) is None:
        return Document.of(NOT_FOUND, *_notes(employees))
    text = f'{encoded(found.short)[:-1]},"data":{employees.profile(found)}}}'
    return Document(lambda: iter((text,)))


def list_employee_publications(call: Call, *, profile_id_or_url: str) -> Document:
    """Return what somebody has published."""
    return _items(call, profile_id_or_url, ("publications", "items"), ("title", "text", "url"))


def list_employee_courses(call: Call, *, profile_id_or_url: str) -> Document:
    """Return what somebody teaches."""
    return _items(call, profile_id_or_url, ("courses_by_year", "courses"), ("title", "url"))


def _items(call: Call, wanted: str, where: tuple[str, str], fields: tuple[str, ...]) -> Document:
    employees = _employees(call)
    found = employees.find(wanted)
    items: list[dict[str, Any]] = employees.section_items(found, *where) if found else []
    if found is None or not items:
        return Document.of({"items": []}, *_notes(employees))
    return Document.of(
        {"employee": found.short, "items": [{field: item.get(field) for field in fields} for item in items]}
    )


def _notes(employees: Employees) -> tuple[str, ...]:
    """Return why nobody can be found where there is no directory: that no name is known says nothing then."""
    return () if employees.entry else (_NO_DIRECTORY,)


def _employees(call: Call) -> Employees:
    return directory_of(call).employees


HANDLERS: Mapping[str, Handler] = {
    "get_service_info": Handler(get_service_info),
    "sync_employees": Handler(sync_employees),
    "search_employees": Handler(search_employees),
    "get_employee": Handler(get_employee),
    "list_employee_publications": Handler(list_employee_publications),
    "list_employee_courses": Handler(list_employee_courses),
    "get_crawl_status": Handler(get_crawl_status, needs_dataset=False),
    "get_crawl_run_details": Handler(get_crawl_run_details, needs_dataset=False),
}
