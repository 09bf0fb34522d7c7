"""Everything that was ever recorded of a match, in its order, and what was said of each step."""

from msgspec import Struct

from domain.kernel.conceal import Observer
from domain.kernel.game import JUDGE
from domain.records.events import Event, MatchStarted, NoteAdded, Step, StepsTakenBack
from domain.records.match import Match
from domain.records.views import sees_note


class Told(Struct):
    """An event; with a step or the start what was said of it while it stood, and the takeback that ended that."""

    event: Event
    said: list[NoteAdded | StepsTakenBack] = []
    """The remarks on it, and the takebacks to it."""
    undone: StepsTakenBack | None = None

    @property
    def superseded(self) -> bool:
        """Whether it was taken back."""
        return self.undone is not None

    def remarks(self, observer: Observer) -> list[str]:
        """The remarks that an observer may read, the one that came with the action first."""
        own = self.event.note if isinstance(self.event, Step) and observer == JUDGE else ""
        later = [one.text for one in self.said if isinstance(one, NoteAdded) and sees_note(one, observer)]
        return [text for text in (own, *later) if text]


def history(match: Match) -> list[Told]:
    """Every event of a match in the order in which it was recorded."""
    told = [Told(event) for event in match.history]
    stands: dict[int, Told] = {}
    for one in told:
        event = one.event
        if isinstance(event, Step | MatchStarted):
            stands[event.number if isinstance(event, Step) else 0] = one
        elif isinstance(event, NoteAdded):
            stands[event.step].said.append(event)
        elif isinstance(event, StepsTakenBack):
            for number in range(event.to + 1, len(stands)):
                stands.pop(number).undone = event
            stands[event.to].said.append(event)
    return told


def standing(match: Match) -> list[Told]:
    """The start and the steps that stand; the place in the list is the number of the step."""
    return [one for one in history(match) if isinstance(one.event, Step | MatchStarted) and not one.superseded]
