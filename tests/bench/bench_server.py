"""What a tool call costs end to end: a real server process, the official client, stdio and HTTP.

    python -m tests.bench.bench_server FOLDER [PEOPLE …]

FOLDER keeps the made-up dataset versions for the next run; 5,000 and 100,000 people unless given. Confirmation by a
person is switched off, so that a search is one call. Prints Markdown: wall time of the calls, how soon a new process
answers its first search, and its memory. A busy machine makes all of them longer.
"""

import json
import os
import platform
import socket
import statistics
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from importlib.metadata import version
from itertools import count
from pathlib import Path
from typing import Any

import anyio
import httpx2
from mcp import Client
from mcp.client.stdio import StdioServerParameters, stdio_client

from tests.bench.versions import DIMENSIONS, ROLES, TERMS, competence, published
from tests.bench.yardstick import IMPORT_S, import_seconds

CALLS = 60
CLIENTS = (1, 8, 64)
SECONDS = 2.0
PEOPLE = (5_000, 100_000)
STARTS = 7
ENOUGH = 60.0
_MIDDLE = STARTS // 2

Call = Callable[[int], Awaitable[Any]]


def wanted(number: int) -> dict[str, Any]:
    """Return the arguments of a search: five competences, some frequent, some rare, and a role."""
    terms = [(7 * number + step) % TERMS for step in (1, 40, 400, 3_000, 15_000)]
    return {"competences": [competence(term) for term in terms], "role_name": [f"Rolle {number % ROLES:02}"]}


def written_config(folder: Path, people: int, port: int) -> Path:
    """Publish a version, unless it lies there, and return the configuration of a server on it."""
    config = published(folder, people, TERMS, DIMENSIONS)
    file = folder / "config.toml"
    paths = {"database": config.database.path, "storage": config.storage.path}
    sections = "".join(f"[{name}]\npath = {json.dumps(str(path.absolute()))}\n" for name, path in paths.items())
    file.write_text(f"{sections}[matching]\nrequire_confirmation = false\n[server]\nport = {port}\n", "utf-8")
    return file


def command(config: Path, *options: str) -> list[str]:
    return ["-m", "teamlandkarte.cli.main", "--config", str(config), "serve", *options]


@asynccontextmanager
async def over_http(config: Path, port: int) -> AsyncIterator[tuple[str, int]]:
    """Start a server; yield its address and process id."""
    with subprocess.Popen([sys.executable, *command(config, "--http")], stderr=subprocess.DEVNULL) as server:
        while True:
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", port)) == 0:
                    break
            await anyio.sleep(0.01)
        yield f"http://127.0.0.1:{port}/mcp", server.pid
        server.terminate()


async def answered(client: Client, tool: str, arguments: dict[str, Any]) -> dict[str, Any]:
    result: Any = await client.call_tool(tool, arguments)
    if result.is_error:
        sys.exit(f"{tool}: {result.content[0].text}")
    data: dict[str, Any] = result.structured_content
    return data


async def timed(call: Call, calls: int = CALLS) -> str:
    """Return the cells of a row: least, p50, p99, most, in milliseconds."""
    spent = []
    for number in range(calls + calls // 10):
        before = time.perf_counter()
        await call(number)
        spent.append(1000.0 * (time.perf_counter() - before))
    spent = sorted(spent[calls // 10 :])
    p50, p99 = statistics.median(spent), spent[int(0.99 * len(spent))]
    return f"{spent[0]:.1f} | {p50:.1f} | {p99:.1f} | {spent[-1]:.1f} | {p99 / p50:.1f}"


async def tools(client: Client, transport: str) -> None:
    """Print a row per tool."""
    cells = await timed(lambda number: answered(client, "find_matching_capacities", wanted(number)))
    print(f"| {transport} | `find_matching_capacities` | {cells} |", flush=True)  # noqa: T201
    found = await answered(client, "find_matching_capacities", wanted(0))
    named = {"search_id": found["search_id"]}
    category = max(found["counts"], key=found["counts"].__getitem__)
    ids = [person["capacity_id"] for person in found["results"]]
    dates = {"date_start": "2026-04-01", "date_end": "2026-06-30"}
    calls: dict[str, Callable[[int], dict[str, Any]]] = {
        "filter_search_results": lambda number: named | dates | {"competences": [competence(number % TERMS)]},
        "get_results_by_category": lambda number: named | {"category": category, "offset": 20 * (number % 5)},
        "get_capacity_details": lambda number: named | {"capacity_id": ids[number % len(ids)]},
    }
    for tool, arguments in calls.items():
        cells = await timed(lambda number, t=tool, a=arguments: answered(client, t, a(number)))  # type: ignore[misc]
        print(f"| {transport} | `{tool}` | {cells} |", flush=True)  # noqa: T201


async def first_answer(config: Path) -> tuple[float, float, int, int]:
    """Return how soon a new process answers its first search: seconds, of CPU, its MiB then and at most."""
    before = time.perf_counter()
    server = StdioServerParameters(command=sys.executable, args=command(config), env=dict(os.environ))
    async with Client(stdio_client(server)) as client:
        await answered(client, "find_matching_capacities", wanted(0))
        seconds = time.perf_counter() - before
        process = int(Path(f"/proc/self/task/{os.getpid()}/children").read_text("utf-8").split()[-1])
        times = Path(f"/proc/{process}/stat").read_text("utf-8").rpartition(")")[2].split()[11:13]
        return seconds, sum(map(int, times)) / os.sysconf("SC_CLK_TCK"), *memory(process)


def memory(process: int) -> tuple[int, int]:
    """Return resident MiB of a process now and at most."""
    status = Path(f"/proc/{process}/status").read_text("utf-8")
    now, most = (int(status.split(f"{name}:")[1].split()[0]) // 1024 for name in ("VmRSS", "VmHWM"))
    return now, most


async def throughput(address: str, clients: int) -> str:
    """Return the cells of a row: searches per second, p50, p99 in milliseconds, of plain requests without a session."""
    spent: list[float] = []
    numbers = count()
    until = time.perf_counter() + SECONDS

    async def ask() -> None:
        headers = {"accept": "application/json"}
        async with httpx2.AsyncClient(headers=headers, timeout=ENOUGH) as client:
            while time.perf_counter() < until:
                number = next(numbers)
                params = {"name": "find_matching_capacities", "arguments": wanted(number)}
                request = {"jsonrpc": "2.0", "id": number, "method": "tools/call", "params": params}
                before = time.perf_counter()
                answer = (await client.post(address, json=request)).json()
                spent.append(1000.0 * (time.perf_counter() - before))
                if answer["result"].get("isError"):
                    sys.exit(str(answer["result"]))

    before = time.perf_counter()
    async with anyio.create_task_group() as group:
        for _ in range(clients):
            group.start_soon(ask)
    rate = len(spent) / (time.perf_counter() - before)
    p50, p99 = statistics.median(spent), sorted(spent)[int(0.99 * len(spent))]
    return f"{rate:.0f} | {p50:.1f} | {p99:.1f} | {p99 / p50:.1f}"


async def report(folder: Path, people: int) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = int(listener.getsockname()[1])
    config = written_config(folder / str(people), people, port)
    print(f"\n#### {people:,} people, {TERMS:,} competence terms of {DIMENSIONS} dimensions\n")  # noqa: T201
    starts, imports = [], []
    for _ in range(STARTS):
        starts.append(await first_answer(config))
        imports.append(import_seconds())
    wall, cpu, resident, most = (sorted(values) for values in zip(*starts, strict=True))
    print(  # noqa: T201
        f"A new process answers its first search after {wall[0]:.2f} / {wall[_MIDDLE]:.2f} / {wall[-1]:.2f} s (least, "
        f"median, most), {cpu[_MIDDLE]:.2f} of CPU, and then holds {resident[_MIDDLE]} MiB, {most[-1]} at most."
    )
    times = statistics.median(start[0] / alone for start, alone in zip(starts, imports, strict=True))
    print(  # noqa: T201
        f"To import the protocol's library alone takes {min(imports):.2f} (least), {statistics.median(imports):.2f} "
        f"(median), and {IMPORT_S} on the machine of the goals. The first answer takes {times:.2f} times that (median "
        f"of pairs), so there {times * IMPORT_S:.2f}.\n"
    )
    print("| transport | tool | least ms | p50 | p99 | most | p99/p50 |\n|---|---|--:|--:|--:|--:|--:|")  # noqa: T201
    server = StdioServerParameters(command=sys.executable, args=command(config), env=dict(os.environ))
    async with Client(stdio_client(server)) as client:
        await tools(client, "stdio")
    async with over_http(config, port) as (address, process):
        async with Client(address) as client:
            await tools(client, "HTTP")
        print("\n| HTTP clients | searches/s | p50 ms | p99 | p99/p50 |\n|--:|--:|--:|--:|--:|")  # noqa: T201
        for clients in CLIENTS:
            print(f"| {clients} | {await throughput(address, clients)} |", flush=True)  # noqa: T201
        print(f"\nAfter that the server held {memory(process)[0]} MiB.")  # noqa: T201


def main() -> None:
    """Print the tables."""
    packages = ", ".join(f"{name} {version(name)}" for name in ("mcp", "numpy", "duckdb", "faiss-cpu"))
    print(f"{platform.machine()}, {os.cpu_count()} CPUs, Python {platform.python_version()}, {packages};")  # noqa: T201
    print(f"load average {os.getloadavg()[0]:.1f} before")  # noqa: T201
    for people in [int(word) for word in sys.argv[2:]] or PEOPLE:
        anyio.run(report, Path(sys.argv[1]), people)


if __name__ == "__main__":
    main()
