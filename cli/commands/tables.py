"""`tables`: what a query can ask, from all games to a single column."""

import click

from ludograph.cli.arguments import json_option
from ludograph.cli.errors import sentences_for_errors
from ludograph.cli.sql.archive_options import ArchiveOptions, open_archive, reading_options
from ludograph.cli.sql.listing import print_tables


@click.command()
@click.argument("name", required=False)
@click.option("--all", "every", is_flag=True, help="Lists those of all games, and what was superseded, too.")
@reading_options
@json_option
@sentences_for_errors
def command(name: str | None, every: bool, asked: ArchiveOptions, as_json: bool) -> None:
    """Lists the tables and views that `query` can ask, tells about one, or finds those with a word in them.

    NAME is a table or view (`steps`, `sun_bid.bid`), a game for all that are about it, or any word: then it lists what
    has it in a name, a column, or in what that holds (`bid`). Without NAME it lists those about all games.
    """
    with open_archive(asked) as found:
        print_tables(found.connection, name, as_json, every)
