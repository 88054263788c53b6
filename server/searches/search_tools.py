"""The tools that search, and that refine what a search found."""

from dataclasses import replace

from teamlandkarte.index.scoring import CATEGORIES
from teamlandkarte.server.searches.search_answers import CategoryPage, FilteredSearch, SearchAnswer
from teamlandkarte.server.toolset.arguments import choice, date, handle, integer, level, number, term, terms
from teamlandkarte.server.toolset.toolset import Effect, Tool

_SEARCH_ID = handle("search_id", "The search, as find_matching_capacities returned it", required=True)
_FILTER_ID = handle("filter_id", "A filter of this search, as filter_search_results returned it")
_AVAILABILITY = choice("availability", "How availability must lie to these days", ("overlaps", "covers"))
_AVAILABILITY = replace(  # the default is listed alone, so that the tool sees whether it was asked for
    _AVAILABILITY, schema={**_AVAILABILITY.schema, "default": "overlaps"}
)
FIRST_PEOPLE = replace(
    integer("limit", "How many people to show", default=10, minimum=1), paged_by="get_results_by_category"
)

TOOLS = (
    Tool(
        name="find_matching_capacities",
        title="Find matching capacities",
        description=(
            "Ranks every capacity for the confirmed requirement and returns a search_id. Runs only after a person has "
            "confirmed it. Leave the other arguments out: what is given must equal what was confirmed."
        ),
        answer=SearchAnswer,
        arguments=(
            terms("role_name", "The confirmed roles"),
            terms("competences", "The confirmed competences"),
            date("date_start", "The confirmed first day"),
            date("date_end", "The confirmed last day"),
            handle("requirements_id", "The confirmed requirement; without it the only open one"),
            FIRST_PEOPLE,
        ),
        effect=Effect.ADDS,
        idempotent=False,
    ),
    Tool(
        name="filter_search_results",
        title="Filter search results",
        description=(
            "Narrows a search, or one of its filters, and returns a new filter_id with the people per category before "
            "and after. Role, certificate and competences are fuzzy, dates are exact; unknown dates stay and come last."
        ),
        answer=FilteredSearch,
        arguments=(
            _SEARCH_ID,
            handle("filter_id", "Narrow this filter further instead of the whole search"),
            term("role", "A role, or words of one"),
            level("role_level", "A level, such as Senior, or several"),
            terms("competences", "Competences that a person must have, all of them"),
            number("min_similarity", "How close is close enough", default=0.7, minimum=0, maximum=1),
            term("certificate", "Words of a certificate"),
            date("date_start", "First wanted day; else that of the search"),
            date("date_end", "Last wanted day; else that of the search"),
            _AVAILABILITY,
            FIRST_PEOPLE,
        ),
        effect=Effect.ADDS,
        idempotent=False,
    ),
    Tool(
        name="get_results_by_category",
        title="Get results by category",
        description="Pages through the people of one category of a search or of one of its filters, best first.",
        answer=CategoryPage,
        arguments=(
            _SEARCH_ID,
            choice("category", "The category", [category.value for category in CATEGORIES], required=True),
            _FILTER_ID,
            integer("limit", "How many people to show", default=20, minimum=1),
            integer("offset", "How many to skip", default=0, minimum=0),
        ),
    ),
)
