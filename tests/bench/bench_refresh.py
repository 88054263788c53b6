"""How long a refresh takes: the sample lake, with an empty and with a warm embedding cache, as the command runs it.

    python tests/bench/bench_refresh.py [PEOPLE …]

Each refresh is a process of its own; the second starts without any dataset version, so that it publishes again and
only the embedding cache is warm; the third finds nothing changed. Prints Markdown.
"""

import json
import os
import platform
import shutil
import subprocess
import sys
import tempfile
import time
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


def measure(people: int, folder: Path) -> list[tuple[str, float, float, int, dict[str, Any]]]:
    """Return one row per case: name, wall seconds, CPU seconds, MiB, the refresh run."""
    config = folder / "config.toml"
    config.write_text('[database]\npath = "lake"\n', encoding="utf-8")
    teamlandkarte("sample", str(folder / "lake"), "--people", str(people), "--tasks", str(max(people // 12, 10)))
    rows = []
    for case in CASES:
        if case == "warm cache":
            shutil.rmtree(folder / "data")
        text, wall, cpu, memory = teamlandkarte("--config", str(config), "refresh", "--json")
        rows.append((case, wall, cpu, memory, json.loads(text.splitlines()[-1])))
    return rows


def main() -> None:
    """Print the table."""
    packages = ", ".join(f"{name} {version(name)}" for name in ("duckdb", "faiss-cpu", "numpy", "onnxruntime"))
    print(f"{platform.machine()}, {os.cpu_count()} CPUs, Python {platform.python_version()}, {packages}\n")  # noqa: T201
    print("| people | case | wall s | CPU s | peak MiB | outcome | phases (s) |")  # noqa: T201
    print("|--:|---|--:|--:|--:|---|---|")  # noqa: T201
    for people in [int(word) for word in sys.argv[1:]] or [5000]:
        with tempfile.TemporaryDirectory() as folder:
            for case, wall, cpu, memory, run in measure(people, Path(folder)):
                phases = ", ".join(f"{phase['name']} {phase['seconds']:.1f}" for phase in run["phases"])
                print(f"| {people} | {case} | {wall:.1f} | {cpu:.1f} | {memory} | {run['status']} | {phases} |")  # noqa: T201


if __name__ == "__main__":
    main()
