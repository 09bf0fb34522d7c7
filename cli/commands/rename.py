"""`rename`: puts the name of a player of one match right."""

from typing import TYPE_CHECKING

import click

from ludograph.cli.arguments import (
    by_option,
    command_line,
    json_option,
    match_named,
    on_terminal,
    recorder,
    some_words,
)
from ludograph.cli.errors import Failure, sentences_for_errors
from ludograph.cli.printing.json import print_json
from ludograph.cli.printing.terminal import paragraph
from ludograph.domain.corrections.amend import NothingToAmend, Reason, Unamendable
from ludograph.domain.corrections.rename import renamed_player

if TYPE_CHECKING:
    from ludograph.domain.match.aggregate import Match
    from ludograph.domain.store.recorder import Recorder


@click.command()
@click.argument("match")
@click.argument("old")
@click.argument("new")
@click.option("--reason", metavar="TEXT", callback=some_words, help="Why; the judge can read it.")
@click.option("--preview", is_flag=True, help="Shows what would change, and records nothing.")
@click.option("--yes", is_flag=True, help="Does not ask. Without a terminal nothing is asked anyway.")
@by_option
@json_option
@sentences_for_errors
def command(
    match: str, old: str, new: str, reason: str | None, preview: bool, yes: bool, by: str, as_json: bool
) -> None:
    """Calls the player OLD of a MATCH NEW, as a correction of its start: every seat keeps its entries, and who agreed
    to the result still does.

    `tournament rename` does it for a whole tournament. Two in each other's chairs are put right by `amend MATCH 0`.
    """
    with recorder() as store:
        found = match_named(store, match)
        _check_own(store, found, old, new)
        try:
            why = Reason(reason or f"{old} is called {new}.", by)
            changed = renamed_player(found, old, new, why, store.stamp())
        except (NothingToAmend, Unamendable) as wrong:
            raise Failure(f"{wrong} Nothing was changed.") from wrong
        if not as_json:
            paragraph(_told(found, changed))
        if not preview and changed.pending:
            if on_terminal() and not (yes or as_json) and not click.confirm("Record it?"):
                raise Failure("Nothing was recorded.")
            changed = store.record(changed)
    status = "unchanged" if changed.version == found.version else "preview" if preview else "renamed"
    if as_json:
        print_json({"match": str(found.id), "players": list(changed.players), "status": status})
    elif status == "preview":
        paragraph("Nothing was recorded: this is a preview.")


def _check_own(store: "Recorder", match: "Match", old: str, new: str) -> None:
    """Raises `Failure` where a tournament knows the player, in which other matches and seatings say the name too."""
    from ludograph.domain.tournaments.rounds.renaming import entrant_behind

    found = entrant_behind(store, match, old)
    if found is not None and found.player != new:
        again = command_line("tournament", "rename", found.tournament, found.player, new)
        raise Failure(
            f"{found.player} plays in {found.event}, to which this match belongs: `{again}` puts the name right in all "
            "of it."
        )


def _told(before: "Match", after: "Match") -> str:
    """What becomes of the names, in a sentence."""
    pairs = zip(before.players, after.players, strict=True)
    now = [f"{was} becomes {name} in seat {seat}" for seat, (was, name) in enumerate(pairs, start=1) if was != name]
    return f"{now[0]}; nothing else is another." if now else "Nothing is changed: the match says just that."
