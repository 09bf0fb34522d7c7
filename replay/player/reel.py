"""A match as one observer knows it, told and laid out; everything is worked out when it is first asked for."""

from collections.abc import Iterator
from typing import Any

from domain.kernel.cards import UNKNOWN
from domain.kernel.conceal import Observer
from domain.kernel.scene import Scene
from domain.kernel.sentences import Speaker
from domain.notation.values import Writer, json_text
from domain.notation.visible import visible
from domain.records.match import Match
from replay.changes import Place, changes
from replay.choices import could_have, open_in
from replay.ending import ending_of
from replay.notes import notes_of
from replay.telling import tell_step
from replay.timeline import Frame, Timeline, standing


class Reel:
    """The steps of a match for one observer. What is asked for once is kept."""

    def __init__(self, match: Match, observer: Observer) -> None:
        self.match = match
        self.observer = observer
        self.speaker = Speaker(match.game.deck, match.players)
        self.timeline = Timeline(match, observer)
        self.notes = {step: list(map(visible, texts)) for step, texts in notes_of(match, observer).items()}
        """By step the remarks that the observer may read."""
        self._lines: dict[int, str] = {}
        self._scenes: dict[int, Scene] = {}

    def __len__(self) -> int:
        return len(self.timeline)

    def __getitem__(self, step: int) -> Frame:
        return self.timeline[step]

    def carried_on(self, match: Match) -> "Reel":
        """The same for the match as it stands now."""
        reel, kept = Reel(match, self.observer), standing(self.match, match)
        reel.timeline = self.timeline.carried_on(match)
        reel._lines = {step: line for step, line in self._lines.items() if step <= kept}
        reel._scenes = {step: scene for step, scene in self._scenes.items() if step <= kept}
        return reel

    def told(self, step: int) -> list[str]:
        """What happened in a step, in sentences."""
        return [visible(sentence) for sentence in tell_step(self.match.game, self.speaker, self[step])]

    def ending(self, step: int) -> list[str]:
        """How the match ended and why, at the last step of one that is over."""
        ending = ending_of(self.timeline) if step == len(self) - 1 else None
        return [] if ending is None else ending.told()

    def line(self, step: int) -> str:
        """The same on one line."""
        if step not in self._lines:
            self._lines[step] = " ".join(" ".join(self.told(step)).split())
        return self._lines[step]

    def scene(self, step: int) -> Scene:
        """The table after a step."""
        if step not in self._scenes:
            self._scenes[step] = self.match.game.scene(self[step].state)
        return self._scenes[step]

    def moved(self, step: int) -> frozenset[Place]:
        """What is not on the table as it was before the step."""
        return changes(self.scene(step - 1), self.scene(step)) if step else frozenset()

    def actor(self, step: int) -> int | None:
        """Who acted; nobody did in the setup."""
        return self.match.steps[step - 1].actor if step else None

    def begins(self, step: int) -> str | None:
        """The round that begins with what this step brought about, if one does."""
        begun = self.scene(step).round
        if begun is None:
            return None
        earlier = (self.scene(number).round for number in range(step - 1, -1, -1))
        return None if begun == next(filter(None, earlier), None) else begun.label

    def could_have(self, step: int) -> list[str]:
        """What whoever acted in a step could have done, and what is open to whom after it."""
        actor, speaker = self.actor(step), self.speaker
        could = "; ".join(could_have(self.timeline, self[step]))
        lines = [f"{speaker.seat(actor)} could: {could}."] if could and actor is not None else []
        after = open_in(self.match, self[step].state)
        awaited = [one for one in after if one.awaited] or after
        lines += [f"Now {speaker.seat(one.seat)} may: {'; '.join(one.texts)}." for one in awaited]
        return [visible(line) for line in lines] or ["Nothing is open to anybody."]

    def recorded(self, step: int) -> Iterator[str]:
        """A step as it is recorded: the action, what chance gave, each fact with its fields, and when."""
        frame, writer = self[step], Writer(self.match.players, unknown=UNKNOWN)
        if frame.step is not None:
            yield f"{self.speaker.seat(frame.step.actor)}: {_fields(writer.struct(frame.step.action), 'do')}"
            if frame.step.drawn:
                yield f"Drawn: {json_text(list(frame.step.drawn))}"
        for fact in frame.facts:
            yield f"  {_fields(writer.struct(fact), 'fact')}"
        if frame.step is not None and frame.step.happened_at is not None:
            yield f"Happened at {frame.step.happened_at:%Y-%m-%d %H:%M:%S %Z}."
        event = frame.step or self.match.start
        yield f"Recorded at {event.recorded_at:%Y-%m-%d %H:%M:%S} UTC."


def _fields(struct: dict[str, Any], name: str) -> str:
    fields = [f"{key} {_plain(value)}" for key, value in struct.items() if key != name]
    return visible(f"{struct[name]}  {', '.join(fields)}".rstrip())


def _plain(value: Any) -> str:
    return value if isinstance(value, str) else json_text(value)
