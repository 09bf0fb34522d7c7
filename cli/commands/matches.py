"""`matches`: what is recorded."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

import click

from cli.arguments import game_named, json_option, recorder
from cli.errors import sentences_for_errors
from cli.printing.ids import short_ids
from cli.printing.json import listed_json, print_json
from cli.printing.terminal import listing, say

if TYPE_CHECKING:
    from domain.records.recorder import Listed
    from domain.records.sqlite import Damaged


class Filters(NamedTuple):
    """Which matches to list; None for any."""

    game: str | None
    player: str | None
    event: str | None
    round: str | None
    status: str | None

    def let_through(self, listed: "Listed") -> bool:
        """Whether a match is one of them."""
        start = listed.start
        return (
            self.game in (None, start.game)
            and (self.player is None or self.player.casefold() in (name.casefold() for name in start.players))
            and (self.event is None or self.event.casefold() == start.event.casefold())
            and self.round in (None, start.round)
            and self.status in (None, listed.status)
        )


@click.command()
@click.option("--game", metavar="GAME", help="Only this game.")
@click.option("--player", metavar="NAME", help="Only where somebody of this name plays.")
@click.option("--event", metavar="TEXT", help="Only this tournament.")
@click.option("--round", "round_", metavar="TEXT", help="Only this round of a tournament.")
@click.option("--over", "status", flag_value="over", help="Only finished matches.")
@click.option("--running", "status", flag_value="running", help="Only those that still go on.")
@click.option("--abandoned", "status", flag_value="abandoned", help="Only those that will not be finished.")
@click.option("--limit", type=click.IntRange(min=1), metavar="N", help="Only the last N.")
@json_option
@sentences_for_errors
def command(
    game: str | None,
    player: str | None,
    event: str | None,
    round_: str | None,
    status: str | None,
    limit: int | None,
    as_json: bool,
) -> None:
    """Lists the recorded matches in the order in which they began, each with an id that is enough to name it."""
    if game is not None:
        game_named(game)
    with recorder() as store:
        damaged: list[Damaged] = []
        every = list(store.listed(damaged))
    for wrong in damaged:
        say(str(wrong))
    filters = Filters(game, player, event, round_, status)
    found = [listed for listed in every if filters.let_through(listed)]
    print_matches(found[-limit:] if limit else found, short_ids([str(one.head.match) for one in every]), as_json)


def print_matches(found: "Sequence[Listed]", names: dict[str, str], as_json: bool) -> None:
    """A line for each match."""
    if as_json:
        for listed in found:
            print_json(listed_json(listed))
        return
    if not found:
        say("No match fits.")
        return
    rows = [("MATCH", "GAME", "STEPS", "", "TOURNAMENT", "PLAYERS")]
    listing(rows + [_row(listed, names[str(listed.head.match)]) for listed in found])


def _row(listed: "Listed", name: str) -> tuple[str, str, str, str, str, str]:
    start, head, _ = listed
    place = [start.event, f"round {start.round}" if start.round else "", f"table {start.table}" if start.table else ""]
    return name, start.game, f"{head.steps:>5}", listed.status, ", ".join(filter(None, place)), ", ".join(start.players)
