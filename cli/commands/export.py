"""`export`: writes a match as a match file, whole or as far as an observer knows it."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from cli.arguments import match_named, observer_named, recorder
from cli.errors import sentences_for_errors
from cli.printing.files import saving
from cli.printing.terminal import put, say
from domain.notation.values import json_text

if TYPE_CHECKING:
    from domain.records.match import Match


@click.command()
@click.argument("match")
@click.option(
    "--as",
    "observer",
    default="judge",
    metavar="OBSERVER",
    help="As far as somebody knows it: a player's name, a seat number, `table`, or `judge` (the default) for all.",
)
@click.option("--format", "form", type=click.Choice(["jsonl", "text"]), default="jsonl", help="JSON Lines or text.")
@click.option("-o", "--output", default="-", metavar="FILE", help="Where to; - is standard output, the default.")
@sentences_for_errors
def command(match: str, observer: str, form: str, output: str) -> None:
    """Writes a MATCH as a match file: all that was recorded, or what an observer knows of it."""
    with recorder() as store:
        found = match_named(store, match)
    lines = written(found, observer_named(found, observer), form)
    if output == "-":
        for line in lines:
            put(line)
    else:
        with saving(Path(output)) as file:
            file.writelines(f"{line}\n".encode() for line in lines)
        say(f"Wrote {output}.")


def written(match: "Match", observer: int, form: str) -> Iterator[str]:
    """The lines of the match file."""
    from domain.records.exporting import as_text, exported

    lines = exported(match, observer)
    return as_text(match, lines) if form == "text" else (json_text(line) for line in lines)
