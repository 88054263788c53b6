"""Where the command line draws and prints: tables as wide as the terminal or as they need to be, JSON on one line."""

import io
import json
import os
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, TextIO

import typer

if TYPE_CHECKING:
    from rich.console import Console

_PIPED_COLUMNS = 200  # a pipe has no width; tables for `grep` and logs must not be cut at 80


def open_streams() -> None:
    """Give the process the streams that its caller closed, and let no character of an answer end it."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):  # in the order of their numbers
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115, PTH123 -- until the end
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def say(line: str) -> None:
    """Print a line on standard error; where that is full, the command still ends as it would have."""
    with suppress(OSError):
        typer.echo(line, err=True)


@contextmanager
def answering() -> Iterator[None]:
    """Print what a command answers, and let it end as its work did also where nothing can be printed."""
    try:
        yield
    except OSError:
        if not let_output_go():
            raise


def let_output_go() -> bool:
    """Give up standard output, and say so, where it takes nothing (a full disk); return whether that is so."""
    try:
        sys.stdout.write("\n")  # an unbuffered stream has forgotten what it could not write, and would flush well
        sys.stdout.flush()
    except OSError as exc:
        _give_up(sys.stdout)
        say(f"Error: the output cannot be written ({exc.strerror})")
        return True
    return False


def let_errors_go() -> None:
    """Give up what standard error could not take (a full disk), since Python would make a failure of it at exit."""
    try:
        sys.stderr.flush()
    except OSError:
        _give_up(sys.stderr)


def _give_up(stream: TextIO) -> None:
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def screen(*, errors: bool = False) -> "Console":
    """Return the console for answers (standard output) or for progress (standard error).

    What is printed is data: brackets and colons in it are no markup.
    """
    from rich.console import Console

    stream = sys.stderr if errors else sys.stdout
    width = None if stream.isatty() else max(_PIPED_COLUMNS, shutil.get_terminal_size().columns)
    return Console(stderr=errors, width=width, highlight=False, markup=False, emoji=False)


def print_json(document: object) -> None:
    """Print a document as one line of JSON, in characters that standard output has."""
    in_unicode = (getattr(sys.stdout, "encoding", None) or "").lower().replace("-", "") == "utf8"
    typer.echo(json.dumps(document, ensure_ascii=not in_unicode))
