"""The remote embedding against a loopback service: placing, batches, pauses, refusals, and what is asked for at all."""

import datetime as dt
import logging
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import numpy as np
import pytest
from pydantic import SecretStr

from teamlandkarte.etl.embedders import CachedEmbedder
from teamlandkarte.etl.embedding_cache import EmbeddingCache
from teamlandkarte.etl.openai_embedding import OpenAIEmbedder
from teamlandkarte.index.config import AzureOpenAI, Embedding, OpenAI
from teamlandkarte.index.errors import EmbeddingError
from tests.etl.embedding_service import (
    DIMENSIONS,
    EmbeddingService,
    Reply,
    always,
    good,
    items_reply,
    refusal,
    unit_vector_of,
)

NOW = dt.datetime(2026, 3, 2, 12, 0, tzinfo=dt.UTC)
KEY = "sk-secret-123"


@pytest.fixture
def pauses() -> list[float]:
    return []


def embedder_of(
    service: EmbeddingService, pauses: list[float], *, batch_size: int = 128, attempts: int = 5, seconds: int = 600
) -> OpenAIEmbedder:
    settings = OpenAI(
        base_url=f"{service.address}/v1", embedding_model="m", dimensions=DIMENSIONS, embedding_batch_size=batch_size
    )
    patience = Embedding(provider="openai", max_attempts=attempts, retry_seconds=seconds, request_timeout_seconds=10)
    return OpenAIEmbedder(settings, SecretStr(KEY), patience, sleep=pauses.append, clock=lambda: NOW)


def test_each_vector_is_placed_by_its_index_and_has_unit_length(service: EmbeddingService, pauses: list[float]) -> None:
    vectors = embedder_of(service, pauses).embed(["Python", "Gleisbau", "C++"])
    np.testing.assert_allclose(vectors, [unit_vector_of(text) for text in ("Python", "Gleisbau", "C++")], rtol=1e-6)
    assert vectors.dtype == np.float32
    (asked,) = service.asked
    assert asked.path == "/v1/embeddings"
    assert asked.headers["authorization"] == f"Bearer {KEY}"
    assert asked.body == {
        "input": ["Python", "Gleisbau", "C++"], "model": "m", "dimensions": DIMENSIONS, "encoding_format": "float",
    }  # fmt: skip


def test_azure_is_asked_by_deployment_with_its_own_key_header(service: EmbeddingService) -> None:
    settings = AzureOpenAI(endpoint=service.address, embedding_deployment="emb", dimensions=DIMENSIONS)
    embedder = OpenAIEmbedder(settings, SecretStr(KEY))
    embedder.embed(["Python"])
    (asked,) = service.asked
    assert asked.path == "/openai/deployments/emb/embeddings?api-version=2024-10-21"
    assert asked.headers["api-key"] == KEY
    assert embedder.model == OpenAIEmbedder(OpenAI(), SecretStr(KEY)).model == "openai:text-embedding-3-large"


def test_more_texts_than_fit_take_several_requests_in_order(service: EmbeddingService, pauses: list[float]) -> None:
    texts = [f"Begriff {number}" for number in range(7)]
    vectors = embedder_of(service, pauses, batch_size=3).embed(texts)
    assert service.sizes == [3, 3, 1]
    np.testing.assert_allclose(vectors, [unit_vector_of(text) for text in texts], rtol=1e-6)


@pytest.mark.parametrize(
    ("message", "sizes"),
    [
        ("Too many inputs. The max number of inputs is 3.  We hope to raise it.", [8, 3, 3, 2]),
        ("Invalid 'input': array too long. Expected an array with maximum length 4, but got 8.", [8, 4, 4]),
        ("batch size 8 is above the limit", [8, 4, 4]),
    ],
)
def test_a_refused_batch_size_is_lowered_and_remembered(
    service: EmbeddingService, pauses: list[float], message: str, sizes: list[int]
) -> None:
    service.answers(refusal(400, message))
    embedder = embedder_of(service, pauses, batch_size=8)
    texts = [f"Begriff {number}" for number in range(8)]
    np.testing.assert_allclose(embedder.embed(texts), [unit_vector_of(text) for text in texts], rtol=1e-6)
    assert service.sizes == sizes
    embedder.embed(texts)
    assert max(service.sizes[len(sizes) :]) == sizes[1]


@pytest.mark.parametrize(
    ("headers", "pause"),
    [
        ({"Retry-After": "55"}, 55.0),
        ({"retry-after-ms": "200"}, 0.2),
        ({"retry-after-ms": "200", "Retry-After": "1"}, 0.2),
        ({"Retry-After": "Mon, 02 Mar 2026 12:00:07 GMT"}, 7.0),
        ({"Retry-After": "Mon, 02 Mar 2026 11:00:00 GMT"}, 0.0),
        ({"Retry-After": "soon"}, 1.0),
        ({"Retry-After": f"Mon, 02 Mar 2026 12:00:07 +{'9' * 20}"}, 1.0),
        ({}, 1.0),
    ],
)
def test_the_pause_is_the_one_that_the_service_asks_for(
    service: EmbeddingService, pauses: list[float], headers: dict[str, str], pause: float
) -> None:
    service.answers(Reply(429, b'{"error": {"message": "slow down", "code": "rate_limit_exceeded"}}', headers))
    assert len(embedder_of(service, pauses).embed(["Python"])) == 1
    assert pauses == [pytest.approx(pause)]


@pytest.mark.parametrize("status", [408, 409, 429, 500, 502, 503, 504])
def test_a_passing_failure_is_asked_again_with_growing_pauses(
    service: EmbeddingService, pauses: list[float], status: int
) -> None:
    service.answers(refusal(status, "passing"), Reply(status, b"<html>Bad gateway</html>"), Reply(200, b""))
    np.testing.assert_allclose(embedder_of(service, pauses).embed(["Python"]), [unit_vector_of("Python")], rtol=1e-6)
    assert pauses == [1.0, 2.0, 4.0]


@pytest.mark.parametrize(
    ("reply", "reason"),
    [(Reply(0, b"", stalls=True), "did not answer within"), (Reply(0, b"", hangs_up=True), "cannot be reached")],
)
def test_a_service_that_stalls_or_hangs_up_is_asked_again_and_given_up(
    service: EmbeddingService, pauses: list[float], reply: Reply, reason: str
) -> None:
    quick = Embedding(max_attempts=2).model_copy(update={"request_timeout_seconds": 0.5})  # less than a file may hold
    settings = OpenAI(base_url=f"{service.address}/v1", embedding_model="m", dimensions=DIMENSIONS)
    embedder = OpenAIEmbedder(settings, None, quick, sleep=pauses.append, clock=lambda: NOW)
    service.answers(reply)
    np.testing.assert_allclose(embedder.embed(["Python"]), [unit_vector_of("Python")], rtol=1e-6)
    service.answers(reply, reply)
    with pytest.raises(EmbeddingError, match=f"{reason}.*, also at attempt 2 of 2"):
        embedder.embed(["Gleisbau"])
    assert pauses == [1.0, 1.0]


def test_attempts_are_bounded_and_the_failed_batch_names_its_texts_in_the_log(
    service: EmbeddingService, pauses: list[float], caplog: pytest.LogCaptureFixture
) -> None:
    service.answers(*[refusal(503, "busy")] * 3)
    with pytest.raises(EmbeddingError, match="answered 503, also at attempt 3 of 3") as caught:
        embedder_of(service, pauses, attempts=3).embed(["Python", "Prüfung"])
    assert caught.value.texts == ("Python", "Prüfung")
    assert len(service.asked) == 3
    assert '["Python", "Prüfung"]' in caplog.text


@pytest.mark.parametrize("asked", ["86400", "Tue, 03 Mar 2026 12:00:00 GMT"])
def test_a_pause_beyond_the_budget_fails_at_once_and_says_so(
    service: EmbeddingService, pauses: list[float], asked: str
) -> None:
    service.answers(refusal(429, "later", Retry_After=asked))
    with pytest.raises(
        EmbeddingError, match=r"429 and asks to wait for 86,400 seconds, longer than \[embedding\] retry_seconds = 600"
    ):
        embedder_of(service, pauses).embed(["Python"])
    assert pauses == []


def test_pauses_of_one_batch_end_with_the_budget(service: EmbeddingService, pauses: list[float]) -> None:
    service.answers(*[refusal(503, "busy")] * 10)
    with pytest.raises(EmbeddingError, match=r"503, also at attempt 4, and \[embedding\] retry_seconds = 7 is used up"):
        embedder_of(service, pauses, attempts=9, seconds=7).embed(["Python"])
    assert pauses == [1.0, 2.0, 4.0]


@pytest.mark.parametrize(
    ("reply", "message"),
    [
        (refusal(401, f"Incorrect API key provided: {KEY}."), "refused the key .401.; check OPENAI_API_KEY"),
        (refusal(404, "The model `m` does not exist", "model_not_found"), r'\[openai\] embedding_model = "m" does not'),
        (
            refusal(429, "You exceeded your current quota", "insufficient_quota"),
            "quota of the embedding service is used",
        ),
        (refusal(400, f"unsupported input for {KEY}"), "refused the request .400.: .*unsupported input for …"),
        (refusal(501, "not implemented"), "refused the request .501."),
    ],
)
def test_a_lasting_refusal_fails_at_once_with_what_to_do_and_without_the_key(
    service: EmbeddingService, pauses: list[float], reply: Reply, message: str, caplog: pytest.LogCaptureFixture
) -> None:
    service.answers(reply)
    with pytest.raises(EmbeddingError, match=message) as caught:
        embedder_of(service, pauses).embed(["Python"])
    assert len(service.asked) == 1
    assert KEY not in str(caught.value) + caplog.text


def test_an_unknown_azure_deployment_is_named(service: EmbeddingService) -> None:
    service.answers(refusal(404, "The API deployment for this resource does not exist.", "DeploymentNotFound"))
    settings = AzureOpenAI(endpoint=service.address, embedding_deployment="emb", dimensions=DIMENSIONS)
    with pytest.raises(EmbeddingError, match=r'\[azure_openai\] embedding_deployment = "emb" does not exist there'):
        OpenAIEmbedder(settings, SecretStr(KEY)).embed(["Python"])


def test_a_service_that_cannot_be_reached_says_so_and_is_asked_again(pauses: list[float]) -> None:
    nobody = ThreadingHTTPServer(("127.0.0.1", 0), BaseHTTPRequestHandler)
    nobody.server_close()
    address = f"http://127.0.0.1:{nobody.server_address[1]}/v1"
    embedder = OpenAIEmbedder(
        OpenAI(base_url=address), None, Embedding(max_attempts=2), sleep=pauses.append, clock=lambda: NOW
    )
    with pytest.raises(EmbeddingError, match="cannot be reached, also at attempt 2 of 2"):
        embedder.embed(["Python"])
    assert pauses == [1.0]


@pytest.mark.parametrize("reply", [items_reply([]), items_reply([{"index": 0, "embedding": [0.0] * DIMENSIONS}] * 2)])
def test_a_wrong_answer_fails_the_batch_at_once(
    service: EmbeddingService, pauses: list[float], reply: Reply, caplog: pytest.LogCaptureFixture
) -> None:
    service.answers(reply)
    with pytest.raises(EmbeddingError) as caught:
        embedder_of(service, pauses).embed(["Python", "Gleisbau"])
    assert caught.value.texts == ("Python", "Gleisbau")
    assert len(service.asked) == 1
    assert '["Python", "Gleisbau"]' in caplog.text


def test_a_service_that_knows_no_dimensions_is_asked_without_and_still_checked(
    service: EmbeddingService, pauses: list[float]
) -> None:
    service.answers(refusal(400, "Unrecognized request argument supplied: dimensions"))
    embedder = embedder_of(service, pauses)
    embedder.embed(["a"])
    embedder.embed(["b"])
    assert ["dimensions" in asked.body for asked in service.asked] == [True, False, False]
    service.answers(items_reply([{"index": 0, "embedding": [1.0, 0.0]}]))
    with pytest.raises(EmbeddingError, match="sent 2 dimensions instead of 4"):
        embedder.embed(["c"])


def test_every_batch_logs_what_it_cost(
    service: EmbeddingService, pauses: list[float], caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.INFO, logger="teamlandkarte"):
        embedder_of(service, pauses, batch_size=2).embed(["a", "b", "c"])
    assert caplog.messages == [
        "embedded 2 texts with compatible:m, tokens: 2",
        "embedded 1 text with compatible:m, tokens: 1",
    ]


def test_no_text_is_no_request(service: EmbeddingService, pauses: list[float]) -> None:
    assert embedder_of(service, pauses).embed([]).shape == (0, DIMENSIONS)
    assert service.asked == []


def test_each_distinct_term_is_asked_for_once_over_runs(
    service: EmbeddingService, pauses: list[float], tmp_path: Path
) -> None:
    def a_run() -> CachedEmbedder:
        return CachedEmbedder(
            embedder_of(service, pauses, batch_size=2), EmbeddingCache(tmp_path / "c.sqlite3", 30, lambda: NOW)
        )

    first = a_run()
    cold = first.embed(["Python", "Gleisbau", "Python", " Python ", "C++"])
    first.embed(["Gleisbau", "Java"])
    warm = a_run().embed(["Python", "Gleisbau", "Python", "Python", "C++"])
    assert [asked.body["input"] for asked in service.asked] == [["Python", "Gleisbau"], ["C++"], ["Java"]]
    np.testing.assert_array_equal(cold, warm)


def test_a_run_after_a_failed_one_asks_only_for_what_is_missing(
    service: EmbeddingService, pauses: list[float], tmp_path: Path
) -> None:
    cache = EmbeddingCache(tmp_path / "c.sqlite3", 30, lambda: NOW)
    too_many = refusal(400, "Too many inputs. The max number of inputs is 2.")
    service.script = [always(too_many), good, good, always(refusal(400, "broken"))]
    texts = [f"Begriff {number}" for number in range(8)]
    with pytest.raises(EmbeddingError) as caught:
        CachedEmbedder(embedder_of(service, pauses, batch_size=8), cache).embed(texts)
    assert caught.value.texts == ("Begriff 4", "Begriff 5")
    service.asked.clear()
    CachedEmbedder(embedder_of(service, pauses, batch_size=2), cache).embed(texts)
    assert [asked.body["input"] for asked in service.asked] == [texts[4:6], texts[6:8]]
