"""Every tool of the staffing toolset, in the order in which they are listed."""

from teamlandkarte.server import (
    capacity_tools,
    confirmation_tools,
    guided_tools,
    requirement_tools,
    search_tools,
    task_tools,
)

TOOLS = (
    *task_tools.TOOLS,
    *requirement_tools.TOOLS,
    *guided_tools.TOOLS,
    *confirmation_tools.TOOLS,
    *search_tools.TOOLS,
    *capacity_tools.TOOLS,
)
