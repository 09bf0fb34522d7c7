"""`tournament withdraw`: takes a player out from the next round on."""

import click

from ludograph.cli.arguments import by_option, json_option, some_words
from ludograph.cli.errors import sentences_for_errors
from ludograph.cli.printing.json import print_json
from ludograph.cli.printing.terminal import echo, say
from ludograph.cli.tournaments.arguments import tournament_argument, tournament_service
from ludograph.replay.shapes.tournaments import withdrawn_json


@click.command("withdraw")
@tournament_argument
@click.argument("player")
@click.option("--reason", metavar="TEXT", callback=some_words, help="Why, if it is to be known.")
@by_option
@json_option
@sentences_for_errors
def command(tournament: str, player: str, reason: str | None, by: str, as_json: bool) -> None:
    """Takes PLAYER out of a TOURNAMENT from the next round on. Their points stay, and `enter` brings them back.

    A match that they are in goes on; or `abandon` ends it, and `tournament result` says who forfeits.
    """
    with tournament_service() as service:
        found = service.find(tournament)
        found = service.record(found.withdraw(player, reason or "", service.recorder.stamp(), by))
        results = service.tables(found).results
    name = found.named(player)
    if as_json:
        print_json(withdrawn_json(found))
        return
    echo(f"{name} has withdrawn; {len(found.state.present)} go on.")
    for number, played in enumerate(results, start=1):
        waiting = [at for at, one in enumerate(played, start=1) if name in one.players and not one.over]
        for at in waiting:
            running = played[at - 1].stage == "running"
            say(f"{name} still sits at table {at} of round {number}: {_GOES_ON if running else _SEAT_AGAIN}")


_GOES_ON = (
    "the others play on, or `ludograph abandon ... --reason ...` ends the match and `ludograph tournament result` "
    "enters who forfeits."
)
_SEAT_AGAIN = "`ludograph tournament seat --again` seats anew the rounds in which nothing has begun."
