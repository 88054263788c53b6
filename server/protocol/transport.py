"""How clients reach the server: stdio, where stdout carries the protocol only, and streamable HTTP."""

import contextlib
import logging
import signal
import socket
import sys
from collections.abc import Iterator
from functools import partial
from types import FrameType

import anyio
from mcp.server.stdio import stdio_server
from mcp.server.transport_security import TransportSecuritySettings
from mcp.shared._stream_protocols import ReadStream, WriteStream
from mcp.shared.message import SessionMessage
from pydantic import ValidationError

from teamlandkarte.index.config import Config
from teamlandkarte.index.config import Server as ServerSection
from teamlandkarte.index.dataset import CurrentDataset
from teamlandkarte.index.errors import ConfigError
from teamlandkarte.server.opening import load_directory
from teamlandkarte.server.protocol.app import Desk, ToolServer, create_server
from teamlandkarte.server.protocol.http_app import http_app
from teamlandkarte.server.protocol.refusals import refusal
from teamlandkarte.server.protocol.warm_up import WarmUp
from teamlandkarte.server.protocol.watch import watching

_log = logging.getLogger("teamlandkarte.server")

_LOOPBACK = ("127.0.0.1", "localhost", "[::1]")


def serve_stdio(config: Config, current: CurrentDataset, warm_up: WarmUp) -> None:
    """Serve one client over stdin and stdout until stdin ends; `warm_up` goes on when its handshake is answered."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # a read of stdin cannot be interrupted in any other way
    with _started(config, current, warm_up) as server:
        try:
            anyio.run(_serve_stdio, server)
        except* BrokenPipeError:
            pass  # the client has left without waiting for its answers


def serve_http(config: Config, current: CurrentDataset, warm_up: WarmUp) -> None:
    """Serve any number of clients over streamable HTTP at `/mcp` until the process is told to stop.

    `warm_up` goes on when the first one's handshake, or its request without one, is answered.

    Raises:
        ConfigError: The configured address cannot be listened on.
    """
    import uvicorn

    from teamlandkarte.server.protocol.stopping import StoppableServer

    signal.signal(signal.SIGTERM, _end)
    logging.getLogger("teamlandkarte").setLevel(logging.INFO)
    section = config.server
    security = transport_security(section)
    with listening(section) as listener, _started(config, current, warm_up) as server:
        app = http_app(server, section, security)
        _log.info("Listening on http://%s:%d/mcp for the hosts %s", section.host, section.port, security.allowed_hosts)
        # httptools, uvicorn's other parser, leaves blanks after header values, and the protocol compares headers.
        served = uvicorn.Config(app, http="h11", log_config=None)
        StoppableServer(served, server.desk).run([listener])


def listening(section: ServerSection) -> socket.socket:
    """Return a socket that listens on the configured host and port.

    Raises:
        ConfigError: The port is taken, or the host is none of this machine's addresses.
    """
    family = socket.AF_INET6 if ":" in section.host else socket.AF_INET
    try:
        return socket.create_server((section.host, section.port), family=family)
    except OSError as exc:
        why = (exc.strerror or "unknown reason").partition(" (")[0]  # Python appends the address
        where = f'[server] host = "{section.host}", port = {section.port}'
        advice = "choose another port with --port, or another host with --host"
        raise ConfigError([f"{where}: cannot listen there ({why}); {advice}."]) from exc


def transport_security(section: ServerSection) -> TransportSecuritySettings:
    """Return which `Host` and `Origin` headers are accepted: this machine's and the configured ones, on any port.

    Without the check a page in a browser could reach the server through a name that resolves to it.
    """
    named = [f"[{section.host}]" if ":" in section.host else section.host]
    hosts = dict.fromkeys([*_LOOPBACK, *named, *section.allowed_hosts])
    origins = dict.fromkeys([*(f"http://{host}:*" for host in _LOOPBACK), *section.allowed_origins])
    return TransportSecuritySettings(
        enable_dns_rebinding_protection=True,
        allowed_hosts=[pattern for host in hosts for pattern in _on_any_port(host)],
        allowed_origins=list(origins),
    )


def _on_any_port(host: str) -> list[str]:
    has_port = ":" in host.rpartition("]")[2]
    return [host] if has_port else [host, f"{host}:*"]


def _end(_number: int, _frame: FrameType | None) -> None:
    """Call it a success to have been told to stop: uvicorn, once it has finished, repeats the signal it got."""
    sys.exit(0)


@contextlib.contextmanager
def _started(config: Config, current: CurrentDataset, warm_up: WarmUp) -> Iterator[ToolServer]:
    """Yield the server, ready to answer `tools/list`; what else answers need is loaded when a client has come."""
    server = create_server(config, current=current)
    with contextlib.ExitStack() as stack:
        if "directory" in config.server.toolsets:
            stack.enter_context(watching(partial(load_directory, config, current)))
        server.middleware.append(warm_up.after_handshake)
        warm_up.pause()
        yield server


async def _serve_stdio(server: ToolServer) -> None:
    sender, readable = anyio.create_memory_object_stream[SessionMessage | Exception]()
    async with stdio_server() as (incoming, outgoing), anyio.create_task_group() as tasks:
        tasks.start_soon(_pass_on, incoming, sender, outgoing, server.desk)
        # The transport keeps stray output off the wire while it serves; what print() has buffered would follow it.
        with contextlib.redirect_stdout(sys.stderr):
            await server.run(readable, outgoing, server.create_initialization_options())
        tasks.cancel_scope.cancel()


async def _pass_on(
    incoming: ReadStream[SessionMessage | Exception],
    readable: WriteStream[SessionMessage | Exception],
    outgoing: WriteStream[SessionMessage],
    desk: Desk,
) -> None:
    """Pass a client's messages on; answer its other lines, which the server would drop while the client waits.

    A script that has nothing more to ask closes its side and still waits for its answers, which the server would drop.
    """
    async with readable, incoming:
        async for item in incoming:
            if not isinstance(item, ValidationError):
                await readable.send(item)
            elif answer := refusal(item):
                await outgoing.send(SessionMessage(answer))
        await desk.idle()
