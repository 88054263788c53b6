"""Every tool of the staffing toolset, in the order in which they are listed."""

from teamlandkarte.server.people import capacity_tools
from teamlandkarte.server.requirements import confirmation_tools, guided_tools, requirement_tools
from teamlandkarte.server.searches import search_tools
from teamlandkarte.server.tasks import task_tools

TOOLS = (
    *task_tools.TOOLS,
    *requirement_tools.TOOLS,
    *guided_tools.TOOLS,
    *confirmation_tools.TOOLS,
    *search_tools.TOOLS,
    *capacity_tools.TOOLS,
)
