"""What `teamlandkarte refresh --plan` shows: what a refresh would change, embed and refuse."""

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

import typer

from teamlandkarte.cli.difference import show_rows
from teamlandkarte.cli.remarks import remarks
from teamlandkarte.cli.run import require_secrets
from teamlandkarte.cli.screen import print_json
from teamlandkarte.index.config import Config
from teamlandkarte.index.counting import counted

if TYPE_CHECKING:
    from teamlandkarte.etl.gates import Allowed
    from teamlandkarte.etl.plan import RefreshPlan


def show_plan(config: Config, allowed: "Allowed", *, as_json: bool) -> None:
    """Print the plan; exit 1 where the refresh would be refused."""
    from teamlandkarte.cli.progress import shown
    from teamlandkarte.etl.embedders import open_embedder
    from teamlandkarte.etl.lake import open_lake
    from teamlandkarte.etl.plan import plan

    require_secrets(config)
    with shown() as progress:
        lake = open_lake(config.database, config.credentials)
        found = plan(config, lake, open_embedder(config), allowed=allowed, progress=progress)
    if as_json:
        print_json(_document(found))
    else:
        _show(found)
    if found.refused:
        raise typer.Exit(1)


def _document(found: "RefreshPlan") -> dict[str, Any]:
    checks = [check.model_dump(mode="json") for check in found.checks]
    return asdict(found) | {"checks": checks}


def _show(found: "RefreshPlan") -> None:
    typer.echo(
        f"Compared with {f'dataset version {found.current}' if found.current else 'nothing, since none is published'}:"
    )
    if found.tables:
        show_rows(found.tables, found.counts)
    if found.unchanged:
        typer.echo("unchanged: a refresh would publish nothing")
    for model in found.to_embed:
        cost = "" if model.cost is None else f", which cost about {model.cost:.4f}"
        embedded = f"{model.missing:,} of {counted(model.terms, 'term')} to embed with {model.model}"
        typer.echo(f"{embedded}: about {counted(model.tokens, 'token')}{cost}")
    for check in found.checks:
        if not check.passed:
            typer.echo(
                f"{'would fail' if check.stops else 'let pass' if check.override else 'warning'}: {check.in_words()}"
            )
    for line in remarks(check for check in found.checks if check.passed):
        typer.echo(f"note: {line}")
    typer.echo(f"A refresh would be refused: {found.refused}" if found.refused else "A refresh would not be refused.")
