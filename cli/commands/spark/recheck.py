"""`spark recheck`: every match of a lake decided again, under today's rules or with other options."""

import click

from ludograph.cli.errors import sentences_for_errors
from ludograph.cli.experiments.recheck_options import RecheckOptions, recheck_options, tell_recheck, tried_rules
from ludograph.cli.sql.spark_options import Spark, session_of, spark_options


@click.command("recheck")
@spark_options
@recheck_options
@sentences_for_errors
def command(asked: RecheckOptions, spark: Spark) -> None:
    """Decides every match of a LAKE again on Spark's workers, and tells what becomes of how many, and of the first.

    Without -o and --rules it is what `ludograph verify` does: the chain of digests, and each action under today's
    rules. With -o the entries of each match are decided as if it had been started with these options, with --rules by
    what a file changes in the rules of a game. Each match is the same, goes otherwise, is refused, for an action was
    not legal then, or is not checked, for it cannot be read or the file fails in it. It ends with 1 where a match is
    not what was recorded or was not checked; what options and rules would change or refuse is no fault.
    `ludograph recheck` does it without Spark.
    """
    from ludograph.analytics.spark.match_recheck import Decider
    from ludograph.analytics.spark.recheck import recheck

    tried = tried_rules(asked)
    with session_of(spark) as session:
        found = recheck(session, spark.lake, Decider(tried.options, tried.in_force), tried.games, asked.told)
    tell_recheck(found, tried, as_json=asked.as_json)
