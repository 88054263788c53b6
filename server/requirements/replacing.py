"""What capturing anew leaves of the requirement before it: nothing is replaced in silence."""

import json

from teamlandkarte.index.requirement import Requirement
from teamlandkarte.index.text import folded
from teamlandkarte.server.answers.markdown import one_line
from teamlandkarte.server.requirements.review import level_of

_MOST_NAMED = 12
_SHORT = 60  # characters that tell which one it was
_COMPARED = ("description", "role_names", "competences", "date_start", "date_end", "task_id")


def replaced(before: Requirement, after: Requirement) -> str:
    """Return what `before` held and `after` does not, as arguments of the tools; empty without any."""
    competences = [name for name in before.competences if name not in after.competences]
    weighed = [name for name in before.competences if folded(name) in before.weights]
    kept = [name for name in weighed if name in after.competences and level_of(before, name) == level_of(after, name)]
    gone = {
        "role_names": _array([name for name in before.role_names if name not in after.role_names]),
        "competences": _array(competences),
        "weights": _array([f"{name}={level_of(before, name)}" for name in weighed if name not in kept]),
        "date_start": _other(before.date_start, after.date_start),
        "date_end": _other(before.date_end, after.date_end),
        "task_id": _other(before.task_id, after.task_id),
    }
    shown = [f"{name} {value}" for name, value in gone.items() if value]
    if before.description and before.description != after.description:
        shown.append(f"the description “{one_line(before.description, _SHORT)}”")
    return ", ".join(shown)


def remaining(before: Requirement, after: Requirement) -> str:
    """Return the names of the fields that `after` holds as `before` held them; empty without any."""
    same = (name for name in _COMPARED if getattr(before, name) and getattr(before, name) == getattr(after, name))
    return ", ".join(same)


def both(requirements_id: str) -> str:
    """Return how to have the earlier and the new demand, in one requirement or in two."""
    return (
        f"For both in one: update_requirements(requirements_id={requirements_id}) with add_competences and all "
        "role_names. For another demand: start_guided_capture()."
    )


def _array(names: list[str]) -> str:
    if not names:
        return ""
    more = f" (+{len(names) - _MOST_NAMED})" if len(names) > _MOST_NAMED else ""
    return json.dumps([one_line(name, _SHORT) for name in names[:_MOST_NAMED]], ensure_ascii=False) + more


def _other(before: object, after: object) -> str:
    return str(before) if before is not None and before != after else ""
