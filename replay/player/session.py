"""Where somebody is in a match: the step, the observer, how far they have come; no screen is touched here."""

from collections.abc import Iterable, Mapping
from typing import Final

from ludograph.domain.exchange.exporter import observer_name
from ludograph.domain.kernel.conceal import Observer
from ludograph.domain.kernel.game import JUDGE, TABLE
from ludograph.domain.match.aggregate import Match
from ludograph.domain.notation.visible_text import visible
from ludograph.replay.player.learning import SHOW, AskedDecision, chosen, grade_of, question_at
from ludograph.replay.player.recording import Recording
from ludograph.replay.sentences.notes import NOT_JUDGED, UNJUDGED, Judged
from ludograph.replay.timeline.moments import moment_of
from ludograph.replay.timeline.timeline import last_common_step

PAGE: Final = 10
"""So many steps the page keys go where a game has no rounds."""


class ReplaySession:
    """A match being replayed. Steps beyond `reached` are told only on demand, for they would spoil the match."""

    def __init__(
        self,
        match: Match,
        observer: Observer,
        at: int = 0,
        beat: int | None = None,
        judged: Mapping[Observer, Judged] = UNJUDGED,
    ) -> None:
        self.match = match
        self.observer = observer
        self.at = max(0, min(at, len(match.steps)))
        self.beat = 0
        """The beat of that step, or 0 for all of it."""
        self.reached = self.at
        self._reached_beat = 0
        """Of the step that was reached last only so many beats; 0 for all of it."""
        self.reveals = False
        """Whether somebody asked to be told what is to come."""
        self.terse = False
        """Whether sentences are without their reasons."""
        self.learning = False
        """Whether decisions that were marked are asked again before they are shown."""
        self.decided = self.good = 0
        """How many were decided again by moves that were measured, and how many of them as well as the best found."""
        self._graded = ""
        self._freed = 0
        """The step that may be shown, for it was just decided again."""
        self.varied_after: int | None = None
        """The step after which it is a variation; None where it is as it was played."""
        self._judged = judged
        self._recordings: dict[Observer, Recording] = {}
        if first := self.recording.climax(self.at) if beat is None else beat:
            self.reached = self.at - 1
            self.go(self.at, first)

    @property
    def recording(self) -> Recording:
        """The match as the present observer knows it."""
        if self.observer not in self._recordings:
            self._recordings[self.observer] = Recording(
                self.match, self.observer, self._judged.get(self.observer, NOT_JUDGED)
            )
        recording = self._recordings[self.observer]
        recording.shorten(self.terse)
        return recording

    @property
    def last(self) -> int:
        """The number of the last step."""
        return len(self.match.steps)

    @property
    def told(self) -> int:
        """The last step that may be told."""
        return self.last if self.reveals else self.reached

    @property
    def observer_name(self) -> str:
        """As whom one looks: a player's name, `table` or `judge`."""
        return observer_name(self.match, self.observer)

    @property
    def unfinished(self) -> bool:
        """Whether of the last step that may be told only some beats may be."""
        return self.beats_told(self.told) > 0

    def beats_told(self, step: int) -> int:
        """How many beats of a step may be told, 0 for all of it."""
        return self._reached_beat if step == self.reached and not self.reveals else 0

    def go(self, step: int, beat: int | None = None) -> None:
        """Shows another step, as something is decided in it, or one beat of it, or the nearest there is.

        It goes no farther than to a decision that is asked first.
        """
        self.at = max(0, min(step, self.last))
        if (held := self._held(self.at)) is not None:
            self.at = held - 1
            beat = self._end(self.at)
        beats = len(self.recording.beats(self.at))
        self.beat = self.recording.climax(self.at) if beat is None else min(beat, beats)
        so_far = 0 if self.beat == beats else self.beat
        if self.at > self.reached or (self.at == self.reached and 0 < self._reached_beat < (so_far or beats)):
            self.reached, self._reached_beat = self.at, so_far

    def _held(self, wanted: int) -> int | None:
        """The first step on the way to another that is asked before it is shown."""
        steps = range(self.reached + 1, wanted + 1) if self.learning else ()
        return next((step for step in steps if step != self._freed and question_at(self.recording, step)), None)

    @property
    def question(self) -> AskedDecision | None:
        """What is asked before the next step is shown; None where nothing is."""
        waits = self.learning and self.at == self.reached < self.last and self.recording.ends(self.at, self.beat)
        return question_at(self.recording, self.at + 1) if waits else None

    def learn(self) -> bool:
        """Asks marked decisions again from here on, or no longer; says whether any is to come."""
        self.learning, self.decided, self.good = not self.learning, 0, 0
        if self.learning:
            self.reveals, self._freed = False, 0
            self.reached, self._reached_beat = self.at, 0 if self.recording.ends(self.at, self.beat) else self.beat
        return any(question_at(self.recording, step) for step in range(self.reached + 1, self.last + 1))

    def decide(self, text: str) -> str:
        """Shows the step that is asked, once an answer was given; what there is to say of that."""
        question = self.question
        if question is None:
            return "Nothing is asked here."
        answer = chosen(question, text)
        if answer is None and text != SHOW:
            return question.refusal(text)
        said, grade = "", None
        if answer is not None:
            grade = grade_of(self.recording, question, answer)
            self.decided, self.good = self.decided + (grade.good is not None), self.good + bool(grade.good)
            so_far = f" {self.good} of {self.decided} as good as the best found." if self.decided else ""
            said = f"You {answer.text}.{so_far}"
        self._graded = visible(grade.said) if grade else ""
        self._freed = question.step
        self.go(question.step)
        return said

    @property
    def graded(self) -> str:
        """What is said of the answer that was given last, while its step is shown."""
        return self._graded if self.at == self._freed else ""

    def go_written(self, text: str) -> bool:
        """To a step `17` or a beat `17.2`; says whether there is such a one."""
        place = moment_of(text)
        if place is None or not 0 <= place.step <= self.last or place.beat > len(self.recording.beats(place.step)):
            return False
        self.go(place.step, place.beat or None)
        return True

    def step(self, direction: int) -> None:
        """On to the climax of a step, to its end, to the next step; back the same way."""
        climax, ends = self.recording.climax(self.at), self.recording.ends(self.at, self.beat)
        if direction > 0 and not ends:
            self.go(self.at, self._end(self.at) if climax and self.beat >= climax else climax)
        elif direction > 0 and self.at < self.last:
            self.go(self.at + 1)
        elif direction < 0 and climax and (ends or self.beat > climax):
            self.go(self.at)
        elif direction < 0 and self.at > 0:
            self.go(self.at - 1, self._end(self.at - 1))

    def _end(self, step: int) -> int:
        """The beat with which a step ends, behind its climax; 0 where it has none."""
        return len(self.recording.beats(step)) if self.recording.climax(step) else 0

    def go_end(self) -> None:
        """To the very end of the match."""
        self.go(self.last, self._end(self.last))

    def step_beat(self, direction: int) -> None:
        """A beat on or back, over the ends of steps."""
        beats = len(self.recording.beats(self.at))
        beat = (self.beat or beats) + direction
        if 1 <= beat <= beats:
            self.go(self.at, beat)
        elif direction > 0 and self.at < self.last:
            self.go(self.at + 1, 1)
        elif direction < 0 and self.at > 0:
            self.go(self.at - 1, len(self.recording.beats(self.at - 1)))

    @property
    def ended(self) -> bool:
        """Whether nothing is to come after what is shown."""
        return self.at == self.last and self.recording.ends(self.at, self.beat)

    @property
    def newest(self) -> bool:
        """Whether what is shown is the newest of a match that is followed: the end, or the climax of the last step."""
        return self.ended or (self.at == self.last and 0 < self.beat == self.recording.climax(self.at))

    def seat_acts(self, seat: int, direction: int = 1) -> bool:
        """To the next or the last step before in which a seat acted; says whether there is one."""
        return self._go_first(step for step in self._from_here(direction) if self.recording.actor(step) == seat)

    def same_seat(self, direction: int) -> bool:
        """To the step before or after of whoever acted in this one; from the setup to the next step."""
        actor = self.recording.actor(self.at)
        if actor is None:
            return self._go_first(self._from_here(direction))
        return self.seat_acts(actor, direction)

    def mark(self, direction: int) -> bool:
        """To the next mark on the way, or the one before; says whether there is one."""
        marked = {mark.step for mark in self.recording.overview_marks}
        return self._go_first(step for step in self._from_here(direction) if step in marked)

    def moment(self, direction: int) -> bool:
        """To the next of the moments that decided the match, or the one before; says whether there is one."""
        decided = {one.step: one.beat for one in self.recording.highlights(self.last)}
        found = self._go_first(step for step in self._from_here(direction) if step in decided)
        if found and decided.get(self.at):
            self.go(self.at, decided[self.at])
        return found

    def page(self, direction: int) -> None:
        """To the first step of a round; some steps on in a game without rounds."""
        if not self.has_rounds:
            self.go(self.at + direction * PAGE)
            return
        first = self.round_starts
        if not self._go_first(step for step in self._from_here(direction) if step in first):
            self.go(self.last if direction > 0 else 0)

    @property
    def round_starts(self) -> frozenset[int]:
        """The first steps of rounds; the setup is one."""
        # A step may bring a round about and end the one before: the step after it is the first one in it.
        begun = (min(step + 1, self.last) for step in range(1, self.last + 1) if self.recording.begins(step))
        return frozenset({0, *begun})

    @property
    def has_rounds(self) -> bool:
        """Whether the game tells its rounds."""
        return any(self.recording.scene(step).round for step in range(self.last + 1))

    def search(self, text: str, direction: int = 1) -> bool:
        """To the next step told so far whose sentences or remarks hold a text; goes on from the other end."""
        wanted, told = text.casefold(), self.told
        order = [(self.at + direction * count) % (told + 1) for count in range(1, told + 2)]
        return self._go_first(step for step in order if wanted in self._all_text(step))

    def watch(self, direction: int) -> None:
        """As the next observer: the table, each player, the judge."""
        observers = [TABLE, *range(1, len(self.match.players) + 1), JUDGE]
        self.observer = observers[(observers.index(self.observer) + direction) % len(observers)]

    def carry_on(self, match: Match) -> bool:
        """Goes on with the match as it stands now, at its end if that is where we were; says whether steps fell."""
        kept = last_common_step(self.match, match)
        fell, at_end, beat = kept < self.last, self.newest, self.beat if self.at <= kept else 0
        self.match = match
        self._recordings = {observer: recording.carried_on(match) for observer, recording in self._recordings.items()}
        if kept < self.reached:
            self.reached, self._reached_beat = kept, 0
        self.go(self.last if at_end else min(self.at, kept), None if at_end else beat)
        return fell

    def _from_here(self, direction: int) -> Iterable[int]:
        return range(self.at + direction, self.last + 1 if direction > 0 else -1, direction)

    def _go_first(self, steps: Iterable[int]) -> bool:
        """To the first of these steps, if there is one."""
        step = next(iter(steps), None)
        if step is not None:
            self.go(step)
        return step is not None

    def _all_text(self, step: int) -> str:
        beats = self.beats_told(step)
        notes = () if beats else self.recording.notes.get(step, ())
        return " ".join([self.recording.line(step, beats), *notes]).casefold()
