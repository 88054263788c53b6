"""What a refresh checks before it publishes: each check with what was measured and the bound it was held against."""

from typing import Literal

from pydantic import BaseModel, ConfigDict

Severity = Literal["error", "warning"]


class Check(BaseModel):
    """One check. `passed` compares `value` with `bound`, both in `unit`; a failed `error` stops the run.

    `override` is the option of the command line that let a failed error pass, None where there was none.
    """

    model_config = ConfigDict(frozen=True)

    name: str  # what was looked at, such as "rows lost"
    subject: str  # of what: a table, an index, a file
    severity: Severity
    passed: bool
    value: float | str
    bound: float | str | None = None
    unit: str = ""
    override: str | None = None

    @property
    def stops(self) -> bool:
        """Whether nothing may be published because of it."""
        return not self.passed and self.severity == "error" and self.override is None

    def in_words(self) -> str:
        """Return the check as one sentence for a person, with the next step where it failed."""
        bound = "" if self.bound is None else f", allowed is {self.bound}{self.unit}"
        return f"{self.subject}: {self.name} {self.value}{self.unit}{bound}"
