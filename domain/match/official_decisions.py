"""Decisions of officials about a match: agreeing to its result, ruling on it, abandoning and reopening it."""

from typing import NamedTuple

from ludograph.domain.kernel.conceal import Observer
from ludograph.domain.kernel.game import JUDGE
from ludograph.domain.match.aggregate import Match, NoSuchStep, Stamp
from ludograph.domain.match.events import MatchAbandoned, MatchReopened, ResultConfirmed, RulingMade
from ludograph.domain.match.final_result import in_force, status_of
from ludograph.domain.notation import limits


class OutOfPlace(ValueError):
    """An entry of an official that does not fit this match as it stands; the message says why."""


class RulingDraft(NamedTuple):
    """What a ruling says, see `RulingMade`."""

    text: str
    step: int | None = None
    cites: str = ""
    adjust: tuple[tuple[int, int], ...] = ()
    forfeit: tuple[int, ...] = ()
    private: bool = False


def confirmed(match: Match, seat: Observer, stamp: Stamp, by: str = "") -> Match:
    """The match with the agreement of a seat, or of the judge, to its result. Raises `OutOfPlace` or `MatchClosed`."""
    match.check_open()
    if status_of(match) != "over":
        raise OutOfPlace("This match is not over, so that there is no result to agree to yet.")
    if any(one.seat == seat for one in in_force(match)):
        who = "The judge" if seat == JUDGE else match.players[seat - 1]
        raise OutOfPlace(f"{who} has agreed to this result already, and nothing was changed since.")
    return match.add(ResultConfirmed, stamp, by, seat=seat)


def ruled(match: Match, ruling: RulingDraft, stamp: Stamp, by: str) -> Match:
    """The match with a ruling on it. Raises `OutOfPlace`, `NoSuchStep`, `TooLong` or `MatchClosed`."""
    match.check_open()
    limits.check_text("A ruling", ruling.text)
    if ruling.step is not None and not 0 <= ruling.step <= len(match.steps):
        raise NoSuchStep(f"There is no step {ruling.step}: the last is {len(match.steps)}.")
    if ruling.cites and ruling.cites not in match.game.rules:
        raise OutOfPlace(
            f"{match.game.title} has no rule {limits.cut(ruling.cites)}: `ludograph rules {match.game.id}` prints all."
        )
    return match.add(RulingMade, stamp, by, **ruling._asdict())


def abandoned(match: Match, reason: str, stamp: Stamp, *, public: bool = False, by: str = "") -> Match:
    """The match as one that will not be finished. Raises `OutOfPlace` or `TooLong`."""
    if match.abandoned:
        raise OutOfPlace("This match was abandoned already.")
    if status_of(match) == "over":
        raise OutOfPlace("This match is over, so that there is nothing to abandon: `ludograph rule` can rule on it.")
    return _for_reason(match, MatchAbandoned, reason, stamp, public=public, by=by)


def reopened(match: Match, reason: str, stamp: Stamp, *, public: bool = False, by: str = "") -> Match:
    """An abandoned match as one that goes on. Raises `OutOfPlace` or `TooLong`."""
    if not match.abandoned:
        raise OutOfPlace("This match was not abandoned, so that there is nothing to open again.")
    return _for_reason(match, MatchReopened, reason, stamp, public=public, by=by)


def _for_reason(
    match: Match, kind: type[MatchAbandoned | MatchReopened], reason: str, stamp: Stamp, *, public: bool, by: str
) -> Match:
    limits.check_text("A reason", reason)
    return match.add(kind, stamp, by, reason=reason, public=public)
