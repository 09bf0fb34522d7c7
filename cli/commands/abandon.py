"""`abandon`: a match will not be finished."""

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
    """Records that a MATCH will not be finished, so that it no longer counts as running. Nothing is deleted.

    It may still be read, remarked on and corrected; `reopen` makes it go on.
    """
    from ludograph.domain.match.final_result import status_of
    from ludograph.domain.match.official_decisions import abandoned

    with recorder() as store:
        found = match_named(store, match)
        found = store.record(abandoned(found, reason, store.stamp(), public=public, by=by))
    if as_json:
        where = {"match": str(found.id), "game": found.game.id, "event": found.version}
        print_json(where | {"status": status_of(found)})
    else:
        echo("This match will not be finished, unless `ludograph reopen` opens it again.")
