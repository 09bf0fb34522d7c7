"""`tournament check`: what stops the next round."""

import click

from ludograph.cli.arguments import json_option
from ludograph.cli.errors import sentences_for_errors
from ludograph.cli.printing.json import print_json
from ludograph.cli.printing.terminal import echo, paragraph
from ludograph.cli.tournaments.arguments import tournament_argument, tournament_service
from ludograph.replay.shapes.tournaments import check_json


@click.command("check")
@tournament_argument
@json_option
@sentences_for_errors
def command(tournament: str, as_json: bool) -> None:
    """Says what stops the next round of a TOURNAMENT, and of each which command mends it.

    Marked with x is what stops it: open tables, seats of players who went, what a merge left open and somebody has to
    decide. Without a mark is what is only to be known: matches without a place, several matches for one table, byes,
    scores of ??, results to which not all have agreed, the clock. Ends with status 1 while anything stops.
    """
    from ludograph.domain.tournaments.rounds.readiness import checked_tournament

    with tournament_service() as service:
        check = checked_tournament(service, service.find(tournament))
    if as_json:
        print_json(check_json(check))
    else:
        for one in check.found:
            paragraph(one.text, first=f"{'x' if one.stops else ' '} ")
            if one.do:
                echo(f"    {one.do}")
        stops = sum(one.stops for one in check.found)
        echo(
            f"Nothing stops round {check.round}: `{check.next}`."
            if check.ready
            else f"{stops} {'thing stops' if stops == 1 else 'things stop'} round {check.round}."
        )
    if not check.ready:
        raise SystemExit(1)
