"""`tournament lot`: draws lots."""

import click

from ludograph.cli.arguments import by_option, json_option
from ludograph.cli.errors import sentences_for_errors
from ludograph.cli.printing.json import print_json
from ludograph.cli.printing.terminal import echo
from ludograph.cli.tournaments.arguments import tournament_argument, tournament_service
from ludograph.replay.shapes.tournaments import drawn_json


@click.command("lot")
@tournament_argument
@click.option("--seed", metavar="TEXT", help="Draws the same for the same text, such as dice that all have seen.")
@click.option("--again", is_flag=True, help="Draws all lots anew, where they were drawn before.")
@by_option
@json_option
@sentences_for_errors
def command(tournament: str, seed: str | None, again: bool, by: str, as_json: bool) -> None:
    """Draws lots among all players of a TOURNAMENT; the tie-break `lot` goes by the order in which they were drawn."""
    from ludograph.domain.tournaments.rounds.decisions import lots_drawn
    from ludograph.domain.tournaments.rounds.preconditions import check_undealt, check_undrawn

    with tournament_service() as service:
        found = service.find(tournament)
        check_undrawn(found, again=again)
        if seed:
            check_undealt(service, seed)
        said = seed or service.recorder.seed()
        found = service.record(found.draw_lots(lots_drawn(found, said), said, service.recorder.stamp(), by))
    if as_json:
        print_json(drawn_json(found))
        return
    for number, name in enumerate(found.state.lots, start=1):
        echo(f"{number:>3}  {name}")
