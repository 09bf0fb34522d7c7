"""Recording what a request says once, however often and wherever it arrives, and answering with what is so."""

from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Final, Generic, NamedTuple, TypeVar
from uuid import UUID

from domain.records.holding import Clash
from domain.records.match import Match
from domain.records.requests import Answer, Request, named
from domain.tournaments.tournament import Tournament
from replay.service.access import Denied, Visitor
from replay.service.answers import Asked, Wrong
from replay.service.conditions import check_same, expected_by, fingerprint, key_of, senders_of
from replay.service.hall import Hall
from replay.service.limits import Limits

T = TypeVar("T", Match, Tournament)
Keep = Callable[[int], Request | None]
"""What is kept of a request with the version that it makes."""
TRIES: Final = 5
"""So often an entry that names no version is made anew on what others recorded meanwhile."""


class Entering(NamedTuple, Generic[T]):
    """What is recorded in a match or in a tournament, by whom, and how."""

    id: UUID
    load: Callable[[], Awaitable[T]]
    """It as it stands now."""
    token: Callable[[T], str]
    """The id of the token whose right lets it be recorded. Raises `Denied`."""
    record: Callable[[T, Keep], T]
    """It with what is recorded, stored. Raises `Clash`, or what is wrong with it."""
    past: Callable[[T, int], T]
    """It as it stood after an event."""
    late: str
    """What is said where more was recorded than the sender knew."""


async def recorded(hall: Hall, visitor: Visitor, limits: Limits, request: Asked, entering: Entering[T]) -> T:
    """A match or a tournament just after what a request records, whether it does so now or did so before.

    Another service may record the same request at the same moment: whoever is late looks what was answered, and only
    then whether anything else was recorded. What is loaded comes first and the answer after it, so that a version that
    this request made is never taken for somebody else's.

    Raises `Denied`, or `Wrong` with status 409 where more was recorded than the sender knew.
    """
    if visitor.nobody:
        raise Denied("Whoever records needs a token: ask the organiser for one.", anonymous=True)
    key, expected = key_of(request), expected_by(request)
    async with hall.entering(entering.id):
        asked = await fingerprint(request)
        for tried in range(TRIES):
            now = await entering.load()
            token = entering.token(now)
            if not tried:
                limits.entry(token, entering.id)
            names = [named(one, key) for one in senders_of(visitor, token)] if key else []
            with suppress(Clash):
                found: T | Answer = await hall.aside(_answered_or_recorded, hall, entering, now, names, asked, expected)
                if isinstance(found, Answer):
                    now = now if found.version <= now.version else await entering.load()
                    return entering.past(now, found.version)
                return found
        raise _late(entering, await entering.load())


def _answered_or_recorded(
    hall: Hall, entering: Entering[T], now: T, names: list[str], asked: str, expected: int | None
) -> T | Answer:
    done = hall.recorder.answered(names, entering.id) if names else None
    if done is not None:
        check_same(done, asked)
        return done
    if expected not in (None, now.version):
        raise _late(entering, now)
    return entering.record(now, lambda version: Request(names[0], entering.id, version, asked) if names else None)


def _late(entering: Entering[T], now: T) -> Wrong:
    return Wrong(409, entering.late, version=now.version)
