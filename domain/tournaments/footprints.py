"""What each decision touches and what it rests on: so it is told which of them go together, made at two desks at once.

A key is a path from the large to the small: `("round", 2)` is all of round 2, `("round", 2, 1)` its table 1. Whoever
adds an event declares it in `FOOTPRINTS`; one that is not declared is taken to touch everything.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from msgspec import structs

from ludograph.domain.notation.names import folded
from ludograph.domain.tournaments.events import (
    ClockSet,
    Closed,
    LotsDrawn,
    MatchChosen,
    MatchesStarted,
    NameForgotten,
    Opened,
    PenaltyGiven,
    PlayerRenamed,
    PlayersEntered,
    PlayerWithdrawn,
    RecordKept,
    ResultEntered,
    RoundsSeated,
    SeatsExchanged,
    SettingsChanged,
    TakenBack,
    TournamentEvent,
)
from ludograph.domain.tournaments.state import State, counting, state_after, state_of

Key = tuple[str | int, ...]
ALL: Final[Key] = ()
ALLOWED: Final[frozenset[Key]] = frozenset({("setting", "allowed")})
"""What matches go by that are begun: their records say what is allowed."""


class Footprint(NamedTuple):
    """What a decision touches, what it needs as it is, and what else whoever made it went by."""

    touches: frozenset[Key]
    rests_on: frozenset[Key] = frozenset()
    """What may not change beside it, at whatever desk: which of two came first would make a difference."""
    went_by: frozenset[Key] = frozenset()
    """What may change after it, but not between looking and deciding at one store, such as the points of a seating."""


EVERYTHING: Final = Footprint(frozenset({ALL}))
NOTHING: Final = Footprint(frozenset())


def _entered(event: PlayersEntered, before: State) -> Footprint:
    takes_part = {("takes part", folded(name)) for name in event.players}
    fresh = {("name", folded(name)) for name in event.players if before.player(name) is None}
    return Footprint(frozenset[Key](takes_part | fresh))


def _withdrawn(event: PlayerWithdrawn, before: State) -> Footprint:
    return Footprint(frozenset({("takes part", folded(event.player))}), _names([event.player]))


def _seated(event: RoundsSeated, before: State) -> Footprint:
    last = max(len(before.rounds), event.first + len(event.rounds) - 1)
    anew = range(event.first, last + 1)
    touched = {(what, number) for what in ("seating", "round") for number in anew}
    # All who take part are seated: nobody may come or go beside it.
    rests: set[Key] = {("takes part",), ("seating", event.first - 1)}
    rests |= _names([name for one in event.rounds for table in one.tables for name in table])
    return Footprint(
        frozenset[Key](touched), frozenset(rests), frozenset({("round",), ("penalty",), ("lots",), ("setting",)})
    )


def _started(event: MatchesStarted, before: State) -> Footprint:
    touched: set[Key] = {("round", event.round, one.table) for one in event.matches}
    touched |= {("match", one.match.hex) for one in event.matches}
    deal: set[Key] = {("deal", event.round)}
    return Footprint(frozenset(touched | (deal if event.same_deal else set())), frozenset(deal), ALLOWED)


def _chosen(event: MatchChosen, before: State) -> Footprint:
    return Footprint(frozenset[Key]({("round", event.round, event.table), ("match", event.match.hex)}))


def _result(event: ResultEntered, before: State) -> Footprint:
    at: Key = ("round", event.round, event.table)
    return Footprint(frozenset({at}), _names([one.player for one in event.scores]))


def _penalty(event: PenaltyGiven, before: State) -> Footprint:
    # Two penalties never stand against each other; the same one that two desks enter is one.
    this: Key = ("penalty", folded(event.player), event.round, str(event.points), event.reason)
    return Footprint(frozenset({this}), _names([event.player]))


def _renamed(event: PlayerRenamed, before: State) -> Footprint:
    # What names them by the old name beside it is still understood.
    return Footprint(frozenset[Key]({("renamed", folded(event.player)), ("name", folded(event.name))}))


def _exchanged(event: SeatsExchanged, before: State) -> Footprint:
    both, seated = {event.player, event.other}, before.rounds[event.round - 1]
    at = [number for number, table in enumerate(seated.tables, start=1) if both & set(table.players)]
    touched: set[Key] = {("seating", event.round), *(("round", event.round, number) for number in at)}
    touched |= {("match", placed.match.hex) for placed in event.matches}
    return Footprint(frozenset(touched), _names(both), ALLOWED if event.matches else frozenset())


def _settings(event: SettingsChanged, before: State) -> Footprint:
    said = (name for name, value in structs.asdict(event.settings).items() if value is not None)
    return Footprint(frozenset[Key](("setting", name) for name in said))


def _names(names: Iterable[str]) -> frozenset[Key]:
    return frozenset(("name", folded(name)) for name in names)


FOOTPRINTS: Final[Mapping[type[TournamentEvent], Callable[[Any, State], Footprint]]] = {
    PlayersEntered: _entered,
    PlayerRenamed: _renamed,
    PlayerWithdrawn: _withdrawn,
    RoundsSeated: _seated,
    SeatsExchanged: _exchanged,
    MatchesStarted: _started,
    MatchChosen: _chosen,
    ResultEntered: _result,
    PenaltyGiven: _penalty,
    SettingsChanged: _settings,
    LotsDrawn: lambda event, before: Footprint(frozenset({("lots",)}), frozenset({("name",)})),
    ClockSet: lambda event, before: Footprint(frozenset({("clock", event.round)})),
    Closed: lambda event, before: Footprint(frozenset({("closed",)}), went_by=frozenset({ALL})),
    Opened: lambda event, before: EVERYTHING,
    NameForgotten: lambda event, before: EVERYTHING,
    RecordKept: lambda event, before: NOTHING,
}
"""What a decision touches, from its event and from how the tournament stood before; a takeback what it took back."""


def footprints(history: Sequence[TournamentEvent]) -> list[Footprint]:
    """What each event of a tournament touches and rests on."""
    found: list[Footprint] = []
    stands = state_of(history[:1])
    for at, event in enumerate(history):
        found.append(_footprint(event, stands, found))
        if isinstance(event, TakenBack):
            stands = state_of(history[: at + 1])
        elif at and counting([history[0], event])[1:]:
            stands = state_after(stands, event)
    return found


def _footprint(event: TournamentEvent, before: State, known: Sequence[Footprint]) -> Footprint:
    if isinstance(event, TakenBack):
        found = Footprint(known[event.event - 1].touches)
    else:
        declared = FOOTPRINTS.get(type(event))
        found = declared(event, before) if declared else EVERYTHING
    # Nothing can be decided beside the end of a tournament.
    return found if found == NOTHING else found._replace(rests_on=found.rests_on | {("closed",)})


def overlap(some: Iterable[Key], others: Iterable[Key]) -> bool:
    """Whether a key of the ones is a key of the others, or larger, or part of it."""
    others = list(others)
    return any(one[: len(other)] == other[: len(one)] for one in some for other in others)


def rests(later: Footprint, earlier: Footprint) -> bool:
    """Whether a decision touches, or rests on, what an earlier one touched."""
    return overlap(earlier.touches, later.touches | later.rests_on)


def against(one: Footprint, other: Footprint) -> bool:
    """Whether it makes a difference which of two decisions comes first."""
    return rests(one, other) or rests(other, one)


def outdates(earlier: Footprint, wanted: Footprint) -> bool:
    """Whether what was decided meanwhile changed something by which another decision was made."""
    return overlap(earlier.touches, wanted.touches | wanted.rests_on | wanted.went_by)


def first_resting_on(history: Sequence[TournamentEvent], gone: int) -> int | None:
    """The first decision that stands, after event `gone`, and touches or rests on what that touched; None without."""
    found = footprints(history)
    standing = (one.originator_version for one in counting(history) if one.originator_version > gone)
    return next((at for at in standing if rests(found[at - 1], found[gone - 1])), None)
