"""`recheck`: matches decided again, under today's rules or with other options."""

import click

from ludograph.cli.arguments import recorder
from ludograph.cli.errors import Failure, sentences_for_errors
from ludograph.cli.experiments.recheck_options import RecheckOptions, recheck_options, tell_recheck, tried_rules
from ludograph.cli.numbers import Whole
from ludograph.cli.printing.terminal import progress


@click.command("recheck")
@click.argument("matches", nargs=-1, metavar="[MATCH]...")
@click.option("--all", "every", is_flag=True, help="Every match, as without MATCH.")
@click.option("--forks", is_flag=True, help="Forks too, where no match is named.")
@click.option("--jobs", type=Whole(1, 64), default=1, show_default=True, help="How many processes decide.")
@recheck_options
@sentences_for_errors
def command(matches: tuple[str, ...], every: bool, forks: bool, jobs: int, asked: RecheckOptions) -> None:
    """Decides matches again: what would have become of them with other options, or becomes of them today.

    With -o the entries of each match are decided as if it had been started with these options, with --rules by what a
    file changes in the rules of a game. Each match is the same, goes otherwise from a step on, with which result, is
    refused at a step, for an action was not legal then, or is not checked, for this program cannot read it or the file
    fails in it. Without either it is the check of digests and actions that `ludograph verify` makes. Nothing is
    changed. It ends with 1 where a match is not what was recorded or was not checked; what options and rules would
    change or refuse is no fault.

    \b
    ludograph recheck --game sun-bid -o equal_pawns=true --jobs 2
    ludograph recheck --rules fewer-points.py
    """
    from ludograph.domain.verify.rechecker import Rechecker
    from ludograph.domain.verify.store_recheck import recheck_heads, recheck_store

    if matches and every:
        raise click.UsageError("Name matches or write --all, not both.")
    tried = tried_rules(asked)
    with recorder() as store:
        heads = recheck_heads(store, [store.find(name) for name in matches], tried.games, forks=forks)
        if matches and not heads:
            what = "has the options that are named" if asked.options else "is of the games that are meant"
            raise Failure(f"No match that is named {what}.")
        with progress("Deciding", len(heads)) as bar:
            found = recheck_store(store, heads, Rechecker(tried.options, tried.in_force), asked.told, jobs, bar)
    tell_recheck(found, tried, as_json=asked.as_json)
