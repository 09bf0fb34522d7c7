"""What players say against a result: remarks for whoever directs, which stand until they are dealt with."""

from datetime import datetime
from typing import Final, NamedTuple

from ludograph.domain.kernel.game import Seat
from ludograph.domain.match.aggregate import Match, Stamp
from ludograph.domain.match.events import (
    AnyStarted,
    Event,
    NoteAdded,
    ResultConfirmed,
    RulingMade,
    RulingWithdrawn,
    StepsAmended,
    StepsTakenBack,
    start_of,
)
from ludograph.domain.match.final_result import in_force, status_of
from ludograph.domain.match.official_decisions import OutOfPlace, unconfirmed
from ludograph.domain.notation import limits

# A remark and no event of its own: every program that knows the store reads it, copies and merges take it along, and a
# scribe can write it down for somebody without a phone.
OBJECTS: Final = " objects to the result: "
"""What stands between the name of a player and what they say."""
AGREES: Final = " agrees to the result from paper."
"""What stands behind the name of a player who agrees to a result that was entered in the place of their match."""
DEALT_WITH: Final = (RulingMade, RulingWithdrawn, StepsTakenBack, StepsAmended)
"""After any of these players are asked again."""


class ResultObjection(NamedTuple):
    """What a player said against the result last, as long as they do not agree to it."""

    seat: Seat
    name: str
    """What they are called now."""
    text: str
    at: datetime
    is_open: bool
    """Whether nothing was decided or corrected since."""


def objected(match: Match, seat: Seat, text: str, stamp: Stamp, by: str = "") -> Match:
    """The match with an objection of a seat to its result, to which it agrees no more.

    Raises `OutOfPlace`, `TooLong` or `MatchClosed`.
    """
    match.check_open()
    if status_of(match) != "over":
        raise OutOfPlace("This match is not over, so that there is no result to object to yet.")
    if any(one.seat == seat for one in in_force(match)):
        match = unconfirmed(match, seat, "", stamp, by=by)
    limits.check_text("An objection", text)
    return match.annotate(len(match.steps), f"{match.players[seat - 1]}{OBJECTS}{text}", stamp, by=by)


def objections_of(match: Match) -> list[ResultObjection]:
    """The newest objection of each seat that does not agree to the result, in the order of the seats."""
    found: dict[Seat, ResultObjection] = {}
    start = match.first
    for event in match.history:
        if isinstance(event, StepsAmended):
            start = start_of(event, start)
        if isinstance(event, ResultConfirmed):
            found.pop(event.seat, None)
        elif (said := _objection(event, start)) is not None:
            found[said.seat] = said
        elif isinstance(event, DEALT_WITH) and getattr(event, "how", "") != "rename":
            found = {seat: one._replace(is_open=False) for seat, one in found.items()}
    there = [one for seat, one in sorted(found.items()) if seat <= len(match.players)]
    return [one._replace(name=match.players[one.seat - 1]) for one in there]


def is_objection(event: Event) -> bool:
    """Whether an event says something against the result."""
    return isinstance(event, NoteAdded) and OBJECTS in event.text


class WordOnPaper(NamedTuple):
    """What a seat said last of a result that was entered in the place of its match, which was given up."""

    seat: Seat
    name: str
    text: str
    """What is said against it; empty where the seat agrees."""
    at: datetime
    is_open: bool
    """Whether the result is still the one of which it was said."""


def objected_on_paper(match: Match, seat: Seat, text: str, stamp: Stamp, by: str = "") -> Match:
    """The match with an objection of a seat to the result that was entered in its place. Raises `TooLong`."""
    limits.check_text("An objection", text)
    return match.annotate(len(match.steps), f"{match.players[seat - 1]}{OBJECTS}{text}", stamp, by=by)


def agreed_on_paper(match: Match, seat: Seat, stamp: Stamp, by: str = "") -> Match:
    """The match with the agreement of a seat to the result that was entered in its place."""
    return match.annotate(len(match.steps), f"{match.players[seat - 1]}{AGREES}", stamp, by=by)


def words_on_paper(match: Match, entered_at: datetime) -> list[WordOnPaper]:
    """What each seat said last of the result that was entered, in the order of the seats."""
    found: dict[Seat, WordOnPaper] = {}
    start = match.first
    for event in match.history:
        if isinstance(event, StepsAmended):
            start = start_of(event, start)
        if (said := _objection(event, start)) is not None:
            found[said.seat] = WordOnPaper(said.seat, said.name, said.text, said.at, said.at > entered_at)
        elif (seat := _agreeing(event, start)) is not None and isinstance(event, NoteAdded):
            name, at = start.players[seat - 1], event.recorded_at
            found[seat] = WordOnPaper(seat, name, "", at, at > entered_at)
    return [one for seat, one in sorted(found.items()) if seat <= len(match.players)]


def _agreeing(event: Event, start: AnyStarted) -> Seat | None:
    """The seat that agrees by this event to a result from paper."""
    if not isinstance(event, NoteAdded) or event.public or not event.text.endswith(AGREES):
        return None
    name = event.text.removesuffix(AGREES)
    return start.players.index(name) + 1 if name in start.players and _may_say(event, name) else None


def _may_say(event: NoteAdded, name: str) -> bool:
    """Whether a remark about what a player thinks is theirs, or of somebody who may write it down for them."""
    # A player's own remarks are signed with their name: nobody speaks for another but a scribe or a director.
    return "(player " not in event.by or event.by.startswith(f"{name} (player ")


def _objection(event: Event, start: AnyStarted) -> ResultObjection | None:
    """What an event says against the result; None where it is something else, or said by one player of another."""
    if not isinstance(event, NoteAdded) or event.public:
        return None
    name, found, text = event.text.partition(OBJECTS)
    if not found or name not in start.players:
        return None
    if not _may_say(event, name):
        return None
    return ResultObjection(start.players.index(name) + 1, name, text, event.recorded_at, True)
