"""`reopen`: an abandoned match goes on."""

from functools import partial
from typing import TYPE_CHECKING

import click

from ludograph.cli.arguments import by_option, command_line, json_option, public_option, reason_option
from ludograph.cli.commands.abandon import record_status
from ludograph.cli.errors import sentences_for_errors

if TYPE_CHECKING:
    from ludograph.domain.match.aggregate import Match


@click.command()
@click.argument("match")
@reason_option
@public_option
@by_option
@json_option
@sentences_for_errors
def command(match: str, reason: str, public: bool, by: str, as_json: bool) -> None:
    """Opens a MATCH again that was abandoned: it goes on where it stood.

    Not where a result was entered in its place that counts: `tournament undo` takes that back first.
    """
    from ludograph.domain.tournaments.scores.entered_results import reopened_match

    decide = partial(reopened_match, reason=reason, public=public, by=by)
    record_status(match, decide, _goes_on, as_json=as_json)


def _goes_on(match: "Match") -> str:
    again = command_line("play", match.start.source or str(match.id))
    return f"This match goes on after step {len(match.steps)}: `{again}` records it."
