"""A progress that remembers what it was told."""

from dataclasses import dataclass, field


@dataclass
class Listener:
    """Phases with their totals, and how many steps were done in all."""

    phases: list[tuple[str, int | None]] = field(default_factory=list)
    steps: int = 0

    def phase(self, name: str, total: int | None) -> None:
        self.phases.append((name, total))

    def advance(self, steps: int) -> None:
        assert steps > 0
        self.steps += steps
