"""`tournament rename`: puts a player's name right, in all that was decided and in the matches."""

from typing import TYPE_CHECKING

import click

from ludograph.cli.arguments import by_option, json_option, on_terminal, some_words
from ludograph.cli.errors import Failure, sentences_for_errors
from ludograph.cli.printing.json import print_json
from ludograph.cli.printing.terminal import paragraph, say
from ludograph.cli.tournaments.arguments import tournament_argument, tournament_service
from ludograph.domain.kernel.sentences import listed
from ludograph.replay.shapes.tournaments import renamed_json

if TYPE_CHECKING:
    from ludograph.domain.match.aggregate import Match


@click.command("rename")
@tournament_argument
@click.argument("old")
@click.argument("new")
@click.option("--reason", metavar="TEXT", callback=some_words, help="Why, if it is to be known.")
@click.option("--preview", is_flag=True, help="Shows what would change, and records nothing.")
@click.option("--yes", is_flag=True, help="Does not ask. Without a terminal nothing is asked anyway.")
@by_option
@json_option
@sentences_for_errors
def command(
    tournament: str, old: str, new: str, reason: str | None, preview: bool, yes: bool, by: str, as_json: bool
) -> None:
    """Calls the player OLD of a TOURNAMENT NEW: it is the same person, in seatings, results, byes, penalties, lots and
    standings, those of earlier rounds too.

    The matches of the tournament are corrected with it; who agreed to a result still does. A match that comes later
    under the old name takes its place all the same. `undo` takes it back, in the matches too.
    """
    from ludograph.domain.tournaments.rounds.renaming import renamed, where_named

    with tournament_service() as service:
        found = service.find(tournament)
        done = renamed(service, found, old, new, reason or "", by)
        player = found.named(old)
        if not as_json:
            paragraph(f"{player} becomes {done.name}: {where_named(found, player)}.")
            if done.matches:
                paragraph(f"Corrected with it: {listed(list(map(_called, done.matches)))}.")
            for sentence in done.kept:
                say(sentence)
        if not preview:
            if on_terminal() and not (yes or as_json) and not click.confirm("Record it?"):
                raise Failure("Nothing was recorded.")
            found = service.record(done.tournament, *done.matches)
    if as_json:
        with_it = {"matches": [str(match.id) for match in done.matches], "kept": done.kept}
        print_json(renamed_json(done.tournament) | with_it | {"status": "preview" if preview else "recorded"})
    elif preview:
        paragraph("Nothing was recorded: this is a preview.")


def _called(match: "Match") -> str:
    return f"match {match.start.source or match.id}"
