"""`abandon`: a match will not be finished."""

import click

from cli.arguments import by_option, json_option, match_named, public_option, reason_option, recorder
from cli.errors import sentences_for_errors
from cli.printing.json import print_json
from cli.printing.terminal import echo


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
    from domain.records.judging import abandoned
    from domain.records.officials import status_of

    with recorder() as store:
        found = match_named(store, match)
        found = store.record(abandoned(found, reason, store.stamp(), public=public, by=by))
    if as_json:
        where = {"match": str(found.id), "game": found.game.id, "event": found.version}
        print_json(where | {"status": status_of(found)})
    else:
        echo("This match will not be finished, unless `ludograph reopen` opens it again.")
