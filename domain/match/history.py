"""Everything that was ever recorded of a match, in its order, and the notes and rulings on each step."""

from collections.abc import Sequence

from msgspec import Struct

from ludograph.domain.kernel.conceal import Observer
from ludograph.domain.kernel.game import JUDGE, TABLE
from ludograph.domain.match.aggregate import Match
from ludograph.domain.match.events import (
    AnyAmended,
    AnyDealEntered,
    DealEntered,
    Event,
    MatchAbandoned,
    MatchReopened,
    MatchStarted,
    NoteAdded,
    ResultConfirmed,
    RulingMade,
    RulingWithdrawn,
    Step,
    StepsAmended,
    StepsTakenBack,
    start_of,
    steps_of,
)
from ludograph.domain.match.final_result import ended_by, in_force, rulings_on
from ludograph.domain.match.views import sees_note
from ludograph.domain.notation.lines import Note
from ludograph.domain.notation.matchfile import FORMAT
from ludograph.domain.notation.names import folded

RelatedEvent = (
    NoteAdded
    | StepsTakenBack
    | AnyAmended
    | RulingMade
    | RulingWithdrawn
    | ResultConfirmed
    | MatchAbandoned
    | MatchReopened
)
"""An event about a step, or about a match that stands at it."""


class HistoryEntry(Struct):
    """An event; with a step or the start what was entered about it while it stood, and what ended that.

    A correction is an entry, and after it each step that it holds, as if that stood alone.
    """

    event: Event
    players: tuple[str, ...]
    """Who sat where as the record had it then."""
    place: int
    """The step that it is about; where it is about the whole match the last that stood."""
    related: list[RelatedEvent] = []
    """The notes and rulings on it, the takebacks to it, and the corrections that begin with it."""
    ended_by: int | None = None
    """The event by which an agreement became void, or a ruling was withdrawn; None where it holds, or is neither."""
    undone: StepsTakenBack | AnyAmended | AnyDealEntered | None = None

    @property
    def superseded(self) -> bool:
        """Whether it was taken back, or another stands in its place."""
        return self.undone is not None

    def note_texts(self, observer: Observer) -> list[str]:
        """The texts of the notes that an observer may read, the one that came with the action first."""
        return [note.text for note in self.notes(observer) if note.text]

    def notes(self, observer: Observer) -> list[Note]:
        """The notes that an observer may read, with who else may and who added them."""
        own = self.event.note if isinstance(self.event, Step) and observer == JUDGE else ""
        return [Note(own), *self.added_notes(observer)] if own else self.added_notes(observer)

    def added_notes(self, observer: Observer) -> list[Note]:
        """The notes that did not come with the action, as far as an observer may read them."""
        return [
            Note(one.text, one.by, one.public)
            for one in self.related
            if isinstance(one, NoteAdded) and sees_note(one, observer)
        ]

    def observer_then(self, match: Match, observer: Observer) -> Observer:
        """As which observer of then an observer of the match looks at it."""
        return observer_among_others(observer, match.players, self.players)


def observer_among_others(observer: Observer, players: Sequence[str], others: Sequence[str]) -> Observer:
    """As whom an observer among `players` looks at what was recorded among others.

    A seat has its own where the same name sat there, else the table's: never those of another seat, for cards are
    dealt to seats, and whoever was put to another by a correction of names would know two hands.
    """
    if observer in (JUDGE, TABLE) or players == others:
        return observer
    now, then = players[observer - 1], others[observer - 1 : observer]
    return observer if [folded(name) for name in then] == [folded(now)] else TABLE


def as_written(notes: Sequence[Note], version: int) -> list[Note]:
    """Notes on one entry as that version of the match file can say them, so that two records can be compared.

    Version 1 has one text. Since then neighbours that nobody signed, for the judge alone, are one.
    """
    if version == FORMAT:
        return [Note("\n".join(note.text for note in notes))] if notes else []
    found: list[Note] = []
    for note in notes:
        if found and note == Note(note.text) and found[-1] == Note(found[-1].text):
            found[-1] = Note(f"{found[-1].text}\n{note.text}")
        else:
            found.append(note)
    return found


def newest_correction(match: Match) -> AnyAmended:
    """The newest correction of a match that has one; notes may have come with it, behind it."""
    return next(event for event in reversed(match.history) if isinstance(event, StepsAmended))


def history(match: Match) -> list[HistoryEntry]:
    """Every event of a match in the order in which it was recorded, the steps of a correction after it."""
    entries, ended = _HistoryFold(match).entries, ended_by(match)
    for entry in entries:
        entry.ended_by = ended.get(entry.event.originator_version)
    return entries


def standing_steps(match: Match) -> list[HistoryEntry]:
    """The start and the steps that stand; the place in the list is the number of the step.

    What is said of the whole match and holds, agreements and rulings, is said of the last.
    """
    fold = _HistoryFold(match)
    if fold.whole:
        holds = {one.event for one in in_force(match)}
        holds |= {event.originator_version for event in rulings_on(match).standing.values()}
        told = (one for one in fold.whole if isinstance(one, RulingWithdrawn) or one.originator_version in holds)
        fold.stands[-1].related.extend(told)
    return fold.stands


class _HistoryFold:
    """Goes through the events of a match once; `stands` holds the start and the steps that stand after each."""

    def __init__(self, match: Match) -> None:
        self.entries: list[HistoryEntry] = []
        self.stands: list[HistoryEntry] = []
        self.whole: list[RelatedEvent] = []
        """The rulings on the whole match, those withdrawn, and the agreements to its result, void ones too."""
        self._by_place: dict[tuple[int, int], HistoryEntry] = {}
        for event in match.history:
            self._tell(event)

    def _tell(self, event: Event) -> None:
        players = event.players if isinstance(event, MatchStarted) else self.stands[0].players
        entry = HistoryEntry(event, players, _place(event, len(self.stands) - 1))
        self.entries.append(entry)
        if isinstance(event, Step | MatchStarted):
            self._stand(entry)
        elif isinstance(event, ResultConfirmed | RulingWithdrawn) or (
            isinstance(event, RulingMade) and event.step is None
        ):
            self.whole.append(event)
        elif isinstance(event, NoteAdded | RulingMade | MatchAbandoned | MatchReopened):
            self.stands[entry.place].related.append(event)
        elif isinstance(event, StepsTakenBack):
            self._fall(event.to + 1, event)
            self.stands[event.to].related.append(event)
        elif isinstance(event, StepsAmended):
            self._amend(event)
        elif isinstance(event, DealEntered):
            self._begin_anew(event)

    def _stand(self, entry: HistoryEntry) -> None:
        event = entry.event
        number = event.number if isinstance(event, Step) else 0
        self._by_place[event.originator_version, number] = entry
        self.stands.append(entry)

    def _fall(self, first: int, by: StepsTakenBack | AnyAmended | AnyDealEntered) -> None:
        for entry in self.stands[first:]:
            entry.undone = by
        del self.stands[first:]

    def _amend(self, event: AnyAmended) -> None:
        if event.start is not None:
            self._begin_anew(event)
        else:
            self._fall(event.at, event)
        for step, one in zip(steps_of(event), event.steps, strict=True):
            kept = self._by_place[one.was.event, one.was.step] if one.was else None
            entry = HistoryEntry(step, self.stands[0].players, step.number, list(kept.related) if kept else [])
            self.entries.append(entry)
            self._stand(entry)
        self.stands[min(event.at, len(self.stands) - 1)].related.append(event)

    def _begin_anew(self, event: AnyAmended | AnyDealEntered) -> None:
        """Puts another start in the place of the one that stood, with what was said of that; no step stands then."""
        before = self.stands[0]
        assert isinstance(before.event, MatchStarted)
        start = start_of(event, before.event)
        self._fall(0, event)
        fresh = HistoryEntry(start, start.players, 0, list(before.related))
        self.entries.append(fresh)
        self._stand(fresh)


def _place(event: Event, last: int) -> int:
    """The step that an event is about: its own number, or the one that it names; else the last that stands."""
    if isinstance(event, Step):
        return event.number
    if isinstance(event, StepsTakenBack):
        return event.to
    if isinstance(event, StepsAmended):
        return event.at
    if isinstance(event, DealEntered):
        return 0
    if isinstance(event, NoteAdded | RulingMade) and event.step is not None:
        return event.step
    return max(last, 0)
