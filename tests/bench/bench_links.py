"""How the memory of a refresh grows with the links: the same people with 10 and with 20 competences each.

    PYTHONSAFEPATH= python -m tests.bench.bench_links

`[refresh] memory_mb` is the least that can be set, so that both lakes are far larger than what DuckDB may hold of them;
vectors are drawn from the hash of a term, so that no model is in the memory either. Each refresh is a process of its
own. What may grow is what is kept of every link as a number, and one part of an extraction. Prints Markdown, and fails
where more has grown.
"""

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from teamlandkarte.etl.lake import open_lake
from teamlandkarte.etl.refresh import refresh
from teamlandkarte.index.config import Config, Database, EmbeddingCache, Refresh, Storage
from tests.bench.versions import write_lake
from tests.hash_embedder import HashEmbedder

PEOPLE, TERMS, DIMENSIONS = 300_000, 2000, 64
COMPETENCES_EACH = (10, 20)
MEMORY_MB = 256
BYTES_PER_LINK = 24  # person and competence, person and term; the latter a second time while double ones are left out
BATCH_MIB = 16


def refreshed(folder: Path) -> int:
    """Refresh from the lake in a folder and return the links that were published."""
    config = Config(
        database=Database(path=folder / "lake"),
        embedding_cache=EmbeddingCache(path=folder / "embeddings.sqlite3"),
        refresh=Refresh(memory_mb=MEMORY_MB),
        storage=Storage(path=folder / "data"),
    )
    run = refresh(config, open_lake(config.database, config.credentials), HashEmbedder("made-up", DIMENSIONS))
    return run.counts["capacity_competences"]


def in_a_process(*words: str) -> tuple[str, int]:
    """Run this file with words; return what it prints and its peak memory in MiB."""
    with tempfile.TemporaryFile("w+") as output:
        process = subprocess.Popen([sys.executable, "-m", "tests.bench.bench_links", *words], stdout=output)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode:
            sys.exit(f"{words[0]} failed")
        output.seek(0)
        return output.read(), usage.ru_maxrss // 1024


def main() -> None:
    """Write the lakes, refresh from them, compare."""
    measured = []
    print(f"{PEOPLE:,} people, `[refresh] memory_mb` = {MEMORY_MB}\n")  # noqa: T201
    print("| competences each | links | peak MiB |\n|--:|--:|--:|")  # noqa: T201
    for each in COMPETENCES_EACH:
        with tempfile.TemporaryDirectory() as folder:
            in_a_process("lake", folder, str(each))
            printed, peak = in_a_process("refresh", folder)
        links = json.loads(printed.splitlines()[-1])
        measured.append((links, peak))
        print(f"| {each} | {links:,} | {peak} |", flush=True)  # noqa: T201
    (few, peak_of_few), (many, peak_of_many) = measured
    grown, allowed = peak_of_many - peak_of_few, BATCH_MIB + (many - few) * BYTES_PER_LINK / 2**20
    kept = "kept" if grown <= allowed else "**not kept**"
    print(f"\n{grown} MiB more for {many - few:,} more links; at most {allowed:.0f} MiB: {kept}.")  # noqa: T201
    if grown > allowed:
        sys.exit(1)


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["lake", folder, each]:
            write_lake(Path(folder) / "lake", PEOPLE, TERMS, float(each))
        case ["refresh", folder]:
            print(refreshed(Path(folder)))  # noqa: T201
        case _:
            main()
