"""`tournament place`: says which of several matches counts for a table."""

import click

from ludograph.cli.arguments import by_option, json_option, reason_option
from ludograph.cli.errors import sentences_for_errors
from ludograph.cli.printing.json import print_json
from ludograph.cli.printing.terminal import echo, say
from ludograph.cli.tournaments.arguments import round_argument, table_argument, tournament_argument, tournament_service
from ludograph.replay.shapes.tournaments import placed_json


@click.command("place")
@tournament_argument
@round_argument
@table_argument
@click.argument("match")
@reason_option
@click.option("--anyway", is_flag=True, help="Even where it was played with other options than the round has.")
@by_option
@json_option
@sentences_for_errors
def command(
    tournament: str, number: int, table: int, match: str, reason: str, anyway: bool, by: str, as_json: bool
) -> None:
    """Says that MATCH is what counts for a table of a TOURNAMENT, where several were recorded or a result was entered.

    A match that says itself for which tournament, round and table it is takes its place without this.
    """
    from ludograph.domain.tournaments.rounds.decisions import check_fits
    from ludograph.domain.tournaments.rounds.late_corrections import seating_after

    with tournament_service() as service:
        found = service.find(tournament)
        id = service.recorder.find(match)
        check_fits(found, service.tables(found).results, service.recorder.load(id), (number, table), anyway=anyway)
        found = service.record(found.choose((number, table), id, reason, service.recorder.stamp(), by))
        results = service.tables(found).results
        result = results[number - 1][table - 1]
    if as_json:
        print_json(placed_json(found, (number, table), result))
    else:
        echo(f"Round {number}, table {table}: match {result.name or id} counts.")
        if result.over and (stands := seating_after(found, results, number)):
            say(stands)
