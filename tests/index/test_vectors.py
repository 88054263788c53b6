"""Vector indexes on disk."""

from pathlib import Path

import faiss
import numpy as np
import pytest
from numpy.typing import NDArray

from teamlandkarte.index.errors import DatasetError
from teamlandkarte.index.vectors import VectorIndex


def unit_rows(count: int, dimensions: int, seed: int = 1) -> NDArray[np.float32]:
    rows = np.random.default_rng(seed).standard_normal((count, dimensions))
    unit: NDArray[np.float32] = (rows / np.linalg.norm(rows, axis=1, keepdims=True)).astype(np.float32)
    return unit


def test_an_index_survives_a_folder_with_umlauts_and_other_scripts(tmp_path: Path) -> None:
    file = tmp_path / "Müller Kapazität 東京" / "competences.faiss"
    file.parent.mkdir()
    index = VectorIndex.of(unit_rows(20, 896))

    index.save(file)
    loaded = VectorIndex.load(file)

    assert np.array_equal(loaded.vectors, index.vectors)
    assert loaded.dimensions == 896


def test_stored_vectors_are_those_given_to_seven_digits() -> None:
    rows = unit_rows(20, 896)

    assert np.allclose(VectorIndex.of(rows).vectors, rows, atol=2.0**-22, rtol=0)


def test_the_file_is_a_flat_inner_product_index_under_term_ids(tmp_path: Path) -> None:
    VectorIndex.of(unit_rows(5, 8)).save(tmp_path / "roles.faiss")

    read = faiss.read_index(str(tmp_path / "roles.faiss"))

    assert isinstance(read, faiss.IndexIDMap2)
    assert read.metric_type == faiss.METRIC_INNER_PRODUCT
    assert faiss.vector_to_array(read.id_map).tolist() == [0, 1, 2, 3, 4]


def test_the_nearest_terms_are_those_of_a_brute_force_search() -> None:
    rows = unit_rows(200, 24)
    index = VectorIndex.of(rows)

    for query in unit_rows(25, 24, seed=2):
        expected = sorted(range(200), key=lambda i: (-float(np.dot(rows[i], query)), i))[:7]
        assert [term_id for term_id, _ in index.nearest(query, 7)] == expected


def test_equal_vectors_come_in_the_order_of_their_term_ids() -> None:
    row = unit_rows(1, 16)

    assert [term_id for term_id, _ in VectorIndex.of(np.repeat(row, 6, axis=0)).nearest(row[0], 6)] == list(range(6))


def test_an_empty_index_has_no_hits_however_often_it_is_asked(tmp_path: Path) -> None:
    VectorIndex.of(np.empty((0, 896), np.float32)).save(tmp_path / "competences.faiss")
    empty = VectorIndex.load(tmp_path / "competences.faiss")

    assert [empty.nearest(query, 5) for query in unit_rows(25, 896)] == [[]] * 25
    assert empty.vectors.shape == (0, 896)


def test_loaded_vectors_cannot_be_changed() -> None:
    with pytest.raises(ValueError, match="read-only"):
        VectorIndex.of(unit_rows(2, 8)).vectors[0, 0] = 1.0


@pytest.mark.parametrize("content", [b"", b"nonsense", "half", None])
def test_a_file_that_cannot_be_read_is_named_without_its_folder(tmp_path: Path, content: bytes | str | None) -> None:
    file = tmp_path / "roles.faiss"
    VectorIndex.of(unit_rows(50, 64)).save(file)
    whole = file.read_bytes()
    file.unlink()
    if content is not None:
        file.write_bytes(whole[: len(whole) // 2] if isinstance(content, str) else content)

    with pytest.raises(DatasetError, match=r"roles\.faiss cannot be read: run a refresh") as caught:
        VectorIndex.load(file)

    assert str(tmp_path) not in str(caught.value)


def _written(index: faiss.Index, file: Path) -> Path:
    file.write_bytes(faiss.serialize_index(index).tobytes())
    return file


def test_an_index_of_another_kind_is_refused(tmp_path: Path) -> None:
    flat = faiss.IndexFlatIP(8)
    flat.add(unit_rows(3, 8))
    shifted = faiss.IndexIDMap2(faiss.IndexFlatIP(8))
    shifted.add_with_ids(unit_rows(3, 8), np.array([5, 6, 7]))
    distances = faiss.IndexIDMap2(faiss.IndexFlatL2(8))
    distances.add_with_ids(unit_rows(3, 8), np.array([0, 1, 2]))

    for index in (flat, shifted, distances):
        with pytest.raises(DatasetError, match=r"roles\.faiss is not a vector index of this product"):
            VectorIndex.load(_written(index, tmp_path / "roles.faiss"))


def test_a_folder_that_does_not_exist_is_reported_without_its_path(tmp_path: Path) -> None:
    with pytest.raises(DatasetError, match=r"roles\.faiss cannot be written \(No such file or directory\)") as caught:
        VectorIndex.of(unit_rows(2, 8)).save(tmp_path / "gone" / "roles.faiss")

    assert str(tmp_path) not in str(caught.value)
