"""`matches`: what is recorded."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final

import click

from ludograph.cli.arguments import game_named, json_option, recorder
from ludograph.cli.errors import sentences_for_errors
from ludograph.cli.numbers import Whole
from ludograph.cli.printing.ids import SHORTEST, short_id
from ludograph.cli.printing.json import print_json
from ludograph.cli.printing.terminal import fits_terminal, listing, say, styled
from ludograph.domain.match.events import origin_of
from ludograph.domain.match.undealt import AWAITED
from ludograph.replay.shapes.matches import listed_json

if TYPE_CHECKING:
    from ludograph.domain.store.errors import Damaged
    from ludograph.domain.store.recorder import Listed

LONGEST_ID: Final = 24
"""An id of the file's own that is longer is not shown, but the beginning of that of the match."""
TOURNAMENT: Final = "TOURNAMENT"
HEADINGS: Final = ("MATCH", "ROUND", "TABLE", "GAME", "STEPS", "", "PLAYERS", "FORK OF", TOURNAMENT)


@click.command()
@click.argument("text", nargs=-1, metavar="[TEXT]")
@click.option("--game", metavar="GAME", help="Only this game.")
@click.option("--player", metavar="NAME", help="Only where somebody of this name plays.")
@click.option("--event", metavar="TEXT", help="Only this tournament.")
@click.option("--round", "round_", metavar="TEXT", help="Only this round of a tournament.")
@click.option("--table", metavar="TEXT", help="Only this table of a tournament.")
@click.option("--over", "status", flag_value="over", help="Only finished matches.")
@click.option(
    "--running",
    "status",
    flag_value="running",
    help="Only those that still go on.",
)
@click.option("--abandoned", "status", flag_value="abandoned", help="Only those that will not be finished.")
@click.option("--forks", is_flag=True, help="Also forks of other matches, each with its origin.")
@click.option("--limit", type=Whole(min=1), metavar="N", help="Only the last N.")
@json_option
@sentences_for_errors
def command(
    text: tuple[str, ...],
    game: str | None,
    player: str | None,
    event: str | None,
    round_: str | None,
    table: str | None,
    status: str | None,
    forks: bool,
    limit: int | None,
    as_json: bool,
) -> None:
    """Lists the recorded matches in the order in which they began, each with an id that is enough to name it.

    With TEXT only those of which it is said: an id, a game, a player, a tournament, or `round 2` and `table 5`. One
    that awaits its deal, and whose table of a tournament has a result, does not go on.
    """
    if game is not None:
        game_named(game)
    from ludograph.analytics.api.match_list import MatchFilter, find_matches, neighbours_of

    wanted = MatchFilter(game, player, event, round_, table, status, " ".join(text), forks)
    with recorder() as store:
        damaged: list[Damaged] = []
        found = find_matches(store, wanted, limit, damaged)
        beside = neighbours_of(store, found)
    names = {id: short_id(id, others) for id, others in beside.items()}
    for wrong in damaged:
        say(str(wrong))
    print_matches(found, names, as_json)


def print_matches(found: "Sequence[Listed]", names: dict[str, str], as_json: bool) -> None:
    """A line for each match."""
    if as_json:
        for listed in found:
            print_json(listed_json(listed))
        return
    if not found:
        say("No match fits.")
        return
    rows = _without_empty([_row(listed, names[str(listed.head.match)]) for listed in found])
    shown = rows if fits_terminal(rows) or rows[0][-1] != TOURNAMENT else [row[:-1] for row in rows]
    listing(shown, paint=_paint(shown[0], found))


def _paint(heads: Sequence[str], found: "Sequence[Listed]") -> Callable[[int, int, str], str]:
    """Headings and what is over stand back, what runs and who won stand out."""

    def painted(row: int, column: int, cell: str) -> str:
        if row == 0:
            return styled(cell, dim=True)
        listed = found[row - 1]
        if heads[column] == "PLAYERS":
            final = listed.summary.final
            won = [] if final is None else [listed.start.players[seat - 1] for seat in _seats(final.winners)]
            return ", ".join(styled(name, bold=True) if name.strip() in won else name for name in cell.split(", "))
        if heads[column] == "":
            running = listed.status == "running"
            return styled(cell, color="green", bold=True) if running else styled(cell, dim=True)
        return styled(cell, bold=True) if column == 0 else cell

    return painted


def _seats(winners: "Sequence[int] | str") -> Sequence[int]:
    return () if isinstance(winners, str) else winners


def _without_empty(rows: list[tuple[str, ...]]) -> list[tuple[str, ...]]:
    """The rows under their headings, without the columns of a tournament in which nothing stands."""
    kept = [(name, *cells) for name, *cells in zip(HEADINGS, *rows, strict=True) if any(cells)]
    return list(zip(*kept, strict=True))


def _row(listed: "Listed", short: str) -> tuple[str, ...]:
    """The id that people use, where it is in a tournament, what is played and by whom, and how it stands."""
    start, head, _ = listed
    own = start.source and len(start.source) <= LONGEST_ID
    steps, players = f"{head.steps:>5}", ", ".join(start.players)
    return (
        (start.source if own else short),
        start.round,
        start.table,
        start.game,
        steps,
        AWAITED if listed.summary.awaits_deal and listed.status == "running" else listed.status,
        players,
        f"{str(origin.match)[:SHORTEST]}, step {origin.step}" if (origin := origin_of(start)) else "",
        start.event,
    )
