"""Remarks: what was said of the steps that stand, as far as an observer may read it, and what stood there before."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Final, Literal, NamedTuple

from ludograph.domain.judging.judged_match import Loss, ToldStep
from ludograph.domain.kernel.conceal import Observer
from ludograph.domain.kernel.game import TABLE
from ludograph.domain.kernel.sentences import Speaker, counted, listed
from ludograph.domain.match.aggregate import Match
from ludograph.domain.match.events import (
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
    Step,
    StepsAmended,
    StepsTakenBack,
)
from ludograph.domain.match.history import HistoryEntry, history, standing_steps
from ludograph.domain.match.officials_view import officials_of
from ludograph.domain.match.views import concealed
from ludograph.replay.sentences.event_sentences import tell_entry, tell_event
from ludograph.replay.sentences.graded_moves import GradedMoves
from ludograph.replay.sentences.step_sentences import tell_action

Kind = Literal["note", "takeback", "correction", "ruling", "agreement", "judgement"]
KINDS: Final[dict[type[Event], Kind]] = {
    NoteAdded: "note",
    StepsTakenBack: "takeback",
    StepsAmended: "correction",
    DealEntered: "note",
    RulingMade: "ruling",
    RulingWithdrawn: "ruling",
    ResultConfirmed: "agreement",
    ConfirmationWithdrawn: "agreement",
    MatchAbandoned: "ruling",
    MatchReopened: "ruling",
    RecordKept: "ruling",
    NameForgotten: "ruling",
}
"""What somebody would call an entry that is no step; a judgement is none, for nobody recorded it."""


class Details(NamedTuple):
    """What a reader unfolds under a remark: what it is called, and its lines."""

    title: str
    lines: tuple[str, ...]


class StepNotes(NamedTuple):
    """What was said of a step."""

    kind: Kind
    text: str
    details: Details | None = None
    """The steps that no longer stand since, or what somebody knew who decided."""
    graded: GradedMoves | None = None
    """Of a decision that was judged what is said of each move that somebody may choose in its place."""


class Judged(NamedTuple):
    """What is shown of a judgement to an observer."""

    notes: Mapping[int, StepNotes] = MappingProxyType({})
    """By step what is said of it, among what else was said."""
    worths: Sequence[ToldStep] = ()
    """What each position was worth to everybody, from the start on."""
    told: str = ""
    """How it was judged, or what to ask for where it was not, in a sentence."""

    losses: tuple[Loss, ...] = ()
    """Where a player whose eyes these are lost most: an error, and a fall of what it was worth; the larger first."""

    def costliest(self, most: int) -> list[tuple[int, StepNotes]]:
        """The sure errors that cost most, each with its step, in the order of their steps."""
        costs = {step: note.graded.cost for step, note in self.notes.items() if note.graded and note.graded.cost}
        largest = sorted(costs, key=lambda step: (-costs[step], step))[:most]
        return [(step, self.notes[step]) for step in sorted(largest)]


NOT_JUDGED: Final = Judged()
UNJUDGED: Final[Mapping[Observer, Judged]] = MappingProxyType({})
"""To no observer anything is shown."""


def notes_of(match: Match, observer: Observer) -> dict[int, list[str]]:
    """By step the remarks on it, and the takebacks, corrections and rulings about it, in the order of the record."""
    return {step: [one.text for one in said] for step, said in said_of(match, observer).items()}


def said_of(match: Match, observer: Observer, judged: Judged = NOT_JUDGED) -> dict[int, list[StepNotes]]:
    """By step all that was said of it, each with what kind of remark it is and what stood there before.

    What is said of the whole match, and of steps that stand no more, comes with the last; what was `judged` first.
    """
    officials = officials_of(match)
    rulings, withdrawn = officials.rulings, {one.event.originator_version for one in officials.withdrawn}
    now: dict[int, Event] = {one.event.originator_version: one.event for one in rulings}
    gone = _gone(match, observer)
    found = {}
    for number, told in enumerate(standing_steps(match)):
        later: list[Event] = [
            now.get(event.originator_version, event)
            for event in told.related
            if event.originator_version not in withdrawn
        ]
        last = number == len(match.steps)
        later += [one.event for one in rulings if one.gone] if last else []
        said = [*_entry(told, observer), *_later(match, observer, later, gone), *(_final(match) if last else ())]
        if number in judged.notes:
            said.insert(0, judged.notes[number])
        if said:
            found[number] = said
    return found


def _entry(told: HistoryEntry, observer: Observer) -> Iterator[StepNotes]:
    if isinstance(told.event, Step) and (text := tell_entry(told.event, observer)):
        yield StepNotes("note", text)


def _later(match: Match, observer: Observer, events: list[Event], gone: dict[int, list[str]]) -> Iterator[StepNotes]:
    for event in events:
        if text := tell_event(event, match.players, observer):
            yield StepNotes(KINDS[type(event)], text, _stood_there(gone.get(event.originator_version, ())))


def _stood_there(steps: Sequence[str]) -> Details | None:
    """The steps that stood there before a takeback or a correction: their numbers with what followed from them."""
    return Details(f"What stood there: {counted(len(steps), 'step')}", tuple(steps)) if steps else None


def _gone(match: Match, observer: Observer) -> dict[int, list[str]]:
    """By the takeback or correction that did away with them, the steps that a correction does not tell alike.

    Both are compared as the observer may know both, so that not even a difference tells more.
    """
    found: dict[int, list[str]] = defaultdict(list)
    every = history(match)
    anew: dict[int, list[HistoryEntry]] = defaultdict(list)
    for told in every:
        anew[told.event.originator_version].append(told)
    kept: dict[int, tuple[Observer, set[str]]] = {}
    for told in every:
        if not isinstance(told.event, Step) or told.undone is None:
            continue
        by, then = told.undone.originator_version, told.observer_then(match, observer)
        if by not in kept:
            kept[by] = _retold(match, anew[by], told, observer)
        common, sentences = kept[by]
        if _told(match, told, told.event, common) not in sentences:
            found[by].append(f"{told.event.number}  {_told(match, told, told.event, then)}")
    return found


def _retold(
    match: Match, anew: list[HistoryEntry], told: HistoryEntry, observer: Observer
) -> tuple[Observer, set[str]]:
    """What a correction tells anew, with the names a step had before it, and as which observer; nothing if none."""
    steps = [one for one in anew if isinstance(one.event, Step)]
    observers = {one.observer_then(match, observer) for one in (told, *steps)}
    common = observers.pop() if len(observers) == 1 else TABLE
    return common, {_told(match, told, step, common) for step in (one.event for one in steps) if isinstance(step, Step)}


def _told(match: Match, told: HistoryEntry, step: AnyStep, observer: Observer) -> str:
    speaker = Speaker(match.game.deck, told.players)
    return " ".join(tell_action(match.game, speaker, concealed(step, observer)))


def _final(match: Match) -> Iterator[StepNotes]:
    """What comes of the result, where rulings change it."""
    result, final = match.game.result(match.state), officials_of(match).final
    if not result.over or (final.scores, final.winners) == (result.scores, result.winners):
        return
    speaker = Speaker(match.game.deck, match.players)
    scores = listed(speaker.each("-" if score is None else score for score in final.scores))
    won = "who won is open" if isinstance(final.winners, str) else speaker.won(final.winners)
    yield StepNotes("ruling", f"With the rulings: {scores}; {won}.")
