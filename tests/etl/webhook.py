"""A loopback server that receives notices."""

import ssl
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path


@dataclass
class Webhook:
    """What a webhook received, and what it answers: a status, headers, or nothing at all until it is released."""

    status: int = 204
    headers: dict[str, str] = field(default_factory=dict)
    silent: bool = False
    received: list[tuple[str, str, bytes]] = field(default_factory=list)
    address: str = ""
    released: threading.Event = field(default_factory=threading.Event)


@contextmanager
def listening(certificate: Path | None = None) -> Iterator[Webhook]:
    """Return a webhook that listens, over TLS if there is a certificate."""
    webhook = Webhook()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            webhook.received.append((self.path, self.headers["Content-Type"], body))
            if webhook.silent:
                webhook.released.wait()
                return
            self.send_response(webhook.status)
            for name, value in webhook.headers.items():
                self.send_header(name, value)
            self.end_headers()

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.handle_error = lambda *_args: None  # type: ignore[method-assign]  # a refused handshake is what we test
    if certificate:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(certificate)
        server.socket = context.wrap_socket(server.socket, server_side=True)
    webhook.address = f"{'https' if certificate else 'http'}://127.0.0.1:{server.server_address[1]}"
    thread = threading.Thread(target=server.serve_forever, args=(0.01,))
    thread.start()
    try:
        yield webhook
    finally:
        webhook.released.set()
        server.shutdown()
        thread.join()
        server.server_close()
