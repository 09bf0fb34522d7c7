"""`tables`: what a query can ask, from all games to a single column."""

import click

from cli.arguments import json_option
from cli.errors import sentences_for_errors
from cli.sql.listing import print_tables
from cli.sql.opening import Asked, open_archive, reading_options


@click.command()
@click.argument("name", required=False)
@reading_options
@json_option
@sentences_for_errors
def command(name: str | None, asked: Asked, as_json: bool) -> None:
    """Lists the tables and views that `query` can ask, with how many rows the tables have; or tells about one.

    NAME is a table or view (`steps`, `sun_bid.bid`), or a game for all that are about it.
    """
    with open_archive(asked) as found:
        print_tables(found.connection, name, as_json)
