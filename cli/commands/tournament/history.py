"""`tournament history`: everything that was decided."""

import click

from cli.arguments import json_option
from cli.errors import sentences_for_errors
from cli.organising.reading import office, tournament_argument
from cli.printing.json import print_json
from cli.printing.terminal import paragraph
from replay.shapes.tournament import history_json


@click.command("history")
@tournament_argument
@json_option
@sentences_for_errors
def command(tournament: str, as_json: bool) -> None:
    """Lists every decision about a TOURNAMENT in the order in which they were made, those taken back among them."""
    from domain.tournaments.events import TakenBack
    from domain.tournaments.telling import entered_by, told

    with office() as desk:
        found = desk.find(tournament)
    gone = {event.event for event in found.history if isinstance(event, TakenBack)}
    if as_json:
        for line in history_json(found):
            print_json(line)
        return
    for event in found.history:
        mark = "x" if event.originator_version in gone else " "
        when = f"{event.recorded_at:%Y-%m-%d %H:%M}"
        paragraph(f"{told(event)}{entered_by(event)}", first=f"{mark}{event.originator_version:>4}  {when}  ")
