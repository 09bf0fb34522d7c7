"""`confirm`: somebody agrees to the result of a match, or does not any more."""

from typing import TYPE_CHECKING

import click

from ludograph.cli.arguments import (
    by_option,
    json_option,
    match_of,
    observer_named,
    public_option,
    recorder,
    some_words,
    table_argument,
)
from ludograph.cli.errors import Failure, sentences_for_errors
from ludograph.cli.printing.json import print_json
from ludograph.cli.printing.terminal import echo, paragraph

if TYPE_CHECKING:
    from ludograph.domain.match.aggregate import Match


@click.command()
@click.argument("match")
@table_argument
@click.option("--as", "who", required=True, metavar="PLAYER|judge", help="Who agrees: a player, or the judge.")
@click.option("--withdraw", is_flag=True, help="They agree no more: what they agreed to before is taken back.")
@click.option("--reason", metavar="TEXT", callback=some_words, help="With --withdraw: why; the judge can read it.")
@public_option
@by_option
@json_option
@sentences_for_errors
def command(
    match: str,
    table: tuple[str, ...],
    who: str,
    withdraw: bool,
    reason: str | None,
    public: bool,
    by: str,
    as_json: bool,
) -> None:
    """Records that a player, or the judge, agrees to the final scores of a MATCH that is over, which it prints.

    A later correction or takeback makes that void, and so does a ruling that changes the result; `result` says so. It
    stands again where a match that was corrected ends as it did then, as after `undo` and `redo`. Whoever agreed may
    take it back with --withdraw, as long as it holds. A table of a tournament is named by the tournament, a ROUND and
    a TABLE, instead of a match.
    """
    from ludograph.domain.kernel.game import TABLE
    from ludograph.domain.match.official_decisions import confirmed, unconfirmed

    if (reason or public) and not withdraw:
        raise click.UsageError("--reason and --public go with --withdraw: no reason is needed to agree.")
    with recorder() as store:
        found = match_of(store, match, table, None)
        seat = observer_named(found, who)
        if seat == TABLE:
            raise Failure("The table cannot agree to a result: --as takes a player or judge.")
        if withdraw:
            found = unconfirmed(found, seat, reason or "", store.stamp(), public=public, by=by)
        else:
            found = confirmed(found, seat, store.stamp(), by)
        found = store.record(found)
    _report(found, as_json)


def _report(match: "Match", as_json: bool) -> None:
    """The final scores, who agrees to them now, and who has not yet."""
    from ludograph.domain.kernel.sentences import listed
    from ludograph.domain.match.final_result import JUDGE_NAME, final_of, in_force
    from ludograph.replay.sentences.ending import final_ranking
    from ludograph.replay.shapes.officials import final_json

    agreed = [one.name for one in in_force(match)]
    if as_json:
        about = {"match": str(match.id), "game": match.game.id, "event": match.version}
        print_json(about | {"confirmed": agreed, "final": final_json(final_of(match), match.players)})
        return
    missing = [name for name in (*match.players, JUDGE_NAME) if name not in agreed]
    still = f" Not yet: {listed(missing)}." if missing else ""
    paragraph(f"Final scores: {final_ranking(match)}.")
    echo(f"Agreed to the result: {listed(agreed, 'nobody')}.{still}")
