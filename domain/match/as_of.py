"""A match as it was believed earlier: after one of its events, or at some time."""

from datetime import UTC, datetime, timedelta
from itertools import takewhile

from ludograph.domain.kernel.sentences import counted
from ludograph.domain.match.aggregate import Match, rebuilt
from ludograph.domain.notation.limits import cut

DAY = len("2026-11-20")


class NotYet(ValueError):
    """There was no match then, or what was asked for is no event and no time; the message says what can be."""


def as_of(match: Match, when: str) -> Match:
    """The match as it stood after an event (its number) or at a time (as ISO 8601 has it). Raises `NotYet`.

    A time without an offset is in UTC, and a day means its end.
    """
    return after_event(match, int(when)) if when.isdecimal() and len(when) < 10 else at_time(match, parsed_time(when))


def after_event(match: Match, event: int) -> Match:
    """The match after that event, counted from 1. Raises `NotYet`."""
    if not 1 <= event <= match.version:
        raise NotYet(f"There is no event {event}: this match has {counted(match.version, 'event')}, counted from 1.")
    past = rebuilt(None, match.history[:event])
    assert past is not None
    return past


def at_time(match: Match, time: datetime) -> Match:
    """The match after everything that was recorded until then. Raises `NotYet`."""
    # Up to the first that came later: an older program's times may go back, where its machine's clock did.
    events = sum(1 for _ in takewhile(lambda event: event.recorded_at <= time, match.history))
    if not events:
        began = match.first.recorded_at
        raise NotYet(f"This match was not begun then: its start was recorded at {began:%Y-%m-%dT%H:%M:%SZ}.")
    return after_event(match, events)


def parsed_time(text: str) -> datetime:
    """A time from ISO 8601. Raises `NotYet` where it is none."""
    try:
        time = datetime.fromisoformat(text)
    except ValueError:
        raise NotYet(
            f"{cut(text)} is no event and no time: write the number of an event, as `history` has it, or a time such "
            "as 2026-11-20T18:04:11Z."
        ) from None
    if len(text) == DAY:
        time += timedelta(days=1, microseconds=-1)
    return time if time.tzinfo else time.replace(tzinfo=UTC)
