"""Makes the match files of `ludograph demo` anew: run `python -m tests.generate demo` after a change of rules.

The matches are played by bots; of some seeds the one is taken whose match is worth looking at.
"""

from collections.abc import Iterator
from datetime import UTC, datetime
from json import dumps
from pathlib import Path
from random import Random
from typing import Any, NamedTuple
from uuid import UUID

from ludograph.domain.bots.moves import Bots, play_match
from ludograph.domain.exchange.exporter import exported
from ludograph.domain.games import GAMES
from ludograph.domain.match.aggregate import About, Match, Setting, Stamp, start_match

FOLDER = Path(__file__).parents[1] / "cli" / "commands" / "demo_files"
EVENT = "Autumn Open"
TRIALS = 60
SHORT_TRIALS = 300
LONG_TRIALS = 20


class Table(NamedTuple):
    """A match of the tournament, before it is played."""

    game: str
    round: int
    table: int
    day: str
    players: tuple[str, ...]
    options: dict[str, Any]

    @property
    def id(self) -> str:
        return f"AO26-{self.round}-{self.table}"


FRIDAY, SATURDAY, SUNDAY = "2026-11-20", "2026-11-21", "2026-11-22"
TABLES = (
    Table("sorcerous-futures", 1, 1, FRIDAY, ("Ann", "Ben", "Cleo", "Dora"), {}),
    Table("sun-bid", 1, 2, FRIDAY, ("Emil", "Farah", "Gita", "Hugo"), {}),
    Table("sun-bid", 2, 1, SATURDAY, ("Ben", "Emil", "Gita"), {}),
    Table("sorcerous-futures", 2, 2, SATURDAY, ("Cleo", "Farah", "Ann"), {}),
    Table("sun-bid", 2, 3, SATURDAY, ("Dora", "Hugo"), {}),
    Table("sorcerous-futures", 3, 1, SATURDAY, ("Gita", "Hugo", "Emil", "Cleo"), {"sly_excuse": True}),
    Table("sun-bid", 3, 2, SATURDAY, ("Ann", "Farah"), {"two_player_stacks": "alternative"}),
    Table("sun-bid", 3, 3, SATURDAY, ("Ben", "Dora"), {}),
    Table("sun-bid", 4, 1, SUNDAY, ("Cleo", "Gita", "Ann", "Dora"), {"equal_pawns": True}),
    Table("aucteraden", 4, 2, SUNDAY, ("Ben",), {}),
    Table("aucteraden", 4, 3, SUNDAY, ("Emil",), {}),
    Table("aucteraden", 4, 4, SUNDAY, ("Farah",), {}),
    Table("aucteraden", 4, 5, SUNDAY, ("Hugo",), {"extended": True}),
    Table("last-years-magic", 5, 1, SUNDAY, ("Ann", "Ben", "Cleo", "Emil", "Gita"), {}),
    Table("conundruze", 5, 2, SUNDAY, ("Dora", "Farah", "Hugo"), {"play_to": 15, "powers": True}),
    Table("hand-of-the-hanataz", 6, 1, SUNDAY, ("Ann", "Cleo", "Dora", "Gita"), {"end": "rounds", "rounds": 2}),
    Table("fools-down", 6, 2, SUNDAY, ("Ben", "Emil", "Farah", "Hugo"), {"hands": 4, "buy_in": 60}),
)


def main() -> None:
    """Writes a file for each game."""
    FOLDER.mkdir(exist_ok=True)
    for path, text in files():
        path.write_text(text, encoding="utf-8")


def files() -> Iterator[tuple[Path, str]]:
    """The files and what stands in them."""
    for game in GAMES:
        tables = [table for table in TABLES if table.game == game]
        lines = [line for table in tables for line in match_lines(table)]
        if lines:
            yield FOLDER / f"autumn-open-{game}.jsonl", "".join(f"{line}\n" for line in lines)


def match_lines(table: Table) -> Iterator[str]:
    """The best match of some seeds, as a match file under its readable id."""
    trials = LONG_TRIALS if GAMES[table.game].coins else TRIALS if len(table.players) > 1 else SHORT_TRIALS
    best = max((played(table, trial) for trial in range(trials)), key=interest)
    for line in exported(best):
        yield dumps(line | ({"id": table.id} if "ludograph" in line else {}), ensure_ascii=False)


def played(table: Table, trial: int) -> Match:
    """A match between bots that spend their money slowly."""
    game, seed = GAMES[table.game], f"{table.id}/{trial}"
    about = About(EVENT, str(table.round), str(table.table), table.day, table.id)
    setting = Setting(table.players, game.options(**table.options), None, seed, about)
    bots = Bots(game, len(table.players), Random(seed), thrift=5)
    return play_match(bots, start_match(game, UUID(int=0), setting, STAMP), lambda: STAMP)


def interest(match: Match) -> int:
    """High scores come of matches in which something happens; close ones are worth watching."""
    scores = [score for score in match.game.result(match.state).scores if isinstance(score, int)]
    return sum(scores) + len(scores) * min(scores)


STAMP = Stamp(datetime(2026, 11, 20, tzinfo=UTC), "")

if __name__ == "__main__":
    main()
