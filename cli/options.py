"""Options and arguments that several subcommands have, and what is said about a value that none of them takes."""

import datetime as dt
from pathlib import Path
from typing import Annotated, Any

import typer

VERSION_HELP = "A dataset version: its id, `current` or `previous`"
MOST = 1_000_000  # of whatever is counted

AsJson = Annotated[bool, typer.Option("--json", help="Print one line of JSON")]
VersionName = Annotated[str, typer.Argument(help=VERSION_HELP)]


def whole_number(lowest: int, highest: int, purpose: str) -> Any:  # noqa: ANN401 -- as in typer
    """Return an option that takes a whole number of a range, both ends included."""

    def read(typed: str | int) -> int:
        try:
            number = int(typed)
        except ValueError:
            number = lowest - 1
        if not lowest <= number <= highest:
            raise typer.BadParameter(f'"{typed}" is no whole number from {lowest} to {highest}; give one of these')
        return number

    return typer.Option(parser=read, metavar=f"{lowest}…{highest}", help=purpose)


def day(purpose: str, *names: str) -> Any:  # noqa: ANN401 -- as in typer
    """Return an option that takes a day of the calendar."""

    def read(typed: str) -> dt.date:
        try:
            return dt.datetime.strptime(typed, "%Y-%m-%d").replace(tzinfo=dt.UTC).date()
        except ValueError as exc:
            message = f'"{typed}" is no day of the calendar; write it as YYYY-MM-DD, such as 2027-03-01'
            raise typer.BadParameter(message) from exc

    return typer.Option(*names, parser=read, metavar="YYYY-MM-DD", help=purpose)


def named(typed: str) -> str:
    """Return what was typed for a name; a blank, as of a variable of the shell that is not set, names nothing."""
    if not typed.strip():
        raise typer.BadParameter(f'"{typed}" names nothing; write what it is to name')
    return typed


def named_path(typed: str | Path) -> Path:
    """Return what was typed for a path, with a name to call it by; a blank would be the working folder."""
    path = Path(named(str(typed)))
    return path if path.name else path.absolute()
