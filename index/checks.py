"""What a refresh checks before it publishes: each check with what was measured and the bound it was held against."""

from collections.abc import Iterable
from typing import Literal

from pydantic import BaseModel, ConfigDict

from teamlandkarte.index.errors import GateError

Severity = Literal["error", "warning"]


class Check(BaseModel):
    """One check. `passed` compares `value` with `bound`, both in `unit`; a failed `error` stops the run.

    `override` is the option of the command line that let a failed error pass, None where there was none.
    """

    model_config = ConfigDict(frozen=True)

    name: str  # what was looked at, such as "rows lost"
    subject: str  # of what: a table, an index, a file
    severity: Severity = "error"
    passed: bool
    value: int | float | str
    bound: int | float | str | None = None
    unit: str = ""
    comparison: Literal["at most", "exactly"] = "at most"  # how the value must lie to the bound
    remark: str = ""  # what there is to know about a check that failed, and the next step
    override: str | None = None

    @property
    def stops(self) -> bool:
        """Whether nothing may be published because of it."""
        return not self.passed and self.severity == "error" and self.override is None

    @property
    def measured(self) -> str:
        """The value for people."""
        return f"{_shown(self.value)}{self.unit}"

    @property
    def allowed(self) -> str:
        """The bound for people, blank where there is none."""
        return "" if self.bound is None else f"{self.comparison} {_shown(self.bound)}{self.unit}"

    def in_words(self) -> str:
        """Return the check as one sentence for a person, with the next step where it failed."""
        allowed = f", allowed is {self.allowed}" if self.allowed else ""
        remark = f". {self.remark}" if self.remark and not self.passed else ""
        return f"{self.subject}: {self.name} {self.measured}{allowed}{remark}"


def require(checks: Iterable[Check]) -> None:
    """Raise GateError with every check that stops the run, a line each."""
    if faults := [check.in_words() for check in checks if check.stops]:
        raise GateError("\n".join(faults))


def _shown(value: float | str) -> str:
    return value if isinstance(value, str) else f"{round(value, 2):.12g}"
