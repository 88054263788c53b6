"""The vocabulary, with vectors that are easy to check by hand; the last tests use the bundled model."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from teamlandkarte.index.aliases import Aliases
from teamlandkarte.index.calibration import LOCAL_CALIBRATION, RAW_COSINE, Calibration
from teamlandkarte.index.embedding import LocalEncoder
from teamlandkarte.index.errors import DatasetError, EmbeddingError
from teamlandkarte.index.grid import on_grid
from teamlandkarte.index.readings import CLOSELY_RELATED
from teamlandkarte.index.vocabulary import Vocabulary

# Unit vectors whose cosines are plain decimals: python·java = 0.6, python·rust = 0.8, java·rust = 0.96.
PLANE = {"Python": (1.0, 0.0), "Java": (0.6, 0.8), "Stahl": (0.8, 0.6), "Gleisbau": (0.0, 1.0), "Oracle": (-1.0, 0.0)}
PLANE |= {"Eisen": (0.352, 0.936)}  # Java is half way between it and Stahl
PLANE |= {"Beton": (0.8, -0.6)}  # 0.28 alike to Stahl, and not as near to any term
PLANE |= {"Schlange": (1.0, 0.0), "Lehm": (-0.6, 0.8)}  # not alike; Schlange is nearer to a term
TERMS = ["Gleisbau", "Java", "Oracle", "Python"]
ROUNDED = 80  # micro-units that a cosine of vectors with two components may change by where these lie on the grid


class PlaneEmbedder:
    """A two-dimensional model that knows the words of PLANE, and what it was asked."""

    model = "plane"
    dimensions = 2

    def __init__(self) -> None:
        self.asked: list[str] = []

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        self.asked += texts
        return np.array([PLANE[text] for text in texts], np.float32)


def plane(
    terms: Sequence[str] = TERMS, encoder: PlaneEmbedder | None = None, aliases: Aliases | None = None
) -> Vocabulary:
    vectors = np.array([PLANE[term] for term in terms], np.float32).reshape(len(terms), 2)
    return Vocabulary(terms, on_grid(vectors), model="plane", calibration=RAW_COSINE, encoder=encoder, aliases=aliases)


def remote(bridge: Vocabulary | None, bridge_terms: int = 2) -> Vocabulary:
    """The same terms in another model, in which Gleisbau and Java are alike (0.5) and all else is apart."""
    vectors = on_grid(np.array([[1, 0, 0], [0.5, 0.75**0.5, 0], [0, 0, 1], [0, 0, -1]], np.float32))
    return Vocabulary(
        TERMS,
        vectors,
        model="remote",
        calibration=RAW_COSINE,
        encoder=PlaneEmbedder(),
        bridge=bridge,
        bridge_terms=bridge_terms,
    )


def test_a_known_term_is_compared_by_its_stored_vector_and_is_exactly_1_to_itself() -> None:
    encoder = PlaneEmbedder()

    assert plane(encoder=encoder).row("Python").tolist() == pytest.approx([0, 600_000, 0, 1_000_000], abs=ROUNDED)
    assert plane(encoder=encoder).row("Python")[3] == 1_000_000
    assert encoder.asked == []


@pytest.mark.parametrize("text", ["python", "PYTHON", "  Python ", "Ｐython", "Pyth\u200bon"])
def test_any_spelling_of_a_term_is_that_term(text: str) -> None:
    assert plane().id_of(text) == 3
    assert plane().row(text)[3] == 1_000_000


def test_an_unknown_term_is_embedded_by_the_model_of_the_index() -> None:
    encoder = PlaneEmbedder()
    vocabulary = plane(encoder=encoder)

    assert vocabulary.id_of("Stahl") is None
    assert vocabulary.row("Stahl").tolist() == pytest.approx([600_000, 960_000, 0, 800_000], abs=ROUNDED)
    assert vocabulary.stand_ins("Stahl") == []


def test_an_unknown_term_is_embedded_once() -> None:
    encoder = PlaneEmbedder()
    vocabulary = plane(encoder=encoder)

    for _ in range(2):
        vocabulary.row("Stahl")
        vocabulary.cosine_row(" Stahl ")
        vocabulary.vector("Stahl")

    assert encoder.asked == ["Stahl"]


@pytest.mark.parametrize(
    ("alias", "term", "row"),
    [
        ("Eisen", "Stahl", [800_000, 1_000_000, 0, 600_000]),
        ("St", "Stahl", [600_000, 960_000, 0, 800_000]),
        ("Beton", "Stahl", [600_000, 960_000, 0, 800_000]),
        ("Schlange", "Lehm", [0, 600_000, 0, 1_000_000]),
    ],
)
def test_an_alias_of_an_unknown_term_lies_between_both_names_but_of_strangers_and_of_a_short_form_one_counts(
    alias: str, term: str, row: list[int]
) -> None:
    aliases = Aliases.of([(alias, term)])
    alone, prepared = (plane(encoder=PlaneEmbedder(), aliases=aliases) for _ in range(2))
    prepared.prepare(["Oracle", alias])

    assert alone.row(alias).tolist() == prepared.row(alias).tolist() == pytest.approx(row, abs=ROUNDED)


def test_a_bridge_without_terms_gives_no_direction() -> None:
    nothing = np.zeros((0, 2), np.int16)
    bridge = Vocabulary([], nothing, model="plane", calibration=RAW_COSINE, encoder=PlaneEmbedder())
    vocabulary = Vocabulary([], nothing, model="remote", calibration=RAW_COSINE, bridge=bridge)

    assert vocabulary.vector("Stahl").tolist() == [0.0, 0.0]


def test_cosines_keep_their_sign_and_similarities_do_not_go_below_0() -> None:
    assert plane().cosine_row("Python")[2] == pytest.approx(-1.0, abs=1e-6 * ROUNDED)
    assert plane().row("Python")[2] == 0


def test_the_nearest_terms_come_best_first_and_ties_by_term_id() -> None:
    vocabulary = plane(encoder=PlaneEmbedder())

    assert [term for term, _ in vocabulary.nearest("Stahl", 3)] == ["Java", "Python", "Gleisbau"]
    assert [term for term, _ in vocabulary.nearest("Oracle", 4)] == ["Oracle", "Gleisbau", "Java", "Python"]


def test_the_calibration_is_applied() -> None:
    steep = Calibration("steep", ((0.0, 0.0), (0.5, 0.0), (1.0, 1.0)))
    vectors = on_grid(np.array([PLANE[term] for term in TERMS], np.float32))
    vocabulary = Vocabulary(TERMS, vectors, model="plane", calibration=steep)

    assert vocabulary.row("Python").tolist() == pytest.approx([0, 200_000, 0, 1_000_000], abs=2 * ROUNDED)


def test_a_term_unknown_to_a_remote_model_is_bridged_by_its_nearest_terms_in_the_local_one() -> None:
    vocabulary = remote(plane(encoder=PlaneEmbedder()))

    # Stahl is 0.96 Java and 0.8 Python; Java is 0.5 Gleisbau in the remote model.
    (first, near), (second, less_near) = vocabulary.stand_ins("Stahl")
    assert [first, second] == ["Java", "Python"]
    assert [near, less_near] == pytest.approx([960_000, 800_000], abs=ROUNDED)
    assert vocabulary.row("Stahl").tolist() == pytest.approx([480_000, 960_000, 0, 800_000], abs=ROUNDED)


def test_the_vector_of_a_bridged_term_lies_between_its_stand_ins() -> None:
    vocabulary = remote(plane(encoder=PlaneEmbedder()))
    mean = 0.96 * np.array([0.5, 0.75**0.5, 0]) + 0.8 * np.array([0, 0, -1])

    assert vocabulary.vector("Stahl").tolist() == pytest.approx(
        (mean / np.linalg.norm(mean)).tolist(), abs=1e-6 * ROUNDED
    )


def test_known_terms_of_a_remote_model_are_compared_in_that_model_and_not_bridged() -> None:
    vocabulary = remote(plane(encoder=PlaneEmbedder()))

    assert vocabulary.stand_ins("java") == []
    assert vocabulary.row("java").tolist() == pytest.approx([500_000, 1_000_000, 0, 0], abs=ROUNDED)


def test_a_vector_of_one_model_is_never_compared_with_one_of_another() -> None:
    with pytest.raises(EmbeddingError, match="'Stahl' is not in the vocabulary, and remote cannot embed it here"):
        remote(bridge=None).row("Stahl")


def test_an_empty_vocabulary_knows_nothing_and_answers() -> None:
    empty = plane(terms=(), encoder=PlaneEmbedder())

    assert empty.id_of("Python") is None
    assert empty.row("Python").shape == empty.cosine_row("Python").shape == (0,)
    assert empty.nearest("Python", 5) == []


def test_terms_and_vectors_that_do_not_belong_together_are_refused() -> None:
    with pytest.raises(DatasetError, match=r"2 terms do not belong to vectors of shape \(1, 2\)"):
        Vocabulary(["Java", "Python"], np.ones((1, 2), np.int16), model="plane", calibration=RAW_COSINE)
    with pytest.raises(DatasetError, match="2 terms"):
        Vocabulary(["Java", "JAVA"], np.ones((2, 2), np.int16), model="plane", calibration=RAW_COSINE)


def test_a_bridge_over_other_terms_is_refused() -> None:
    with pytest.raises(DatasetError, match="bridge index has other terms"):
        remote(plane(terms=TERMS[::-1]))


def test_rows_asked_for_together_are_those_asked_for_one_by_one() -> None:
    asked = ["Java", "Python", "java", "Stahl", "Java"]
    for encoder in (None, PlaneEmbedder()):
        together = plane(encoder=encoder) if encoder else remote(plane(encoder=PlaneEmbedder()))
        alone = plane(encoder=encoder) if encoder else remote(plane(encoder=PlaneEmbedder()))
        for _ in range(2):
            found = together.step_rows(asked)
            assert [row.tolist() for row in found] == [((alone.row(text) + 10) // 20).tolist() for text in asked]
    assert plane().step_rows([]) == []


@given(seed=st.integers(0, 1_000))
def test_a_row_agrees_with_float64_cosines_and_is_symmetric(seed: int) -> None:
    drawn = np.random.default_rng(seed).standard_normal((12, 30))
    vectors = (drawn / np.linalg.norm(drawn, axis=1, keepdims=True)).astype(np.float32)
    terms = [f"term {letter}" for letter in "abcdefghijkl"]
    vocabulary = Vocabulary(terms, on_grid(vectors), model="any", calibration=RAW_COSINE)

    rows = np.stack([vocabulary.row(term) for term in terms])

    rounded = np.rint(vectors * 2.0**15).astype(np.float64) / 2.0**15
    expected = np.clip(rounded @ rounded.T, 0, 1) * 1e6
    np.fill_diagonal(expected, 1e6)
    assert np.abs(rows - expected).max() < 2
    assert np.array_equal(rows, rows.T)


def test_what_is_known_for_certain_goes_before_what_a_model_sees() -> None:
    encoder = PlaneEmbedder()
    vocabulary = plane(encoder=encoder)

    assert vocabulary.id_of("Python (m/w/d)") == 3
    assert vocabulary.row("Java")[3] < CLOSELY_RELATED
    assert vocabulary.row("PY-THON").tolist() == vocabulary.row("Python").tolist()
    assert encoder.asked == []


def test_a_calibration_of_another_model_is_refused() -> None:
    other = Calibration("other", RAW_COSINE.points, "another model")
    with pytest.raises(DatasetError, match="The calibration of another model cannot read similarities of plane"):
        Vocabulary((), np.empty((0, 2), np.int16), model="plane", calibration=other)


def test_threads_that_ask_at_once_get_the_same_rows() -> None:
    vocabulary = plane(encoder=PlaneEmbedder())
    asked = [*TERMS, "Stahl"] * 200

    with ThreadPoolExecutor(8) as threads:
        rows = list(threads.map(vocabulary.row, asked))

    expected = plane(encoder=PlaneEmbedder())
    assert all(np.array_equal(row, expected.row(text)) for text, row in zip(asked, rows, strict=True))


@pytest.fixture(scope="module")
def bundled(encoder: LocalEncoder) -> Vocabulary:
    terms = ["C", "C++", "Gleisbau", "Kubernetes", "PostgreSQL", "Projektleitung", "Python", "Stellwerkstechnik"]
    return Vocabulary(
        terms, on_grid(encoder.embed(terms)), model=encoder.model, calibration=LOCAL_CALIBRATION, encoder=encoder
    )


@pytest.mark.parametrize(
    ("text", "term"),
    [
        ("Postgres", "PostgreSQL"),
        ("Kubernets", "Kubernetes"),
        ("project management", "Projektleitung"),
        ("Bau von Gleisen", "Gleisbau"),
        ("Python-Entwicklung", "Python"),
    ],
)
def test_the_bundled_model_finds_the_term_that_is_meant(bundled: Vocabulary, text: str, term: str) -> None:
    (found, similarity), (_, runner_up) = bundled.nearest(text, 2)

    assert found == term
    assert similarity > 500_000
    assert similarity > runner_up


def test_the_bundled_model_keeps_short_names_apart(bundled: Vocabulary) -> None:
    row = bundled.row("C++")

    assert row[1] == 1_000_000
    assert row[0] < 1_000_000


def test_a_local_similarity_is_the_calibrated_blend_of_meaning_and_spelling(bundled: Vocabulary) -> None:
    from teamlandkarte.index.ngrams import CharacterNgrams

    meaning = np.maximum(bundled.cosine_row("Schienen").astype(np.float64), 0)
    spelling = CharacterNgrams(bundled.terms).row("Schienen").astype(np.float64)

    raw, shown = (list(axis) for axis in zip(*LOCAL_CALIBRATION.points, strict=True))
    expected = np.interp(0.85 * meaning + 0.15 * spelling, raw, shown) * 1e6
    assert np.abs(bundled.row("Schienen") - expected).max() <= 1
