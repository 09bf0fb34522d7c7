"""Views: the same fold over concealed steps, so that nobody can know more than they were told."""

from collections.abc import Iterable, Sequence
from typing import Any

from msgspec.structs import replace

from ludograph.domain.kernel.cards import UNKNOWN
from ludograph.domain.kernel.conceal import Observer, conceal, sees
from ludograph.domain.kernel.game import JUDGE, Fact, Game
from ludograph.domain.kernel.play import Played
from ludograph.domain.match.events import (
    AnyCorrectedStart,
    AnyRedecided,
    AnyStarted,
    AnyStep,
    DealEntered,
    Event,
    NoteAdded,
    RulingMade,
    StepsAmended,
    origin_of,
)

AnyAction = AnyStep | AnyRedecided


def fold(state: Any, facts: Iterable[Fact]) -> Any:
    """The state after these facts."""
    for fact in facts:
        state = fact.apply(state)
    return state


def known_state(game: Game, start: AnyStarted, steps: Iterable[AnyStep], observer: Observer) -> Any:
    """The state after these steps as that observer knows it."""
    state = fold(None, concealed_start(start, observer).facts)
    for step in steps:
        state = fold(state, concealed(step, observer).facts)
    return state


def concealed_start(start: AnyStarted, observer: Observer) -> AnyStarted:
    """The start of a match as that observer knows it: without the seed and the marks of its storage."""
    if observer == JUDGE:
        return start
    origin = origin_of(start)
    return replace(
        start,
        **({"origin": replace(origin, head="")} if origin else {}),
        deal=start.deal and conceal(start.deal, observer),
        facts=tuple(conceal(fact, observer) for fact in start.facts),
        seed=None,
        nonce="",
        by="",
        salt="",
        previous="",
        digest="",
    )


def concealed(step: AnyStep, observer: Observer) -> AnyStep:
    """A step as that observer knows it: action, outcomes and facts, without remarks and the marks of its storage."""
    if observer == JUDGE:
        return step
    return replace(step, **_withheld(step, observer), salt="", previous="", digest="")


def is_seen(step: AnyStep, observer: Observer) -> bool:
    """Whether that observer knows all of an action and of its outcomes."""
    view = concealed(step, observer)
    return (view.action, view.drawn, view.shuffled) == (step.action, step.drawn, step.shuffled)


def _withheld(step: AnyAction, observer: Observer) -> dict[str, Any]:
    """What is otherwise in a step, recorded alone or in a correction, for that observer."""
    return {
        "action": conceal(step.action, observer, step.actor),
        "drawn": concealed_outcomes(step, observer),
        "seen_by": (),
        "shuffled": None,
        "facts": tuple(conceal(fact, observer, step.actor) for fact in step.facts),
        "note": "",
        "by": "",
    }


def concealed_event(event: Event, observer: Observer) -> Event:
    """An event that is no step and no start as that observer knows it: who, why and what only where that is public."""
    if observer == JUDGE:
        return event
    changes: dict[str, Any] = {"salt": "", "previous": "", "digest": ""}
    if not names_its_author(event):
        changes |= {name: "" for name in ("by", "reason") if hasattr(event, name)}
    if isinstance(event, RulingMade) and event.private:
        changes |= {"text": "", "cites": ""}
    if isinstance(event, DealEntered):
        changes["start"] = _concealed_begun(event.start, observer)
    if isinstance(event, StepsAmended):
        changes["start"] = event.start and _concealed_begun(event.start, observer)
        changes["steps"] = tuple(replace(one, **_withheld(one, observer)) for one in event.steps)
    if hasattr(event, "other"):
        changes["other"] = ""
    return replace(event, **changes)


def names_its_author(event: Event) -> bool:
    """Whether everybody may know who recorded an event, and why: whoever says something to all is named to all."""
    if isinstance(event, RulingMade):
        return not event.private
    return bool(getattr(event, "public", False))


def _concealed_begun(start: AnyCorrectedStart, observer: Observer) -> AnyCorrectedStart:
    facts = tuple(conceal(fact, observer) for fact in start.facts)
    return replace(start, deal=start.deal and conceal(start.deal, observer), facts=facts)


def concealed_outcomes(step: AnyAction | Played, observer: Observer) -> tuple[Any, ...]:
    """The outcomes of a step with `??` for those that this observer did not see."""
    if not step.seen_by:
        return step.drawn
    pairs = zip(step.drawn, step.seen_by, strict=True)
    return tuple(outcome if sees(audience, observer) else UNKNOWN for outcome, audience in pairs)


def sees_note(note: NoteAdded, observer: Observer) -> bool:
    """Whether a remark is for this observer."""
    return note.public or observer == JUDGE


def is_remark_for_others(event: Event, observer: Observer) -> bool:
    """Whether an event is a remark that this observer may not read; when it was made is not told either."""
    return isinstance(event, NoteAdded) and not sees_note(event, observer)


def last_told(history: Sequence[Event], observer: Observer) -> int:
    """Return the version of the last event that this observer is told of at once."""
    return next((at for at in range(len(history), 0, -1) if not is_remark_for_others(history[at - 1], observer)), 0)
