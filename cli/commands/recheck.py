"""`recheck`: matches decided again, under today's rules or with other options."""

from pathlib import Path

import click

from ludograph.cli.arguments import game_named, json_option, recorder
from ludograph.cli.errors import Failure, sentences_for_errors
from ludograph.cli.experiments.variant_options import tried_rules
from ludograph.cli.numbers import Whole
from ludograph.cli.printing.recheck_text import FIRST, GAME, OPTION, RULES, ends_badly, print_recheck
from ludograph.cli.printing.terminal import progress


@click.command("recheck")
@click.argument("matches", nargs=-1, metavar="[MATCH]...")
@click.option("--all", "every", is_flag=True, help="Every match, as without MATCH.")
@GAME
@OPTION
@RULES
@click.option("--forks", is_flag=True, help="Forks too, where no match is named.")
@FIRST
@click.option("--jobs", type=Whole(1, 64), default=1, show_default=True, help="How many processes decide.")
@json_option
@sentences_for_errors
def command(
    matches: tuple[str, ...],
    every: bool,
    only: tuple[str, ...],
    options: tuple[str, ...],
    rules: Path | None,
    forks: bool,
    first: int,
    jobs: int,
    as_json: bool,
) -> None:
    """Decides matches again: what would have become of them with other options, or becomes of them today.

    With -o the entries of each match are decided as if it had been started with these options, with --rules by what a
    file changes in the rules of a game: they come to the same, go otherwise from a step on, with which result, or are
    refused at a step, for an action was not legal then. Without either it is the check of digests and actions that
    `ludograph verify` makes. Nothing is changed. It ends with 1 where a match is not what was recorded; what options
    and rules would change is no fault.

    \b
    ludograph recheck --game sun-bid -o equal_pawns=true --jobs 2
    ludograph recheck --rules fewer-points.py
    """
    from ludograph.domain.verify.rechecker import Rechecker
    from ludograph.domain.verify.store_recheck import recheck_heads, recheck_store

    if matches and every:
        raise click.UsageError("Name matches or write --all, not both.")
    games = [game_named(name).id for name in only]
    tried = tried_rules(games, options, rules)
    wanted = tried.options
    with recorder() as store:
        heads = recheck_heads(
            store, [store.find(name) for name in matches], list(wanted) if wanted else games, forks=forks
        )
        if matches and not heads:
            what = "has the options that are named" if options else "is of the games that are meant"
            raise Failure(f"No match that is named {what}.")
        with progress("Deciding", len(heads)) as bar:
            found = recheck_store(store, heads, Rechecker(wanted, tried.in_force), first, jobs, bar)
    print_recheck(found, as_json)
    if ends_badly(found, options, rules):
        raise SystemExit(1)
