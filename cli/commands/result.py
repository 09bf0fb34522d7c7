"""`result`: scores and winners, once a match is over."""

import click

from cli.arguments import json_option, match_named, recorder
from cli.errors import sentences_for_errors
from cli.printing.json import print_json, result_json
from cli.printing.standing import print_result


@click.command()
@click.argument("match")
@json_option
@sentences_for_errors
def command(match: str, as_json: bool) -> None:
    """Prints the scores and winners of a MATCH; before its end, who is to act."""
    with recorder() as store:
        found = match_named(store, match)
    if as_json:
        print_json(result_json(found))
    else:
        print_result(found)
