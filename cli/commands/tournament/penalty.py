"""`tournament penalty`: takes points from a player."""

import click

from cli.arguments import by_option, json_option, reason_option
from cli.errors import sentences_for_errors
from cli.numbers import Whole
from cli.organising.reading import office, tournament_argument
from cli.printing.json import print_json
from cli.printing.terminal import echo
from replay.shapes.tournament import penalised_json


@click.command("penalty", context_settings={"ignore_unknown_options": True})
@tournament_argument
@click.argument("player")
@click.argument("points")
@click.option(
    "--round",
    "number",
    type=Whole(min=0),
    metavar="ROUND",
    help="From which round on it counts; by default the last that has begun.",
)
@reason_option
@by_option
@json_option
@sentences_for_errors
def command(tournament: str, player: str, points: str, number: int | None, reason: str, by: str, as_json: bool) -> None:
    """Takes POINTS from a PLAYER of a TOURNAMENT; below zero they are given."""
    from domain.tournaments.playing import last_begun
    from domain.tournaments.scoring import read_number
    from domain.tournaments.telling import penalised

    with office() as desk:
        found = desk.find(tournament)
        if number is None:
            number = last_begun(desk.tables(found).results)
        elif number:
            found.round(number)
        worth = read_number(points)
        found = desk.record(found.penalise(player, worth, reason, desk.recorder.stamp(), by, round=number))
    name = found.named(player)
    if as_json:
        print_json(penalised_json(found))
    else:
        echo(f"{penalised(name, worth, number)}.")
