"""`tournament exchange`: two players sat in each other's seats."""

import click

from ludograph.cli.arguments import by_option, json_option, some_words
from ludograph.cli.errors import sentences_for_errors
from ludograph.cli.numbers import Whole
from ludograph.cli.printing.json import print_json
from ludograph.cli.printing.terminal import paragraph
from ludograph.cli.tournaments.arguments import tournament_argument, tournament_service
from ludograph.domain.kernel.sentences import listed
from ludograph.replay.shapes.tournaments import exchanged_json


@click.command("exchange")
@tournament_argument
@click.argument("number", metavar="ROUND", type=Whole(min=1))
@click.argument("player")
@click.argument("other")
@click.option("--reason", metavar="TEXT", callback=some_words, help="Why, if it is to be known.")
@by_option
@json_option
@sentences_for_errors
def command(tournament: str, number: int, player: str, other: str, reason: str | None, by: str, as_json: bool) -> None:
    """Says that PLAYER and OTHER sat in each other's seats in a ROUND of a TOURNAMENT, at any time; or that one sat out
    for the other.

    What came of a seat is then that of whoever sat there: results from paper and recorded matches change their names
    with it, and who had agreed to a result is asked again. `undo` takes it back, in the matches too.
    """
    from ludograph.domain.tournaments.rounds.seat_exchange import seats_exchanged

    with tournament_service() as service:
        done = seats_exchanged(service, service.find(tournament), number, player, other, reason or "", by)
        found = service.record(done.tournament, *done.matches)
        results = service.tables(found).results
    if as_json:
        print_json(exchanged_json(found, results))
        return
    for at, result in enumerate(results[number - 1], start=1):
        if {done.tournament.named(player), done.tournament.named(other)} & set(result.players):
            paragraph(f"Round {number}, table {at}: {listed(result.players)}.")
    if done.matches:
        called = [f"match {match.start.source or match.id}" for match in done.matches]
        paragraph(f"Corrected with it: {listed(called)}.")
