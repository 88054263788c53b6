"""`teamlandkarte directory`: the employee directory on the command line: its state, a copy of it, finding people."""

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from teamlandkarte.cli.options import MOST, AsJson, named, named_path, whole_number
from teamlandkarte.cli.screen import print_json, screen
from teamlandkarte.index.config import Config
from teamlandkarte.index.counting import counted
from teamlandkarte.index.profiles import STATUSES

if TYPE_CHECKING:
    from teamlandkarte.server.directory.employees import Employee
    from teamlandkarte.server.directory.mirror import Call

directory = typer.Typer(
    name="directory",
    help="The employee directory: its state, a copy of it, looking people up.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode="markdown",
)


@directory.command()
def status(
    context: typer.Context,
    *,
    as_json: AsJson = False,
) -> None:
    """Show what the directory holds and how it was last read."""
    config: Config = context.obj.read()
    call = _local(config)
    facts = {"dataset": call("get_service_info", {})["dataset"], "crawl": call("get_crawl_status", {})}
    if as_json:
        print_json(facts)
        return
    from rich.table import Table

    table = Table(show_header=False, box=None)
    for title, part in (("directory", facts["dataset"]), ("last crawl run", facts["crawl"])):
        for name, value in part.items():
            table.add_row(f"{title}: {name.replace('_', ' ')}", "–" if value is None else str(value))
    screen().print(table)


@directory.command()
def sync(
    context: typer.Context,
    file: Annotated[
        Path,
        typer.Argument(parser=named_path, metavar="FILE", help="The copy: one JSON file, created where it is missing"),
    ],
    *,
    url: Annotated[
        str | None,
        typer.Option(
            parser=named, metavar="URL", help="A service to ask, such as http://127.0.0.1:8001/mcp; else here"
        ),
    ] = None,
    data: Annotated[bool, typer.Option(help="Whether the copy holds the profiles themselves")] = True,
    as_json: AsJson = False,
) -> None:
    """Bring a copy of the directory up to date, by what has changed since the last time."""
    from dataclasses import asdict

    from teamlandkarte.index.errors import RequestError
    from teamlandkarte.server.directory.mirror import DirectoryMirror, HttpCall

    call = HttpCall(url) if url else _local(context.obj.read())
    mirror = DirectoryMirror(call, file, include_data=data)
    try:
        update = mirror.update()
    except OSError as exc:
        raise RequestError(f"{file.name} cannot be written ({exc.strerror}); name another file") from exc
    if as_json:
        print_json({**asdict(update), "hash": mirror.hash, "employees": len(mirror.employees)})
        return
    typer.echo(
        f"{file.name}: {counted(len(mirror.employees), 'employee')}, {update.mode}: {update.added:,} added, "
        f"{update.updated:,} updated, {update.dismissed:,} dismissed, {update.removed:,} removed."
    )


@directory.command()
def search(
    context: typer.Context,
    query: Annotated[str, typer.Argument(metavar="QUERY", help="Words of a name, or part of an address")],
    *,
    only: Annotated[str | None, typer.Option("--status", help="Only active, or only dismissed people")] = None,
    limit: Annotated[int, whole_number(1, MOST, "How many people to show")] = 20,
    as_json: AsJson = False,
) -> None:
    """Find people of the directory by words of their name, in any order, or by part of their address."""
    from teamlandkarte.index.dataset import CurrentDataset
    from teamlandkarte.index.versions import DatasetVersions
    from teamlandkarte.server.directory.shelf import shelved

    if only is not None and only not in STATUSES:
        raise typer.BadParameter(f'"{only}" is neither active nor dismissed', param_hint="--status")
    config: Config = context.obj.read()
    dataset = CurrentDataset(DatasetVersions(config.storage)).get()
    found = shelved(config.storage, dataset).search.find(query, only)
    if as_json:
        print_json({"total": len(found), "employees": [one.short for one in found[:limit]]})
    else:
        _show(found[:limit], len(found))


def _show(people: "list[Employee]", total: int) -> None:
    from rich.table import Table

    table = Table("key", "name", "status", "address", "last seen", box=None)
    for one in people:
        seen = one.last_seen_at[:10]
        table.add_row(one.profile_key, one.full_name, one.status, one.canonical_url, seen)
    if people:
        screen().print(table)
    typer.echo(f"showing {len(people)} of {total}")


def _local(config: Config) -> "Call":
    """Return what answers a tool's call out of the dataset that lies here."""
    from teamlandkarte.server.directory.answers import HANDLERS
    from teamlandkarte.server.directory.directory_tools import TOOLS
    from teamlandkarte.server.opening import open_service
    from teamlandkarte.server.service import Call as ToolCall
    from teamlandkarte.server.toolset.arguments import read_arguments

    service = open_service(config)
    tools = {tool.name: tool for tool in TOOLS}

    def call(tool: str, arguments: Mapping[str, Any]) -> Mapping[str, Any]:
        given = read_arguments(tools[tool].arguments, arguments)
        answer = HANDLERS[tool].run(ToolCall(service, None, service.current.get()), **given)
        data: Mapping[str, Any] = answer.data  # type: ignore[assignment]
        return data

    return call
