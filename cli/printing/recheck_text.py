"""What the commands share that decide matches again: which options are tried, and what is told of it."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

from ludograph.cli.arguments import options_of
from ludograph.cli.errors import Failure
from ludograph.cli.numbers import Whole
from ludograph.cli.printing.counts import counted_matches
from ludograph.cli.printing.json import print_json
from ludograph.cli.printing.terminal import listing, paragraph, say
from ludograph.domain.games import GAMES
from ludograph.domain.kernel.shapes import fields_of

if TYPE_CHECKING:
    from ludograph.domain.verify.rechecker import RecheckResult

GAME: Final = click.option(
    "--game", "only", multiple=True, metavar="GAME", help="Only matches of this game; may be repeated."
)
OPTION: Final = click.option(
    "-o",
    "--option",
    "options",
    multiple=True,
    metavar="NAME=VALUE",
    help="What would have been with this option of the game in the place of the match's own; games without it are "
    "left out.",
)
RULES: Final = click.option(
    "--rules",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    metavar="FILE.py",
    help="What would have been under rules that a file changes: docs/experiments.md says how it is written.",
)
FIRST: Final = click.option(
    "--first", type=Whole(min=0), default=10, show_default=True, help="How many differences of a game to tell."
)


def options_by_game(games: Sequence[str], pairs: Sequence[str]) -> dict[str, dict[str, Any]]:
    """The options by game, of the games that have all of them."""
    found = {}
    for game in games or GAMES:
        given = options_of(GAMES[game], tuple(pairs))
        if set(given) <= {field.name for field in fields_of(GAMES[game].options)}:
            found[game] = given
    if not found:
        names = ", ".join(options_of(GAMES[next(iter(GAMES))], tuple(pairs)))
        where = f" in {', '.join(games)}" if games else ""
        raise Failure(f"No such option{where}: {names}. `ludograph games GAME` lists those of a game.")
    return found


def print_recheck(found: "RecheckResult", as_json: bool) -> None:
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
    what = f"{counted_matches(other)} came out otherwise" if other else "nothing is otherwise"
    say(f"{counted_matches(matches)} decided again: {what}.")


def ends_badly(found: "RecheckResult", options: Sequence[str], rules: Path | None = None) -> bool:
    """Whether matches are not what was recorded; what options or other rules would change is no fault."""
    return not options and rules is None and any(count.differs for count in found.counts)
