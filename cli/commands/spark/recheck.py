"""`spark recheck`: every match of a lake decided again, under today's rules or with other options."""

from pathlib import Path

import click

from ludograph.cli.arguments import game_named, json_option
from ludograph.cli.errors import sentences_for_errors
from ludograph.cli.experiments.variant_options import tried_rules
from ludograph.cli.printing.recheck_text import FIRST, GAME, OPTION, RULES, ends_badly, print_recheck
from ludograph.cli.sql.spark_options import Spark, session_of, spark_options


@click.command("recheck")
@spark_options
@GAME
@OPTION
@RULES
@FIRST
@json_option
@sentences_for_errors
def command(
    only: tuple[str, ...], options: tuple[str, ...], rules: Path | None, first: int, as_json: bool, spark: Spark
) -> None:
    """Decides every match of a LAKE again on Spark's workers, and tells how many come out otherwise, and the first.

    Without -o and --rules it is what `ludograph verify` does: the chain of digests, and each action under today's
    rules. With -o the entries of each match are decided as if it had been started with these options, with --rules by
    what a file changes in the rules of a game. It ends with 1 where a match is not what was recorded; what options and
    rules would change is no fault. `ludograph recheck` does it without Spark.
    """
    from ludograph.analytics.spark.match_recheck import Decider
    from ludograph.analytics.spark.recheck import recheck

    games = [game_named(name).id for name in only]
    tried = tried_rules(games, options, rules)
    wanted = tried.options
    with session_of(spark) as session:
        found = recheck(session, spark.lake, Decider(wanted, tried.in_force), list(wanted) if wanted else games, first)
    print_recheck(found, as_json)
    if ends_badly(found, options, rules):
        raise SystemExit(1)
