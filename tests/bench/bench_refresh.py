"""How long a refresh takes: the sample lake, with an empty and with a warm embedding cache, as the command runs it.

    python tests/bench/bench_refresh.py [PEOPLE | LAKE …]      10,000, 100,000 and 1,000,000 people unless given

A number is a sample lake of so many people, which takes two minutes to write for a million; anything else is the folder
of a lake that is there. Each refresh is a process of its own; the second starts without any dataset version, so that it
publishes again and only the embedding cache is warm; the third finds nothing changed. Rows per second are those of the
lake, all tables together, whether or not the phase looks at each; memory is the most that the process held, DuckDB's
included. Prints Markdown.
"""

import json
import os
import platform
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any

CASES = ("empty cache", "warm cache", "unchanged")


def teamlandkarte(*words: str) -> tuple[str, float, float, int]:
    """Run the command; return its output, wall seconds, CPU seconds and peak memory in MiB."""
    begin, before = time.perf_counter(), os.times()
    with tempfile.TemporaryFile("w+") as output:
        command = [sys.executable, "-m", "teamlandkarte.cli.main", *words]
        process = subprocess.Popen(command, stdout=output)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode:
            sys.exit(f"{words[-1]} failed")
        output.seek(0)
        text = output.read()
    after = os.times()
    cpu = after.children_user + after.children_system - before.children_user - before.children_system
    return text, time.perf_counter() - begin, cpu, usage.ru_maxrss // 1024


@dataclass(frozen=True)
class Measured:
    """One refresh: seconds, MiB at most, its run, the rows of the lake and the MiB on disk of the current version."""

    case: str
    wall: float
    cpu: float
    memory: int
    run: dict[str, Any]
    rows: int
    artifact: float

    def line(self) -> str:
        """Return the row of the table."""
        phases = ", ".join(
            f"{phase['name']} {phase['seconds']:.1f} ({self.rows / max(phase['seconds'], 0.001) / 1000:,.0f})"
            for phase in self.run["phases"]
        )
        people, status = self.run["counts"]["capacities"], self.run["status"]
        measured = f"{self.wall:.1f} | {self.cpu:.1f} | {self.memory} | {self.artifact:.0f}"
        return f"| {people:,} | {self.case} | {measured} | {status} | {phases} |"


def lake(word: str, folder: Path) -> Path:
    """Return the folder of a lake: the one that is named, or a new one in `folder` of so many people."""
    if not word.isdecimal():
        return Path(word).resolve()
    tasks = min(max(int(word) // 12, 10), 2000)
    teamlandkarte("sample", str(folder / "lake"), "--people", word, "--tasks", str(tasks))
    return folder / "lake"


def measure(word: str, folder: Path) -> Iterator[Measured]:
    """Yield one refresh after the other."""
    config = folder / "config.toml"
    config.write_text(f"[database]\npath = {json.dumps(str(lake(word, folder)))}\n", encoding="utf-8")
    for case in CASES:
        if case == "warm cache":
            shutil.rmtree(folder / "data")
        text, wall, cpu, memory = teamlandkarte("--config", str(config), "refresh", "--json")
        version = folder / "data" / "versions" / (folder / "data" / "CURRENT").read_text("utf-8").strip()
        rows = sum(json.loads((version / "manifest.json").read_text("utf-8"))["source_rows"].values())
        artifact = sum(path.stat().st_size for path in version.iterdir()) / 2**20
        yield Measured(case, wall, cpu, memory, json.loads(text.splitlines()[-1]), rows, artifact)


def main() -> None:
    """Print the table."""
    packages = ", ".join(f"{name} {version(name)}" for name in ("duckdb", "faiss-cpu", "numpy", "onnxruntime"))
    print(f"{platform.machine()}, {os.cpu_count()} CPUs, Python {platform.python_version()}, {packages}\n")  # noqa: T201
    print("| people | case | wall s | CPU s | peak MiB | artifact MiB | outcome | phases: s (1,000 rows/s) |")  # noqa: T201
    print("|--:|---|--:|--:|--:|--:|---|---|")  # noqa: T201
    for word in sys.argv[1:] or ["10000", "100000", "1000000"]:
        with tempfile.TemporaryDirectory() as folder:
            for measured in measure(word, Path(folder)):
                print(measured.line(), flush=True)  # noqa: T201


if __name__ == "__main__":
    main()
