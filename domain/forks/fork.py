"""A fork of a match: the start and the steps that it has in common with its origin, as a record of its own."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple
from uuid import UUID

from msgspec.structs import replace

from ludograph.domain.corrections.amend import Reason, corrected_match, header_correction
from ludograph.domain.match.aggregate import Match, NoSuchStep, Stamp, rebuilt
from ludograph.domain.match.events import Event, MatchForked, sealed
from ludograph.domain.notation.lines import ForkOrigin


class NewFork(NamedTuple):
    """What a fork is stored under, who makes it, and where the stamp of each of its events comes from."""

    id: UUID
    stamp: Callable[[], Stamp]
    by: str = ""
    source: str = ""
    """The id that somebody gave it."""


def forked(match: Match, at: int, new: NewFork) -> Match:
    """A match that stands as this one did after step `at`, to be recorded. Raises `NoSuchStep`.

    Cards lie and are drawn as in its origin. It belongs to no tournament, and remarks, rulings and agreements stay with
    the origin.
    """
    if not 0 <= at <= len(match.steps):
        raise NoSuchStep(f"There is no step {at}: the last is {len(match.steps)}.")
    return carried_over(match, at, ForkOrigin(match.id, at, match.head), new)


def carried_over(match: Match, at: int, origin: ForkOrigin, new: NewFork) -> Match:
    """The start and the first `at` steps of a match as a fork that names this origin, to be recorded."""
    stamp = new.stamp()
    shared = {name: getattr(match.start, name) for name in _CARRIED}
    start = MatchForked(
        **shared,
        origin=origin,
        source=new.source,
        game=match.game.id,
        by=stamp.signed(new.by),
        originator_id=new.id,
        originator_version=1,
        recorded_at=stamp.now,
        salt=stamp.salt,
        previous="",
    )
    events: list[Event] = [sealed(start)]
    for step in match.steps[:at]:
        stamp = new.stamp()
        fresh = replace(
            step,
            originator_id=new.id,
            originator_version=len(events) + 1,
            recorded_at=stamp.now,
            salt=stamp.salt,
            previous=events[-1].digest,
            digest="",
        )
        events.append(sealed(fresh))
    fork = rebuilt(None, events)
    assert fork is not None
    return replace(fork, pending=tuple(events))


_CARRIED = ("rules_version", "players", "options", "deal", "facts", "seed")
"""What of a start a fork has too; orders are not sealed in it, for it would open what is promised elsewhere."""


def with_options(fork: Match, options: Mapping[str, Any], new: NewFork) -> Match:
    """A fork that began with these options, its steps decided again. Raises `Unamendable` where they are not legal.

    `options` are values by name as a match file has them; those that are not named stay.
    """
    stamp = Stamp(fork.first.recorded_at, fork.first.salt)
    after = corrected_match(fork, header_correction(fork, {"options": dict(options)}), Reason(""), stamp).match
    start = fork.history[0]
    assert isinstance(start, MatchForked)
    assert start.origin is not None
    return carried_over(after, len(after.steps), start.origin, new)
