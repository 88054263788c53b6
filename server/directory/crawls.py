"""How the directory was read: the last crawl run, and each run in detail."""

import datetime as dt
from typing import Any
from zoneinfo import ZoneInfo

from teamlandkarte.index.config import Directory
from teamlandkarte.index.crawl_runs import CrawlRun, CrawlRuns, ListedPerson
from teamlandkarte.server.answers.document import Document
from teamlandkarte.server.service import Call

_NEVER_RUN = {"status": "never_run"}
NOT_FOUND = {"error": "not_found"}

_STATUSES = {
    "ru": {"running": "Выполняется", "completed": "Завершен", "partial": "Завершен частично", "failed": "Ошибка"},
    "de": {
        "running": "Läuft",
        "completed": "Abgeschlossen",
        "partial": "Teilweise abgeschlossen",
        "failed": "Fehlgeschlagen",
    },
    "en": {"running": "Running", "completed": "Completed", "partial": "Partly completed", "failed": "Failed"},
}


def get_crawl_status(call: Call) -> Document:
    """Return the last run in numbers."""
    latest = CrawlRuns(call.service.config.storage).latest()
    return Document.of(_summary(latest) if latest else _NEVER_RUN)


def get_crawl_run_details(call: Call, *, run_id: int) -> Document:
    """Return one run with what changed and what went wrong."""
    config = call.service.config
    run = CrawlRuns(config.storage).find(run_id)
    return Document.of(_details(run, config.directory) if run else NOT_FOUND)


def _summary(run: CrawlRun) -> dict[str, Any]:
    return {
        "id": run.id,
        "status": run.status,
        "source_url": run.source_url,
        "started_at": run.started_at.isoformat(),
        "finished_at": run.finished_at.isoformat() if run.finished_at else None,
        "found_count": run.found,
        "parsed_count": run.parsed,
        "error_count": run.errors_count,
        "dismissed_count": run.dismissed,
    }


def _details(run: CrawlRun, section: Directory) -> dict[str, Any]:
    return {
        **_summary(run),
        "status_display": _STATUSES[section.language][run.status],
        "started_display": _moment(run.started_at, section),
        "finished_display": _moment(run.finished_at, section) if run.finished_at else None,
        "new_count": run.new,
        "processed_count": run.processed,
        "progress_percent": _progress(run),
        "message": run.message,
        "changes_detail_available": run.listed_whole,
        "changes": {
            "new": _people(run.changes.new),
            "missing_from_source": _people(run.changes.missing_from_source),
            "dismissed": _people(run.changes.dismissed),
        },
        "errors": [error.model_dump(mode="json") for error in run.errors],
    }


def _progress(run: CrawlRun) -> int:
    if run.status == "completed":
        return 100
    return min(100 * run.processed // run.found, 100) if run.found else 0


def _people(people: tuple[ListedPerson, ...]) -> list[dict[str, Any]]:
    return [person.model_dump(mode="json") for person in people]


def _moment(moment: dt.datetime, section: Directory) -> str:
    return f"{moment.astimezone(ZoneInfo(section.timezone)):%d.%m.%Y %H:%M}"
