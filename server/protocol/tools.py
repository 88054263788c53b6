"""The toolsets that `[server] toolsets` chooses from, their tools in the order in which they are listed."""

from collections.abc import Iterable

from teamlandkarte.server import dataset_status
from teamlandkarte.server.directory import directory_tools
from teamlandkarte.server.people import capacity_tools
from teamlandkarte.server.requirements import confirmation_tools, guided_tools, requirement_tools
from teamlandkarte.server.searches import search_tools
from teamlandkarte.server.tasks import task_tools
from teamlandkarte.server.toolset.toolset import Tool

STAFFING = (
    *task_tools.TOOLS,
    *requirement_tools.TOOLS,
    *guided_tools.TOOLS,
    *confirmation_tools.TOOLS,
    *search_tools.TOOLS,
    *capacity_tools.TOOLS,
    *dataset_status.TOOLS,
)

TOOLSETS: dict[str, tuple[Tool, ...]] = {"staffing": STAFFING, "directory": directory_tools.TOOLS}


def tools_of(toolsets: Iterable[str]) -> list[Tool]:
    """Return every tool of the named toolsets."""
    return [tool for name in dict.fromkeys(toolsets) for tool in TOOLSETS[name]]
