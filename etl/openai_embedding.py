"""Embedding by a service: OpenAI, Azure OpenAI or a compatible one. The only user of the openai library.

The answer is read from the wire rather than through the library's types, since compatible services leave out what
the types promise.
"""

import json
import logging
import re
import time
from collections.abc import Callable, Iterator, Sequence

import numpy as np
import openai
from numpy.typing import NDArray
from pydantic import SecretStr

from teamlandkarte.etl.embedding_answer import Answer, Batch, UnreadableAnswerError, read_answer
from teamlandkarte.etl.retry_after import retry_after
from teamlandkarte.etl.try_again import UNUSABLE_PROXY, TryAgainError, is_untrusted
from teamlandkarte.index.config import AzureOpenAI, Embedding, OpenAI
from teamlandkarte.index.counting import counted
from teamlandkarte.index.errors import ConfigError, EmbeddingError
from teamlandkarte.index.text import clean
from teamlandkarte.index.versions import Clock, utc_now

_log = logging.getLogger(__name__)

_OPENAI_ADDRESS = "https://api.openai.com/v1"  # explicit, so that no variable of the environment redirects our texts
_NO_KEY = "none"  # the library insists on one; a compatible service may need none
_RETRIED = frozenset((408, 409, 425, 429, 500, 502, 503, 504))
_REFUSED = frozenset((400, 413, 422))
_TOO_MANY = re.compile(
    r"too many|too long|too large|number of inputs|batch size|maximum.{0,40}per request", re.IGNORECASE
)
_STATED_SIZE = re.compile(r"(?:number of inputs is|maximum length|allowed batch size) (\d+)", re.IGNORECASE)
_NO_DIMENSIONS = re.compile(r"dimensions|matryoshka", re.IGNORECASE)
_SHOWN_REASON = 200  # characters of the service's own words


class _AskDifferentlyError(Exception):
    """Raised when the service refused the form of a request and another one has been prepared."""


class OpenAIEmbedder:
    """An `Embedder` that asks a service, `embedding_batch_size` texts at a time.

    `settings` is the section of the service; without `key` only a compatible service is asked. A proxy that is no
    address raises ConfigError.
    """

    def __init__(
        self,
        settings: AzureOpenAI | OpenAI,
        key: SecretStr | None,
        patience: Embedding | None = None,
        *,
        sleep: Callable[[float], None] = time.sleep,
        clock: Clock = utc_now,
    ) -> None:
        self._settings = settings
        self._key = key.get_secret_value() if key else _NO_KEY
        self._patience = patience or Embedding()
        self._sleep = sleep
        self._clock = clock
        self._batch_size = settings.embedding_batch_size
        self._names_dimensions = True
        try:
            self._client = self._connected()
        except ValueError as exc:  # the library reads the proxies
            raise ConfigError([UNUSABLE_PROXY]) from exc

    @property
    def model(self) -> str:
        """Identity of the model; the same for OpenAI and Azure, which run the same weights."""
        compatible = isinstance(self._settings, OpenAI) and bool(self._settings.base_url)
        return f"{'compatible' if compatible else 'openai'}:{self._settings.embedding_model}"

    @property
    def dimensions(self) -> int:
        """Number of components of a vector."""
        return self._settings.dimensions

    def embed(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Return n × d unit vectors in the order of the texts.

        Raises:
            EmbeddingError: A batch failed for good; `texts` are those of the batch.
        """
        vectors = [vectors for _, vectors in self.batches(texts)]
        return np.concatenate(vectors) if vectors else np.empty((0, self.dimensions), np.float32)

    def batches(self, texts: Sequence[str]) -> Iterator[Batch]:
        """Yield the texts and vectors of one request after the other.

        Raises:
            EmbeddingError: As `embed`; what was yielded before is good.
        """
        position = 0
        while position < len(texts):
            batch = texts[position : position + self._batch_size]
            try:
                answer = self._asked_patiently(batch)
            except _AskDifferentlyError:
                continue
            except EmbeddingError as exc:
                _log.error("%s; the batch: %s", exc, json.dumps(list(batch), ensure_ascii=False))
                raise EmbeddingError(str(exc), texts=batch) from exc
            tokens = "unknown" if answer.tokens is None else answer.tokens
            _log.info("embedded %s with %s, tokens: %s", counted(len(batch), "text"), self.model, tokens)
            yield batch, answer.vectors
            position += len(batch)

    def _asked_patiently(self, batch: Sequence[str]) -> Answer:
        """Ask for one batch, several times where that may help."""
        waited, attempts = 0.0, self._patience.max_attempts
        for attempt in range(1, attempts + 1):
            try:
                return self._asked(batch)
            except TryAgainError as exc:
                pause = exc.pause_after(attempt)
                if attempt == attempts:
                    raise EmbeddingError(f"{exc}, also at attempt {attempts} of {attempts}; try again later") from exc
                if waited + pause > self._patience.retry_seconds:
                    raise EmbeddingError(self._out_of_patience(exc, attempt)) from exc
                _log.warning("%s; attempt %d of %d follows in %.1f seconds", exc, attempt + 1, attempts, pause)
                self._sleep(pause)
                waited += pause
        raise AssertionError  # the last attempt returns or raises

    def _out_of_patience(self, exc: TryAgainError, attempt: int) -> str:
        budget = f"[embedding] retry_seconds = {self._patience.retry_seconds}"
        if exc.pause is None:
            return f"{exc}, also at attempt {attempt}, and {budget} is used up; try again later"
        asked = counted(round(exc.pause), "second")
        return f"{exc} and asks to wait for {asked}, longer than {budget} allows; try again later"

    def _asked(self, batch: Sequence[str]) -> Answer:
        try:
            response = self._client.embeddings.with_raw_response.create(
                input=list(batch),
                model=self._named_model(),
                encoding_format="float",
                dimensions=self.dimensions if self._names_dimensions else openai.omit,
            )
            return read_answer(response.text, batch, self.dimensions)
        except UnreadableAnswerError as exc:
            raise TryAgainError("the embedding service sent an answer that is no JSON") from exc
        except openai.APITimeoutError as exc:
            seconds = counted(self._patience.request_timeout_seconds, "second")
            raise TryAgainError(f"the embedding service did not answer within {seconds}") from exc
        except openai.APIConnectionError as exc:
            if is_untrusted(exc):
                message = "the certificate of the embedding service is not trusted; name your CA file in SSL_CERT_FILE"
                raise EmbeddingError(message) from exc
            raise TryAgainError("the embedding service cannot be reached") from exc
        except openai.APIStatusError as exc:
            raise self._refused(exc, len(batch)) from exc

    def _refused(self, exc: openai.APIStatusError, size: int) -> Exception:
        """Return what an error status means: trying again, asking differently or the end."""
        status, reason = exc.status_code, self._reason(exc)
        if exc.code == "insufficient_quota":
            return EmbeddingError("the quota of the embedding service is used up; raise it or choose another provider")
        if status in _RETRIED:
            pause = retry_after(exc.response.headers, self._clock())
            return TryAgainError(f"the embedding service answered {status}", pause)
        if status in _REFUSED and size > 1 and _TOO_MANY.search(reason):
            stated = _STATED_SIZE.search(reason)
            self._batch_size = max(1, min(size // 2, int(stated[1])) if stated else size // 2)
            too_many = counted(size, "text")
            _log.warning("the embedding service takes fewer than %s; asking for %d", too_many, self._batch_size)
            return _AskDifferentlyError()
        if status in _REFUSED and self._names_dimensions and _NO_DIMENSIONS.search(reason):
            self._names_dimensions = False
            return _AskDifferentlyError()
        return EmbeddingError(self._advice(status, reason))

    def _advice(self, status: int, reason: str) -> str:
        azure = isinstance(self._settings, AzureOpenAI)
        if status in {401, 403}:
            variable = "AZURE_OPENAI_EMBEDDING_API_KEY" if azure else "OPENAI_API_KEY"
            return f"the embedding service refused the key ({status}); check {variable}"
        if status == 404:
            key = "[azure_openai] embedding_deployment" if azure else "[openai] embedding_model"
            address = "endpoint" if azure else "base_url"
            return f'{key} = "{self._named_model()}" does not exist there ({status}); check it and {address}'
        return f"the embedding service refused the request ({status}): {reason}"

    def _reason(self, exc: openai.APIStatusError) -> str:
        """Return the service's own words, short and without the key."""
        words = exc.message if exc.body is None or isinstance(exc.body, str) else json.dumps(exc.body)
        return clean(words.replace(self._key, "…"))[:_SHOWN_REASON]

    def _named_model(self) -> str:
        if isinstance(self._settings, AzureOpenAI):
            return self._settings.embedding_deployment
        return self._settings.embedding_model

    def _connected(self) -> openai.OpenAI:
        timeout = float(self._patience.request_timeout_seconds)
        if isinstance(self._settings, AzureOpenAI):
            return openai.AzureOpenAI(
                azure_endpoint=self._settings.endpoint,
                api_version=self._settings.api_version,
                api_key=self._key,
                timeout=timeout,
                max_retries=0,
            )
        address = self._settings.base_url or _OPENAI_ADDRESS
        return openai.OpenAI(base_url=address, api_key=self._key, timeout=timeout, max_retries=0)
