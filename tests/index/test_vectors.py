"""Vector indexes on disk."""

from pathlib import Path
from typing import Any

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


def test_the_file_is_a_flat_inner_product_index_under_term_ids(tmp_path: Path) -> None:
    VectorIndex.of(unit_rows(5, 8)).save(tmp_path / "roles.faiss")

    read = faiss.read_index(str(tmp_path / "roles.faiss"))

    assert isinstance(read, faiss.IndexIDMap2)
    assert read.metric_type == faiss.METRIC_INNER_PRODUCT
    assert faiss.vector_to_array(read.id_map).tolist() == [0, 1, 2, 3, 4]


def test_the_file_holds_the_vectors_given_to_four_digits(tmp_path: Path) -> None:
    rows = unit_rows(300, 24)

    VectorIndex.of(rows).save(tmp_path / "roles.faiss")

    read: Any = faiss.read_index(str(tmp_path / "roles.faiss"))
    assert np.abs(faiss.downcast_index(read.index).reconstruct_n(0, 300) - rows).max() <= 2.0**-16


def test_an_index_on_a_finer_grid_is_rounded_once(tmp_path: Path) -> None:
    rows = unit_rows(300, 24)
    finer = faiss.IndexIDMap2(faiss.IndexFlatIP(24))
    finer.add_with_ids((np.rint(rows * 2.0**22) / 2.0**22).astype(np.float32), np.arange(300))

    loaded = VectorIndex.load(_written(finer, tmp_path / "roles.faiss"))
    loaded.save(tmp_path / "again.faiss")

    assert np.abs(loaded.vectors / 2.0**15 - rows).max() < 2.0**-16 + 2.0**-22
    assert np.array_equal(VectorIndex.load(tmp_path / "again.faiss").vectors, loaded.vectors)


def test_an_empty_index_is_written_and_read(tmp_path: Path) -> None:
    VectorIndex.of(np.empty((0, 896), np.float32)).save(tmp_path / "competences.faiss")

    assert VectorIndex.load(tmp_path / "competences.faiss").vectors.shape == (0, 896)


def test_loaded_vectors_cannot_be_changed() -> None:
    with pytest.raises(ValueError, match="read-only"):
        VectorIndex.of(unit_rows(2, 8)).vectors[0, 0] = 1


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
    with pytest.raises(
        DatasetError, match=r'cannot be written \("roles\.faiss": No such file or directory\)'
    ) as caught:
        VectorIndex.of(unit_rows(2, 8)).save(tmp_path / "gone" / "roles.faiss")

    assert str(tmp_path) not in str(caught.value)
