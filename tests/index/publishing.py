"""Dataset versions of two small files, published hour by hour, and a copy of a real one as the next."""

import datetime as dt
import hashlib
import shutil
from pathlib import Path

from teamlandkarte.index.manifest import FileEntry, Manifest
from teamlandkarte.index.versions import DatasetVersions, Version, basic_iso
from tests.clock import Clock

DAY = dt.timedelta(days=1)
HOUR = dt.timedelta(hours=1)
LATER = "20990101T000000Z-00000000"


def prepared(versions: DatasetVersions, clock: Clock, content: str) -> tuple[Path, Manifest]:
    """Stage a version with two small files."""
    folder = versions.stage(f"run-{content}")
    for name in ("snapshot.duckdb", "competences.faiss"):
        (folder / name).write_bytes(f"{name}: {content}".encode())
    digest = hashlib.sha256(content.encode()).hexdigest()
    manifest = Manifest(
        dataset_version=f"{basic_iso(clock())}-{digest[:8]}",
        content_hash=digest,
        created_at=clock(),
        refresh_run=f"run-{content}",
        source="test",
        sample=False,
        provider="local",
        normalisation_version=1,
        indexes={},
        counts={"capacities": len(content)},
        source_rows={},
        written_by={},
        files={path.name: FileEntry.of(path) for path in folder.iterdir()},
    )
    return folder, manifest


def published(versions: DatasetVersions, clock: Clock, content: str) -> str:
    """Publish a version and let an hour pass."""
    version = versions.publish(*prepared(versions, clock, content))
    clock.now += HOUR
    return version.id


def published_again(versions: DatasetVersions) -> Version:
    """Publish what is current once more, as the version LATER."""
    old = versions.current()
    folder = versions.stage("again")
    for name in old.manifest.files:
        shutil.copyfile(old.folder / name, folder / name)
    return versions.publish(folder, old.manifest.model_copy(update={"dataset_version": LATER}))
