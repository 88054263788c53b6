"""`teamlandkarte serve`: the MCP server, over stdio or HTTP, or how to connect a host to it."""

import gc
import json
import os
import shutil
import sys
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Annotated, get_args

import typer

from teamlandkarte.cli.options import named, whole_number
from teamlandkarte.index.config import Config, Server, Toolset

_LOOPBACK = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104 -- who listens everywhere is called somewhere


def serve(  # noqa: PLR0913 -- one parameter per option
    context: typer.Context,
    *,
    http: Annotated[bool, typer.Option("--http", help="Serve streamable HTTP instead of stdio")] = False,
    host: Annotated[
        str | None, typer.Option(parser=named, metavar="ADDRESS", help="The address to listen on (HTTP)")
    ] = None,
    port: Annotated[int | None, whole_number(1, 65535, "The port to listen on (HTTP)")] = None,
    toolsets: Annotated[
        str | None, typer.Option(metavar="NAME,…", help="Which tools are listed: staffing, directory or both")
    ] = None,
    print_config: Annotated[
        bool, typer.Option("--print-config", help="Print what to paste into an MCP host, then stop")
    ] = False,
) -> None:
    """Answer MCP clients from the current dataset version."""
    if not http and (host is not None or port is not None):
        raise typer.BadParameter("only HTTP has an address; add --http", param_hint="--host" if host else "--port")
    config: Config = context.obj.read()
    given: dict[str, object] = {name: value for name, value in (("host", host), ("port", port)) if value is not None}
    if toolsets is not None:
        given["toolsets"] = _toolsets(toolsets)
    config = config.model_copy(update={"server": config.server.model_copy(update=given)})
    if print_config:
        chosen = "" if toolsets is None else ",".join(config.server.toolsets)
        typer.echo(connection_over_http(config.server) if http else connection(config, chosen))
        return
    _serve(config, http=http)


def _serve(config: Config, *, http: bool) -> None:
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # no product here is worth a second, which starts by spinning
    gc.disable()  # a seventh of the time to import is spent looking at what stays; it is enabled again when all is
    from teamlandkarte.server.opening import LocalModel, load, open_current
    from teamlandkarte.server.protocol.warm_up import WarmUp

    model = LocalModel(config.embedding.threads)
    current = open_current(config, model)
    warm_up = WarmUp(current.get, partial(load, config, current, model))
    if not http:
        # The protocol's library imports it where there is one, for servers over HTTP alone.
        sys.modules.setdefault("uvicorn", None)  # type: ignore[arg-type]
    with warm_up.running():
        from teamlandkarte.server.protocol.transport import serve_http, serve_stdio

        (serve_http if http else serve_stdio)(config, current, warm_up)


def _toolsets(names: str) -> tuple[str, ...]:
    chosen = tuple(dict.fromkeys(name.strip().lower() for name in names.split(",") if name.strip()))
    known = get_args(Toolset)
    if not chosen or any(name not in known for name in chosen):
        message = f'"{names}" is no list of toolsets; there are {", ".join(known)}'
        raise typer.BadParameter(message, param_hint="--toolsets")
    return chosen


def connection(config: Config, toolsets: str) -> str:
    """Return what a person pastes into an MCP host, with absolute paths; `toolsets` is empty where none are named."""
    script = shutil.which("teamlandkarte", path=str(Path(sys.executable).parent)) or "teamlandkarte"
    configured = ["--config", str(config.origin)] if config.origin else []
    chosen = ["--toolsets", toolsets] if toolsets else []
    entry = {"command": script, "args": [*configured, "serve", *chosen]}
    words = " ".join(f'"{word}"' if " " in word else word for word in [script, *entry["args"]])
    return _pasted(
        f"Claude Desktop (claude_desktop_config.json), Cursor (~/.cursor/mcp.json):\n{_json('mcpServers', entry)}",
        f"VS Code (.vscode/mcp.json):\n{_json('servers', {'type': 'stdio', **entry})}",
        f"Claude Code:\nclaude mcp add teamlandkarte -- {words}",
    )


def connection_over_http(server: Server) -> str:
    """Return what a person pastes into an MCP host on this machine while `serve --http` runs."""
    called = _LOOPBACK.get(server.host, server.host)
    host = f"[{called}]" if ":" in called else called
    url = f"http://{host}:{server.port}/mcp"
    return _pasted(
        f"Cursor (~/.cursor/mcp.json):\n{_json('mcpServers', {'url': url})}",
        f"VS Code (.vscode/mcp.json):\n{_json('servers', {'type': 'http', 'url': url})}",
        f"Claude Code:\nclaude mcp add --transport http teamlandkarte {url}",
    )


def _json(key: str, entry: Mapping[str, object]) -> str:
    return json.dumps({key: {"teamlandkarte": entry}}, indent=2, ensure_ascii=False)


def _pasted(*hosts: str) -> str:
    return "Connect an MCP host:\n\n" + "\n\n".join(hosts) + "\n"
