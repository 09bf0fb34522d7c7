"""The frames of a film: the table after each beat, every one as large as the others, with what is told under it."""

from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import Final, NamedTuple

from ludograph.domain.exchange.exporter import looker
from ludograph.domain.kernel.conceal import Observer
from ludograph.domain.kernel.scene import Scene
from ludograph.domain.kernel.sentences import Speaker
from ludograph.domain.match.aggregate import Match
from ludograph.domain.notation.visible_text import visible
from ludograph.replay.beats.beats import about_of, beats_of
from ludograph.replay.beats.climax import Stage, stage_of
from ludograph.replay.beats.marks import Marks, aimed_at, marks
from ludograph.replay.drawing.blocks import Block, below, over
from ludograph.replay.drawing.picture import DARK, LIGHT, MARGIN, Painter, drawing
from ludograph.replay.drawing.stage_picture import stage_block
from ludograph.replay.sentences.ending import ending_of
from ludograph.replay.sentences.step_sentences import reading_time
from ludograph.replay.timeline.timeline import Timeline

WIDE: Final = 640
"""Narrower than a picture: a film is looked at in a chat, on a phone."""
PACE: Final = 2.0
"""Seconds for a line of what is told, as pages play it."""
AT_LEAST: Final = 1.0
END: Final = 2.0
"""So much longer the last frame stays before a film begins anew."""
TOLD: Final = 19
"""The size of what is told."""


class Shot(NamedTuple):
    """A beat of a film: what is seen, what is told, and for how many seconds."""

    step: int
    number: str
    scene: Scene
    marked: Marks
    told: tuple[str, ...]
    seconds: float
    stage: Stage | None


class FilmFrame(NamedTuple):
    """A picture of a film as SVG, and for how many seconds it is shown."""

    svg: str
    seconds: float


def shots(match: Match, observer: Observer, first: int, last: int) -> list[Shot]:
    """The beats of these steps as an observer knows them; the ending is told with the last beat of a match."""
    timeline, scene_of = Timeline(match, observer), match.game.scene
    ending = ending_of(timeline)
    before = scene_of(timeline[first - 1].state) if first else None
    found = []
    for step in range(first, last + 1):
        event, beats = timeline[step].step, beats_of(timeline, step)
        for beat in beats:
            scene = scene_of(beat.state)
            whole = len(beats) == 1
            aimed = aimed_at(event.action, event.actor) if event and whole else ()
            marked = marks(before, scene, aimed, about_of(beats) if whole else beat.about)
            number = str(step) if whole else f"{step}.{beat.number}"
            ended = ending is not None and step >= ending.since and beat is beats[-1]
            told = (*map(visible, beat.told), *(ending.told() if ending and ended else ()))
            seconds = max(AT_LEAST, PACE * reading_time(" ".join(told)))
            stage = stage_of(timeline, step, beat.number, beats)
            found.append(Shot(step, number, scene, marked, told, round(seconds, 2), stage))
            before = scene
    found[-1] = found[-1]._replace(seconds=found[-1].seconds + END)
    return found


def frames(match: Match, observer: Observer, first: int, last: int, *, dark: bool = False) -> Iterator[FilmFrame]:
    """The frames of these steps, one after the other; each zone stays where it is, with room for what it will hold."""
    taken = shots(match, observer, first, last)
    painter = Painter(Speaker(match.game.deck, match.players), DARK if dark else LIGHT, WIDE)
    heads = [_head(painter, match, observer, shot) for shot in taken]
    told = [below(painter.sentences([" ".join(shot.told)], size=TOLD), 2) for shot in taken]
    heights = _heights(painter, taken)
    for shot, head, under in zip(taken, heads, told, strict=True):
        table = _staged(painter, shot, heights)
        blocks = [_high(heads, head), table, _high(told, under)]
        yield FilmFrame(drawing(painter, f"{match.game.title}, step {shot.number}", below(blocks, 10)), shot.seconds)


def _staged(painter: Painter, shot: Shot, heights: Sequence[float]) -> Block:
    """The table, and over its lower end what everybody shows where something is decided."""
    if shot.stage is None:
        return painter.table(shot.scene, shot.marked, heights)
    table = painter.table(shot.scene, shot.marked, heights, shot.stage.winners)
    told = shot.stage.told not in " ".join(shot.told)
    stage = stage_block(painter, shot.stage, painter.width - 2 * MARGIN, told)
    return over([table, stage.moved(0, max(table.height - stage.height, 0))])


def _heights(painter: Painter, taken: Sequence[Shot]) -> list[float]:
    """How high each row of zones is at most in a film."""
    rows = [[max(one.height for one in drawn) for _, drawn in painter.rows(at.scene, at.marked)] for at in taken]
    return [max(heights) for heights in zip_longest(*rows, fillvalue=0.0)]


def _head(painter: Painter, match: Match, observer: Observer, shot: Shot) -> Block:
    """Where the match stands, what is played, and whose eyes these are."""
    where = f"{match.game.title}, step {shot.number} of {len(match.steps)}"
    seen = f"{where}, as {visible(looker(match, observer))} knows it"
    title = painter.sentences([shot.scene.title], size=18)
    return below([*title, *painter.sentences([seen], painter.colors.faint)], 2)


def _high(blocks: Sequence[Block], one: Block) -> Block:
    """A block with as much room as the highest of its kind has."""
    return one._replace(height=max(block.height for block in blocks))


__all__ = ["FilmFrame", "frames", "shots"]
