"""`result`: who has won, with what and why, once a match is over, and what officials said of it."""

import click

from ludograph.cli.arguments import (
    as_of_option,
    command_line,
    json_option,
    match_of,
    observer_named,
    observer_option,
    recorder,
    table_argument,
)
from ludograph.cli.errors import sentences_for_errors
from ludograph.cli.printing.json import print_json
from ludograph.cli.printing.judging import is_judged
from ludograph.cli.printing.result_text import print_result
from ludograph.cli.printing.terminal import say_command
from ludograph.domain.match.final_result import status_of
from ludograph.replay.shapes.matches import result_json


@click.command()
@click.argument("match")
@table_argument
@observer_option
@as_of_option
@json_option
@sentences_for_errors
def command(match: str, table: tuple[str, ...], observer: str, as_of: str | None, as_json: bool) -> None:
    """Prints how a MATCH ended: the ranking with all rulings, why somebody has won, how the scores came about,
    who agreed to it, and the rulings; before its end, who is to act. Where nothing is judged yet it says how to.

    A table of a tournament is named by the tournament, a ROUND and a TABLE, instead of a match.
    An observer matters only for the words of private rulings, which only the judge may read.
    """
    with recorder() as store:
        found = match_of(store, match, table, as_of)
    seat = observer_named(found, observer)
    if as_json:
        print_json(result_json(found, seat))
        return
    print_result(found, seat)
    if as_of is None and status_of(found) == "over" and not is_judged(found):
        judge = command_line("judge", match, *table)
        say_command("What luck and play did, and where somebody erred:", judge)
