"""`teamlandkarte calibrate`: fit what similarities of the configured model mean, from labelled pairs of names."""

from pathlib import Path
from typing import Annotated

import typer

from teamlandkarte.cli.options import named_path
from teamlandkarte.cli.progress import shown
from teamlandkarte.cli.screen import screen
from teamlandkarte.index.config import Config
from teamlandkarte.index.counting import counted

_OUTPUT = Path("calibration.json")


def calibrate(
    context: typer.Context,
    file: Annotated[
        Path, typer.Argument(parser=named_path, metavar="FILE.csv", help="Pairs of names: text,term,same (yes or no)")
    ],
    output: Annotated[Path, typer.Option(parser=named_path, metavar="FILE", help="The calibration to write")] = _OUTPUT,
) -> None:
    """Fit a calibration for the configured embedding model and write it to a file for [embedding] calibration."""
    from rich.table import Table

    from teamlandkarte.etl.calibrating import calibrate as fit
    from teamlandkarte.etl.calibrating import read_pairs
    from teamlandkarte.etl.embedders import open_embedder
    from teamlandkarte.etl.own_calibration import refuse_other_files, write_calibration

    config: Config = context.obj.read()
    refuse_other_files(output)  # before the model is asked, which takes its time and may cost money
    pairs = read_pairs(file)
    with shown() as progress:
        found = fit(pairs, open_embedder(config), progress)
    write_calibration(found.calibration, output)
    table = Table("similarity shown", "pairs", "share that is the same", box=None)
    for one in found.reliability.bins:
        table.add_row(f"{one.shown:.2f}", str(one.pairs), f"{one.same:.2f}")
    screen().print(table)
    model, error = found.calibration.model, found.reliability.error
    typer.echo(f"Expected calibration error {error:.3f} over {counted(found.pairs, 'pair')} of {model}.")
    typer.echo(f"Written: {output}. Name it in [embedding] calibration and refresh.")
