"""When a requirement that a search has used may be searched for again: once that search answers it no more."""

from typing import TYPE_CHECKING

from teamlandkarte.index.errors import NotFoundError
from teamlandkarte.server.requirements.pending import PendingRequirement
from teamlandkarte.server.service import Call

if TYPE_CHECKING:
    from teamlandkarte.server.searches.store import StoredSearch


def answered(call: Call, pending: PendingRequirement) -> bool:
    """Return whether the search that used a requirement is held and ran on the current dataset version."""
    searches = call.service.searches
    return pending.closed_by is not None and searches.is_current(pending.closed_by, call.caller, call.dataset.id)


def reopened(call: Call, pending: PendingRequirement) -> PendingRequirement:
    """Return the requirement; one that a search has used and answers no more is open again, and still confirmed."""
    if not pending.closed or answered(call, pending):
        return pending
    return call.service.requirements.reopen(pending)


def find_search(call: Call, search_id: str) -> "StoredSearch":
    """Return the search that a call names.

    Raises:
        NotFoundError: The caller has none under this id any more; the message says which call runs it again.
    """
    try:
        return call.service.searches.get(search_id, call.caller)
    except NotFoundError as exc:
        raise NotFoundError(f"{exc} {_searching_again(call, search_id)}") from exc


def on_current_data(call: Call, search: "StoredSearch") -> list[str]:
    """Return the step from a search that a refresh has overtaken to one on the current data; none where it has not."""
    if search.dataset.id == call.dataset.id:
        return []
    return [f"Run the search again to see the current data. {_searching_again(call, search.search_id)}"]


def _searching_again(call: Call, search_id: str) -> str:
    """Return the sentence that says which call runs a search again; one whose requirement is gone starts anew."""
    pending = call.service.requirements.used_by(search_id, call.caller)
    if pending is None:
        return "Start with start_guided_capture() and what is sought."
    return f"Call find_matching_capacities(requirements_id={pending.requirements_id}) for that."
