"""The answer of an embedding service, read from the wire: each vector at its text, checked, as a unit vector."""

import base64
import binascii
import json
import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from teamlandkarte.index.counting import counted
from teamlandkarte.index.errors import EmbeddingError

Batch = tuple[Sequence[str], NDArray[np.float32]]  # texts and their n × d unit vectors


class UnreadableAnswerError(Exception):
    """Raised for a body that is no JSON object, as a failing proxy sends it; asking again may help."""


@dataclass(frozen=True)
class Answer:
    """The vectors of a batch (n × d unit rows, in the order of the texts) and the tokens they cost, where stated."""

    vectors: NDArray[np.float32]
    tokens: int | None


def read_answer(body: str, texts: Sequence[str], dimensions: int) -> Answer:
    """Return the answer to a request for `texts`.

    Raises:
        UnreadableAnswerError: The body is no JSON object.
        EmbeddingError: A vector is missing, doubled, of another length, not finite or all zero.
    """
    try:
        content = json.loads(body)
    except (ValueError, RecursionError) as exc:
        raise UnreadableAnswerError from exc
    if not isinstance(content, dict):
        raise UnreadableAnswerError
    items = content.get("data")
    if not isinstance(items, list) or len(items) != len(texts):
        sent = counted(len(items), "vector") if isinstance(items, list) else "no vectors"
        message = f"the embedding service sent {sent} for {counted(len(texts), 'text')}"
        raise EmbeddingError(message, texts=texts)
    vectors = np.empty((len(texts), dimensions), np.float32)
    for item, position in zip(items, _positions(items, texts), strict=True):
        vectors[position] = _unit_vector(item, texts[position], dimensions)
    return Answer(vectors, _tokens(content))


def _positions(items: Sequence[Any], texts: Sequence[str]) -> list[int]:
    """Return where each vector belongs: by its index, by order only where no vector has one."""
    sent = [item.get("index") if isinstance(item, dict) else None for item in items]
    if all(position is None for position in sent):
        return list(range(len(items)))
    positions = [position for position in sent if type(position) is int]
    if sorted(positions) != list(range(len(items))):
        raise EmbeddingError("the embedding service did not send each index once", texts=texts)
    return positions


def _unit_vector(item: object, text: str, dimensions: int) -> NDArray[np.float64]:
    vector = _numbers(item.get("embedding") if isinstance(item, dict) else None)
    if vector is None:
        raise EmbeddingError(f'the embedding service sent no vector for "{text}"', texts=[text])
    if vector.shape != (dimensions,):
        sent = counted(vector.size, "dimension")
        message = f'the embedding service sent {sent} instead of {dimensions} for "{text}"'
        raise EmbeddingError(message, texts=[text])
    largest = float(np.abs(vector).max())
    if not math.isfinite(largest) or largest == 0.0:
        what = "an all-zero vector" if largest == 0.0 else "a vector that is not finite"
        raise EmbeddingError(f'the embedding service sent {what} for "{text}"', texts=[text])
    scaled = vector / largest  # so that no square overflows or vanishes
    return scaled / np.linalg.norm(scaled)


def _numbers(sent: object) -> NDArray[np.float64] | None:
    """Return a vector sent as a list or, unasked, as base64 of little-endian float32."""
    if isinstance(sent, str):
        try:
            return np.frombuffer(base64.b64decode(sent, validate=True), "<f4").astype(np.float64)
        except (binascii.Error, ValueError):
            return None
    if not isinstance(sent, list) or any(type(number) not in {int, float} for number in sent):
        return None
    try:
        return np.array(sent, np.float64)
    except OverflowError:
        return None


def _tokens(content: dict[str, Any]) -> int | None:
    usage = content.get("usage")
    tokens = usage.get("total_tokens", usage.get("prompt_tokens")) if isinstance(usage, dict) else None
    return tokens if type(tokens) is int else None
