"""`tournament penalty`: takes points from a player."""

import click

from ludograph.cli.arguments import by_option, json_option, reason_option
from ludograph.cli.errors import sentences_for_errors
from ludograph.cli.numbers import Whole
from ludograph.cli.printing.json import print_json
from ludograph.cli.printing.terminal import echo
from ludograph.cli.tournaments.arguments import tournament_argument, tournament_service
from ludograph.domain.tournaments.scores.scoring import read_number
from ludograph.replay.shapes.tournaments import penalised_json


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
    from ludograph.domain.tournaments.event_sentences import penalised
    from ludograph.domain.tournaments.rounds.decisions import last_begun

    with tournament_service() as service:
        found = service.find(tournament)
        if number is None:
            number = last_begun(service.tables(found).results)
        elif number:
            found.round(number)
        worth = read_number(points)
        found = service.record(found.penalise(player, worth, reason, service.recorder.stamp(), by, round=number))
    name = found.named(player)
    if as_json:
        print_json(penalised_json(found))
    else:
        echo(f"{penalised(name, worth, number)}.")
