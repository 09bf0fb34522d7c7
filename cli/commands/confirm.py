"""`confirm`: somebody agrees to the result of a match."""

from typing import TYPE_CHECKING

import click

from ludograph.cli.arguments import by_option, json_option, match_named, observer_named, recorder
from ludograph.cli.errors import Failure, sentences_for_errors
from ludograph.cli.printing.json import print_json
from ludograph.cli.printing.terminal import echo

if TYPE_CHECKING:
    from ludograph.domain.match.aggregate import Match


@click.command()
@click.argument("match")
@click.option("--as", "who", required=True, metavar="PLAYER|judge", help="Who agrees: a player, or the judge.")
@by_option
@json_option
@sentences_for_errors
def command(match: str, who: str, by: str, as_json: bool) -> None:
    """Records that a player, or the judge, agrees to the result of a MATCH that is over.

    A later correction or takeback makes that void, and `result` says so; one of names alone does not.
    """
    from ludograph.domain.kernel.game import TABLE
    from ludograph.domain.match.official_decisions import confirmed

    with recorder() as store:
        found = match_named(store, match)
        seat = observer_named(found, who)
        if seat == TABLE:
            raise Failure("The table cannot agree to a result: --as takes a player or judge.")
        found = store.record(confirmed(found, seat, store.stamp(), by))
    _report(found, as_json)


def _report(match: "Match", as_json: bool) -> None:
    """Who agrees now, and who has not yet."""
    from ludograph.domain.kernel.sentences import listed
    from ludograph.domain.match.final_result import JUDGE_NAME, in_force

    agreed = [one.name for one in in_force(match)]
    if as_json:
        print_json({"match": str(match.id), "game": match.game.id, "event": match.version, "confirmed": agreed})
        return
    missing = [name for name in (*match.players, JUDGE_NAME) if name not in agreed]
    still = f" Not yet: {listed(missing)}." if missing else ""
    echo(f"Agreed to the result: {listed(agreed)}.{still}")
