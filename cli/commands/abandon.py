"""`abandon`: a match will not be finished. `reopen` records and prints through it too."""

from collections.abc import Callable
from typing import TYPE_CHECKING

import click

from ludograph.cli.arguments import (
    by_option,
    command_line,
    json_option,
    match_named,
    public_option,
    reason_option,
    recorder,
)
from ludograph.cli.errors import sentences_for_errors
from ludograph.cli.printing.json import print_json
from ludograph.cli.printing.terminal import echo

if TYPE_CHECKING:
    from ludograph.domain.match.aggregate import Match
    from ludograph.domain.store.recorder import Recorder


@click.command()
@click.argument("match")
@reason_option
@public_option
@by_option
@json_option
@sentences_for_errors
def command(match: str, reason: str, public: bool, by: str, as_json: bool) -> None:
    """Records that a MATCH will not be finished, so that it no longer counts as running. Nothing is deleted.

    It may still be read, remarked on and corrected; `reopen` makes it go on.
    """
    from ludograph.domain.match.official_decisions import abandoned

    def decide(store: "Recorder", found: "Match") -> "Match":
        return abandoned(found, reason, store.stamp(), public=public, by=by)

    record_status(match, decide, _ended, as_json=as_json)


def _ended(match: "Match") -> str:
    again = command_line("reopen", match.start.source or str(match.id), "--reason", "TEXT")
    return f"This match will not be finished, unless `{again}` opens it again."


def record_status(
    name: str, decide: "Callable[[Recorder, Match], Match]", tell: "Callable[[Match], str]", *, as_json: bool
) -> None:
    """Records that a match of this name is abandoned or goes on, and prints that: as JSON, or as `tell` says it."""
    from ludograph.domain.match.final_result import status_of

    with recorder() as store:
        found = store.record(decide(store, match_named(store, name)))
    if as_json:
        where = {"match": str(found.id), "game": found.game.id, "event": found.version}
        print_json(where | {"status": status_of(found)})
    else:
        echo(tell(found))
