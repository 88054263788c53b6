"""The tools that look at people, and at the tasks for a person."""

from teamlandkarte.server.people.capacity_answers import CapacityDetails, CapacityList
from teamlandkarte.server.tasks.task_answers import MatchingTasks
from teamlandkarte.server.toolset.arguments import date, handle, identifier, integer, level, term, text
from teamlandkarte.server.toolset.toolset import Tool

_CAPACITY_ID = identifier("capacity_id", "The person's id, as lists and searches show it", required=True)

TOOLS = (
    Tool(
        name="list_capacities",
        title="List capacities",
        description=(
            "Looks people up without a search, by name (tolerant of spelling), role, level, competence, certificate or "
            "availability. Needs no confirmation; the closest names come first, and with dates the newly free."
        ),
        answer=CapacityList,
        arguments=(
            text("query", "A name, part of one, or an id"),
            term("role_name", "A role, or words of one"),
            level("role_level", "A level, such as Senior, or several"),
            term("competence", "A competence that the person must have"),
            term("certificate", "Words of a certificate"),
            date("date_start", "First wanted day"),
            date("date_end", "Last wanted day"),
            integer("limit", "How many people to show", default=20, minimum=1),
            integer("offset", "How many to skip", default=0, minimum=0),
        ),
    ),
    Tool(
        name="get_capacity_details",
        title="Get capacity details",
        description=(
            "Shows one person in full: competences, description, references, certificates; with a search_id also how "
            "that search scored the person, number by number."
        ),
        answer=CapacityDetails,
        arguments=(_CAPACITY_ID, handle("search_id", "A search that ranked this person")),
    ),
    Tool(
        name="find_matching_tasks",
        title="Find matching tasks",
        description="Ranks the open tasks for one person, by the same score seen from the other side.",
        answer=MatchingTasks,
        arguments=(_CAPACITY_ID, integer("limit", "How many tasks to show", default=10, minimum=1)),
    ),
)
