"""Where the command line draws: tables as wide as the terminal, or as wide as they need to be when piped."""

import shutil
import sys

from rich.console import Console

PIPED_COLUMNS = 200  # a pipe has no width; tables for `grep` and logs must not be cut at 80


def screen(*, errors: bool = False) -> Console:
    """Return the console for answers (standard output) or for progress (standard error)."""
    stream = sys.stderr if errors else sys.stdout
    width = None if stream.isatty() else max(PIPED_COLUMNS, shutil.get_terminal_size().columns)
    return Console(stderr=errors, width=width, highlight=False)
