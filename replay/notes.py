"""Remarks: what was said of the steps that stand, as far as an observer may read it, and what stood there before."""

from collections import defaultdict
from collections.abc import Iterator
from typing import Final, Literal, NamedTuple

from domain.kernel.conceal import Observer
from domain.kernel.sentences import Speaker, listed
from domain.records.events import (
    Event,
    MatchAbandoned,
    MatchReopened,
    NameForgotten,
    NoteAdded,
    RecordKept,
    ResultConfirmed,
    RulingMade,
    Step,
    StepsAmended,
    StepsTakenBack,
    steps_of,
)
from domain.records.history import Told, history, standing
from domain.records.match import AnyStep, Match
from domain.records.sayings import officials
from domain.records.views import concealed
from replay.remarks import tell_entry, tell_event
from replay.telling import tell_action

Kind = Literal["note", "takeback", "correction", "ruling", "agreement"]
KINDS: Final[dict[type[Event], Kind]] = {
    NoteAdded: "note",
    StepsTakenBack: "takeback",
    StepsAmended: "correction",
    RulingMade: "ruling",
    ResultConfirmed: "agreement",
    MatchAbandoned: "ruling",
    MatchReopened: "ruling",
    RecordKept: "ruling",
    NameForgotten: "ruling",
}
"""What somebody would call an entry that is no step."""


class Said(NamedTuple):
    """What was said of a step."""

    kind: Kind
    text: str
    gone: tuple[str, ...] = ()
    """The steps that no longer stand since: their numbers with what followed from them."""


def notes_of(match: Match, observer: Observer) -> dict[int, list[str]]:
    """By step the remarks on it, and the takebacks, corrections and rulings about it, in the order of the record."""
    return {step: [one.text for one in said] for step, said in said_of(match, observer).items()}


def said_of(match: Match, observer: Observer) -> dict[int, list[Said]]:
    """The same with what kind of remark each is, and what stood there before.

    What is said of the whole match, and of steps that stand no more, comes with the last.
    """
    rulings = officials(match).rulings
    now: dict[int, Event] = {one.event.originator_version: one.event for one in rulings}
    gone = _gone(match, observer)
    found = {}
    for number, told in enumerate(standing(match)):
        later: list[Event] = [now.get(event.originator_version, event) for event in told.said]
        last = number == len(match.steps)
        later += [one.event for one in rulings if one.gone] if last else []
        said = [*_entry(told, observer), *_later(match, observer, later, gone), *(_final(match) if last else ())]
        if said:
            found[number] = said
    return found


def _entry(told: Told, observer: Observer) -> Iterator[Said]:
    if isinstance(told.event, Step) and (text := tell_entry(told.event, observer)):
        yield Said("note", text)


def _later(match: Match, observer: Observer, events: list[Event], gone: dict[int, list[str]]) -> Iterator[Said]:
    for event in events:
        if text := tell_event(event, match.players, observer):
            yield Said(KINDS[type(event)], text, tuple(gone.get(event.originator_version, ())))


def _gone(match: Match, observer: Observer) -> dict[int, list[str]]:
    """By the takeback or correction that did away with them, the steps that a correction does not tell alike."""
    found: dict[int, list[str]] = defaultdict(list)
    kept: dict[int, set[str]] = {}
    for told in history(match):
        if not isinstance(told.event, Step) or told.undone is None:
            continue
        by = told.undone.originator_version
        if by not in kept:
            kept[by] = set(_retold(match, told.undone, told, observer))
        sentence = _told(match, told, told.event, observer)
        if sentence not in kept[by]:
            found[by].append(f"{told.event.number}  {sentence}")
    return found


def _retold(match: Match, event: Event, told: Told, observer: Observer) -> Iterator[str]:
    """What a correction tells anew; nothing where steps are taken back."""
    if isinstance(event, StepsAmended):
        yield from (_told(match, told, step, observer) for step in steps_of(event))


def _told(match: Match, told: Told, step: AnyStep, observer: Observer) -> str:
    speaker = Speaker(match.game.deck, told.players)
    return " ".join(tell_action(match.game, speaker, concealed(step, told.eyes(match, observer))))


def _final(match: Match) -> Iterator[Said]:
    """What comes of the result, where rulings change it."""
    result, final = match.game.result(match.state), officials(match).final
    if not result.over or (final.scores, final.winners) == (result.scores, result.winners):
        return
    speaker = Speaker(match.game.deck, match.players)
    scores = listed(speaker.each("-" if score is None else score for score in final.scores))
    won = "who won is open" if isinstance(final.winners, str) else speaker.won(final.winners)
    yield Said("ruling", f"With the rulings: {scores}; {won}.")
