"""`tournament history`: everything that was decided."""

import click

from ludograph.cli.arguments import json_option
from ludograph.cli.errors import sentences_for_errors
from ludograph.cli.printing.json import print_json
from ludograph.cli.printing.terminal import paragraph
from ludograph.cli.tournaments.arguments import tournament_argument, tournament_service
from ludograph.replay.shapes.tournaments import history_json


@click.command("history")
@tournament_argument
@json_option
@sentences_for_errors
def command(tournament: str, as_json: bool) -> None:
    """Lists every decision about a TOURNAMENT in the order in which they were made.

    x marks what was taken back, and r a seating in the place of which another stands: both say by which event.
    """
    from ludograph.domain.tournaments.event_sentences import entered_by
    from ludograph.domain.tournaments.history import story

    with tournament_service() as service:
        found = service.find(tournament)
    if as_json:
        for line in history_json(found):
            print_json(line)
        return
    for event, text, taken_back, replaced in story(found.history):
        mark = "x" if taken_back else "r" if replaced else " "
        when = f"{event.recorded_at:%Y-%m-%d %H:%M}"
        paragraph(f"{text}{entered_by(event)}", first=f"{mark}{event.originator_version:>4}  {when}  ")
