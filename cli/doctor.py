"""`teamlandkarte doctor`: check each setting, library, path, lake and embedding connection, and say what to do."""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import typer

from teamlandkarte.cli.options import AsJson
from teamlandkarte.cli.screen import print_json, screen
from teamlandkarte.index.config import Config, Section
from teamlandkarte.index.counting import counted
from teamlandkarte.index.errors import NoDatasetError, TeamlandkarteError

_SECRET = ("credentials", "notify")  # sections; many services hide a key in the address of a webhook
_IMPORT_SECONDS = 60  # a library that does not load by then will not load at night either


@dataclass(frozen=True)
class Check:
    """One thing looked at: `outcome` is "ok", "warning" or "failed"; `advice` is empty where nothing is to be done."""

    subject: str
    outcome: str
    detail: str
    advice: str = ""


def doctor(
    context: typer.Context,
    *,
    as_json: AsJson = False,
) -> None:
    """Check everything that a refresh and the server need."""
    config: Config = context.obj.read()
    checks = [check for look in LOOKS for check in look(config)]
    if as_json:
        print_json({"checks": [asdict(check) for check in checks]})
    else:
        _show(checks)
    if any(check.outcome == "failed" for check in checks):
        raise typer.Exit(1)


def _show(checks: list[Check]) -> None:
    from rich.table import Table
    from rich.text import Text

    table = Table("", "what", "found", "what to do", box=None)
    colours = {"ok": "green", "warning": "yellow", "failed": "red"}
    for check in checks:
        table.add_row(Text(check.outcome, colours[check.outcome]), check.subject, check.detail, check.advice)
    screen().print(table)


def _configuration(config: Config) -> Iterator[Check]:
    where = str(config.origin) if config.origin else "built-in defaults (no config.toml found)"
    yield Check("configuration", "ok", where)
    for name, section in config:
        if isinstance(section, Section) and name not in _SECRET:
            changed = _written(section.model_dump(exclude_defaults=True, by_alias=True))
            yield Check(f"[{name}]", "ok", ", ".join(changed) or "defaults")


def _written(settings: Mapping[str, Any], within: str = "") -> Iterator[str]:
    for key, value in settings.items():
        if isinstance(value, dict):
            yield from _written(value, f"{within}{key}.")
        else:
            yield f"{within}{key} = {value}"


def _libraries(_config: Config) -> Iterator[Check]:
    from importlib.metadata import PackageNotFoundError, requires, version

    from packaging.requirements import Requirement as Distribution

    yield Check("Python", "ok", sys.version.split()[0])
    for line in requires("teamlandkarte") or ():
        wanted = Distribution(line)
        if wanted.marker and not wanted.marker.evaluate():
            continue
        try:
            found = version(wanted.name)
        except PackageNotFoundError:
            yield Check(wanted.name, "failed", "not installed", "install from the lock file")
            continue
        if wanted.specifier.contains(found, prereleases=True):
            yield Check(wanted.name, "ok", found)
        else:
            yield Check(
                wanted.name, "failed", f"{found}, but {wanted.specifier} is needed", "install from the lock file"
            )


def _imports(_config: Config) -> Iterator[Check]:
    """Import in a process of their own: on a CPU without the instructions a wheel was built for, the import ends it."""
    from teamlandkarte.index.embedding import UNREPORTED

    quiet = os.environ | UNREPORTED
    for module in ("faiss", "onnxruntime", "duckdb"):
        command = [sys.executable, "-c", f"import {module}"]
        try:
            subprocess.run(command, capture_output=True, env=quiet, timeout=_IMPORT_SECONDS, check=True)  # noqa: S603
        except subprocess.CalledProcessError as exc:
            found, advice = f"ended with {exc.returncode}", "this CPU or system lacks what the wheel needs"
            yield Check(f"import {module}", "failed", found, advice)
        except subprocess.TimeoutExpired:
            advice = "look at the disk it is installed on"
            yield Check(f"import {module}", "failed", f"not done after {_IMPORT_SECONDS} seconds", advice)
        except OSError as exc:
            yield Check(f"import {module}", "failed", f"Python did not start ({exc.strerror})", "correct its rights")


def _paths(config: Config) -> Iterator[Check]:
    folders = {"data folder": config.storage.path, "cache folder": config.embedding_cache.path.parent}
    if config.directory.source == "crawl":
        folders["crawl folder"] = config.directory.crawl.path.parent
    for subject, folder in folders.items():
        there = _nearest_existing(folder)
        if os.access(there, os.W_OK | os.X_OK):
            yield Check(subject, "ok", str(folder) if folder.exists() else f"{folder} (will be created)")
        else:
            yield Check(
                subject, "failed", f"{folder} cannot be written", "the refresh needs write access; the server does not"
            )


def _nearest_existing(folder: Path) -> Path:
    for path in (folder, *folder.absolute().parents):
        try:
            if path.exists():
                return path
        except OSError:
            return path  # behind a folder that may not be looked into
    return folder


def _directory(config: Config) -> Iterator[Check]:
    if config.directory.source == "files":
        folder = config.directory.path
        readable = _is_open(folder, os.R_OK)
        found = str(folder) if readable else f"{folder} is no folder that can be read"
        advice = "" if readable else "create it, or correct [directory] path or its rights"
        yield Check("[directory] path", "ok" if readable else "failed", found, advice)


def _is_open(folder: Path, right: int) -> bool:
    return os.access(folder, right | os.X_OK) and folder.is_dir()


def _lake(config: Config) -> Iterator[Check]:
    from teamlandkarte.etl.lake import open_lake

    yield _tried("lake", lambda: open_lake(config.database, config.credentials).check())


def _embedding(config: Config) -> Iterator[Check]:
    from teamlandkarte.etl.embedders import open_provider

    def probe() -> str:
        embedder = open_provider(config)
        embedder.embed(["Gleisbau"])
        return f"{embedder.model}, {counted(embedder.dimensions, 'dimension')}"

    yield _tried("embedding", probe)


def _own_files(config: Config) -> Iterator[Check]:
    """Look at the files that people write for a refresh, which reads them when nobody looks."""
    from teamlandkarte.etl.embedders import open_provider
    from teamlandkarte.etl.own_aliases import read_aliases
    from teamlandkarte.etl.own_calibration import own_calibration

    def calibration() -> str:
        own = own_calibration(config, open_provider(config).model)
        return f"{own.name}, for {own.model}" if own else "none"

    if path := config.vocabulary.aliases_path:
        yield _tried("[vocabulary] aliases", lambda: f"own aliases: {len(read_aliases(path).pairs)}")
    if config.embedding.calibration:
        yield _tried("[embedding] calibration", calibration)


def _dataset(config: Config) -> Iterator[Check]:
    from teamlandkarte.index.versions import DatasetVersions

    try:
        current = DatasetVersions(config.storage).current()
    except NoDatasetError as error:
        yield Check("dataset version", "warning", str(error), "run `teamlandkarte refresh`")
    except TeamlandkarteError as error:
        yield Check("dataset version", "failed", str(error), "run `teamlandkarte refresh`")
    else:
        if current.degraded:
            yield Check("dataset version", "failed", f"{current.id}, {current.degraded}", "run `teamlandkarte refresh`")
        else:
            yield Check("dataset version", "ok", f"{current.id}, every file as its manifest says")


def _tried(subject: str, attempt: Callable[[], str]) -> Check:
    try:
        return Check(subject, "ok", attempt())
    except TeamlandkarteError as error:
        return Check(
            subject, "failed", str(error), "correct the setting it names, then run `teamlandkarte doctor` again"
        )


def _watching(config: Config) -> Iterator[Check]:
    """Look at what tells people and monitors about a failed run: it is needed when nobody looks."""
    from teamlandkarte.etl.notice import unreachable

    if config.notify.command:
        program = shutil.which(config.notify.command[0])
        found = program or f'no program "{config.notify.command[0]}" is found'
        advice = "" if program else "give its whole path, and make it executable"
        yield Check("[notify] command", "ok" if program else "failed", found, advice)
    if config.notify.webhook:
        problem = unreachable(config.notify.webhook, config.notify.timeout_seconds)
        advice = "correct the address or the way to it" if problem else ""
        yield Check("[notify] webhook", "failed" if problem else "ok", problem or "something answers there", advice)
    if config.metrics.path:
        folder = Path(config.metrics.path).parent
        writable = _is_open(folder, os.W_OK)
        found = config.metrics.path if writable else f"{folder} is no folder that can be written"
        advice = "" if writable else "create the folder that the monitor reads, or correct its rights"
        yield Check("[metrics] path", "ok" if writable else "failed", found, advice)


LOOKS: tuple[Callable[[Config], Iterator[Check]], ...] = (
    _configuration,
    _libraries,
    _imports,
    _paths,
    _directory,
    _lake,
    _embedding,
    _own_files,
    _dataset,
    _watching,
)
