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
    """Lists every decision about a TOURNAMENT in the order in which they were made.

    x marks what was taken back, and r a seating in the place of which another stands: both say by which event.
    """
    from domain.tournaments.story import story
    from domain.tournaments.telling import entered_by

    with office() as desk:
        found = desk.find(tournament)
    if as_json:
        for line in history_json(found):
            print_json(line)
        return
    for event, text, taken_back, replaced in story(found.history):
        mark = "x" if taken_back else "r" if replaced else " "
        when = f"{event.recorded_at:%Y-%m-%d %H:%M}"
        paragraph(f"{text}{entered_by(event)}", first=f"{mark}{event.originator_version:>4}  {when}  ")
