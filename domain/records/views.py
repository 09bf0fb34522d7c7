"""Views: the same fold over concealed steps, so that nobody can know more than they were told."""

from collections.abc import Iterable
from typing import Any

from msgspec.structs import replace

from domain.kernel.cards import UNKNOWN
from domain.kernel.conceal import Observer, conceal, sees
from domain.kernel.game import JUDGE, Fact, Game
from domain.records.events import MatchStarted, NoteAdded, Step


def fold(state: Any, facts: Iterable[Fact]) -> Any:
    """The state after these facts."""
    for fact in facts:
        state = fact.apply(state)
    return state


def known(game: Game, start: MatchStarted[Any, Any, Any], steps: Iterable[Step[Any, Any]], observer: Observer) -> Any:
    """The state after these steps as that observer knows it."""
    state = fold(None, concealed_start(start, observer).facts)
    for step in steps:
        state = fold(state, concealed(step, observer).facts)
    return state


def concealed_start(start: MatchStarted[Any, Any, Any], observer: Observer) -> MatchStarted[Any, Any, Any]:
    """The start of a match as that observer knows it: without the seed and the marks of its storage."""
    if observer == JUDGE:
        return start
    return replace(
        start,
        deal=conceal(start.deal, observer),
        facts=tuple(conceal(fact, observer) for fact in start.facts),
        seed=None,
        by="",
        salt="",
        previous="",
        digest="",
    )


def concealed(step: Step[Any, Any], observer: Observer) -> Step[Any, Any]:
    """A step as that observer knows it: action, outcomes and facts, without remarks and the marks of its storage."""
    if observer == JUDGE:
        return step
    return replace(
        step,
        action=conceal(step.action, observer, step.actor),
        drawn=concealed_outcomes(step, observer),
        seen_by=(),
        shuffled=None,
        facts=tuple(conceal(fact, observer, step.actor) for fact in step.facts),
        note="",
        by="",
        salt="",
        previous="",
        digest="",
    )


def concealed_outcomes(step: Step[Any, Any], observer: Observer) -> tuple[Any, ...]:
    """The outcomes of a step with `??` for those that this observer did not see."""
    if not step.seen_by:
        return step.drawn
    pairs = zip(step.drawn, step.seen_by, strict=True)
    return tuple(outcome if sees(audience, observer) else UNKNOWN for outcome, audience in pairs)


def sees_note(note: NoteAdded, observer: Observer) -> bool:
    """Whether a remark is for this observer."""
    return note.public or observer == JUDGE
