"""What a service of the employee directory takes to answer: CPU of the server process, as scripts ask it over HTTP.

    python tests/bench/bench_directory.py [PEOPLE]      50,000 unless given; Linux only, which tells a process's CPU

The directory is a file of JSON Lines with profiles of about 2 kB; between two refreshes 50 people change. What is asked
after a publication is asked of a service that runs while that is published, a moment later if nothing else is said. The
last table is the size of the known directories after 400 days in which so many people change a day; these are not
refreshed but recorded as a refresh records them. Prints Markdown.
"""

import json
import platform
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.metadata import version
from pathlib import Path
from random import Random
from typing import Any

from teamlandkarte.index.config import Storage
from teamlandkarte.index.known_versions import KnownVersions
from teamlandkarte.index.profiles import Status

CHANGED = 50
DAYS = 400
SHARES = (0.001, 0.01, 1.0)  # of the people who change a day
ROUNDS = 5
QUIET = 0.05  # seconds of CPU within two seconds: a look at what is current, no more


def profile(number: int, revision: int) -> dict[str, Any]:
    papers = [
        {"title": f"Paper {i} of {number}", "text": "Journal, 2024 " * 5, "url": f"https://x/{i}"} for i in range(8)
    ]
    courses = [{"title": f"Course {i}", "year": "2025/2026", "url": f"https://x/c{i}"} for i in range(4)]
    return {
        "profile_key": f"org/persons/{number:09}",
        "profile_id": str(number),
        "full_name": f"Фамилия{number} Имя{number % 997} Отчество",
        "canonical_url": f"https://www.hse.ru/org/persons/{number}",
        "contacts": {"email": f"p{number}@example.org", "room": revision},
        "sections": [
            {"type": "publications", "title": "Papers", "items": papers},
            {"type": "courses_by_year", "title": "Courses", "courses": courses},
        ],
    }


def publish(folder: Path, people: int, revision: int) -> None:
    """Refresh from so many people, of whom a few are of this revision."""
    with (folder / "people" / "all.jsonl").open("w", encoding="utf-8") as file:
        for number in range(people):
            own = revision if number < CHANGED else 0
            file.write(json.dumps(profile(number, own), ensure_ascii=False) + "\n")
    subprocess.run(command(folder, "refresh"), check=True, capture_output=True)


def command(folder: Path, *words: str) -> list[str]:
    return [sys.executable, "-m", "teamlandkarte.cli.main", "--config", str(folder / "config.toml"), *words]


@contextmanager
def service(folder: Path) -> Iterator[tuple[str, int]]:
    """Serve the directory; yields the address and the process id."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    words = ("serve", "--http", "--toolsets", "directory", "--port", str(port))
    with subprocess.Popen(command(folder, *words), stderr=subprocess.DEVNULL) as process:
        address = f"http://127.0.0.1:{port}/mcp"
        while True:
            try:
                call(address, "get_crawl_status")
                break
            except OSError:
                time.sleep(0.1)
        yield address, process.pid
        process.terminate()


def call(address: str, tool: str, **arguments: object) -> tuple[Any, int]:
    request = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": tool, "arguments": arguments}}
    headers = {"Content-Type": "application/json"}
    with urllib.request.urlopen(urllib.request.Request(address, json.dumps(request).encode(), headers)) as response:
        content = response.read()
    return json.loads(content)["result"], len(content)


def settle(process: int) -> None:
    """Wait until a process has had nothing to do for a while."""
    before = -1.0
    while (now := cpu_of(process)) - before > QUIET:
        before = now
        time.sleep(2)


def cpu_of(process: int) -> float:
    """Return the CPU seconds that the living threads of a process have used so far, as finely as Linux tells it."""
    used = [thread.read_text().split()[0] for thread in Path(f"/proc/{process}/task").glob("*/schedstat")]
    return sum(map(int, used)) / 1e9


def measured(address: str, process: int, rounds: int, tool: str, **arguments: object) -> tuple[float, float]:
    """Return CPU milliseconds of one call, the mean of some, and the kilobytes of its answer."""
    before, size = cpu_of(process), 0
    for _ in range(rounds):
        _, size = call(address, tool, **arguments)
    return 1000 * (cpu_of(process) - before) / rounds, size / 1000


def answers(folder: Path, people: int) -> None:
    (folder / "people").mkdir()
    (folder / "config.toml").write_text('[directory]\nsource = "files"\npath = "people"\n', encoding="utf-8")
    lake = command(folder, "sample", str(folder / "sample_lake"), "--people", "50", "--tasks", "5")
    subprocess.run(lake, check=True, capture_output=True)
    publish(folder, people, 0)
    with service(folder) as (address, process):
        print("| call | CPU ms | answer kB |\n|---|--:|--:|")  # noqa: T201
        old = held(address)

        def row(name: str, rounds: int, tool: str = "sync_employees", **arguments: object) -> None:
            milliseconds, size = measured(address, process, rounds, tool, **arguments)
            print(f"| {name} | {milliseconds:,.1f} | {size:,.0f} |")  # noqa: T201

        def next_night(revision: int) -> None:
            settle(process)
            publish(folder, people, revision)

        next_night(1)
        settle(process)
        delta = f"a delta without data ({CHANGED} of {people:,} changed)"
        row(f"{delta}, the first after a publication", 1, client_hash=old, include_data=False)
        next_night(2)
        settle(process)
        row("everybody without data, the first time after a publication", 1, include_data=False)
        next_night(3)
        row("the same at once, with all that is being read ahead", 1, include_data=False)
        settle(process)
        row(f"{delta}, again", 100, client_hash=old, include_data=False)
        row("the same with data", 100, client_hash=old)
        row("nothing changed", 100, client_hash=held(address))
        row("everybody without data again", ROUNDS, include_data=False)
        row("everybody with data", 1)
        for query in ("фамилия49 имя", "org/persons/4999"):
            row(f"search for “{query}”", 20, "search_employees", query=query)


def held(address: str) -> str:
    """Return the hash of the directory that is served."""
    directory_hash: str = call(address, "get_service_info")[0]["structuredContent"]["dataset"]["hash"]
    return directory_hash


def sizes(folder: Path, people: int) -> None:
    print("\n| share of people who change a day | MB of 400 days | s per day |\n|--:|--:|--:|")  # noqa: T201
    for share in SHARES:
        storage, rng = Storage(path=folder / str(share)), Random(1)
        status: Status = "active"
        checksums = {f"org/persons/{number:09}": f"{rng.getrandbits(256):064x}" for number in range(people)}
        keys, known, begin = list(checksums), KnownVersions(storage), time.process_time()
        for day in range(DAYS):
            checksums |= {key: f"{rng.getrandbits(256):064x}" for key in rng.sample(keys, int(share * people))}
            known.record(str(day), ((key, status, sha) for key, sha in checksums.items()))
        seconds = (time.process_time() - begin) / DAYS
        size = sum(path.stat().st_size for path in storage.path.iterdir())
        print(f"| {share:.1%} | {size / 1e6:.1f} | {seconds:.2f} |")  # noqa: T201


def main() -> None:
    people = int(sys.argv[1]) if len(sys.argv) > 1 else 50_000
    libraries = ", ".join(f"{name} {version(name)}" for name in ("duckdb", "mcp", "uvicorn"))
    machine = f"{platform.system()} {platform.machine()}, Python {platform.python_version()}"
    print(f"{people:,} people; {machine}, {libraries}\n")  # noqa: T201
    with tempfile.TemporaryDirectory() as folder:
        answers(Path(folder), people)
        sizes(Path(folder), people)


if __name__ == "__main__":
    main()
