"""`tournament show`: seatings, tables and results."""

import click

from ludograph.cli.arguments import json_option
from ludograph.cli.errors import sentences_for_errors
from ludograph.cli.numbers import Whole
from ludograph.cli.printing.json import print_json
from ludograph.cli.printing.terminal import say
from ludograph.cli.tournaments.arguments import tournament_argument, tournament_service
from ludograph.cli.tournaments.text import print_round, print_tournament
from ludograph.replay.shapes.tournaments import tournament_json


@click.command("show")
@tournament_argument
@click.option("--round", "number", type=Whole(min=1), metavar="ROUND", help="Only this round.")
@json_option
@sentences_for_errors
def command(tournament: str, number: int | None, as_json: bool) -> None:
    """Shows a TOURNAMENT: its players, and for every round who sits where and what came of it."""
    with tournament_service() as service:
        found = service.find(tournament)
        results, doubts = service.tables(found)
    if number is not None:
        found.round(number)
    if as_json:
        shape = tournament_json(found, results, doubts)
        rounds = [one for one in shape["rounds"] if number is None or one["round"] == str(number)]
        print_json(shape | {"rounds": rounds})
        return
    if number is None:
        print_tournament(found, results)
    else:
        print_round(found, results, number)
    for doubt in doubts:
        say(doubt)
