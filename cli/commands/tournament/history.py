"""`tournament history`: everything that was decided."""

import click

from cli.arguments import json_option
from cli.errors import sentences_for_errors
from cli.organising.reading import office, tournament_argument
from cli.printing.json import print_json
from cli.printing.terminal import paragraph
from replay.shapes.matches import moment


@click.command("history")
@tournament_argument
@json_option
@sentences_for_errors
def command(tournament: str, as_json: bool) -> None:
    """Lists every decision about a TOURNAMENT in the order in which they were made, those taken back among them."""
    from domain.tournaments.events import TOPICS, TakenBack
    from domain.tournaments.telling import entered_by, told

    with office() as desk:
        found = desk.find(tournament)
    gone = {event.event for event in found.history if isinstance(event, TakenBack)}
    for event in found.history:
        number, superseded = event.originator_version, event.originator_version in gone
        if as_json:
            line = {"event": number, "kind": TOPICS[type(event)], "recorded_at": moment(event.recorded_at)}
            print_json(line | {"by": event.by, "text": told(event), "superseded": superseded, "digest": event.digest})
        else:
            mark = "x" if superseded else " "
            when = f"{event.recorded_at:%Y-%m-%d %H:%M}"
            paragraph(f"{told(event)}{entered_by(event)}", first=f"{mark}{number:>4}  {when}  ")
