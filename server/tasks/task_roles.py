"""The role that a task or a text seeks: found in it, since tasks store none."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from teamlandkarte.index.errors import RequestError
from teamlandkarte.index.text import plain_text
from teamlandkarte.server.answers.answer import Answer
from teamlandkarte.server.answers.markdown import one_line, score
from teamlandkarte.server.answers.room import DEFAULT_BYTES, data_size, fitting, most_rows
from teamlandkarte.server.open_tasks import find_task
from teamlandkarte.server.service import Call
from teamlandkarte.server.tasks.task_answers import InferredRoles, PrimaryRole
from teamlandkarte.server.tasks.task_list import role_score, role_table

if TYPE_CHECKING:
    from teamlandkarte.index.embedding import Embedder
    from teamlandkarte.index.roles import RoleCandidate

_CANDIDATES = 8
_ASK = "None of these leads clearly; ask the person which one is meant."
_NO_ROLE = "No role of the vocabulary is found in it. Ask the person which role is wanted; list_capacities shows roles."


def infer_roles(call: Call, *, task_id: str | None, description: str | None, limit: int) -> Answer:
    """Rank the roles of the vocabulary that a task or a text seeks."""
    found, task_id = _candidates(call, task_id, description, len(call.dataset.roles))
    shown = fitting(found[: most_rows(limit)], DEFAULT_BYTES, lambda candidate: data_size(role_score(candidate)))
    data = InferredRoles(task_id=task_id, total=len(found), roles=[role_score(candidate) for candidate in shown])
    if not found:
        return Answer(_NO_ROLE, data)
    more = " Raise limit to see more." if limit <= len(shown) < len(found) else ""
    named = f"task_id={task_id}" if task_id else "description=…"
    advice = f"## Next steps\n\n- Call infer_primary_role({named}) to see whether one of them clearly leads."
    return Answer(f"{role_table(shown)}\n\nRoles: showing {len(shown)} of {len(found)}.{more}\n\n{advice}", data)


def infer_primary_role(call: Call, *, task_id: str | None, description: str | None) -> Answer:
    """Name the one role that a task or a text seeks, or say that it is unclear between which."""
    from teamlandkarte.index.roles import primary, undecided

    candidates, task_id = _candidates(call, task_id, description, _CANDIDATES)
    role = primary(candidates)
    data = PrimaryRole(
        task_id=task_id,
        outcome="found" if role else "unclear" if candidates else "none",
        role=one_line(role.role) if role else None,
        candidates=[role_score(candidate) for candidate in candidates],
    )
    if not candidates:
        return Answer(_NO_ROLE, data)
    if role is None:
        between = " and ".join(one_line(one.role) for one in undecided(candidates))
        verdict = f"Primary role: unclear{between and f' between {between}'}. {_ASK}"
    else:
        verdict = f"Primary role: {one_line(role.role)} ({score(role.score)})"
    return Answer(f"{verdict}\n\n{role_table(candidates)}", data)


def _candidates(
    call: Call, task_id: str | None, description: str | None, limit: int
) -> "tuple[Sequence[RoleCandidate], str | None]":
    if (task_id is None) == (description is None):
        raise RequestError("Pass either task_id or description: the id of an open task, or a text to read.")
    if task_id is None:
        return _found(call, "", description or "", limit, call.dataset.encoder), None
    task = find_task(call.dataset.snapshot, task_id)
    # By its words alone, as the refresh reads all tasks: one task has one role.
    return _found(call, task.title, task.description, limit, None), task.task_id


def _found(call: Call, title: str, description: str, limit: int, encoder: "Embedder | None") -> "list[RoleCandidate]":
    from teamlandkarte.index.roles import infer_roles

    return infer_roles(title, plain_text(description), call.dataset.roles, limit, encoder=encoder)
