"""Everything that was ever recorded of a match, in its order, and what was said of each step."""

from collections.abc import Sequence

from msgspec import Struct

from ludograph.domain.kernel.conceal import Observer
from ludograph.domain.kernel.game import JUDGE, TABLE
from ludograph.domain.match.aggregate import Match
from ludograph.domain.match.events import (
    AnyAmended,
    Event,
    MatchAbandoned,
    MatchReopened,
    MatchStarted,
    NoteAdded,
    ResultConfirmed,
    RulingMade,
    Step,
    StepsAmended,
    StepsTakenBack,
    start_of,
    steps_of,
)
from ludograph.domain.match.views import sees_note
from ludograph.domain.notation.lines import Note
from ludograph.domain.notation.matchfile import FORMAT
from ludograph.domain.notation.names import folded

Remark = NoteAdded | StepsTakenBack | AnyAmended | RulingMade | ResultConfirmed | MatchAbandoned | MatchReopened
"""What is said of a step, or of a match that stands at it."""


class HistoryEntry(Struct):
    """An event; with a step or the start what was said of it while it stood, and what ended that.

    A correction is told, and after it each step that it holds, as if that stood alone.
    """

    event: Event
    players: tuple[str, ...]
    """Who sat where as the record had it then."""
    place: int
    """The step that it is about; where it is about the whole match the last that stood."""
    said: list[Remark] = []
    """The remarks and rulings on it, the takebacks to it, and the corrections that begin with it."""
    undone: StepsTakenBack | AnyAmended | None = None

    @property
    def superseded(self) -> bool:
        """Whether it was taken back, or another stands in its place."""
        return self.undone is not None

    def remarks(self, observer: Observer) -> list[str]:
        """The remarks that an observer may read, the one that came with the action first."""
        return [note.text for note in self.notes(observer) if note.text]

    def notes(self, observer: Observer) -> list[Note]:
        """The remarks that an observer may read, each with who may read it, and for the judge who added it."""
        own = self.event.note if isinstance(self.event, Step) and observer == JUDGE else ""
        return [Note(own), *self.added(observer)] if own else self.added(observer)

    def added(self, observer: Observer) -> list[Note]:
        """The remarks that did not come with the action, as far as an observer may read them."""
        judge = observer == JUDGE
        return [
            Note(one.text, one.by if judge else "", one.public)
            for one in self.said
            if isinstance(one, NoteAdded) and sees_note(one, observer)
        ]

    def eyes(self, match: Match, observer: Observer) -> Observer:
        """With which eyes an observer of the match looks at it."""
        return eyes_among(observer, match.players, self.players)


def eyes_among(observer: Observer, players: Sequence[str], others: Sequence[str]) -> Observer:
    """With which eyes an observer among `players` looks at what was recorded among others.

    A seat has its own where the same name sat there, else the table's: never those of another seat, for cards are
    dealt to seats, and whoever was put to another by a correction of names would know two hands.
    """
    if observer in (JUDGE, TABLE) or players == others:
        return observer
    now, then = players[observer - 1], others[observer - 1 : observer]
    return observer if [folded(name) for name in then] == [folded(now)] else TABLE


def as_written(notes: Sequence[Note], version: int) -> list[Note]:
    """Remarks on one entry as that version of the match file can say them, so that two records can be compared.

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
    """The newest correction of a match that has one; remarks may have come with it, behind it."""
    return next(event for event in reversed(match.history) if isinstance(event, StepsAmended))


def history(match: Match) -> list[HistoryEntry]:
    """Every event of a match in the order in which it was recorded, the steps of a correction after it."""
    return _Teller(match).told


def standing_steps(match: Match) -> list[HistoryEntry]:
    """The start and the steps that stand; the place in the list is the number of the step.

    What is said of the whole match and holds, agreements and rulings, is said of the last.
    """
    teller = _Teller(match)
    teller.stands[-1].said.extend(teller.whole)
    return teller.stands


class _Teller:
    """Goes through the events of a match once; `stands` holds the start and the steps that stand after each."""

    def __init__(self, match: Match) -> None:
        self.told: list[HistoryEntry] = []
        self.stands: list[HistoryEntry] = []
        self.whole: list[Remark] = []
        """The rulings on the whole match, and the agreements to its result that are not void."""
        self._entries: dict[tuple[int, int], HistoryEntry] = {}
        for event in match.history:
            self._tell(event)

    def _tell(self, event: Event) -> None:
        players = event.players if isinstance(event, MatchStarted) else self.stands[0].players
        told = HistoryEntry(event, players, _place(event, len(self.stands) - 1))
        self.told.append(told)
        if isinstance(event, Step | MatchStarted):
            self._stand(told)
        elif isinstance(event, ResultConfirmed) or (isinstance(event, RulingMade) and event.step is None):
            self.whole.append(event)
        elif isinstance(event, NoteAdded | RulingMade | MatchAbandoned | MatchReopened):
            self.stands[told.place].said.append(event)
        elif isinstance(event, StepsTakenBack):
            self._fall(event.to + 1, event)
            self.stands[event.to].said.append(event)
        elif isinstance(event, StepsAmended):
            self._amend(event)

    def _stand(self, told: HistoryEntry) -> None:
        event = told.event
        number = event.number if isinstance(event, Step) else 0
        self._entries[event.originator_version, number] = told
        self.stands.append(told)

    def _fall(self, first: int, by: StepsTakenBack | AnyAmended) -> None:
        for told in self.stands[first:]:
            told.undone = by
        del self.stands[first:]
        self.whole = [one for one in self.whole if not isinstance(one, ResultConfirmed)]

    def _amend(self, event: AnyAmended) -> None:
        before = self.stands[0]
        start = before.event
        assert isinstance(start, MatchStarted)
        self._fall(event.at, event)
        if event.start is not None:
            fresh = HistoryEntry(start_of(event, start), event.start.players, 0, list(before.said))
            self.told.append(fresh)
            self._stand(fresh)
        for step, one in zip(steps_of(event), event.steps, strict=True):
            kept = self._entries[one.was.event, one.was.step] if one.was else None
            told = HistoryEntry(step, self.stands[0].players, step.number, list(kept.said) if kept else [])
            self.told.append(told)
            self._stand(told)
        self.stands[min(event.at, len(self.stands) - 1)].said.append(event)


def _place(event: Event, last: int) -> int:
    """The step that an event is about: its own number, or the one that it names; else the last that stands."""
    if isinstance(event, Step):
        return event.number
    if isinstance(event, StepsTakenBack):
        return event.to
    if isinstance(event, StepsAmended):
        return event.at
    if isinstance(event, NoteAdded | RulingMade) and event.step is not None:
        return event.step
    return max(last, 0)
