"""The ground of an answer: the last lines, which say what data it stands on and how far to trust it."""

import datetime as dt
from typing import TYPE_CHECKING

from pydantic import BaseModel

from teamlandkarte.index.counting import counted
from teamlandkarte.server.service import Call

if TYPE_CHECKING:
    from teamlandkarte.index.dataset import Dataset


class Ground(BaseModel):
    """What an answer stands on; `stale` means older than `[server] stale_after_hours`.

    `replaced_by` is the current dataset version where a search has kept another one.
    """

    dataset_version: str
    created_at: dt.datetime
    sample_data: bool
    stale: bool
    replaced_by: str | None = None
    degraded: str | None = None

    def lines(self, stale_after_hours: int) -> str:
        """Return the last lines of an answer's text."""
        lines = [f"Dataset version {self.dataset_version}, created {moment(self.created_at)}."]
        if self.sample_data:
            lines.append("SAMPLE DATA: invented people and tasks of the embedded sample lake.")
        if self.stale:
            lines.append(
                f"Warning: this data is older than {counted(stale_after_hours, 'hour')}; it may not be true any more."
            )
        if self.replaced_by:
            lines.append(f"Not current: version {self.replaced_by} has replaced it; run the search again to see that.")
        if self.degraded:
            lines.append(f"Degraded: {self.degraded}")
        return "\n".join(lines)


def ground_of(call: Call, dataset: "Dataset | None" = None) -> Ground:
    """Return the ground of an answer from the call's dataset, or from the one that a search has kept."""
    stands_on = dataset or call.dataset
    manifest = stands_on.manifest
    return Ground(
        dataset_version=manifest.dataset_version,
        created_at=manifest.created_at,
        sample_data=manifest.sample,
        stale=manifest.is_stale(call.service.clock(), call.service.config.server.stale_after_hours),
        replaced_by=call.opened.id if call.opened and call.opened.id != stands_on.id else None,
        degraded=stands_on.degraded,
    )


def moment(time: dt.datetime) -> str:
    """Return a time of day to the minute, in UTC."""
    return f"{time.astimezone(dt.UTC):%Y-%m-%d %H:%M} UTC"
