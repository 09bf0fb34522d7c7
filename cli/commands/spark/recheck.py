"""`spark recheck`: every match of a lake decided again, under today's rules or with other options."""

from typing import TYPE_CHECKING, Any

import click

from ludograph.cli.arguments import game_named, json_option, options_of
from ludograph.cli.errors import Failure, sentences_for_errors
from ludograph.cli.numbers import Whole
from ludograph.cli.printing.json import print_json
from ludograph.cli.printing.terminal import listing, paragraph, say
from ludograph.cli.sql.spark_options import Spark, session_of, spark_options

if TYPE_CHECKING:
    from ludograph.analytics.spark.recheck import Rechecked


@click.command("recheck")
@spark_options
@click.option("--game", "only", multiple=True, metavar="GAME", help="Only matches of this game; may be repeated.")
@click.option(
    "-o",
    "--option",
    "options",
    multiple=True,
    metavar="NAME=VALUE",
    help="What would have been with this option of the game in the place of the match's own; games without it are "
    "left out.",
)
@click.option(
    "--first", type=Whole(min=0), default=10, show_default=True, help="How many differences of a game to tell."
)
@json_option
@sentences_for_errors
def command(only: tuple[str, ...], options: tuple[str, ...], first: int, as_json: bool, spark: Spark) -> None:
    """Decides every match of a LAKE again on Spark's workers, and tells how many come out otherwise, and the first.

    Without -o it is what `ludograph verify` does: the chain of digests, and each action under today's rules. With -o
    the entries of each match are decided as if it had been started with these options. It ends with 1 where a match
    is not what was recorded; what options would change is no fault.
    """
    from ludograph.analytics.spark.match_recheck import Decider
    from ludograph.analytics.spark.recheck import recheck

    games = [game_named(name).id for name in only]
    wanted = _options(games, options) if options else None
    with session_of(spark) as session:
        found = recheck(session, spark.lake, Decider(wanted), list(wanted) if wanted else games, first)
    _tell(found, as_json)
    if wanted is None and any(count.differs for count in found.counts):
        raise SystemExit(1)


def _options(games: list[str], pairs: tuple[str, ...]) -> dict[str, dict[str, Any]]:
    """The options by game, of the games that have all of them."""
    from ludograph.domain.games import GAMES
    from ludograph.domain.kernel.shapes import fields_of

    found = {}
    for game in games or GAMES:
        given = options_of(GAMES[game], pairs)
        if set(given) <= {field.name for field in fields_of(GAMES[game].options)}:
            found[game] = given
    if not found:
        names = ", ".join(options_of(GAMES[next(iter(GAMES))], pairs))
        where = f" in {', '.join(games)}" if games else ""
        raise Failure(f"No such option{where}: {names}. `ludograph games GAME` lists those of a game.")
    return found


def _tell(found: "Rechecked", as_json: bool) -> None:
    """The counts, and the first differences under them."""
    if as_json:
        for count in found.counts:
            print_json(count._asdict())
        for one in found.differences:
            print_json(one._asdict())
        return
    if found.counts:
        heads = ("GAME", "MATCHES", "SAME", "DIFFER", "REFUSED", "UNCHECKED")
        listing([heads, *([count.game, *map(str, count[1:])] for count in found.counts)])
    for one in found.differences:
        where = [] if one.step is None else [f"step {one.step}"]
        where += [] if one.event is None else [f"event {one.event}"]
        paragraph(f"{', '.join(where)}: {one.message}" if where else one.message, first=f"{one.match}  ")
    matches, other = (
        sum(count.matches for count in found.counts),
        sum(count.matches - count.same for count in found.counts),
    )
    what = f"{_matches(other)} came out otherwise" if other else "nothing is otherwise"
    say(f"{_matches(matches)} decided again: {what}.")


def _matches(number: int) -> str:
    return f"{number:,} match{'' if number == 1 else 'es'}"
