"""Requirements between calls: who holds which, in which state, confirmed or not.

The store lives in memory and forgets a requirement some time after its last use. Nobody reaches another caller's
requirement: it is refused exactly like one that does not exist. All methods are safe to call from several threads.
"""

import datetime as dt
import threading
from collections.abc import Callable, Sequence
from dataclasses import replace

from teamlandkarte.index.counting import counted
from teamlandkarte.index.errors import NotFoundError, RequestError
from teamlandkarte.index.requirement import Requirement
from teamlandkarte.server.requirements.pending import PendingRequirement, in_short, refuse_used

_MOST_OFFERED = 100  # as many as one call may name, so that sending them again finds all of them
_MOST_ANONYMOUS = 10_000  # together, since callers nobody can tell apart share this limit


class RequirementStore:
    """The requirements of all callers.

    `lifetime`: how long one is kept after its last use. `most_per_caller`: beyond it the caller's least recently used
    one is dropped.
    """

    def __init__(
        self,
        *,
        lifetime: dt.timedelta,
        most_per_caller: int,
        clock: Callable[[], dt.datetime],
        new_id: Callable[[], str],
    ) -> None:
        self._lifetime = lifetime
        self._most_per_caller = most_per_caller
        self._clock = clock
        self._new_id = new_id
        self._lock = threading.RLock()
        self._held: dict[str, PendingRequirement] = {}  # least recently used first

    def open(self, caller: str | None, requirement: Requirement | None = None) -> PendingRequirement:
        """Start a new requirement, empty unless given."""
        with self._lock:
            self._drop_surplus(caller)
            now = self._clock()
            return self._keep(PendingRequirement(self._new_id(), caller, requirement or Requirement(), now, now))

    def get(self, requirements_id: str, caller: str | None) -> PendingRequirement:
        """Return the caller's requirement with this id.

        Raises:
            NotFoundError: There is none, it has expired, or it is somebody else's.
        """
        with self._lock:
            self._drop_expired()
            pending = self._held.get(requirements_id)
            if pending is None or pending.caller != caller:
                lifetime = counted(int(self._lifetime.total_seconds() // 60), "minute")
                raise NotFoundError(
                    f"Unknown requirements_id {requirements_id}: there is none, or it expired {lifetime} after "
                    "its last use. Start anew with start_guided_capture() and pass the requirements_id it returns."
                )
            return self._keep(pending)

    def open_of(self, caller: str | None) -> list[PendingRequirement]:
        """Return the caller's open requirements, oldest first; none where the caller cannot be told from others."""
        with self._lock:
            self._drop_expired()
            mine = [p for p in self._held.values() if caller is not None and p.caller == caller and not p.closed]
            return sorted(mine, key=lambda pending: pending.created)

    def only_open(self, caller: str | None) -> PendingRequirement | None:
        """Return the caller's only open requirement, None without one.

        Raises:
            RequestError: There are several; the message lists them.
        """
        return _only(self.open_of(caller), "are open")

    def to_change(self, requirements_id: str | None, caller: str | None) -> PendingRequirement:
        """Return the requirement that a change means: as `find` does, but after a search also the one that it used.

        Raises:
            NotFoundError: The named one is unknown.
            RequestError: None is named, and none or several could be meant, or the caller cannot be told from others.
        """
        if requirements_id is None and (last := self._last_used(caller)) and last.closed:
            return _only([*self.open_of(caller), last], "can be changed") or last
        return self.find(requirements_id, caller)

    def find(self, requirements_id: str | None, caller: str | None) -> PendingRequirement:
        """Return the requirement that a call means: the one it names, else the caller's only open one.

        Raises:
            NotFoundError: The named one is unknown.
            RequestError: None is named, and none or several are open, or the caller cannot be told from others.
        """
        if requirements_id is not None:
            return self.get(requirements_id, caller)
        if caller is None:
            raise RequestError(
                "requirements_id is required: this connection has no session, so nothing else tells your requirements "
                "from those of others. Pass the one that start_guided_capture or another tool returned."
            )
        if (pending := self.only_open(caller)) is None:
            raise RequestError(
                "No requirement is open. Start with extract_requirements, collect_structured_requirement_data or "
                f"start_guided_capture{self._or_continue(caller)}."
            )
        return pending

    def used_by(self, search_id: str, caller: str | None) -> PendingRequirement | None:
        """Return the caller's requirement that a search has used, None where it is gone or was changed since."""
        with self._lock:
            self._drop_expired()
            mine = (p for p in self._held.values() if p.caller == caller and p.closed_by == search_id)
            return next(mine, None)

    def for_task(self, task_id: str, caller: str | None) -> PendingRequirement | None:
        """Return the caller's open requirement for a task, the latest if there are several, None without one."""
        mine = [pending for pending in self.open_of(caller) if pending.requirement.task_id == task_id]
        return mine[-1] if mine else None

    def write(self, requirements_id: str, caller: str | None, requirement: Requirement) -> PendingRequirement:
        """Replace the requirement, which opens it again and takes back its confirmation."""
        with self._lock:
            pending = self.get(requirements_id, caller)
            return self._keep(
                replace(pending, requirement=requirement, confirmed_digest=None, asked_digest=None, closed_by=None)
            )

    def restart(self, requirements_id: str, caller: str | None) -> PendingRequirement:
        """Empty a requirement under its id, and forget what was shown, asked, offered and confirmed."""
        with self._lock:
            pending = self.get(requirements_id, caller)
            return self._keep(
                PendingRequirement(requirements_id, caller, Requirement(), pending.created, self._clock())
            )

    def mark_shown(self, requirements_id: str, caller: str | None) -> PendingRequirement:
        """Note that the present state is being shown to the person."""
        with self._lock:
            pending = self.get(requirements_id, caller)
            return self._keep(replace(pending, shown_digest=pending.digest))

    def mark_asked(self, requirements_id: str, caller: str | None, state: str) -> PendingRequirement:
        """Note which state a form is asking about."""
        with self._lock:
            return self._keep(replace(self.get(requirements_id, caller), asked_digest=state))

    def offer_roles(self, requirements_id: str, caller: str | None, folded_roles: Sequence[str]) -> PendingRequirement:
        """Note which unknown role names the caller has seen the nearest roles of; the earliest are forgotten."""
        with self._lock:
            pending = self.get(requirements_id, caller)
            earlier = [role for role in pending.offered_roles if role not in folded_roles]
            return self._keep(replace(pending, offered_roles=(*earlier, *folded_roles)[-_MOST_OFFERED:]))

    def confirm(self, requirements_id: str, caller: str | None, state: str) -> PendingRequirement:
        """Confirm the requirement in exactly this state.

        Raises:
            RequestError: It has changed meanwhile.
        """
        with self._lock:
            pending = self.get(requirements_id, caller)
            if pending.digest != state:
                raise RequestError(
                    f"Requirements {requirements_id} changed while the person was being asked. "
                    f"Show them again with show_pending_requirements(requirements_id={requirements_id}), then confirm."
                )
            return self._keep(replace(pending, confirmed_digest=state, asked_digest=None))

    def unconfirm(self, requirements_id: str, caller: str | None) -> PendingRequirement:
        """Take back a confirmation; the requirement stays pending."""
        with self._lock:
            return self._keep(replace(self.get(requirements_id, caller), confirmed_digest=None, asked_digest=None))

    def confirmed_requirement(self, requirements_id: str | None, caller: str | None) -> PendingRequirement:
        """Return the requirement that a search may run on: the gate.

        Raises:
            NotFoundError: The named one is unknown.
            RequestError: None is meant, a search has already used it, or no person has confirmed its present state.
        """
        pending = self.find(requirements_id, caller)
        refuse_used(pending)
        if not pending.confirmed:
            named = f"requirements_id={pending.requirements_id}"
            raise RequestError(
                f"Requirements {pending.requirements_id} are not confirmed, and no search runs before a person has "
                f"confirmed them. Call show_pending_requirements({named}) and put its question to the person; after a "
                f"yes call confirm_requirements({named}, confirm=true)."
            )
        return pending

    def reopen(self, found: PendingRequirement) -> PendingRequirement:
        """Open a requirement again as it is, still confirmed, unless another search has used it meanwhile."""
        with self._lock:
            pending = self.get(found.requirements_id, found.caller)
            return self._keep(replace(pending, closed_by=None)) if pending.closed_by == found.closed_by else pending

    def close(self, found: PendingRequirement, search_id: str) -> PendingRequirement:
        """Note that a search has used a requirement, which must still be as the search found it.

        Raises:
            NotFoundError: It has expired meanwhile.
            RequestError: Another search was faster, or it has changed or lost its confirmation.
        """
        with self._lock:
            pending = self.get(found.requirements_id, found.caller)
            refuse_used(pending)
            if (pending.digest, pending.confirmed) != (found.digest, found.confirmed):
                raise RequestError(
                    f"Requirements {found.requirements_id} changed while the search ran, so it does not count. Show "
                    f"them again with show_pending_requirements(requirements_id={found.requirements_id}), then confirm."
                )
            return self._keep(replace(pending, closed_by=search_id))

    def _last_used(self, caller: str | None) -> PendingRequirement | None:
        with self._lock:
            self._drop_expired()
            mine = [p for p in self._held.values() if caller is not None and p.caller == caller]
            return mine[-1] if mine else None

    def _or_continue(self, caller: str | None) -> str:
        last = self._last_used(caller)
        named = f"update_requirements(requirements_id={last.requirements_id}, …)" if last else ""
        return f"; {named} continues from that of the last search" if named else ""

    def _keep(self, pending: PendingRequirement) -> PendingRequirement:
        kept = replace(pending, touched=self._clock())
        self._held.pop(kept.requirements_id, None)
        self._held[kept.requirements_id] = kept
        return kept

    def _drop_expired(self) -> None:
        oldest = self._clock() - self._lifetime
        for requirements_id in [key for key, pending in self._held.items() if pending.touched <= oldest]:
            del self._held[requirements_id]

    def _drop_surplus(self, caller: str | None) -> None:
        self._drop_expired()
        mine = [key for key, pending in self._held.items() if pending.caller == caller]
        most = self._most_per_caller if caller is not None else _MOST_ANONYMOUS
        for requirements_id in mine[: max(0, len(mine) - most + 1)]:
            del self._held[requirements_id]


def _only(meant: Sequence[PendingRequirement], what: str) -> PendingRequirement | None:
    """Return the one requirement, None without any; several are refused and listed."""
    if len(meant) > 1:
        listed = "; ".join(f"{p.requirements_id} ({in_short(p)})" for p in meant[-10:])
        raise RequestError(
            f"{len(meant)} requirements {what}; pass the requirements_id of one of them, the latest last: {listed}. "
            "For another demand call start_guided_capture() and pass the requirements_id it returns."
        )
    return meant[0] if meant else None
