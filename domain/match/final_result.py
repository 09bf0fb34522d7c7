"""What comes of what officials and players said of a match: who agrees to its result, and the result with rulings."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Final, Literal, NamedTuple

from msgspec.structs import replace

from ludograph.domain.kernel.conceal import Observer
from ludograph.domain.kernel.game import JUDGE, Seat
from ludograph.domain.kernel.result import FinalResult, Result, final
from ludograph.domain.match.aggregate import Match, rebuilt
from ludograph.domain.match.events import (
    ConfirmationWithdrawn,
    Event,
    ResultConfirmed,
    RulingMade,
    RulingWithdrawn,
    StepsAmended,
    StepsTakenBack,
    start_of,
)

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
    return rulings_on(match).effects


def confirmations_of(match: Match) -> Iterator[Confirmation]:
    """Every agreement to a result, and what made it void, whichever was first.

    That is a ruling, or one withdrawn, that gives or takes points or has somebody forfeit; that somebody does not agree
    any more; or a takeback or a correction, after which it stands all the same where the match ends again as it did.
    It stood until a ruling or withdrawal where the match ended again as it did before that.
    """
    start = match.first
    open_: list[Confirmation] = []
    cut: list[Confirmation] = []
    rulings = RulingsFold(start.players)
    for event in match.history:
        ruled = rulings.apply(event)
        if isinstance(event, StepsAmended):
            start = start_of(event, start)
        if isinstance(event, ResultConfirmed):
            name = JUDGE_NAME if event.seat == JUDGE else start.players[event.seat - 1]
            open_.append(Confirmation(event.originator_version, event.seat, name))
        elif ruled or isinstance(event, ConfirmationWithdrawn):
            withdrawn = {event.seat} if isinstance(event, ConfirmationWithdrawn) else set()
            ended = withdrawn or {one.seat for one in (*cut, *open_)}
            yield from _ended(match, event, [one for one in (*cut, *open_) if one.seat in ended])
            cut = [one for one in cut if one.seat not in ended]
            open_ = [one for one in open_ if one.seat not in ended]
        elif isinstance(event, StepsAmended) and event.how == "rename":
            open_ = [one if one.seat == JUDGE else one._replace(name=start.players[one.seat - 1]) for one in open_]
        elif isinstance(event, StepsTakenBack | StepsAmended):
            cut += (one._replace(void_by=event.originator_version) for one in open_)
            open_.clear()
    yield from _brought_back(match, [*cut, *open_])


def _ended(match: Match, event: Event, agreements: Collection[Confirmation]) -> Iterator[Confirmation]:
    """Agreements that stand no more after a ruling or a withdrawal, with what ended each."""
    before = rebuilt(None, match.history[: event.originator_version - 1])
    assert before is not None
    for one in _brought_back(before, agreements):
        yield one if one.void_by else one._replace(void_by=event.originator_version)


def _brought_back(match: Match, agreements: Collection[Confirmation]) -> Iterator[Confirmation]:
    """Agreements, without what cut them off where they stand again; the newest of each seat can."""
    newest = {one.seat: one for one in agreements}
    for one in agreements:
        again = one.void_by is not None and newest[one.seat] is one and _stands_again(match, one)
        yield one._replace(void_by=None) if again else one


def _stands_again(match: Match, confirmation: Confirmation) -> bool:
    """Whether a match that was corrected or taken back since then ends as it did when somebody agreed to it."""
    if not match.game.result(match.state).over:
        return False
    then = rebuilt(None, match.history[: confirmation.event])
    assert then is not None
    return ends_alike(then, match)


def ends_alike(then: Match, now: Match) -> bool:
    """Whether two states of a match are the same end of it, with everybody in their seat; names may be put right."""
    seats = seats_after(then.players, now.players)
    return now.game.result(now.state).over and now.state == then.state and all(old == new for old, new in seats.items())


class RulingsFold:
    """The rulings on a match while its events are gone through, by their numbers, and which of them were withdrawn.

    Seats are those in which the players sit after the last of these events; who left the record is left out.
    """

    def __init__(self, players: tuple[str, ...]) -> None:
        self._players = players
        self.made: dict[int, RulingMade] = {}
        self.withdrawn: dict[int, RulingWithdrawn] = {}

    @property
    def standing(self) -> dict[int, RulingMade]:
        """Those that hold."""
        return {number: event for number, event in self.made.items() if number not in self.withdrawn}

    @property
    def effects(self) -> RulingEffects:
        """What those that hold do to the result."""
        return _effects(self.standing.values())

    def apply(self, event: Event) -> bool:
        """Takes an event in; whether it is a ruling that gives or takes points or has somebody forfeit, or ends one."""
        if isinstance(event, StepsAmended) and event.start is not None:
            seats = seats_after(self._players, event.start.players)
            self.made = {number: _reseated(one, seats) for number, one in self.made.items()}
            self._players = event.start.players
        if isinstance(event, RulingMade):
            self.made[len(self.made) + 1] = event
            return bool(event.adjust or event.forfeit)
        if isinstance(event, RulingWithdrawn):
            self.withdrawn[event.number] = event
            ended = self.made.get(event.number)
            return ended is not None and bool(ended.adjust or ended.forfeit)
        return False


def rulings_on(match: Match) -> RulingsFold:
    """All rulings on a match, as it stands."""
    rulings = RulingsFold(match.first.players)
    for event in match.history:
        rulings.apply(event)
    return rulings


def ended_by(match: Match) -> dict[int, int]:
    """By the events of agreements that are void, and of rulings that were withdrawn, the event that ended them."""
    void = {one.event: one.void_by for one in confirmations_of(match) if one.void_by is not None}
    rulings = rulings_on(match)
    gone = rulings.withdrawn.items()
    return void | {
        rulings.made[at].originator_version: one.originator_version for at, one in gone if at in rulings.made
    }


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


def _effects(rulings: Iterable[RulingMade]) -> RulingEffects:
    points: Counter[Seat] = Counter()
    rulings = list(rulings)
    for event in rulings:
        for seat, given in event.adjust:
            points[seat] += given
    return RulingEffects(points, {seat for event in rulings for seat in event.forfeit})
