"""`tournament close`: ends a tournament."""

import click

from ludograph.cli.arguments import by_option, json_option
from ludograph.cli.errors import sentences_for_errors
from ludograph.cli.printing.json import print_json
from ludograph.cli.printing.terminal import say
from ludograph.cli.tournaments.arguments import tournament_argument, tournament_service
from ludograph.cli.tournaments.text import print_standings, undrawn
from ludograph.replay.shapes.tournaments import closed_json


@click.command("close")
@tournament_argument
@click.option("--anyway", is_flag=True, help="Even where a merge left something open: what stands here is final.")
@by_option
@json_option
@sentences_for_errors
def command(tournament: str, anyway: bool, by: str, as_json: bool) -> None:
    """Ends a TOURNAMENT and prints its final standings. Nothing can be entered then; matches can still be corrected.

    `undo` opens it again.
    """
    from ludograph.domain.tournaments.rounds.preconditions import check_closable
    from ludograph.domain.tournaments.scores.ranking import standings

    with tournament_service() as service:
        found = service.find(tournament)
        results = service.tables(found).results
        check_closable(found, results, anyway=anyway)
        found = service.record(found.close(service.recorder.stamp(), by))
    lines = standings(found, results)
    if as_json:
        print_json(closed_json(found, lines))
    else:
        print_standings(found, lines, len(results))
        for sentence in undrawn(found, lines):
            say(sentence)
