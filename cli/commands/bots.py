"""`bots`: which bots there are, for `simulate --bots`."""

import click

from ludograph.cli.arguments import json_option
from ludograph.cli.errors import sentences_for_errors
from ludograph.cli.printing.json import print_json
from ludograph.cli.printing.terminal import paragraph
from ludograph.domain.bots.roster import KINDS


@click.command()
@json_option
@sentences_for_errors
def command(as_json: bool) -> None:
    """Lists the bots that can sit at a table: they know no game, and each is told what its seat knows and no more."""
    size = max(len(kind.name) for kind in KINDS) + 2
    for kind in KINDS:
        if as_json:
            print_json({"bot": kind.name, "about": kind.about})
        else:
            paragraph(kind.about, first=f"{kind.name:{size}}")
