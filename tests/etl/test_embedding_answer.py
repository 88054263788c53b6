"""Answers of an embedding service: each vector in its place, and nothing unusable accepted."""

import base64
import json
from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from teamlandkarte.etl.embedding_answer import UnreadableAnswerError, read_answer
from teamlandkarte.index.errors import EmbeddingError

TEXTS = ("Python", "Gleisbau")
GOOD = [3.0, 0.0, 4.0, 0.0]


def body_of(*embeddings: object, indexes: Sequence[object] | None = None) -> str:
    numbers = range(len(embeddings)) if indexes is None else indexes
    return body([{"index": i, "embedding": sent} for i, sent in zip(numbers, embeddings, strict=True)])


def body(data: object, **more: object) -> str:
    return json.dumps({"object": "list", "data": data, **more})


@given(st.permutations(range(5)))
def test_each_vector_goes_to_the_text_of_its_index(order: list[int]) -> None:
    rows = [[float(i == position) for i in range(5)] for position in range(5)]
    answer = read_answer(body_of(*(rows[i] for i in order), indexes=order), list("abcde"), 5)
    np.testing.assert_array_equal(answer.vectors, np.eye(5, dtype=np.float32))


def test_vectors_without_any_index_are_taken_in_order() -> None:
    answer = read_answer(body([{"embedding": [0, 2, 0, 0]}, {"embedding": [0, 0, 0, 3.0]}]), TEXTS, 4)
    assert answer.vectors.tolist() == [[0, 1, 0, 0], [0, 0, 0, 1]]


def test_vectors_get_unit_length_and_single_precision() -> None:
    answer = read_answer(body_of(GOOD), TEXTS[:1], 4)
    np.testing.assert_allclose(answer.vectors, [[0.6, 0.0, 0.8, 0.0]], rtol=1e-7)
    assert answer.vectors.dtype == np.float32


@pytest.mark.parametrize("number", [1e-200, 1.0, 1e308])
def test_a_vector_of_any_length_becomes_a_unit_vector(number: float) -> None:
    np.testing.assert_allclose(read_answer(body_of([number] * 4), ["a"], 4).vectors, [[0.5] * 4], rtol=1e-6)


def test_base64_is_understood_though_nobody_asked_for_it() -> None:
    sent = base64.b64encode(np.array([0, 0, 2, 0], "<f4").tobytes()).decode()
    assert read_answer(body_of(sent), ["a"], 4).vectors.tolist() == [[0, 0, 1, 0]]


@pytest.mark.parametrize(
    ("sent", "message"),
    [
        (body_of(GOOD), "sent 1 vector for 2 texts"),
        (body_of(GOOD, GOOD, GOOD), "sent 3 vectors for 2 texts"),
        (body([]), "sent 0 vectors for 2 texts"),
        (body(None), "sent no vectors for 2 texts"),
        ("{}", "sent no vectors for 2 texts"),
        (body_of(GOOD, GOOD, indexes=[0, 0]), "did not send each index once"),
        (body_of(GOOD, GOOD, indexes=[1, 2]), "did not send each index once"),
        (body_of(GOOD, GOOD, indexes=[0, None]), "did not send each index once"),
        (body_of(GOOD, GOOD, indexes=[True, 0]), "did not send each index once"),
        (body_of(GOOD, [1.0, 0.0, 0.0]), 'sent 3 dimensions instead of 4 for "Gleisbau"'),
        (body_of(GOOD, base64.b64encode(bytes(12)).decode()), 'sent 3 dimensions instead of 4 for "Gleisbau"'),
        (body_of(GOOD, []), 'sent 0 dimensions instead of 4 for "Gleisbau"'),
        (body_of(GOOD, [0.0] * 4), 'all-zero vector for "Gleisbau"'),
        (body_of([float("nan")] * 4, GOOD), 'not finite for "Python"'),
        (body_of([float("inf"), 1, 1, 1], GOOD), 'not finite for "Python"'),
        (body_of([10**400] * 4, GOOD), 'no vector for "Python"'),
        (body_of([None] * 4, GOOD), 'no vector for "Python"'),
        (body_of([True] * 4, GOOD), 'no vector for "Python"'),
        (body_of(None, GOOD), 'no vector for "Python"'),
        (body_of("not base64!", GOOD), 'no vector for "Python"'),
        (body_of("QUJD", GOOD), 'no vector for "Python"'),
        (body(["x", "y"]), 'no vector for "Python"'),
    ],
)
def test_a_wrong_answer_is_refused_and_names_the_text(sent: str, message: str) -> None:
    with pytest.raises(EmbeddingError, match=message):
        read_answer(sent, TEXTS, 4)


@pytest.mark.parametrize("sent", ["", "<html>Bad gateway</html>", "[]", "null", "{", "[" * 100_000])
def test_a_body_that_is_no_object_is_unreadable(sent: str) -> None:
    with pytest.raises(UnreadableAnswerError):
        read_answer(sent, TEXTS, 4)


@pytest.mark.parametrize(
    ("usage", "tokens"),
    [
        ({"prompt_tokens": 7, "total_tokens": 8}, 8),
        ({"prompt_tokens": 7}, 7),
        ({"total_tokens": "8"}, None),
        ({}, None),
        (None, None),
    ],
)
def test_the_cost_is_what_the_service_states(usage: object, tokens: int | None) -> None:
    sent = body([{"index": 0, "embedding": GOOD}], usage=usage)
    assert read_answer(sent, ["a"], 4).tokens == tokens
