"""What a page holds of the steps of a match: as one observer knows them, as plain data; nothing stands twice."""

from collections.abc import Callable, Collection, Iterator, Sequence
from functools import partial
from typing import Any

from ludograph.domain.exchange.exporter import action_line
from ludograph.domain.kernel.cards import UNKNOWN
from ludograph.domain.kernel.conceal import Observer
from ludograph.domain.kernel.game import PerSeat, Seat
from ludograph.domain.kernel.mentions import Mention
from ludograph.domain.kernel.scene import Cell, Grid, Ledger, Part, Pile, Row, Scene, Zone
from ludograph.domain.kernel.sentences import Speaker
from ludograph.domain.kernel.worth import Value
from ludograph.domain.match.aggregate import Match
from ludograph.domain.notation.values import ValueWriter, text_of
from ludograph.domain.notation.visible_text import visible
from ludograph.replay.beats.beats import Beat, about_of, beats_of
from ludograph.replay.beats.changes import changes
from ludograph.replay.beats.climax import Stage, climax_of, stage_of
from ludograph.replay.beats.highlights import StepCourse, beat_values, course_of
from ludograph.replay.beats.marks import Marks, aimed_at, pointed
from ludograph.replay.beats.movements import movements
from ludograph.replay.drawing.card_faces import face
from ludograph.replay.drawing.text_table import zone_name
from ludograph.replay.page.unseen_cards import unseen_cards
from ludograph.replay.sentences.choices import open_in
from ludograph.replay.sentences.ending import over_since
from ludograph.replay.sentences.guesses import done_among, guessable_options
from ludograph.replay.sentences.notes import NOT_JUDGED, Details, Judged, StepNotes, said_of
from ludograph.replay.sentences.overview import duration, think_times
from ludograph.replay.timeline.scoreboard import scoreboard
from ludograph.replay.timeline.timeline import Frame, Timeline, last_common_step

Json = dict[str, Any]


class Entries:
    """Things that are stored once, in the order in which they first come, and named by their place."""

    def __init__(self) -> None:
        self.items: list[Any] = []
        self._places: dict[Any, int] = {}

    def place(self, key: Any, made: Callable[[], Any]) -> int:
        """The place of the thing with this key; it is made if it is not there yet."""
        if key not in self._places:
            self._places[key] = len(self.items)
            self.items.append(made())
        return self._places[key]


class PageTables:
    """What all observers of a page share, each thing once: it holds what any of them know."""

    def __init__(self) -> None:
        self.zones, self.parts, self.choices, self.cards = Entries(), Entries(), Entries(), Entries()
        self.came: dict[Any, Any] = {}
        """What came or changed, by the zones as they were and are: to most observers the same."""
        self.boards = Entries()
        self.stages = Entries()
        self.rules = Entries()
        self.possible = Entries()
        """What cards can be that somebody does not see."""

    def json(self) -> Json:
        """Everything in them."""
        return {name: entries.items for name, entries in vars(self).items() if isinstance(entries, Entries)}


class PageRecorder:
    """Takes down a match frame by frame: scenes as lists of zones, zones as lists of parts."""

    def __init__(
        self,
        match: Match,
        observer: Observer,
        tables: PageTables,
        before: "PageRecorder | None" = None,
        judged: Judged = NOT_JUDGED,
        *,
        knows: bool = False,
    ) -> None:
        self.match = match
        self.knows = knows
        """Whether it is worked out what cards can be that the observer does not see."""
        self.observer = observer
        self.timeline: Timeline = before.timeline.carried_on(match) if before else Timeline(match, observer)
        self.speaker = Speaker(match.game.deck, match.players)
        self.writer = ValueWriter(match.players, unknown="??")
        self.judged = judged
        self.said = said_of(match, observer, judged)
        self.took = think_times(match)
        self.over = over_since(match)
        self.scenes: list[Scene] = []
        self.courses: list[StepCourse] = []
        if before is not None and before.match.start is match.start:
            kept = last_common_step(before.match, match) + 1
            self.scenes, self.courses = before.scenes[:kept], before.courses[:kept]
        self.tables = tables

    def steps(self, first: int = 0) -> Iterator[Json]:
        """What is shown at each step from the first on, one after the other; what is empty is left out."""
        del self.scenes[first:]
        self.scenes += [self.match.game.scene(self.timeline[number].state) for number in range(len(self.scenes), first)]
        del self.courses[first:]
        for number in range(len(self.courses), first):
            beats = beats_of(self.timeline, number)
            self._take_course(number, beats, [self.match.game.scene(beat.state) for beat in beats])
        for number in range(first, len(self.timeline)):
            # Before the deal there are no zones: a page wants their list all the same.
            step = _filled(self._step(self.timeline[number]))
            step.setdefault("zones", [])
            yield step

    def _step(self, frame: Frame) -> Json:
        """A step as a whole; of several beats each with what it tells and what is different after it."""
        before, beats = self.scenes[-1] if self.scenes else None, beats_of(self.timeline, frame.number)
        scenes = [self.match.game.scene(beat.state) for beat in beats]
        values = self._take_course(frame.number, beats, scenes)
        self.scenes.append(scene := scenes[-1])
        aimed = aimed_at(frame.step.action, frame.step.actor) if frame.step else ()
        ended = self.over is not None and frame.number >= self.over
        boards = [
            self._board(beat, worth, last=ended and beat is beats[-1])
            for beat, worth in zip(beats, values, strict=True)
        ]
        said = self.said.get(frame.number, ())
        return {
            "who": self._actor(frame),
            "told": [visible(sentence) for beat in beats for sentence in beat.said],
            "terse": list(_terse(beats)),
            "beats": [_filled(one) for one in self._beats(frame.number, beats, [before, *scenes], boards)]
            if len(beats) > 1
            else [],
            "climax": climax_of(self.timeline, frame.number, beats),
            "stage": self._stage(stage_of(self.timeline, frame.number, 0, beats)),
            "entered": self._entered(frame),
            "title": scene.title,
            "round": scene.round.label if scene.round else None,
            "board": boards[-1],
            "zones": self.laid(scene),
            **self._marks(before, scene, aimed, about_of(beats), scenes[-2] if len(scenes) > 1 else None),
            "aimed": sorted(aimed),
            "open": self._open(frame),
            "did": self._done(frame),
            "notes": [visible(one.text) for one in said],
            "details": [_details(one.details) for one in said if one.details],
            "possible": self._possible(frame) if self.knows else [],
            "graded": self._graded(frame, said),
            "took": duration(self.took[frame.number]) if frame.number in self.took else "",
        }

    def _take_course(self, number: int, beats: Sequence[Beat], scenes: Sequence[Scene]) -> Sequence[PerSeat[Value]]:
        """Notes what a step did; what counts for each seat after each of its beats."""
        before = self.courses[-1].values if self.courses else ()
        earlier = self.scenes[number - 1 : number] if number else []
        values = beat_values(self.timeline, number, beats, self.over)
        self.courses.append(course_of(self.timeline, number, beats, [*earlier, *scenes], before, values))
        return values

    def _beats(
        self, number: int, beats: Sequence[Beat], scenes: Sequence[Scene | None], boards: Sequence[int]
    ) -> Iterator[Json]:
        """For each beat how many sentences it has, what it moved, and what is not as at the end of the step.

        `scenes` begin with the one before the step; `boards` are those after each beat.
        """
        *_, last = scenes
        assert last is not None
        end = [self._laid(zone) for zone in last.zones]
        for beat, before, scene, own in zip(beats, scenes, scenes[1:], boards, strict=False):
            assert scene is not None
            laid = [self._laid(zone) for zone in scene.zones]
            alike = len(laid) == len(end)
            yield {
                "told": len(beat.said),
                "part": [visible(text) for text in (*beat.told, *beat.terse)] if beat.part else None,
                **self._marks(before, scene, (), beat.about),
                "title": scene.title if scene.title != last.title else None,
                "zones": [(at, zone) for at, zone in enumerate(laid) if zone != end[at]] if alike else None,
                "all": None if alike else laid,
                "board": [own] if own != boards[-1] else None,
                "stage": self._stage(stage_of(self.timeline, number, beat.number, beats)),
            }

    def _marks(
        self,
        before: Scene | None,
        scene: Scene,
        aimed: Collection[Seat],
        about: Collection[Mention],
        last: Scene | None = None,
    ) -> Json:
        """What is marked on a scene; arrows are of what came of `last`, where that is another one."""
        moved = Marks(self._once(changes, before, scene), self._once(movements, last or before, scene))
        return _marked(pointed(moved, scene, aimed, about if before else ()))

    def _once(self, found: Callable[[Scene | None, Scene], Any], before: Scene | None, scene: Scene) -> Any:
        """What follows from the zones that changed alone: worked out once for all to whom the same ones did."""
        if before is None or len(before.zones) != len(scene.zones):
            return found(before, scene)
        pairs = enumerate(zip(before.zones, scene.zones, strict=True))
        key = found, tuple((at, was, now) for at, (was, now) in pairs if was != now)
        if key not in self.tables.came:
            self.tables.came[key] = found(before, scene)
        return self.tables.came[key]

    def _stage(self, stage: Stage | None) -> list[int]:
        """What is shown large: what it is called, what is told, and what everybody shows; empty where nothing is."""
        return [] if stage is None else [self.tables.stages.place(stage, partial(self._staged, stage))]

    def _staged(self, stage: Stage) -> list[Any]:
        entries = []
        for shown, gain in stage.entries:
            ringed = [at for at, card in enumerate(shown.cards) if card in shown.ringed]
            cards = [self._card(card) for card in shown.cards]
            entries.append([shown.seat or 0, cards, visible(shown.said), int(shown.won), ringed, gain])
        return [stage.title, stage.told, entries, stage.terse]

    def laid(self, scene: Scene) -> list[int]:
        """The zones of a scene, by their places in the table of zones."""
        return [self._laid(zone) for zone in scene.zones]

    def _laid(self, zone: Zone) -> int:
        return self.tables.zones.place(zone, partial(self._zone, zone))

    def _actor(self, frame: Frame) -> str:
        if frame.step is None:
            return ""
        return visible(self.speaker.seat(frame.step.actor))

    def _entered(self, frame: Frame) -> str:
        """The action as it would be typed, with its outcomes, as far as the observer knows both."""
        if frame.step is None:
            return ""
        line = action_line(frame.step, self.writer)
        drawn = [">", *map(str, line["drawn"])] if "drawn" in line else []
        return visible(" ".join([text_of(self.match.game, line["do"], line), *drawn]))

    def _open(self, frame: Frame) -> list[int]:
        """What is open after this step, to each who has a choice."""
        found = open_in(self.match, frame.state)
        return [self.tables.choices.place(one, partial(self._choices, frame.state, *one)) for one in found]

    def _choices(self, state: Any, seat: int, texts: Sequence[str], awaited: bool) -> list[Any]:
        """What is open to a seat, in blocks; behind it what each block comes to, where that can be told one by one."""
        single = [guessable_options(one, self.match.game, self.speaker) for one in self.match.game.choices(state, seat)]
        told = [[visible(one) if isinstance(one, str) else one for one in block] for block in single]
        shown = [visible(text) for text in texts]
        return [seat, visible(self.speaker.seat(seat)), shown, int(awaited), *([told] if any(told) else [])]

    def _possible(self, frame: Frame) -> list[int]:
        """What the cards can be that are not seen after this step, each by its place on the table."""
        return unseen_cards(self.match, frame.state, lambda groups: self.tables.possible.place(groups, lambda: groups))

    def _done(self, frame: Frame) -> list[list[int]]:
        """Which of the choices before this step was taken, as far as the observer knows it."""
        if frame.step is None:
            return []
        before = self.timeline[frame.number - 1].state
        return done_among(self.match.game.choices(before, frame.step.actor), frame.step.action)

    def _graded(self, frame: Frame, said: Sequence[StepNotes]) -> list[Any]:
        """What is said of each move of a decision that was judged, by the choices before it; behind them of others."""
        graded = next((one.graded for one in said if one.graded), None)
        if graded is None or frame.step is None:
            return []
        choices = self.match.game.choices(self.timeline[frame.number - 1].state, frame.step.actor)
        told = [[block, which, visible(one.said), one.good] for block, which, one in graded.among(choices)]
        return [*told, [-1, None, visible(graded.others.said), graded.others.good]]

    def _board(self, beat: Beat, values: PerSeat[Value], *, last: bool) -> int:
        """The scoreboard after a beat: what it is called, how much, who has won, and who is out, for each seat."""
        board = scoreboard(self.match, beat.state, last=last, values=values)
        return self.tables.boards.place(
            board, lambda: [[one.label, one.value, int(one.won), *[1] * one.eliminated] for one in board]
        )

    def _zone(self, zone: Zone) -> list[Any]:
        name = visible(zone_name(zone, self.speaker))
        parts = [self.tables.parts.place(part, partial(self._part, part)) for part in zone.parts]
        return [name, zone.owner or 0, parts, list(zone.markers)]

    def _part(self, part: Part) -> list[Any]:
        if isinstance(part, Row):
            return ["row", part.label, [self._card(card) for card in part.cards], int(part.hidden), list(part.up)]
        if isinstance(part, Pile):
            return ["pile", part.label, part.count, self._card(part.top or UNKNOWN)]
        if isinstance(part, Grid):
            return ["grid", part.label, [self._cell(cell) for cell in part.cells]]
        assert isinstance(part, Ledger)
        return ["ledger", part.label, [[label, visible(value)] for label, value in part.lines]]

    def _cell(self, cell: Cell) -> list[Any]:
        return [self._card(cell.card), cell.x, cell.y, int(cell.hidden)]

    def _card(self, code: str) -> str:
        """The code; a face that is known is put beside the others that were seen so far."""
        deck = self.match.game.deck
        if code in deck.by_code:
            self.tables.cards.place(code, lambda: [code, deck.name(code), face(deck, code)])
        return code


def _details(details: Details) -> list[Any]:
    """What is unfolded under a remark: what it is called, and its lines."""
    return [visible(details.title), [visible(one) for one in details.lines]]


def _terse(beats: Sequence[Beat]) -> Iterator[list[Any]]:
    """The sentences of a step that are shorter without their reasons: the place of each, and how it is then."""
    said = [(long, short) for beat in beats for long, short in zip(beat.said, beat.terse, strict=False)]
    yield from ([at, visible(short)] for at, (long, short) in enumerate(said) if long != short)


def _filled(entry: Json) -> Json:
    """Without what is empty."""
    return {key: value for key, value in entry.items() if value}


def _marked(marked: Marks) -> Json:
    """What moved and what is told of, as zone, part and item of each, and from where to where, as zones and parts."""
    return {
        "moved": [number for place in sorted(marked.moved) for number in place],
        "named": [number for place in sorted(marked.named) for number in place],
        "trails": [number for movement in marked.movements for spot in movement for number in spot],
    }


__all__ = ["Json", "PageRecorder", "PageTables"]
