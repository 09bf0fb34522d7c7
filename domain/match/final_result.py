"""What comes of what officials and players said of a match: who agrees to its result, and the result with rulings."""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from typing import Final, Literal, NamedTuple

from msgspec.structs import replace

from ludograph.domain.kernel.conceal import Observer
from ludograph.domain.kernel.game import JUDGE, Seat
from ludograph.domain.kernel.result import FinalResult, Result, final
from ludograph.domain.match.aggregate import Match
from ludograph.domain.match.events import ResultConfirmed, RulingMade, StepsAmended, StepsTakenBack, start_of

JUDGE_NAME: Final = "judge"

Status = Literal["running", "over", "abandoned"]


class Confirmation(NamedTuple):
    """Somebody's agreement to a result: in which event, who, and the event that made it void."""

    event: int
    seat: Observer
    name: str
    """What they were called then, or since by a name put right; or `judge`."""
    void_by: int | None = None


def status_of(match: Match) -> Status:
    """Whether a match is running, over, or will not be finished."""
    if match.abandoned:
        return "abandoned"
    return "over" if match.game.result(match.state).over else "running"


def in_force(match: Match) -> tuple[Confirmation, ...]:
    """Who agrees to the result as it stands: players in the order of their seats, then the judge."""
    standing = [one for one in confirmations_of(match) if one.void_by is None]
    return tuple(sorted(standing, key=lambda one: (one.seat == JUDGE, one.seat)))


def final_of(match: Match, result: Result | None = None) -> FinalResult:
    """Scores, winners and places after all rulings; before the end there are none.

    `result` is what the game says of it, where that is known already.
    """
    return final(match.game.result(match.state) if result is None else result, *effects_of(match))


class RulingEffects(NamedTuple):
    """What rulings do to a result: the points that each seat is given or loses in all, and who forfeits the match."""

    adjust: Mapping[Seat, int]
    forfeit: Collection[Seat]


def effects_of(match: Match) -> RulingEffects:
    """What all rulings on a match do to its result."""
    return _effects(rulings_of(match))


def confirmations_of(match: Match) -> Iterator[Confirmation]:
    """Every agreement to a result, and what made it void: a takeback, or a correction of more than names."""
    start = match.first
    open_: list[Confirmation] = []
    for event in match.history:
        if isinstance(event, StepsAmended):
            start = start_of(event, start)
        if isinstance(event, ResultConfirmed):
            name = JUDGE_NAME if event.seat == JUDGE else start.players[event.seat - 1]
            open_.append(Confirmation(event.originator_version, event.seat, name))
        elif isinstance(event, StepsAmended) and event.how == "rename":
            open_ = [one if one.seat == JUDGE else one._replace(name=start.players[one.seat - 1]) for one in open_]
        elif isinstance(event, StepsTakenBack | StepsAmended):
            yield from (one._replace(void_by=event.originator_version) for one in open_)
            open_.clear()
    yield from open_


def rulings_of(match: Match) -> list[RulingMade]:
    """The rulings, with the seats of those whom they are about as they sit now; who left the record is left out."""
    found: list[RulingMade] = []
    players = match.first.players
    for event in match.history:
        if isinstance(event, RulingMade):
            found.append(event)
        elif isinstance(event, StepsAmended) and event.start is not None:
            seats = seats_after(players, event.start.players)
            found = [_reseated(one, seats) for one in found]
            players = event.start.players
    return found


def seats_after(before: tuple[str, ...], after: tuple[str, ...]) -> dict[Seat, Seat]:
    """Where everybody sits after a correction: by their name, else in the same seat, for a name may be put right."""
    names = {name.casefold(): seat for seat, name in enumerate(after, start=1)}
    found = {seat: names[name.casefold()] for seat, name in enumerate(before, start=1) if name.casefold() in names}
    free = [seat for seat in names.values() if seat not in found.values()]
    strangers = [seat for seat in range(1, len(before) + 1) if seat not in found]
    for seat in sorted(strangers, key=lambda seat: seat not in free):
        if free:
            found[seat] = seat if seat in free else free[0]
            free.remove(found[seat])
    return found


def _reseated(event: RulingMade, seats: dict[Seat, Seat]) -> RulingMade:
    return replace(
        event,
        adjust=tuple((seats[seat], points) for seat, points in event.adjust if seat in seats),
        forfeit=tuple(seats[seat] for seat in event.forfeit if seat in seats),
    )


def _effects(rulings: list[RulingMade]) -> RulingEffects:
    points: Counter[Seat] = Counter()
    for event in rulings:
        for seat, given in event.adjust:
            points[seat] += given
    return RulingEffects(points, {seat for event in rulings for seat in event.forfeit})
