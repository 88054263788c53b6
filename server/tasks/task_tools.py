"""The tools about open tasks."""

from teamlandkarte.server.searches.search_tools import FIRST_PEOPLE
from teamlandkarte.server.tasks.task_answers import (
    InferredRoles,
    PrimaryRole,
    TaskDetails,
    TaskList,
    TaskSearch,
    TaskValidation,
)
from teamlandkarte.server.toolset.arguments import date, handle, identifier, integer, text
from teamlandkarte.server.toolset.bounds import LONGEST_DESCRIPTION
from teamlandkarte.server.toolset.toolset import Effect, Tool

_TASK_ID = identifier("task_id", "The task's id, as list_open_tasks shows it", required=True)
_TASK_OR_TEXT = (
    identifier("task_id", "An open task"),
    text("description", "Instead of a task: a text to read", longest=LONGEST_DESCRIPTION),
)

TOOLS = (
    Tool(
        name="list_open_tasks",
        title="List open tasks",
        description="Lists the published tasks, newest first, with dates and skills.",
        answer=TaskList,
        arguments=(
            integer("limit", "How many tasks to show", default=20, minimum=1),
            integer("offset", "How many to skip", default=0, minimum=0),
            text("query", "Words that title or skills must contain, or a task's id"),
            date("created_since", "Only tasks created on this day or later"),
        ),
    ),
    Tool(
        name="get_task_details",
        title="Get task details",
        description="Shows one open task in full, with the roles found in its text.",
        answer=TaskDetails,
        arguments=(_TASK_ID,),
    ),
    Tool(
        name="validate_task_requirements",
        title="Validate task requirements",
        description=(
            "Compares the skills a task lists with those its description shows. Only on request: it changes nothing "
            "and matching does not need it."
        ),
        answer=TaskValidation,
        arguments=(_TASK_ID,),
    ),
    Tool(
        name="infer_roles",
        title="Infer roles",
        description="Ranks the known roles that a task or a text may seek, with the words that show each.",
        answer=InferredRoles,
        arguments=(*_TASK_OR_TEXT, integer("limit", "How many roles to show", default=5, minimum=1)),
    ),
    Tool(
        name="infer_primary_role",
        title="Infer primary role",
        description="Names the one role that a task or a text seeks, or says that it is unclear between which.",
        answer=PrimaryRole,
        arguments=_TASK_OR_TEXT,
    ),
    Tool(
        name="find_capacities_for_task",
        title="Find capacities for a task",
        description=(
            "Finds people for an open task. First call: prepares its requirement and shows it for confirmation, "
            "matching nothing. Once a person has confirmed it: ranks every capacity and returns a search_id."
        ),
        answer=TaskSearch,
        arguments=(
            _TASK_ID,
            handle("requirements_id", "The task's requirement, as an earlier call returned it"),
            FIRST_PEOPLE,
        ),
        effect=Effect.ADDS,
        idempotent=False,
    ),
)
