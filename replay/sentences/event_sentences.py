"""Sentences for what was recorded about a match besides its steps: remarks, takebacks, corrections, rulings."""

from collections.abc import Callable, Sequence
from typing import Any, Final

from ludograph.domain.kernel.conceal import Observer
from ludograph.domain.kernel.game import JUDGE
from ludograph.domain.kernel.sentences import listed
from ludograph.domain.match.events import (
    AnyAmended,
    AnyDealEntered,
    AnyStep,
    ConfirmationWithdrawn,
    DealEntered,
    Event,
    MatchAbandoned,
    MatchReopened,
    NameForgotten,
    NoteAdded,
    RecordKept,
    ResultConfirmed,
    RulingMade,
    RulingWithdrawn,
    StepsAmended,
    StepsTakenBack,
)
from ludograph.domain.match.views import sees_note

ENDED: Final[dict[type[Event], str]] = {ResultConfirmed: "made void", RulingMade: "withdrawn"}
"""What became of an entry that a later event ended."""


def tell_event(event: Event, players: Sequence[str], observer: Observer) -> str | None:
    """What an event that is no step says, as far as an observer may know; None where that is nothing."""
    return _TELL[type(event)](event, players, observer)


def tell_entry(step: AnyStep, observer: Observer) -> str | None:
    """The remark that came with an action, for the judge."""
    if observer != JUDGE or not step.note:
        return None
    return _said(step.number, step.by, step.note)


def _takeback(event: StepsTakenBack, players: Sequence[str], observer: Observer) -> str:
    what = f"Taken back: the match stands again as after step {event.to}."
    return f"{what} Reason: {event.reason}{_entered(event.by)}." if observer == JUDGE else what


def _note(event: NoteAdded, players: Sequence[str], observer: Observer) -> str | None:
    if not sees_note(event, observer):
        return None
    return _said(event.step, event.by, event.text)


def _said(step: int, by: str, text: str) -> str:
    """A remark, with who made it before the first of its lines."""
    return f"Note on step {step}{f' by {by}' if by else ''}: {text}"


def _amendment(event: AnyAmended, players: Sequence[str], observer: Observer) -> str:
    first, last = max(event.at, 1), event.at + len(event.steps) - (event.at > 0)
    if event.how == "rename":
        now = event.start.players if event.start else players
        named = [f"{was} is called {name}" for was, name in zip(players, now, strict=True) if was != name]
        return f"Corrected: {listed(named)}.{_reason(event, observer)}"
    what = {"redo": "Brought back", "merge": "Taken over from another record of this match"}.get(event.how, "Corrected")
    where = "the start" if event.at == 0 else f"step {event.at}" if first == last else f"from step {event.at} on"
    stands = f"the match stands again up to step {last}" if last else "no step stands"
    return f"{what}: {where}; {stands}.{_reason(event, observer)}"


def _deal(event: AnyDealEntered, players: Sequence[str], observer: Observer) -> str:
    return f"The table's deal was entered{_entered(event.by) if observer == JUDGE else ''}."


def _confirmation(event: ResultConfirmed, players: Sequence[str], observer: Observer) -> str:
    who = "The judge" if event.seat == JUDGE else players[event.seat - 1]
    return f"{who} agreed to the result{_entered(event.by) if observer == JUDGE else ''}."


def _no_confirmation(event: ConfirmationWithdrawn, players: Sequence[str], observer: Observer) -> str:
    who = "The judge" if event.seat == JUDGE else players[event.seat - 1]
    return f"{who} does not agree to the result any more.{_reason(event, observer)}"


def _ruling(event: RulingMade, players: Sequence[str], observer: Observer) -> str:
    cites = f" ({event.cites})" if event.cites else ""
    hidden = event.private and observer != JUDGE
    words = "" if hidden else f" {event.text}{cites}"
    points = [f"{players[seat - 1]} {points:+}" for seat, points in event.adjust]
    out = [f"{listed([players[seat - 1] for seat in event.forfeit])} forfeited the match"] if event.forfeit else []
    effects = "; ".join([*points, *out])
    about = "" if event.step is None else f" on step {event.step}"
    said = f"Ruling{about}:{words}{f' [{effects}]' if effects else ''}".rstrip(":")
    return said if hidden else said + _entered(event.by)


def _no_ruling(event: RulingWithdrawn, players: Sequence[str], observer: Observer) -> str:
    return f"Withdrawn: ruling {event.number} holds no more.{_reason(event, observer)}"


def _abandoned(event: MatchAbandoned, players: Sequence[str], observer: Observer) -> str:
    return f"Abandoned: this match will not be finished.{_reason(event, observer)}"


def _reopened(event: MatchReopened, players: Sequence[str], observer: Observer) -> str:
    return f"Opened again: this match goes on.{_reason(event, observer)}"


def _kept(event: RecordKept, players: Sequence[str], observer: Observer) -> str:
    why = f" Reason: {event.reason}{_entered(event.by)}." if observer == JUDGE and event.reason else ""
    return f"Kept: another record of this match went apart at step {event.parted_at}, and this one stands.{why}"


def _forgotten(event: NameForgotten, players: Sequence[str], observer: Observer) -> str:
    why = f" Reason: {event.reason}{_entered(event.by)}." if observer == JUDGE else ""
    return f"Forgotten: a name reads {event.pseudonym} since, wherever it stood in this record.{why}"


def _reason(
    event: AnyAmended | MatchAbandoned | MatchReopened | ConfirmationWithdrawn | RulingWithdrawn, observer: Observer
) -> str:
    if observer != JUDGE and not event.public:
        return ""
    return f" Reason: {event.reason}{_entered(event.by)}." if event.reason else _entered(event.by)


def _entered(by: str) -> str:
    return f" (entered by {by})" if by else ""


_TELL: Final[dict[type[Event], Callable[[Any, Sequence[str], Observer], str | None]]] = {
    StepsTakenBack: _takeback,
    NoteAdded: _note,
    StepsAmended: _amendment,
    DealEntered: _deal,
    ResultConfirmed: _confirmation,
    ConfirmationWithdrawn: _no_confirmation,
    RulingMade: _ruling,
    RulingWithdrawn: _no_ruling,
    MatchAbandoned: _abandoned,
    MatchReopened: _reopened,
    RecordKept: _kept,
    NameForgotten: _forgotten,
}
