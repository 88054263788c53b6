"""What the answers stand on: the dataset version, how it came about, and what the server holds."""

import datetime as dt

from pydantic import BaseModel

from teamlandkarte.index.runs import RefreshRun, RunHistory
from teamlandkarte.server.answers.answer import Answer
from teamlandkarte.server.answers.ground import ground_of, moment
from teamlandkarte.server.answers.markdown import one_line, table
from teamlandkarte.server.service import Call
from teamlandkarte.server.toolset.toolset import Tool

SQL = "teamlandkarte.server"
_RUNS = 5
_REASONS = 30
_TEXT_LENGTH = 200


class RejectedRows(BaseModel):
    """How many rows of a table of the lake broke a rule and are not in the dataset."""

    table: str
    reason: str
    rows: int


class RunSummary(BaseModel):
    """One refresh run."""

    run_id: str
    status: str
    started_at: dt.datetime
    finished_at: dt.datetime | None = None
    dataset_version: str | None = None
    reason: str | None = None


class DatasetStatus(BaseModel):
    """What the answers stand on, and how it came about."""

    dataset_version: str
    created_at: dt.datetime
    age_hours: float
    fresh: bool
    degraded: str | None = None
    source: str
    sample_data: bool
    counts: dict[str, int]
    rejected_rows: int
    rejected: list[RejectedRows]
    embedding_provider: str
    embedding_model: str
    embedding_dimensions: int
    refresh_runs: list[RunSummary]
    searches_held: int
    search_hits: int


def get_dataset_status(call: Call) -> Answer:
    """Describe the current dataset version and the last refresh runs."""
    manifest, ground = call.dataset.manifest, ground_of(call)
    rejected = call.dataset.snapshot.rows(SQL, "count_rejected_rows")
    index = manifest.indexes["competences"]
    data = DatasetStatus(
        dataset_version=ground.dataset_version,
        created_at=ground.created_at,
        age_hours=round(manifest.age(call.service.clock()).total_seconds() / 3600, 1),
        fresh=not ground.stale,
        degraded=ground.degraded,
        source=one_line(manifest.source, _TEXT_LENGTH),
        sample_data=ground.sample_data,
        counts=dict(sorted(manifest.counts.items())),
        rejected_rows=sum(row["rejected"] for row in rejected),
        rejected=[
            RejectedRows(table=row["table_name"], reason=one_line(row["reason"], _TEXT_LENGTH), rows=row["rejected"])
            for row in rejected[:_REASONS]
        ],
        embedding_provider=manifest.provider,
        embedding_model=index.model,
        embedding_dimensions=index.dimensions,
        refresh_runs=[_run(run) for run in RunHistory(call.service.config.storage).shown(_RUNS)],
        searches_held=call.service.searches.held,
        search_hits=call.service.searches.hits,
    )
    return Answer(_text(data), data)


def _run(run: RefreshRun) -> RunSummary:
    return RunSummary(
        run_id=run.run_id,
        status=run.status,
        started_at=run.started_at,
        finished_at=run.finished_at,
        dataset_version=run.dataset_version,
        reason=one_line(run.reason, _TEXT_LENGTH) if run.reason else None,
    )


def _text(data: DatasetStatus) -> str:
    facts = [
        ("Dataset version", data.dataset_version),
        ("Created", f"{moment(data.created_at)}, {data.age_hours} hours ago"),
        ("Fresh", "yes" if data.fresh else "no: ask for a refresh"),
        ("Degraded", data.degraded or "no"),
        ("Source", data.source + (" (SAMPLE DATA)" if data.sample_data else "")),
        ("Embedding", f"{data.embedding_provider}: {data.embedding_model}, {data.embedding_dimensions} dimensions"),
        ("Searches held", str(data.searches_held)),
        ("Cache hits (stored searches used again)", str(data.search_hits)),
        ("Rejected rows", str(data.rejected_rows)),
    ]
    parts = [table(("Fact", "Value"), facts)]
    parts.append("## Counts\n\n" + table(("Table", "Rows"), [(name, str(rows)) for name, rows in data.counts.items()]))
    if data.rejected:
        rows = [(found.table, found.reason, str(found.rows)) for found in data.rejected]
        parts.append("## Rejected rows\n\n" + table(("Table", "Reason", "Rows"), rows))
    runs = [
        (run.run_id, run.status, moment(run.started_at), run.dataset_version or "–", run.reason or "–")
        for run in data.refresh_runs
    ]
    header = ("Run", "Status", "Started", "Dataset version", "Reason")
    parts.append("## Last refresh runs\n\n" + (table(header, runs) if runs else "None is recorded."))
    return "\n\n".join(parts)


TOOLS = (
    Tool(
        name="get_dataset_status",
        title="Get dataset status",
        description="Says which dataset version answers stand on: age, source, counts, rejected rows, refresh runs.",
        answer=DatasetStatus,
    ),
)
