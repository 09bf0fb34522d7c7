"""Which matches lie together in a lake: in parts, by game, by the month in which they were played, and whether over.

Tournaments lie in parts of their own, whose game is `tournament`: of them there are raw events alone.

A part in which nothing changed lies still. Where there are many parts of a month, the small ones are put together.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from duckdb import DuckDBPyConnection
from msgspec import Struct

from ludograph.domain.match.events import TOURNAMENT

MANY: Final = 8
"""More parts than that of a game and month are put together without being asked."""
MATCHES: Final = """SELECT CAST(match AS VARCHAR), game,
    strftime(coalesce(played_on, CAST(started_at AS DATE)), '%Y-%m'), NOT over, events
    FROM matches ORDER BY 1"""
DECIDED: Final = f"""SELECT CAST(tournament AS VARCHAR), '{TOURNAMENT}', strftime(opened_at, '%Y-%m'), NOT closed,
    events FROM tournaments ORDER BY 1"""


class Partition(Struct, frozen=True):
    """Some matches of a game that were played in a month, each with how many events it had when they were written.

    Or tournaments that were opened in a month.
    """

    id: str
    game: str
    month: str
    running: bool
    matches: dict[str, int]

    @property
    def kind(self) -> str:
        """What its files are called by."""
        return "running" if self.running else "over"


class Group(NamedTuple):
    """Where a match belongs."""

    game: str
    month: str
    running: bool


class MatchExtent(NamedTuple):
    """Where a match belongs, and how many events it has."""

    group: Group
    events: int


def match_extents(connection: DuckDBPyConnection, tournaments: bool) -> dict[str, MatchExtent]:
    """Where every match of the archive stands, and if they are wanted every tournament."""
    rows = connection.execute(MATCHES).fetchall() + (connection.execute(DECIDED).fetchall() if tournaments else [])
    return {match: MatchExtent(Group(*group), events) for match, *group, events in rows}


def missing_matches(old: Sequence[Partition], now: dict[str, MatchExtent]) -> list[str]:
    """The matches of a lake of which this archive knows nothing, or less."""
    return [
        match
        for part in old
        for match, events in part.matches.items()
        if match not in now or now[match].events < events
    ]


def planned_partitions(
    old: Sequence[Partition], now: dict[str, MatchExtent], run: int, compact: bool
) -> list[Partition]:
    """The parts that a lake should have: old ones in which nothing changed, and new ones for all other matches."""
    kept = [part for part in old if _is_unchanged(part, now)]
    still = {match for part in kept for match in part.matches}
    fresh: dict[Group, dict[str, int]] = defaultdict(dict)
    for match, (group, events) in now.items():
        if match not in still:
            fresh[group][match] = events
    for part in list(_small(kept, fresh, compact)):
        kept.remove(part)
        fresh[_group(part)].update(part.matches)
    return [*kept, *(_part(group, matches, run) for group, matches in sorted(fresh.items()))]


def _is_unchanged(part: Partition, now: dict[str, MatchExtent]) -> bool:
    return all(now.get(match) == MatchExtent(_group(part), events) for match, events in part.matches.items())


def _small(kept: Sequence[Partition], fresh: dict[Group, dict[str, int]], compact: bool) -> Iterator[Partition]:
    """Those that are to be written together with what is new of their month: all when asked, else where it pays."""
    for group in sorted({_group(part) for part in kept}):
        same = sorted((part for part in kept if _group(part) == group), key=lambda part: len(part.matches))
        count = len(same) + (group in fresh)
        if count > MANY and not compact:
            while len(same) > 1 and len(same[-1].matches) > sum(len(part.matches) for part in same[:-1]):
                same.pop()  # writing a large part again for a few small ones does not pay
        if count > (1 if compact else MANY):
            yield from same


def _group(part: Partition) -> Group:
    return Group(part.game, part.month, part.running)


def _part(group: Group, matches: dict[str, int], run: int) -> Partition:
    id = f"{run:06}-{group.game}-{group.month}{'-running' if group.running else ''}"
    return Partition(id, *group, dict(sorted(matches.items())))
