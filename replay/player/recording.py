"""A match as one observer knows it, told and laid out; everything is worked out when it is first asked for."""

from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import Any

from ludograph.domain.kernel.cards import UNKNOWN
from ludograph.domain.kernel.conceal import Observer
from ludograph.domain.kernel.game import PerSeat, Seat
from ludograph.domain.kernel.scene import Scene
from ludograph.domain.kernel.sentences import Speaker
from ludograph.domain.kernel.terms import Glossary
from ludograph.domain.kernel.worth import Value
from ludograph.domain.match.aggregate import Match
from ludograph.domain.notation.values import ValueWriter, json_text
from ludograph.domain.notation.visible_text import visible
from ludograph.replay.beats.beats import Beat, about_in, beats_of, previous
from ludograph.replay.beats.climax import Stage, climax_of, stage_of
from ludograph.replay.beats.highlights import Highlight, StepCourse, courses_of, highlights
from ludograph.replay.beats.marks import Marks, aimed_at, marks
from ludograph.replay.beats.movements import Movement, movements
from ludograph.replay.player.movement_line import movement_line
from ludograph.replay.sentences.choices import could_have, open_in
from ludograph.replay.sentences.ending import ending_of, over_since
from ludograph.replay.sentences.notes import NOT_JUDGED, Details, Judged, said_of
from ludograph.replay.sentences.overview import MatchOverview, marks_of, match_overview, think_times
from ludograph.replay.sentences.step_sentences import tell_step
from ludograph.replay.timeline.scoreboard import PlayerScore, scoreboard, worths
from ludograph.replay.timeline.timeline import Frame, Timeline, last_common_step


class Recording:
    """The steps of a match for one observer, and their beats: 0 stands for all of a step. What is asked for is kept."""

    def __init__(self, match: Match, observer: Observer, judged: Judged = NOT_JUDGED) -> None:
        self.match = match
        self.observer = observer
        self.speaker = Speaker(match.game.deck, match.players)
        self.glossary = Glossary(match.game, match.players)
        self.timeline = Timeline(match, observer)
        self.judged = judged
        self.said = said_of(match, observer, judged)
        self.notes = {step: [visible(one.text) for one in said] for step, said in self.said.items()}
        """By step the remarks that the observer may read."""
        self.took = think_times(match)
        self.overview_marks = marks_of(match, self.said, self.took)
        """The marks on the way."""
        self.terse = False
        """Whether sentences are without their reasons; `shorten` says so."""
        self._lines: dict[int, str] = {}
        self._scenes: dict[tuple[int, int], Scene] = {}
        self._beats: dict[int, tuple[Beat, ...]] = {}

    def __len__(self) -> int:
        return len(self.timeline)

    def __getitem__(self, step: int) -> Frame:
        return self.timeline[step]

    def carried_on(self, match: Match) -> "Recording":
        """A recording of the match as it stands now, which takes over what was worked out of the steps both have."""
        recording, kept = Recording(match, self.observer, self.judged), last_common_step(self.match, match)
        recording.timeline, recording.terse = self.timeline.carried_on(match), self.terse
        recording._lines = {step: line for step, line in self._lines.items() if step <= kept}
        recording._scenes = {place: scene for place, scene in self._scenes.items() if place[0] <= kept}
        recording._beats = {step: beats for step, beats in self._beats.items() if step <= kept}
        return recording

    def shorten(self, terse: bool) -> None:
        """Tells everything with its reasons from now on, or without."""
        if terse != self.terse:
            self.terse, self._lines = terse, {}

    def beats(self, step: int) -> tuple[Beat, ...]:
        """The beats of a step, at least one."""
        if step not in self._beats:
            self._beats[step] = beats_of(self.timeline, step)
        return self._beats[step]

    def climax(self, step: int) -> int:
        """The beat that is shown of a step, in which something is decided; 0 where that is the end of it."""
        return climax_of(self.timeline, step, self.beats(step))

    def stage(self, step: int, beat: int) -> Stage | None:
        """What is shown large at a beat, or at the end of a step, if something is decided there."""
        stage = stage_of(self.timeline, step, beat, self.beats(step))
        return stage._replace(told=stage.terse or stage.told) if stage and self.terse else stage

    def ends(self, step: int, beat: int) -> bool:
        """Whether nothing of a step is to come after a beat."""
        return beat in (0, len(self.beats(step)))

    def told(self, step: int, beat: int = 0) -> list[str]:
        """What happened in a step or in one beat of it, in sentences."""
        if not beat:
            told: Iterable[str] = tell_step(self.match.game, self.speaker, self[step], terse=self.terse)
        else:
            one = self.beats(step)[beat - 1]
            told = (one.terse or one.told) if self.terse else one.told
        return [visible(sentence) for sentence in told]

    def told_here(self, step: int, beat: int) -> list[str]:
        """What is told above the table at a beat: at the climax all that led to it, at the end all that came after."""
        climax, beats = self.climax(step), self.beats(step)
        if climax and beat and beats[beat - 1].part is None:
            first = 1 if beat == climax else climax + 1 if beat == len(beats) else beat
            return [
                told for one in range(first, beat + 1) if beats[one - 1].part is None for told in self.told(step, one)
            ]
        return self.told(step, beat)

    def ending(self, step: int) -> list[str]:
        """How the match ended and why, at the last step of one that is over."""
        ending = ending_of(self.timeline) if self.over(step) else None
        return [] if ending is None else ending.told()

    def over(self, step: int) -> bool:
        """Whether the match is over after a step, for good."""
        since = over_since(self.match)
        return since is not None and step >= since

    def overview(self, last: int, beat: int = 0) -> MatchOverview:
        """The match at a glance, up to a step or to a beat of it."""
        places = [*((step, 0) for step in range(last)), (last, beat)]
        return match_overview(self.match, self.said, [self.worths(*place) for place in places])

    def worths(self, step: int, beat: int = 0) -> PerSeat[Value]:
        """What counts for each seat after a step, or after one beat of it, in numbers."""
        return worths(self.match, self._state(step, beat), last=self.ends(step, beat) and self.over(step))

    def highlights(self, last: int) -> tuple[Highlight, ...]:
        """The moments that decided the match up to a step."""
        return highlights(self.timeline, self._courses[: last + 1])

    @cached_property
    def _courses(self) -> list[StepCourse]:
        return courses_of(self.timeline)

    def details(self, step: int) -> list[Details]:
        """What stood here before it was taken back or put right, and what somebody knew who decided."""
        found = (one.details for one in self.said.get(step, ()) if one.details)
        return [Details(visible(title), tuple(map(visible, lines))) for title, lines in found]

    def line(self, step: int, beats: int = 0) -> str:
        """A step on one line, or what is told of it in so many beats."""
        if beats:
            whole = (beat for beat in range(1, beats + 1) if self.beats(step)[beat - 1].part is None)
            return _on_one_line(told for beat in whole for told in self.told(step, beat))
        if step not in self._lines:
            self._lines[step] = _on_one_line(self.told(step))
        return self._lines[step]

    def scene(self, step: int, beat: int = 0) -> Scene:
        """The table after a step, or after one beat of it."""
        beat = 0 if self.ends(step, beat) else beat
        if (step, beat) not in self._scenes:
            self._scenes[step, beat] = self.match.game.scene(self._state(step, beat))
        return self._scenes[step, beat]

    def _state(self, step: int, beat: int) -> Any:
        return self.beats(step)[beat - 1].state if beat else self[step].state

    def standings(self, step: int, beat: int = 0) -> tuple[PlayerScore, ...]:
        """The scoreboard after a step, or after one beat of it; at the very end with the final scores."""
        return scoreboard(self.match, self._state(step, beat), last=self.ends(step, beat) and self.over(step))

    def standings_before(self, step: int) -> tuple[PlayerScore, ...]:
        """The scoreboard before a step; at the start the one of the start."""
        return self.standings(max(step - 1, 0))

    def awaited(self, step: int, beat: int = 0) -> list[Seat]:
        """Who is to act, once the step is over."""
        return self.match.awaited(self[step].state) if self.ends(step, beat) else []

    def marks(self, step: int, beat: int = 0) -> Marks:
        """What is marked on the table: what is not as it was before the step or beat, and whom the step is aimed at."""
        frame, now = self[step], self.scene(step, beat)
        earlier = previous(step, beat)
        aimed = aimed_at(frame.step.action, frame.step.actor) if frame.step else ()
        beats = len(self.beats(step))
        last = self.scene(step, beats - 1) if not beat and beats > 1 else None
        return marks(earlier and self.scene(*earlier), now, aimed, about_in(self.timeline, step, beat), last)

    def movement_line(self, step: int, beat: int = 0) -> str:
        """What went from where to where, of a step beat by beat, and at whom it was aimed; empty where nothing went.

        Of a card given and one taken the scenes before and after the step would tell neither.
        """
        moved = [self._moved(step, one) for one in ([beat] if beat else range(1, len(self.beats(step)) + 1))]
        return visible(movement_line(moved, self.speaker, self.marks(step, beat).aimed))

    def _moved(self, step: int, beat: int) -> tuple[Scene, tuple[Movement, ...]]:
        """The table after a beat, and what moved in it."""
        now, earlier = self.scene(step, beat), previous(step, beat)
        return now, movements(earlier and self.scene(*earlier), now)

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

    def could_have(self, step: int, beat: int = 0) -> list[str]:
        """What whoever acted in a step could have done, and at its end what is open to whom after it."""
        actor, speaker = self.actor(step), self.speaker
        could = "; ".join(could_have(self.timeline, self[step]))
        lines = [f"{speaker.seat(actor)} could: {could}."] if could and actor is not None else []
        if not self.ends(step, beat):
            return [visible(line) for line in lines]
        after = open_in(self.match, self[step].state)
        awaited = [one for one in after if one.awaited] or after
        lines += [f"Now {speaker.seat(one.seat)} may: {'; '.join(one.texts)}." for one in awaited]
        return [visible(line) for line in lines] or ["Nothing is open to anybody."]

    def recorded(self, step: int, beat: int = 0) -> Iterator[str]:
        """A step as it is recorded, up to a beat: the action, what chance gave, each fact with its fields, and when."""
        frame, writer = self[step], ValueWriter(self.match.players, unknown=UNKNOWN)
        if frame.step is not None:
            yield f"{self.speaker.seat(frame.step.actor)}: {_fields(writer.struct(frame.step.action), 'do')}"
            if frame.step.drawn and self.ends(step, beat):
                yield f"Drawn: {json_text(list(frame.step.drawn))}"
        for fact in (fact for one in self.beats(step)[: beat or None] for fact in one.facts):
            yield f"  {_fields(writer.struct(fact), 'fact')}"
        if frame.step is not None and frame.step.happened_at is not None:
            yield f"Happened at {frame.step.happened_at:%Y-%m-%d %H:%M:%S %Z}."
        event = frame.step or self.match.start
        yield f"Recorded at {event.recorded_at:%Y-%m-%d %H:%M:%S} UTC."


def _on_one_line(sentences: Iterable[str]) -> str:
    return " ".join(" ".join(sentences).split())


def _fields(struct: dict[str, Any], name: str) -> str:
    fields = [f"{key} {_plain(value)}" for key, value in struct.items() if key != name]
    return visible(f"{struct[name]}  {', '.join(fields)}".rstrip())


def _plain(value: Any) -> str:
    return value if isinstance(value, str) else json_text(value)
