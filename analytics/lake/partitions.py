"""Which matches lie together in a lake: in parts, of as many events as make a good file, apart those that are running.

Tournaments lie in parts of their own, whose game is `tournament`: of them there are raw events alone.

A part in which nothing changed lies still. Where there are many parts, the small ones are put together.
"""

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from duckdb import DuckDBPyConnection
from msgspec import Struct

from ludograph.domain.match.events import TOURNAMENT

MANY: Final = 4
"""More parts than that, of what is over or of what is running, are put together without being asked."""
LARGEST: Final = 1_000_000
"""A part has so many events at most; one of more than half of them is never written with others."""
MATCHES: Final = """SELECT CAST(match AS VARCHAR), game,
    strftime(coalesce(played_on, CAST(started_at AS DATE)), '%Y-%m'), NOT over, events
    FROM matches ORDER BY 1"""
DECIDED: Final = f"""SELECT CAST(tournament AS VARCHAR), '{TOURNAMENT}', strftime(opened_at, '%Y-%m'), NOT closed,
    events FROM tournaments ORDER BY 1"""


class Partition(Struct, frozen=True):
    """Some matches of all games, each with how many events it had when they were written; or some tournaments.

    `marks` has a mark of the newest of these events for each, so that as many other events are not taken for them.
    """

    id: str
    game: str
    """`tournament`, or nothing where it is of matches."""
    running: bool
    matches: dict[str, int]
    marks: dict[str, str] = {}

    @property
    def label(self) -> str:
        """What its files are called by, behind the number of the run."""
        return self.id.partition("-")[2]

    @property
    def events(self) -> int:
        """How many events it has."""
        return sum(self.matches.values())


class Group(NamedTuple):
    """What may lie together."""

    game: str
    running: bool


class MatchExtent(NamedTuple):
    """Of which game a match is, in which month it was played, whether it is running, and how many events it has.

    `mark` is of the newest event.
    """

    game: str
    month: str
    running: bool
    events: int
    mark: str = ""

    @property
    def group(self) -> Group:
        """With what it may lie together."""
        return Group(TOURNAMENT if self.game == TOURNAMENT else "", self.running)


def match_extents(connection: DuckDBPyConnection, tournaments: bool) -> dict[str, MatchExtent]:
    """Where every match of the archive stands, and if they are wanted every tournament."""
    rows = connection.execute(MATCHES).fetchall() + (connection.execute(DECIDED).fetchall() if tournaments else [])
    return {match: MatchExtent(*extent) for match, *extent in rows}


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
    fresh: dict[Group, set[str]] = defaultdict(set)
    for match, extent in now.items():
        if match not in still:
            fresh[extent.group].add(match)
    for part in list(_small(kept, fresh, compact)):
        kept.remove(part)
        fresh[_group(part)].update(part.matches)
    return [*kept, *(part for group, some in sorted(fresh.items()) for part in _parts(group, some, now, run))]


def _is_unchanged(part: Partition, now: dict[str, MatchExtent]) -> bool:
    return all(
        match in now
        and (now[match].events, now[match].mark) == (events, part.marks.get(match))
        and now[match].group == _group(part)
        for match, events in part.matches.items()
    )


def _small(kept: Sequence[Partition], fresh: Mapping[Group, set[str]], compact: bool) -> Iterator[Partition]:
    """Those that are to be written together with what is new: all but large ones when asked, else where it pays."""
    for group in sorted({_group(part) for part in kept}):
        small = (part for part in kept if _group(part) == group and part.events <= LARGEST // 2)
        same = sorted(small, key=lambda part: part.events)
        count = len(same) + (group in fresh)
        if count > MANY and not compact:
            while len(same) > 1 and same[-1].events > sum(part.events for part in same[:-1]):
                same.pop()  # writing a large part again for a few small ones does not pay
        if count > (1 if compact else MANY):
            yield from same


def _group(part: Partition) -> Group:
    return Group(part.game, part.running)


def _parts(group: Group, matches: Collection[str], now: Mapping[str, MatchExtent], run: int) -> Iterator[Partition]:
    """Parts of these matches, in the order in which they were played, none of them too large."""
    ordered = sorted(matches, key=lambda match: (now[match].month, match))
    some: dict[str, int] = {}
    size = number = 0
    for match in ordered:
        events = now[match].events
        if some and size + events > LARGEST:
            number += 1
            yield _part(group, some, now, run, number)
            some, size = {}, 0
        some[match] = events
        size += events
    if some:
        yield _part(group, some, now, run, number + 1)


def _part(group: Group, matches: dict[str, int], now: Mapping[str, MatchExtent], run: int, number: int) -> Partition:
    kind = f"{'tournaments-' if group.game else ''}{'running' if group.running else 'over'}"
    id = f"{run:06}-{kind}{f'-{number}' if number > 1 else ''}"
    marks = {match: now[match].mark for match in sorted(matches)}
    return Partition(id, group.game, group.running, dict(sorted(matches.items())), marks)
