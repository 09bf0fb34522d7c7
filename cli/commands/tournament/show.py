"""`tournament show`: seatings, tables and results."""

import click

from ludograph.cli.arguments import command_line, json_option
from ludograph.cli.errors import sentences_for_errors
from ludograph.cli.numbers import Whole
from ludograph.cli.printing.json import print_json
from ludograph.cli.printing.terminal import say
from ludograph.cli.tournaments.arguments import tournament_argument, tournament_service
from ludograph.cli.tournaments.text import clock_told, late_told, print_round, print_tournament
from ludograph.replay.shapes.tournaments import tournament_json


@click.command("show")
@tournament_argument
@click.option("--round", "number", type=Whole(min=1), metavar="ROUND", help="Only this round.")
@json_option
@sentences_for_errors
def command(tournament: str, number: int | None, as_json: bool) -> None:
    """Shows a TOURNAMENT: its players, and for every round who sits where and what came of it."""
    from ludograph.domain.tournaments.rounds.round_clock import late_from

    with tournament_service() as service:
        found = service.find(tournament)
        results, doubts = service.tables(found)
        late, now = late_from(service, found, results), service.recorder.stamp().now
    if number is not None:
        found.round(number)
    if as_json:
        shape = tournament_json(found, results, doubts, late)
        rounds = [one for one in shape["rounds"] if number is None or one["round"] == str(number)]
        print_json(shape | {"rounds": rounds})
        return
    if number is None:
        print_tournament(found, results)
    else:
        print_round(found, results, number)
    for at in range(number or 1, (number or len(results)) + 1):
        if (clock := found.state.clocks.get(at)) and any(not one.over for one in results[at - 1]):
            say(clock_told(clock, at, now))
        for told in late_told(late, at, now):
            say(told)
    if not found.state.players:
        say(f"Nobody is entered: `{command_line('tournament', 'enter', tournament, 'PLAYER...')}` enters players.")
    for doubt in doubts:
        say(doubt)
