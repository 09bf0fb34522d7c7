"""`tournament set`: changes what counts."""

from typing import TYPE_CHECKING

import click

from ludograph.cli.arguments import by_option, json_option, on_terminal, some_words
from ludograph.cli.errors import Failure, sentences_for_errors
from ludograph.cli.printing.json import print_json
from ludograph.cli.printing.terminal import echo, paragraph, say
from ludograph.cli.tournaments.arguments import tournament_argument, tournament_service
from ludograph.cli.tournaments.text import print_moves
from ludograph.replay.shapes.tournaments import settings_json

if TYPE_CHECKING:
    from ludograph.domain.tournaments.settings_preview import SettingsPreview


@click.command("set")
@tournament_argument
@click.argument("settings", nargs=-1, required=True, metavar="NAME=VALUE...")
@click.option(
    "--reason", metavar="TEXT", callback=some_words, help="Why; `history` tells it. Only --preview needs none."
)
@click.option("--preview", is_flag=True, help="Shows what would become different, and records nothing.")
@click.option("--yes", is_flag=True, help="Does not ask. Without a terminal nothing is asked anyway.")
@by_option
@json_option
@sentences_for_errors
def command(
    tournament: str, settings: tuple[str, ...], reason: str | None, preview: bool, yes: bool, by: str, as_json: bool
) -> None:
    """Changes what counts in a TOURNAMENT, as an event, and shows whose place or points become others by it.

    \b
      scoring     what a match is worth, as for `tournament new`
      tie-breaks  what parts those who are tied, with commas
      bye         the points of whoever sits out a round
      late        the points for each round that had begun before somebody was entered
      repeat      how much `seat` minds a repeated meeting, from 0 (not at all) to 1000
      allowed     what matches that start later allow: hints, shares, or nothing (see `allow`)

    All standings are worked out by the settings of today, those after earlier rounds too. `tournament undo` takes the
    change back.

    \b
    ludograph tournament set WC bye=0.5 late=0.5 --reason 'agreed by all'
    ludograph tournament set WC scoring=places=5,3,1 --preview
    """
    from ludograph.domain.tournaments.scores.settings import read_settings
    from ludograph.domain.tournaments.settings_preview import preview_settings

    if reason is None and not preview:
        raise click.UsageError("--reason TEXT is missing: say why, or only look with --preview.")
    wanted = read_settings(settings)
    with tournament_service() as service:
        before = service.find(tournament)
        after = before.change(wanted, reason or "", service.recorder.stamp(), by)
        found = preview_settings(before, after, wanted, service.tables(before).results)
        if not as_json:
            _tell(found)
        if not (preview or yes or as_json) and on_terminal() and not click.confirm("Change it?"):
            raise Failure("Nothing was recorded.")
        if not preview:
            after = service.record(after)
    if as_json:
        print_json(settings_json(after, found, "preview" if preview else "recorded"))
    else:
        echo("Nothing was recorded: this is a preview." if preview else "Recorded.")


def _tell(found: "SettingsPreview") -> None:
    """What is set and how it was, who moves, and what stays as it was seated."""
    for sentence in found.told:
        paragraph(sentence)
    if "lot" in (found.wanted.tie_breaks or ()) and not found.drawn:
        say("No lots are drawn yet, so that `lot` parts nobody: `ludograph tournament lot` draws them.")
    if found.moves:
        echo()
        print_moves(found.moves)
    if found.seated_before:
        say(
            f"Round {found.seated_before} is seated by the standings as they were: `tournament seat --again` seats it "
            "by these."
        )
