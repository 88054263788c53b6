"""A stand-in for an embedding service, with the real wire format."""

import hashlib
import json
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

DIMENSIONS = 4


def vector_of(text: str) -> list[float]:
    """A vector that only this text has; not of unit length, as some services send them."""
    return [byte / 100 + 0.01 for byte in hashlib.sha256(text.encode()).digest()[:DIMENSIONS]]


def unit_vector_of(text: str) -> list[float]:
    vector = vector_of(text)
    length = sum(number * number for number in vector) ** 0.5
    return [number / length for number in vector]


@dataclass
class Reply:
    """What the service answers to one request: a status, a body and headers, or nothing at all."""

    status: int
    body: bytes
    headers: dict[str, str] = field(default_factory=dict)
    hangs_up: bool = False  # the connection ends …
    stalls: bool = False  # … or stays open until the test is over


@dataclass
class Asked:
    """One request as it arrived."""

    path: str
    headers: dict[str, str]
    body: dict[str, Any]


def good(texts: Sequence[str]) -> Reply:
    items = [{"object": "embedding", "index": i, "embedding": vector_of(text)} for i, text in enumerate(texts)]
    usage = {"prompt_tokens": len(texts), "total_tokens": len(texts)}
    return items_reply(items[::-1], usage)


def items_reply(items: list[Any], usage: dict[str, int] | None = None) -> Reply:
    content = {"object": "list", "data": items, "model": "m", "usage": usage or {}}
    return Reply(200, json.dumps(content).encode())


def refusal(status: int, message: str, code: str | None = None, **headers: str) -> Reply:
    body = {"error": {"message": message, "type": "invalid_request_error", "param": None, "code": code}}
    return Reply(status, json.dumps(body).encode(), {name.replace("_", "-"): value for name, value in headers.items()})


def always(reply: Reply) -> Callable[[Sequence[str]], Reply]:
    return lambda _texts: reply


class EmbeddingService:
    """A loopback server with the real wire format: it plays `script`, one entry a request, then answers well."""

    def __init__(self) -> None:
        self.script: list[Callable[[Sequence[str]], Reply]] = []
        self.asked: list[Asked] = []
        self.released = threading.Event()
        service = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                service.asked.append(Asked(self.path, {k.lower(): v for k, v in self.headers.items()}, body))
                reply = service.reply(body["input"])
                if reply.stalls:
                    service.released.wait()
                if reply.stalls or reply.hangs_up:
                    return
                self.send_response(reply.status)
                for name, value in {"Content-Type": "application/json", **reply.headers}.items():
                    self.send_header(name, value)
                self.send_header("Content-Length", str(len(reply.body)))
                self.end_headers()
                self.wfile.write(reply.body)

            def log_message(self, format: str, *args: object) -> None:  # noqa: A002
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.address = f"http://127.0.0.1:{self.server.server_address[1]}"

    def reply(self, texts: Sequence[str]) -> Reply:
        return self.script.pop(0)(texts) if self.script else good(texts)

    def answers(self, *replies: Reply) -> None:
        self.script += [always(reply) for reply in replies]

    @property
    def sizes(self) -> list[int]:
        return [len(asked.body["input"]) for asked in self.asked]
