"""`tournament undo`: takes the newest decision back."""

import click

from cli.arguments import by_option, json_option, reason_option
from cli.errors import sentences_for_errors
from cli.organising.reading import office, tournament_argument
from cli.printing.json import print_json
from cli.printing.terminal import paragraph
from replay.shapes.tournament import taken_back_json


@click.command("undo")
@tournament_argument
@reason_option
@by_option
@json_option
@sentences_for_errors
def command(tournament: str, reason: str, by: str, as_json: bool) -> None:
    """Takes the newest decision about a TOURNAMENT back, as an event: it stays readable in `history`.

    Matches that it started are abandoned with it. What was entered before goes next, if you say `undo` again.
    """
    from domain.tournaments.playing import taken_back
    from domain.tournaments.telling import told

    with office() as desk:
        found = desk.find(tournament)
        gone = found.last
        changed, matches = taken_back(desk, found, reason, by)
        found = desk.record(changed, *matches)
    if as_json:
        print_json(taken_back_json(found, [str(match.id) for match in matches]))
        return
    paragraph(f"Taken back: {told(gone)}")
    if matches:
        paragraph("Its matches are abandoned.")
