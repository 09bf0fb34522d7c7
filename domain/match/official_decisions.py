"""Decisions of officials about a match: agreeing to its result, ruling on it, abandoning and reopening it."""

import re
from typing import Final, NamedTuple

from ludograph.domain.kernel.conceal import Observer
from ludograph.domain.kernel.game import JUDGE
from ludograph.domain.match.aggregate import Match, NoSuchStep, Stamp
from ludograph.domain.match.events import (
    ConfirmationWithdrawn,
    MatchAbandoned,
    MatchReopened,
    ResultConfirmed,
    RulingMade,
    RulingWithdrawn,
)
from ludograph.domain.match.final_result import final_of, in_force, rulings_on, status_of
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
        raise OutOfPlace(f"{_called(match, seat)} has agreed to this result already, and nothing was changed since.")
    return match.add(ResultConfirmed, stamp, by, seat=seat)


def unconfirmed(
    match: Match, seat: Observer, reason: str, stamp: Stamp, *, public: bool = False, by: str = ""
) -> Match:
    """The match without the agreement of a seat, or of the judge. Raises `OutOfPlace`, `TooLong` or `MatchClosed`."""
    match.check_open()
    if not any(one.seat == seat for one in in_force(match)):
        raise OutOfPlace(f"{_called(match, seat)} does not agree to this result, so that there is nothing to withdraw.")
    limits.check_text("A reason", reason)
    return match.add(ConfirmationWithdrawn, stamp, by, seat=seat, reason=reason, public=public)


def _called(match: Match, seat: Observer) -> str:
    return "The judge" if seat == JUDGE else match.players[seat - 1]


SAID: Final = re.compile(r"(=?)\s*([+-]?)\s*([0-9]{1,9})")
THREE_WAYS: Final = "+3 gives points, -5 takes some, and =14 says what the final score is to be."


def points_given(match: Match, seat: int, said: str) -> int:
    """How many points a seat is given by `+3`, `-5`, or `=14` for a final score of 14. Raises `OutOfPlace`.

    A total is the change by which it comes out now: what is corrected later changes the score again.
    """
    found = SAID.fullmatch(said.strip())
    total, sign, digits = found.groups() if found else ("", "", "")
    if not digits or not (total or (sign and int(digits))):
        why = ", for it could be a change or a total" if digits and int(digits) else ""
        raise OutOfPlace(
            f"Written like this, {limits.cut(said.strip()) or 'nothing'} is no adjustment{why}: {THREE_WAYS}"
        )
    number = int(f"{sign}{digits}")
    if not total:
        return number
    now, name = final_of(match).scores[seat - 1], match.players[seat - 1]
    if not isinstance(now, int):
        raise OutOfPlace(
            f"{name} has no score that is known, so that none can be put in its place: give points, as +3."
        )
    if now == number:
        raise OutOfPlace(f"{name} has a final score of {number} already.")
    return number - now


def ruled(match: Match, ruling: RulingDraft, stamp: Stamp, by: str) -> Match:
    """The match with a ruling on it. Raises `OutOfPlace`, `NoSuchStep`, `TooLong` or `MatchClosed`."""
    match.check_open()
    limits.check_text("A ruling", ruling.text)
    if bad := next((seat for seat, points in ruling.adjust if not points), None):
        raise OutOfPlace(f"Points of 0 are no adjustment for {match.players[bad - 1]}: {THREE_WAYS}")
    if ruling.step is not None and not 0 <= ruling.step <= len(match.steps):
        raise NoSuchStep(f"There is no step {ruling.step}: the last is {len(match.steps)}.")
    if ruling.cites and ruling.cites not in match.game.rules:
        raise OutOfPlace(
            f"{match.game.title} has no rule {limits.cut(ruling.cites)}: `ludograph rules {match.game.id}` prints all."
        )
    return match.add(RulingMade, stamp, by, **ruling._asdict())


def ruling_withdrawn(
    match: Match, number: int, reason: str, stamp: Stamp, *, public: bool = False, by: str = ""
) -> Match:
    """The match without one of its rulings. Raises `OutOfPlace`, `TooLong` or `MatchClosed`."""
    match.check_open()
    rulings = rulings_on(match)
    if number in rulings.withdrawn:
        raise OutOfPlace(f"Ruling {number} was withdrawn already.")
    if number not in rulings.made:
        there = ", ".join(map(str, rulings.standing)) or "none"
        raise OutOfPlace(f"There is no ruling {number} on this match; those that hold: {there}.")
    limits.check_text("A reason", reason)
    return match.add(RulingWithdrawn, stamp, by, number=number, reason=reason, public=public)


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
