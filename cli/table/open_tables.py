"""Tables at which a match goes on, to choose from where `play` names none."""

from collections.abc import Sequence
from itertools import islice
from typing import Final, NamedTuple

from ludograph.cli.arguments import command_line, on_terminal
from ludograph.cli.errors import Failure
from ludograph.cli.printing.ids import short_id
from ludograph.cli.printing.terminal import echo
from ludograph.cli.table.prompts import Prompts
from ludograph.domain.kernel.sentences import counted
from ludograph.domain.notation.limits import cut
from ludograph.domain.notation.names import folded
from ludograph.domain.store.recorder import Listed, Recorder
from ludograph.domain.tournaments.service import TournamentService

MOST: Final = 40
"""So many of the tables that were begun last are offered."""


class OpenTable(NamedTuple):
    """A match that goes on, and the id by which it is named."""

    id: str
    listed: Listed

    @property
    def where(self) -> str:
        """Its place in a tournament; empty where it is in none."""
        start = self.listed.start
        parts = (start.event, start.round and f"round {start.round}", start.table and f"table {start.table}")
        return ", ".join(filter(None, parts))

    @property
    def told(self) -> str:
        """What is played there, by whom and how far, in a line."""
        start, steps = self.listed.start, counted(self.listed.head.steps, "step")
        return "; ".join(filter(None, [self.where, f"{start.game}: {', '.join(start.players)}", steps]))

    def is_called(self, name: str) -> bool:
        """Whether it is meant by the beginning of its id, a player, or its place in a tournament."""
        start, wanted = self.listed.start, folded(name)
        spoken = [folded(one) for one in (start.source, start.game, start.event, *start.players) if one]
        places = [folded(one) for one in self.where.split(", ")]
        return folded(self.id).startswith(wanted) or wanted in [*places, *spoken]


def open_tables(store: Recorder) -> list[OpenTable]:
    """The matches that go on, in the order in which they began; none whose table has a result from a slip."""
    tournaments = TournamentService(store)
    running = (one for one in store.listed_newest_first([]) if one.status == "running" and tournaments.is_played(one))
    found = list(islice(running, MOST))
    return [OpenTable(name_of(store, one), one) for one in reversed(found)]


def name_of(store: Recorder, listed: Listed) -> str:
    """An id that is enough to name a match: the one of its file, or a beginning of its own."""
    id = listed.head.match
    return listed.start.source or short_id(str(id), [str(other) for other in store.store.neighbours(id)])


def table_picked(store: Recorder) -> str | None:
    """The id of the table that somebody picks by its number or name; None for none.

    Where nobody can be asked, each is told with the command that goes on with it. Raises `Failure` where none is open.
    """
    tables = open_tables(store)
    if not tables:
        start = command_line("play", "GAME", "PLAYER", "...")
        raise Failure(f"No match is under way here. To start one with real cards: {start}")
    asks = on_terminal()
    for number, one in enumerate(tables, start=1):
        echo(f"{number:>3}  {one.id}  {one.told}" if asks else f"{command_line('play', one.id)}  # {one.told}")
    return _asked(tables) if asks else None


def _asked(tables: Sequence[OpenTable]) -> str | None:
    asker = Prompts()
    while answer := asker("Which table? (its number, or a name; Enter: none) ", lambda: ()).strip():
        found = _fitting(tables, answer)
        if len(found) == 1:
            return found[0].id
        many = f"{cut(answer)} fits {len(found)} of them" if found else f"No table is called {cut(answer)}"
        echo(f"{many}: enter one of the numbers before them.")
    return None


def _fitting(tables: Sequence[OpenTable], answer: str) -> Sequence[OpenTable]:
    if answer.isascii() and answer.isdigit() and 0 < int(answer[:4]) <= len(tables):
        return tables[int(answer) - 1 : int(answer)]
    return [one for one in tables if one.is_called(answer)]
