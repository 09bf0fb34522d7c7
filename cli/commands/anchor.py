"""`anchor`: one digest of the whole store, to be kept where nobody who can write to the store can reach it."""

from pathlib import Path

import click
from msgspec import to_builtins

from ludograph.cli.arguments import json_option, recorder
from ludograph.cli.errors import sentences_for_errors
from ludograph.cli.printing.anchor_text import what_stood
from ludograph.cli.printing.files import saving
from ludograph.cli.printing.json import print_json
from ludograph.cli.printing.terminal import echo, print_data, say


@click.command()
@click.option("-o", "--output", metavar="FILE", help="Writes it into FILE too, with where each match stood.")
@json_option
@sentences_for_errors
def command(output: str | None, as_json: bool) -> None:
    """Prints one digest of everything that is recorded, as EVENTS:DIGEST: an anchor.

    Keep it away from the store: on paper, in a mail, on another machine. `verify --anchor` finds whether anything that
    stood then is missing or altered, however much was recorded since; with a FILE it says which match. It tells nothing
    secret.
    """
    from ludograph.domain.verify.anchor import current_anchor
    from ludograph.domain.verify.anchor_file import anchor_line

    with recorder() as store:
        found, stood = current_anchor(store)
    line = anchor_line(found, stood)
    if output == "-":
        print_data(line.decode(), end="")
        return
    if output is not None:
        with saving(Path(output)) as file:
            file.write(line)
    if as_json:
        print_json(to_builtins(found))
        return
    echo(found.short)
    say(f"{what_stood(found)}.")
    if output is not None:
        say(f"Wrote {output}.")
