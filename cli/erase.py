"""`teamlandkarte erase`: somebody leaves the dataset at once and does not come back with the next refresh."""

import datetime as dt
from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, get_args

import typer

from teamlandkarte.cli.exit_codes import exit_code
from teamlandkarte.cli.run import failure, prepare
from teamlandkarte.cli.screen import answering, print_json, say, screen
from teamlandkarte.index.config import Config, Storage
from teamlandkarte.index.counting import counted
from teamlandkarte.index.erasure import ErasureList, Named
from teamlandkarte.index.erasure_record import Kind
from teamlandkarte.index.errors import DatasetError, TeamlandkarteError
from teamlandkarte.index.text import clean
from teamlandkarte.index.versions import DatasetVersions

if TYPE_CHECKING:
    from teamlandkarte.etl.erasure import Erasure, Mention
    from teamlandkarte.etl.named_people import Employee, Person

_SHOWN_MENTIONS = 50


def erase(  # noqa: PLR0913 -- one parameter per option
    context: typer.Context,
    *,
    capacity: Annotated[list[str] | None, typer.Option(metavar="ID", help="A capacity to erase; repeatable")] = None,
    owner: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME", help="Somebody to erase: every capacity, and the directory's entry; repeatable"),
    ] = None,
    employee: Annotated[
        list[str] | None, typer.Option(metavar="KEY", help="An entry of the employee directory to erase; repeatable")
    ] = None,
    also_if_absent: Annotated[
        bool, typer.Option("--also-if-absent", help="Keep out what is not in the dataset, but may come")
    ] = False,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask")] = False,
    listed: Annotated[bool, typer.Option("--list", help="Show when and how many were erased; nobody is named")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print one line of JSON, without names; needs --yes")] = False,
) -> None:
    """Publish a dataset version without these people, at once; the next refreshes leave them out, too."""
    config: Config = context.obj.read()
    if listed:
        _show_list(config.storage, as_json=as_json)
        return
    named = Named(tuple(capacity or ()), tuple(owner or ()), tuple(employee or ()))
    _check_words(named, yes=yes, as_json=as_json)
    try:
        done = _confirmed(config, named, also_if_absent=also_if_absent, yes=yes)
    except TeamlandkarteError as error:
        if not as_json:
            raise
        with answering():
            print_json(failure(error))
        raise typer.Exit(exit_code(error)) from error
    except KeyboardInterrupt as stopped:
        if stopped.args:
            say(f"Interrupted: {stopped}.")
        raise
    with answering():
        _show(done, config.storage, as_json=as_json)


def _check_words(named: Named, *, yes: bool, as_json: bool) -> None:
    words = (*named.capacity_ids, *named.owners, *named.profile_keys)
    options = "--capacity ID, --owner NAME or --employee KEY"
    if not words:
        raise typer.BadParameter("name whom to erase", param_hint=options)
    if not all(map(clean, words)):
        raise typer.BadParameter("a blank names nobody", param_hint=options)
    if as_json and not yes:
        raise typer.BadParameter("with --json nobody can be asked; add --yes", param_hint="--json")


def _confirmed(config: Config, named: Named, *, also_if_absent: bool, yes: bool) -> "Erasure":
    """Show who is meant, ask, and erase them."""
    from teamlandkarte.cli.progress import shown
    from teamlandkarte.etl.erasure import erase as erase_run
    from teamlandkarte.etl.named_people import people_named, require_known
    from teamlandkarte.index.versions import utc_now

    if not yes:
        try:
            current = DatasetVersions(config.storage).predecessor()
        except DatasetError:
            current = None
        if current and not also_if_absent:
            require_known(current, named)
        people, employees = people_named(current, named)
        _show_people(people, employees)
        typer.confirm(f"Erase {_whom(len(people), len(employees))}? This cannot be undone", abort=True)
    prepare()
    with shown() as progress:
        return erase_run(config, named, also_if_absent=also_if_absent, clock=utc_now, progress=progress)


def _show_people(people: "Sequence[Person]", employees: "Sequence[Employee]") -> None:
    from rich.table import Table

    from teamlandkarte.server.capacities import role_and_level

    table = Table("ID", "owner", "role (level)", box=None)
    for person in people:
        table.add_row(person.capacity_id, person.owner, role_and_level(person.role, person.role_level))
    for one in employees:
        table.add_row(one.profile_key, one.full_name, "in the employee directory")
    screen().print(table)


def _facts(done: "Erasure", storage: Storage) -> dict[str, object]:
    return {
        **done.run.model_dump(mode="json"),
        "erased": done.people,
        "erased_employees": done.employees,
        "withdrawn": done.withdrawn,
        "deleted_by": _deadline(done.run.started_at, storage).isoformat() if done.withdrawn else None,
        "still_named": [
            {"table": mention.table, "key": mention.key, "column": mention.column} for mention in done.mentions
        ],
    }


def _show(done: "Erasure", storage: Storage, *, as_json: bool) -> None:
    if as_json:
        print_json(_facts(done, storage))
        return
    if done.run.status == "succeeded":
        typer.echo(
            f"Erased {_whom(done.people, done.employees)}: dataset version {done.run.dataset_version} is current."
        )
    else:
        typer.echo("Nobody had to leave the dataset; whoever was named is kept out of the next refreshes.")
    if done.withdrawn:
        typer.echo(
            f"Withdrawn, never served again: {', '.join(done.withdrawn)}. Refreshes delete them by "
            f"{_deadline(done.run.started_at, storage).date()} at the latest."
        )
    _show_mentions(done.mentions)


def _show_mentions(mentions: "Sequence[Mention]") -> None:
    from rich.table import Table

    if not mentions:
        return
    typer.echo("The name still stands in data of others, which only the lake can correct:")
    table = Table("table", "key", "column", box=None)
    for mention in mentions[:_SHOWN_MENTIONS]:
        table.add_row(mention.table, mention.key, mention.column)
    screen().print(table)
    if len(mentions) > _SHOWN_MENTIONS:
        typer.echo(f"showing {_SHOWN_MENTIONS} of {len(mentions)}; --json shows all")


def _show_list(storage: Storage, *, as_json: bool) -> None:
    from rich.table import Table

    names = ("erased_at", "capacities", "owners", "employees")
    record = ErasureList(storage).record
    counts = Counter((entry.erased_at, entry.kind) for entry in record.entries)
    moments = sorted({entry.erased_at for entry in record.entries})
    present = set(DatasetVersions(storage).ids())
    kinds = get_args(Kind)
    rows = [(moment.isoformat(), *(counts[moment, kind] for kind in kinds)) for moment in moments]
    withdrawn = sorted(present & record.withdrawn.keys())
    if as_json:
        erasures = [dict(zip(names, row, strict=True)) for row in rows]
        print_json({"erasures": erasures, "withdrawn": withdrawn})
        return
    table = Table("erased", *names[1:], box=None)
    for row in rows:
        table.add_row(*map(str, row))
    screen().print(table)
    typer.echo(f"Withdrawn versions that are not deleted yet: {', '.join(withdrawn) or 'none'}")


def _deadline(erased_at: dt.datetime, storage: Storage) -> dt.datetime:
    return erased_at + dt.timedelta(days=storage.erasure_days)


def _whom(people: int, employees: int) -> str:
    capacities, entries = counted(people, "capacity", "capacities"), counted(employees, "entry", "entries")
    return f"{capacities} and {entries} of the directory" if employees else capacities
