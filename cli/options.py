"""Options and arguments that several subcommands have."""

from typing import Annotated

import typer

VERSION_HELP = "A dataset version: its id, `current` or `previous`"

AsJson = Annotated[bool, typer.Option("--json", help="Print one line of JSON")]
VersionName = Annotated[str, typer.Argument(help=VERSION_HELP)]
