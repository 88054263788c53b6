"""The command `teamlandkarte`: reads the configuration, runs one subcommand, turns errors into exit codes.

Exit codes: 0 done, 1 failed (what was there before is untouched), 2 wrong configuration or usage; for more see
`exit_codes`.
"""

import logging
import sys
from pathlib import Path
from typing import Annotated

import typer

from teamlandkarte.cli import (
    calibrate,
    difference,
    directory,
    doctor,
    erase,
    history,
    match,
    refresh,
    sample,
    schedule,
    serve,
    status,
    versions,
)
from teamlandkarte.cli.exit_codes import FAILED, INTERRUPTED, REFRESH_CODES, SCHEDULE_CODES, exit_code
from teamlandkarte.cli.screen import let_errors_go, let_output_go, open_streams, say
from teamlandkarte.index.config import Config
from teamlandkarte.index.config_file import read_config
from teamlandkarte.index.errors import ConfigError, TeamlandkarteError
from teamlandkarte.index.interruption import interruptible

app = typer.Typer(
    name="teamlandkarte",
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
        Path | None, typer.Option("--config", help="The configuration file (else TEAMLANDKARTE_CONFIG, ./config.toml)")
    ] = None,
    *,
    _version: Annotated[
        bool, typer.Option("--version", callback=_show_version, is_eager=True, help="Show the version")
    ] = False,
) -> None:
    context.obj = Settings(config)


app.command("refresh", epilog=REFRESH_CODES)(refresh.refresh)
app.command("schedule", epilog=SCHEDULE_CODES)(schedule.schedule)
app.command("serve")(serve.serve)
app.command("match")(match.match)
app.command("erase")(erase.erase)
app.command("status")(status.status)
app.command("history")(history.history)
app.command("diff")(difference.diff)
app.command("verify")(versions.verify)
app.command("rollback")(versions.rollback)
app.command("pin")(versions.pin)
app.command("unpin")(versions.unpin)
app.command("prune")(versions.prune)
app.add_typer(directory.app, name="directory")
app.command("doctor")(doctor.doctor)
app.command("calibrate")(calibrate.calibrate)
app.command("sample")(sample.sample)


def main() -> None:
    """Run the command line; the one place where errors become exit codes."""
    open_streams()
    logging.basicConfig(level=logging.WARNING, format="%(levelname)s %(name)s: %(message)s", stream=sys.stderr)
    try:
        with interruptible():
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
