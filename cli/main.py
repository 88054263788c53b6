"""The command `teamlandkarte`: reads the configuration, runs one subcommand, turns errors into exit codes.

Exit codes: 0 done, 1 failed (what was there before is untouched), 2 wrong configuration or usage; for more see
`exit_codes`.
"""

import logging
import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from teamlandkarte.cli.exit_codes import CONFIGURATION, FAILED, INTERRUPTED, REFRESH_CODES, SCHEDULE_CODES, exit_code
from teamlandkarte.cli.options import named_path
from teamlandkarte.cli.screen import let_errors_go, let_output_go, open_streams, say
from teamlandkarte.index import characters
from teamlandkarte.index.config import Config
from teamlandkarte.index.config_file import read_config
from teamlandkarte.index.errors import ConfigError, TeamlandkarteError
from teamlandkarte.index.interruption import interruptible

_MODULES = {  # each holds what is named like the subcommand; in the order in which they are listed
    "refresh": "refresh",
    "schedule": "schedule",
    "serve": "serve",
    "match": "match",
    "erase": "erase",
    "status": "status",
    "history": "history",
    "diff": "difference",
    "verify": "versions",
    "rollback": "versions",
    "pin": "versions",
    "unpin": "versions",
    "prune": "versions",
    "doctor": "doctor",
    "calibrate": "calibrate",
    "sample": "sample",
    "directory": "directory",
}
_CONFIG_HELP = "The configuration file (else TEAMLANDKARTE_CONFIG, ./config.toml)"
_EPILOGS = {"refresh": REFRESH_CODES, "schedule": SCHEDULE_CODES}


class _Subcommands(Mapping[str, Any]):
    """The subcommands, each imported when it is asked for: a server waits for none of the others."""

    def __getitem__(self, name: str) -> Any:  # noqa: ANN401 -- typer does not export what it is
        found = getattr(import_module(f"teamlandkarte.cli.{_MODULES[name]}"), name)
        if not isinstance(found, typer.Typer):
            command, found = found, typer.Typer(add_completion=False, rich_markup_mode="markdown")
            found.command(name, epilog=_EPILOGS.get(name))(command)
        return typer.main.get_command(found)

    def __iter__(self) -> Iterator[str]:
        return iter(_MODULES)

    def __len__(self) -> int:
        return len(_MODULES)


class _Group(TyperGroup):
    def __init__(self, **settings: Any) -> None:  # noqa: ANN401 -- typer gives them
        super().__init__(**settings | {"commands": _Subcommands()})


app = typer.Typer(
    name="teamlandkarte",
    cls=_Group,
    help="Who can do this, and when? Staffing answers from a local snapshot of the data lake.",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode="markdown",  # with "rich" a section of the configuration, such as [storage], counts as markup
    pretty_exceptions_enable=False,
)


class Settings:
    """The configuration of this call, read when a subcommand first asks for it."""

    def __init__(self, file: Path | None) -> None:
        self._file = file

    def read(self) -> Config:
        """Return the configuration; raises ConfigError with every problem found."""
        return read_config(self._file)


def _show_version(wanted: bool) -> None:  # noqa: FBT001 -- typer calls it with the flag's value
    if wanted:
        from importlib.metadata import version

        typer.echo(f"teamlandkarte {version('teamlandkarte')}")
        raise typer.Exit


@app.callback()
def _settings(
    context: typer.Context,
    config: Annotated[
        Path | None, typer.Option("--config", parser=named_path, metavar="FILE", help=_CONFIG_HELP)
    ] = None,
    *,
    _version: Annotated[
        bool, typer.Option("--version", callback=_show_version, is_eager=True, help="Show the version")
    ] = False,
) -> None:
    context.obj = Settings(config)


def _take_paths_in_utf8() -> None:
    """Start anew in Python's UTF-8 mode where all is said to be ASCII, since libraries take paths in UTF-8 alone."""
    if sys.getfilesystemencoding() == "ascii":
        os.execv(sys.executable, [sys.executable, "-X", "utf8", *sys.orig_argv[1:]])  # noqa: S606 -- as it was called


def _require_characters(words: Sequence[str]) -> None:
    """Refuse words with bytes that are no characters here: without them they would name somebody else."""
    for word in words:
        if not characters.are_whole(word):
            say(f"Error: {word!a} is not written as UTF-8; use a UTF-8 terminal")
            sys.exit(CONFIGURATION)


def main() -> None:
    """Run the command line; the one place where errors become exit codes."""
    _take_paths_in_utf8()
    open_streams()
    logging.basicConfig(level=logging.WARNING, format="%(levelname)s %(name)s: %(message)s", stream=sys.stderr)
    try:
        with interruptible():
            _require_characters(sys.argv[1:])
            app()
    except ConfigError as error:
        say("The configuration cannot be used:")
        for problem in error.problems:
            say(f"  - {problem}")
        sys.exit(exit_code(error))
    except TeamlandkarteError as error:
        say(f"Error: {error}")
        sys.exit(exit_code(error))
    except OSError:
        if not let_output_go():
            raise
        sys.exit(FAILED)
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)
    finally:
        let_errors_go()


if __name__ == "__main__":
    main()
