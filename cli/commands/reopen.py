"""`reopen`: an abandoned match goes on."""

import click

from ludograph.cli.arguments import by_option, json_option, match_named, public_option, reason_option, recorder
from ludograph.cli.errors import sentences_for_errors
from ludograph.cli.printing.json import print_json
from ludograph.cli.printing.terminal import echo


@click.command()
@click.argument("match")
@reason_option
@public_option
@by_option
@json_option
@sentences_for_errors
def command(match: str, reason: str, public: bool, by: str, as_json: bool) -> None:
    """Opens a MATCH again that was abandoned: it goes on where it stood."""
    from ludograph.domain.match.final_result import status_of
    from ludograph.domain.match.official_decisions import reopened

    with recorder() as store:
        found = match_named(store, match)
        found = store.record(reopened(found, reason, store.stamp(), public=public, by=by))
    if as_json:
        where = {"match": str(found.id), "game": found.game.id, "event": found.version}
        print_json(where | {"status": status_of(found)})
    else:
        echo(f"This match goes on after step {len(found.steps)}.")
