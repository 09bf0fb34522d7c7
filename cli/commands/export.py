"""`export`: writes matches as a match file, whole or as far as an observer knows them."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple
from uuid import UUID

import click

from ludograph.cli.arguments import as_of_option, check_pick, match_as_of, observer_named, picked, recorder
from ludograph.cli.errors import sentences_for_errors
from ludograph.cli.printing.files import saving
from ludograph.cli.printing.terminal import print_data, progress, say
from ludograph.domain.notation.values import json_text

if TYPE_CHECKING:
    from ludograph.domain.match.aggregate import Match
    from ludograph.domain.store.recorder import Recorder


@click.command()
@click.argument("matches", nargs=-1, metavar="[MATCH]...")
@click.option("--event", metavar="NAME", help="All matches of this tournament.")
@click.option("--all", "every", is_flag=True, help="All matches.")
@click.option(
    "--as",
    "observer",
    default="judge",
    metavar="OBSERVER",
    help="As far as somebody knows it: a player's name, a seat number, `table`, or `judge` (the default) for all.",
)
@click.option("--format", "form", type=click.Choice(["jsonl", "text"]), default="jsonl", help="JSON Lines or text.")
@click.option(
    "--version",
    type=click.Choice(["1", "2"]),
    help="Of the format; by default 1 where that says everything. 2 says who wrote a remark and who may read it.",
)
@as_of_option
@click.option("-o", "--output", default="-", metavar="FILE", help="Where to; - is standard output, the default.")
@sentences_for_errors
def command(
    matches: tuple[str, ...],
    event: str | None,
    every: bool,
    observer: str,
    form: str,
    version: str | None,
    as_of: str | None,
    output: str,
) -> None:
    """Writes matches as one match file: all that was recorded of each MATCH, or what an observer knows of it."""
    check_pick(matches, event, every)
    wanted = Form(observer, form, int(version) if version else None, as_of)
    with recorder() as store:
        ids = _dealt(store, picked(store, matches, event), wanted, named=bool(matches))
        _check(store, ids, wanted)
        lines = _written(store, ids, wanted)
        if output == "-":
            for line in lines:
                print_data(line)
            return
        with saving(Path(output)) as file:
            file.writelines(f"{line}\n".encode() for line in lines)
    say(f"Wrote {output}.")


class Form(NamedTuple):
    """For whom a match is written, and how; `version` is None for the first that says everything."""

    observer: str
    form: str
    version: int | None
    as_of: str | None


def _dealt(store: "Recorder", ids: list[UUID], wanted: Form, *, named: bool) -> list[UUID]:
    """The matches without those that await their deal, which a match file begins with; if `named`, they are refused."""
    found = []
    for id in ids:
        listed = store.listing(id)
        if listed is None or not listed.summary.awaits_deal or wanted.as_of is not None:
            found.append(id)
        elif named:
            match_as_of(store, str(id), None).check_open()
        else:
            say(f"{listed.start.source or id} is left out: its deal, which only its table knows, is awaited.")
    return found


def _check(store: "Recorder", ids: list[UUID], wanted: Form) -> None:
    """Raises `Failure` where one of several matches cannot be written, before any of them is."""
    if len(ids) > 1:
        for id in ids:
            observer_named(match_as_of(store, str(id), wanted.as_of), wanted.observer)


def _written(store: "Recorder", ids: list[UUID], wanted: Form) -> Iterator[str]:
    """The lines of the match file."""
    with progress("Exporting", len(ids)) as bar:
        for done, id in enumerate(ids):
            bar(done)
            if done and wanted.form == "text":
                yield ""
            yield from lines_of(match_as_of(store, str(id), wanted.as_of), wanted)


def lines_of(match: "Match", wanted: Form) -> Iterator[str]:
    """The lines of one match."""
    from ludograph.domain.exchange.exporter import exported, match_file_text

    lines = exported(match, observer_named(match, wanted.observer), wanted.version)
    return match_file_text(match, lines) if wanted.form == "text" else (json_text(line) for line in lines)
