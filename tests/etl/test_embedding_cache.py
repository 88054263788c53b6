"""The embedding cache: bit by bit what was stored, for a while, whatever happens to its file."""

import datetime as dt
import hashlib
import logging
import sqlite3
import threading
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from teamlandkarte.etl.embedders import CachedEmbedder
from teamlandkarte.etl.embedding_cache import EmbeddingCache, cache_key
from teamlandkarte.index.errors import EmbeddingError

NOW = dt.datetime(2026, 3, 2, 12, 0, tzinfo=dt.UTC)
DIMENSIONS = 3


class CountingEmbedder:
    """Embeds by a rule of its own, two texts a batch, and keeps what it was asked."""

    def __init__(self, model: str = "m", failing: str | None = None) -> None:
        self.model = model
        self.dimensions = DIMENSIONS
        self.asked: list[list[str]] = []
        self._failing = failing

    def batches(self, texts: Sequence[str]) -> Iterator[tuple[Sequence[str], NDArray[np.float32]]]:
        for start in range(0, len(texts), 2):
            batch = texts[start : start + 2]
            if self._failing in batch:
                raise EmbeddingError("failed", texts=batch)
            self.asked.append(list(batch))
            yield batch, np.array([unit_vector(text, self.model) for text in batch], np.float32)


def unit_vector(text: str, model: str = "m") -> NDArray[np.float64]:
    raw = np.frombuffer(hashlib.sha256(f"{model}{text}".encode()).digest()[:DIMENSIONS], np.uint8) + 1.0
    return np.asarray(raw / np.sqrt((raw * raw).sum()))


def cache_at(path: Path, now: dt.datetime = NOW) -> EmbeddingCache:
    return EmbeddingCache(path, 30, lambda: now)


def float32(*texts: str) -> dict[str, NDArray[np.float32]]:
    return {text: unit_vector(text).astype(np.float32) for text in texts}


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "Müller" / "embeddings.sqlite3"


def test_the_key_is_the_hash_of_model_dimensions_and_lower_case_normalised_text() -> None:
    expected = hashlib.sha256(b"text-embedding-3-large|3072|apache kafka").hexdigest()
    assert cache_key("text-embedding-3-large", 3072, "  Apache \u00a0 Kafka\t") == expected


def test_what_was_stored_is_found_bit_by_bit_and_nothing_else(path: Path) -> None:
    cache_at(path).store("m", DIMENSIONS, float32("Python", "Gleisbau"))
    found = cache_at(path).find("m", DIMENSIONS, ["Gleisbau", "Python", "Java"])
    assert found.keys() == {"Gleisbau", "Python"}
    for text, vector in found.items():
        np.testing.assert_array_equal(vector, float32(text)[text])
    assert cache_at(path).find("other model", DIMENSIONS, ["Python"]) == {}
    assert cache_at(path).find("m", DIMENSIONS + 1, ["Python"]) == {}


def test_another_spelling_is_no_hit_though_it_has_the_same_key(path: Path) -> None:
    cache_at(path).store("m", DIMENSIONS, float32("Python"))
    assert cache_at(path).find("m", DIMENSIONS, ["python"]) == {}
    cache_at(path).store("m", DIMENSIONS, float32("python"))
    assert cache_at(path).find("m", DIMENSIONS, ["Python"]) == {}


def test_entries_expire_after_their_time(path: Path) -> None:
    cache_at(path).store("m", DIMENSIONS, float32("Python"))
    assert cache_at(path, NOW + dt.timedelta(days=30)).find("m", DIMENSIONS, ["Python"]).keys() == {"Python"}
    late = cache_at(path, NOW + dt.timedelta(days=30, seconds=1))
    assert late.find("m", DIMENSIONS, ["Python"]) == {}
    late.expire()
    assert cache_at(path).find("m", DIMENSIONS, ["Python"]) == {}


@pytest.mark.parametrize(
    "damage", [b"no database at all, but long enough to be read as one" * 20, b"SQLite format 3\0" * 99]
)
def test_a_damaged_file_is_set_aside_and_a_new_one_begun(
    path: Path, damage: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    path.parent.mkdir()
    path.write_bytes(damage)
    cache = cache_at(path)
    cache.store("m", DIMENSIONS, float32("Python"))
    assert cache_at(path).find("m", DIMENSIONS, ["Python"]).keys() == {"Python"}
    assert path.with_name("embeddings.sqlite3.damaged-20260302T120000").read_bytes() == damage
    assert "was damaged; it is kept as embeddings.sqlite3.damaged-20260302T120000" in caplog.text


def test_damaged_files_go_when_entries_of_their_time_expire_and_at_once_when_texts_are_forgotten(path: Path) -> None:
    path.parent.mkdir()
    for day in (0, 20):
        path.write_bytes(b"no database at all, but long enough to be read as one" * 20)
        cache_at(path, NOW + dt.timedelta(days=day)).expire()
    older, newer = (path.with_name(f"embeddings.sqlite3.damaged-202603{day}T120000") for day in ("02", "22"))
    assert older.exists()
    assert newer.exists()

    cache_at(path, NOW + dt.timedelta(days=31)).expire()
    assert not older.exists()
    assert newer.exists()

    path.unlink()
    cache_at(path, NOW + dt.timedelta(days=31)).forget(lambda text: text == "Erika Mustermann")
    assert not newer.exists()


@pytest.mark.parametrize("blob", [b"", b"\0" * 12, b"\xff" * 12, b"\0\0\x80\x3f", b"\0\0\x80\x3f" * 3])
def test_a_stored_vector_that_is_no_unit_vector_counts_as_missing(path: Path, blob: bytes) -> None:
    cache_at(path).store("m", DIMENSIONS, float32("Python"))
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE embeddings SET vector = ?", [blob])
    assert cache_at(path).find("m", DIMENSIONS, ["Python"]) == {}


def test_a_file_that_cannot_be_written_costs_nothing_but_the_cache(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "file").write_text("in the way")
    source = CountingEmbedder()
    embedder = CachedEmbedder(source, cache_at(tmp_path / "file" / "embeddings.sqlite3"))
    np.testing.assert_allclose(embedder.embed(["Python"]), [unit_vector("Python")], rtol=1e-6)
    embedder.embed(["Python"])
    assert source.asked == [["Python"]]
    assert [record.levelno for record in caplog.records] == [logging.WARNING]
    assert "look at [embedding_cache] path" in caplog.text
    assert str(tmp_path) not in caplog.text


def test_concurrent_runs_share_one_file(path: Path) -> None:
    texts = [f"Begriff {number}" for number in range(40)]
    start = threading.Barrier(4)
    failures: list[Exception] = []

    def run(own: Sequence[str]) -> None:
        start.wait()
        try:
            for text in own:
                cache_at(path).store("m", DIMENSIONS, float32(text))
                assert text in cache_at(path).find("m", DIMENSIONS, texts)
        except Exception as exc:  # noqa: BLE001 - a thread's failure has to reach the test
            failures.append(exc)

    threads = [threading.Thread(target=run, args=[texts[number::4]]) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []
    assert cache_at(path).find("m", DIMENSIONS, texts).keys() == set(texts)


def test_memory_answers_first_then_the_file_then_the_source(path: Path) -> None:
    first = CountingEmbedder()
    embedder = CachedEmbedder(first, cache_at(path))
    vectors = embedder.embed(["Python", "Gleisbau", " Python", "C++"])
    expected = [unit_vector(text) for text in ("Python", "Gleisbau", "Python", "C++")]
    np.testing.assert_allclose(vectors, expected, rtol=1e-6)
    path.unlink()
    embedder.embed(["C++", "Gleisbau"])
    assert first.asked == [["Python", "Gleisbau"], ["C++"]]
    assert embedder.computed == 3


def test_a_changed_model_or_length_never_reuses_vectors(path: Path) -> None:
    CachedEmbedder(CountingEmbedder(), cache_at(path)).embed(["Python"])
    other = CountingEmbedder("another")
    vectors = CachedEmbedder(other, cache_at(path)).embed(["Python"])
    assert other.asked == [["Python"]]
    np.testing.assert_allclose(vectors, [unit_vector("Python", "another")], rtol=1e-6)


def test_batches_before_a_failing_one_are_kept(path: Path) -> None:
    texts = ["Python", "Gleisbau", "C++", "Java", "Go"]
    with pytest.raises(EmbeddingError) as caught:
        CachedEmbedder(CountingEmbedder(failing="Java"), cache_at(path)).embed(texts)
    assert caught.value.texts == ("C++", "Java")
    again = CountingEmbedder()
    CachedEmbedder(again, cache_at(path)).embed(texts)
    assert again.asked == [["C++", "Java"], ["Go"]]


@pytest.mark.parametrize("blank", ["", "  ", "\u200b", "\n"])
def test_a_blank_text_is_refused_before_anything_is_asked(path: Path, blank: str) -> None:
    source = CountingEmbedder()
    with pytest.raises(EmbeddingError, match="blank"):
        CachedEmbedder(source, cache_at(path)).embed(["Python", blank])
    assert source.asked == []


def test_no_text_gives_no_rows(path: Path) -> None:
    assert CachedEmbedder(CountingEmbedder(), cache_at(path)).embed([]).shape == (0, DIMENSIONS)
