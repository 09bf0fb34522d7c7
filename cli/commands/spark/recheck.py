"""`spark recheck`: every match of a lake decided again, under today's rules or with other options."""

import click

from ludograph.cli.arguments import game_named, json_option
from ludograph.cli.errors import sentences_for_errors
from ludograph.cli.printing.recheck_text import FIRST, GAME, OPTION, ends_badly, options_by_game, print_recheck
from ludograph.cli.sql.spark_options import Spark, session_of, spark_options


@click.command("recheck")
@spark_options
@GAME
@OPTION
@FIRST
@json_option
@sentences_for_errors
def command(only: tuple[str, ...], options: tuple[str, ...], first: int, as_json: bool, spark: Spark) -> None:
    """Decides every match of a LAKE again on Spark's workers, and tells how many come out otherwise, and the first.

    Without -o it is what `ludograph verify` does: the chain of digests, and each action under today's rules. With -o
    the entries of each match are decided as if it had been started with these options. It ends with 1 where a match
    is not what was recorded; what options would change is no fault. `ludograph recheck` does it without Spark.
    """
    from ludograph.analytics.spark.match_recheck import Decider
    from ludograph.analytics.spark.recheck import recheck

    games = [game_named(name).id for name in only]
    wanted = options_by_game(games, options) if options else None
    with session_of(spark) as session:
        found = recheck(session, spark.lake, Decider(wanted), list(wanted) if wanted else games, first)
    print_recheck(found, as_json)
    if ends_badly(found, options):
        raise SystemExit(1)
