"""What runs when a tool is called; importing it loads numpy and duckdb, so it waits for the first call."""

from collections.abc import Mapping

from teamlandkarte.server.dataset_status import get_dataset_status
from teamlandkarte.server.people.capacity_details import get_capacity_details
from teamlandkarte.server.people.capacity_list import list_capacities
from teamlandkarte.server.requirements.confirmation_tools import (
    confirm_requirements,
    question,
    request_requirements_confirmation,
    show_pending_requirements,
)
from teamlandkarte.server.requirements.guided_tools import (
    guided_set_competences,
    guided_set_description,
    guided_set_role,
    guided_set_time_range,
    start_guided_capture,
)
from teamlandkarte.server.requirements.requirement_tools import (
    collect_structured_requirement_data,
    extract_requirements,
    update_requirements,
)
from teamlandkarte.server.searches.refining import filter_search_results, get_results_by_category
from teamlandkarte.server.searches.search import find_matching_capacities
from teamlandkarte.server.tasks.matching_tasks import find_matching_tasks
from teamlandkarte.server.tasks.task_list import get_task_details, list_open_tasks
from teamlandkarte.server.tasks.task_roles import infer_primary_role, infer_roles
from teamlandkarte.server.tasks.task_search import find_capacities_for_task
from teamlandkarte.server.tasks.task_validation import validate_task_requirements
from teamlandkarte.server.toolset.toolset import Handler

HANDLERS: Mapping[str, Handler] = {
    "list_open_tasks": Handler(list_open_tasks),
    "get_task_details": Handler(get_task_details),
    "validate_task_requirements": Handler(validate_task_requirements),
    "infer_roles": Handler(infer_roles),
    "infer_primary_role": Handler(infer_primary_role),
    "find_capacities_for_task": Handler(find_capacities_for_task),
    "extract_requirements": Handler(extract_requirements),
    "update_requirements": Handler(update_requirements),
    "collect_structured_requirement_data": Handler(collect_structured_requirement_data),
    "start_guided_capture": Handler(start_guided_capture),
    "guided_set_description": Handler(guided_set_description),
    "guided_set_role": Handler(guided_set_role),
    "guided_set_time_range": Handler(guided_set_time_range),
    "guided_set_competences": Handler(guided_set_competences),
    "show_pending_requirements": Handler(show_pending_requirements),
    "request_requirements_confirmation": Handler(request_requirements_confirmation),
    "confirm_requirements": Handler(confirm_requirements, question),
    "find_matching_capacities": Handler(find_matching_capacities),
    "filter_search_results": Handler(filter_search_results),
    "get_results_by_category": Handler(get_results_by_category),
    "list_capacities": Handler(list_capacities),
    "get_capacity_details": Handler(get_capacity_details),
    "find_matching_tasks": Handler(find_matching_tasks),
    "get_dataset_status": Handler(get_dataset_status),
}
