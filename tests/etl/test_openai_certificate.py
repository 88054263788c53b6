"""Whom the connection to an embedding service trusts."""

import ssl
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from teamlandkarte.etl.openai_embedding import OpenAIEmbedder
from teamlandkarte.index.config import Embedding, OpenAI
from teamlandkarte.index.errors import EmbeddingError
from tests.etl.certificate import unsigned_certificate


class OneVector(BaseHTTPRequestHandler):
    """Answers every request with the same vector."""

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers["Content-Length"]))
        body = b'{"data": [{"index": 0, "embedding": [0.0, 1.0]}]}'
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        pass


@pytest.fixture
def certificate(tmp_path: Path) -> Path:
    """A file with a key and a certificate for 127.0.0.1 that nobody has signed."""
    return unsigned_certificate(tmp_path / "service.pem")


@pytest.fixture
def address(certificate: Path) -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), OneVector)
    server.handle_error = lambda *_args: None  # type: ignore[method-assign]  # a refused handshake is what we test
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate)
    server.socket = context.wrap_socket(server.socket, server_side=True)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    yield f"https://127.0.0.1:{server.server_address[1]}/v1"
    server.shutdown()
    thread.join()
    server.server_close()


def embed(address: str) -> list[list[float]]:
    settings = OpenAI(base_url=address, dimensions=2)
    vectors: list[list[float]] = OpenAIEmbedder(settings, None, Embedding(max_attempts=3)).embed(["Python"]).tolist()
    return vectors


def test_a_certificate_that_nobody_trusts_fails_at_once_and_says_what_to_set(address: str) -> None:
    with pytest.raises(EmbeddingError, match="not trusted; name your CA file in SSL_CERT_FILE"):
        embed(address)


def test_a_ca_file_named_in_the_environment_is_trusted(
    address: str, certificate: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
    assert embed(address) == [[0.0, 1.0]]
