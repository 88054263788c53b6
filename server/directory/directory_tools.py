"""The tools of the employee directory; each answers with one JSON document."""

from collections.abc import Mapping
from typing import Any

from teamlandkarte.index.profiles import STATUSES
from teamlandkarte.server.toolset.arguments import Argument, choice, flag, integer, text
from teamlandkarte.server.toolset.toolset import Tool
from teamlandkarte.server.toolset.values import read_integer

PROTOCOL_VERSION = "2024-11-05"  # what plain clients are answered in

_LONGEST_URL = 2_000
_TEXT: Mapping[str, Any] = {"type": "string"}
_NUMBER: Mapping[str, Any] = {"type": "integer"}
_OBJECT: Mapping[str, Any] = {"type": "object"}
_OBJECTS: Mapping[str, Any] = {"type": "array", "items": {"type": "object"}}


def _of(**fields: Mapping[str, Any]) -> dict[str, Any]:
    """Return the schema of an object; what may be null or missing is not named in it."""
    return {"type": "object", "properties": {name: dict(kind) for name, kind in fields.items()}}


_WHO = text(
    "profile_id_or_url",
    "Profile key, profile id, address, or a part of the address",
    longest=_LONGEST_URL,
    required=True,
)

TOOLS = (
    Tool(
        name="get_service_info",
        title="Get service info",
        description="Says what this service is and which state of the employee directory it holds.",
        document=_of(
            service_name=_TEXT,
            backend_version=_TEXT,
            protocolVersion=_TEXT,
            tools={"type": "array", "items": _TEXT},
            dataset=_OBJECT,
        ),
    ),
    Tool(
        name="sync_employees",
        title="Sync employees",
        description=(
            "Keeps a copy of the directory in step: everybody without client_hash, else what was added, updated, "
            "dismissed and removed since the copy of that hash."
        ),
        arguments=(
            text("client_hash", "The to_hash of the last answer that the client has applied"),
            flag("include_data", "Whether the profiles themselves are sent", default=True),
        ),
        document=_of(mode=_TEXT, dataset=_OBJECT, items=_OBJECTS, changes=_OBJECT, reason=_TEXT),
    ),
    Tool(
        name="search_employees",
        title="Search employees",
        description="Finds people of the directory by words of their name, in any order, or by part of their address.",
        arguments=(
            text("query", "Words of a name, or part of an address; empty: everybody", longest=_LONGEST_URL),
            choice("status", "Only people of this status", STATUSES),
            integer("limit", "How many people to show, at most 100", default=20, minimum=1),
        ),
        document=_of(result=_OBJECTS),
    ),
    Tool(
        name="get_employee",
        title="Get employee",
        description="Shows one person of the directory with the whole profile.",
        arguments=(_WHO,),
        document=_of(profile_key=_TEXT, full_name=_TEXT, status=_TEXT, data=_OBJECT, error=_TEXT),
    ),
    Tool(
        name="list_employee_publications",
        title="List publications",
        description="Lists what one person of the directory has published.",
        arguments=(_WHO,),
        document=_of(employee=_OBJECT, items=_OBJECTS),
    ),
    Tool(
        name="list_employee_courses",
        title="List courses",
        description="Lists what one person of the directory teaches.",
        arguments=(_WHO,),
        document=_of(employee=_OBJECT, items=_OBJECTS),
    ),
    Tool(
        name="get_crawl_status",
        title="Get crawl status",
        description="Says how the last extraction of the directory went.",
        document=_of(id=_NUMBER, status=_TEXT, source_url=_TEXT, started_at=_TEXT, found_count=_NUMBER),
    ),
    Tool(
        name="get_crawl_run_details",
        title="Get crawl run details",
        description="Shows one extraction of the directory: what was new, missing or dismissed, and every error.",
        arguments=(
            Argument("run_id", {"type": "integer", "description": "The id of the run"}, read_integer, required=True),
        ),
        document=_of(id=_NUMBER, status=_TEXT, changes=_OBJECT, errors=_OBJECTS, error=_TEXT),
    ),
)
