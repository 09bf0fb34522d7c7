"""`matches`: what is recorded."""

from collections.abc import Callable, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Final, NamedTuple

import click

from ludograph.cli.arguments import game_named, is_of, json_option, recorder
from ludograph.cli.errors import sentences_for_errors
from ludograph.cli.numbers import Whole
from ludograph.cli.printing.ids import short_id, short_ids
from ludograph.cli.printing.json import print_json
from ludograph.cli.printing.terminal import fits_terminal, listing, say
from ludograph.domain.match.undealt import AWAITED
from ludograph.domain.notation.names import folded
from ludograph.replay.shapes.matches import listed_json

if TYPE_CHECKING:
    from ludograph.domain.store.errors import Damaged
    from ludograph.domain.store.recorder import Listed, Recorder
    from ludograph.domain.tournaments.service import TournamentService

LONGEST_ID: Final = 24
"""An id of the file's own that is longer is not shown, but the beginning of that of the match."""
TOURNAMENT: Final = "TOURNAMENT"
HEADINGS: Final = ("MATCH", "ROUND", "TABLE", "GAME", "STEPS", "", "PLAYERS", TOURNAMENT)


class Filters(NamedTuple):
    """Which matches to list; None for any."""

    game: str | None
    player: str | None
    event: str | None
    round: str | None
    table: str | None
    status: str | None
    text: str = ""
    is_played: "Callable[[Listed], bool]" = lambda listed: True
    """Whether one that is running is still to be played."""

    def let_through(self, listed: "Listed") -> bool:
        """Whether a match is one of them."""
        start = listed.start
        return (
            self.game in (None, start.game)
            and (self.player is None or self.player.casefold() in (name.casefold() for name in start.players))
            and (self.event is None or is_of(start, self.event))
            and self.round in (None, start.round)
            and self.table in (None, start.table)
            and self.status in (None, listed.status)
            and (self.status != "running" or self.is_played(listed))
            and _speaks_of(listed, self.text)
        )


def _speaks_of(listed: "Listed", text: str) -> bool:
    """Whether a text is the beginning of a match's id, its round or table in words, or part of anything else told."""
    start, wanted = listed.start, folded(text)
    exact = (f"round {start.round}", f"table {start.table}")
    parts = (start.source, start.game, start.event, *start.players)
    return (
        str(listed.head.match).startswith(wanted)
        or wanted in map(folded, exact)
        or any(wanted in folded(part) for part in parts)
    )


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
    limit: int | None,
    as_json: bool,
) -> None:
    """Lists the recorded matches in the order in which they began, each with an id that is enough to name it.

    With TEXT only those of which it is said: an id, a game, a player, a tournament, or `round 2` and `table 5`. One
    that awaits its deal, and whose table of a tournament has a result, does not go on.
    """
    if game is not None:
        game_named(game)
    with recorder() as store:
        damaged: list[Damaged] = []
        event = event and _called(store, event)
        filters = Filters(game, player, event, round_, table, status, " ".join(text))
        if status == "running":
            filters = filters._replace(is_played=_tournaments(store).is_played)
        if limit is not None:
            found = list(islice(filter(filters.let_through, store.listed_newest_first(damaged)), limit))[::-1]
            names = _names(store, found)
        elif event is not None:
            found = list(filter(filters.let_through, store.listed_matching(lambda one: is_of(one, event), damaged)))
            names = _names(store, found)
        else:
            every = list(store.listed(damaged))
            found = list(filter(filters.let_through, every))
            names = short_ids([str(one.head.match) for one in every])
    for wrong in damaged:
        say(str(wrong))
    print_matches(found, names, as_json)


def _called(store: "Recorder", event: str) -> str:
    """What matches call a tournament; where none calls it so, the one that goes by this id, or begins like this."""
    if store.listed_matching(lambda one: is_of(one, event), []):
        return event
    from ludograph.domain.tournaments.service import tournaments_named

    found = tournaments_named(_tournaments(store).all(), event)
    return found[0].state.name if len(found) == 1 else event


def _tournaments(store: "Recorder") -> "TournamentService":
    from ludograph.domain.tournaments.service import TournamentService

    return TournamentService(store)


def _names(store: "Recorder", found: "Sequence[Listed]") -> dict[str, str]:
    """What is enough to name each of these, whatever others there are."""
    from ludograph.domain.store.base import translated_store_errors

    with translated_store_errors(store.place):
        beside = {one.head.match: store.store.neighbours(one.head.match) for one in found}
    return {str(id): short_id(str(id), [str(other) for other in others]) for id, others in beside.items()}


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
    listing(rows if fits_terminal(rows) or rows[0][-1] != TOURNAMENT else [row[:-1] for row in rows])


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
        start.event,
    )
