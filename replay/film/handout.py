"""A match on paper: the result, the curve, the moments that decided it as pictures, and the log, as PDF."""

import warnings
from collections.abc import Callable, Iterable, Iterator, Sequence
from io import BytesIO
from itertools import count
from typing import Any, Final

from matplotlib import rc_context
from matplotlib.backends.backend_pdf import PdfPages
from matplotlib.figure import Figure
from PIL import Image

from ludograph.domain.exchange.exporter import looker
from ludograph.domain.kernel.conceal import Observer
from ludograph.domain.kernel.sentences import Speaker
from ludograph.domain.match.aggregate import Match
from ludograph.domain.notation.visible_text import visible
from ludograph.replay.beats.highlights import StepCourse, courses_of, highlights
from ludograph.replay.drawing.picture import picture, png
from ludograph.replay.sentences.ending import ending_of
from ludograph.replay.sentences.notes import said_of
from ludograph.replay.sentences.step_sentences import told_step, wrapped
from ludograph.replay.timeline.timeline import Timeline

PAPER: Final = (8.27, 11.69)
"""Inches across and down: A4."""
LEFT: Final = 0.09
RIGHT: Final = 0.91
TOP: Final = 0.94
LINES: Final = 62
"""Lines of the log on a page."""
WIDTH: Final = 96
"""Letters on a line of it."""
STYLE: Final[dict[Any, Any]] = {
    "font.family": ["DejaVu Sans"],
    "pdf.fonttype": 42,
    "text.parse_math": False,  # a name is no formula, whatever dollars are in it
    "axes.spines.top": False,
    "axes.spines.right": False,
}
DASHES: Final = ("-", "--", ":", "-.")
"""Lines differ on a black and white printer too."""


def handout(match: Match, observer: Observer, tick: Callable[[int], object] = lambda done: None) -> bytes:
    """The handout of a match as an observer knows it; `tick` is told how many steps are done."""
    file, timeline = BytesIO(), Timeline(match, observer)
    courses = courses_of(timeline)
    with rc_context(STYLE), warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Glyph", UserWarning)  # a letter that no font has is an empty frame
        title = f"{match.game.title}: {', '.join(map(visible, match.players))}"
        about: dict[str, Any] = {"Title": title, "CreationDate": None, "Creator": "Ludograph", "Producer": None}
        with PdfPages(file, metadata=about) as paper:
            _front(paper, timeline, courses)
            _moments(paper, timeline, courses, tick)
            _log(paper, timeline)
    tick(len(match.states))
    return file.getvalue()


def _front(paper: Any, timeline: Timeline, courses: Sequence[StepCourse]) -> None:
    """Who played what, how it ended, and what counted for each after every step."""
    match, sheet = timeline.match, _sheet()
    sheet.text(LEFT, TOP, match.game.title, fontsize=20, weight="bold", va="top")
    start = match.start
    where = [visible(one) for one in (start.event, start.round, start.table, start.played_on) if one]
    about = [", ".join(map(visible, match.players)), *([" · ".join(where)] if where else [])]
    lines = [*about, f"As {visible(looker(match, timeline.observer))} knows it."]
    ending = ending_of(timeline)
    told = ending.told() if ending else [f"{len(match.steps)} steps were played; the match is not over."]
    text = [line for one in [*lines, "", *told] for line in wrapped(one, width=84)]
    sheet.text(LEFT, TOP - 0.045, "\n".join(text), fontsize=10, va="top", linespacing=1.45)
    below = TOP - 0.09 - 0.0172 * len(text)
    if any(value is not None for course in courses for value in course.values):
        _curve(sheet, match, courses, below)
    paper.savefig(sheet)


def _curve(sheet: Figure, match: Match, courses: Sequence[StepCourse], top: float) -> None:
    """A line for each seat."""
    axes = sheet.add_axes((LEFT + 0.03, max(0.12, top - 0.42), RIGHT - LEFT - 0.03, min(0.38, top - 0.12)))
    lines = zip(match.players, zip(*(course.values for course in courses), strict=True), strict=True)
    for at, (name, values) in enumerate(lines):
        numbers = [float("nan") if value is None else float(value) for value in values]
        axes.plot(numbers, label=visible(name), linestyle=DASHES[at % len(DASHES)], linewidth=1.4)
    if match.game.fewest:
        # Whoever is ahead is on top.
        axes.invert_yaxis()
    axes.set_xlabel("Step", fontsize=9)
    axes.tick_params(labelsize=8)
    axes.legend(fontsize=8, ncols=4, loc="upper center", bbox_to_anchor=(0.5, -0.12), frameon=False)


def _moments(paper: Any, timeline: Timeline, courses: Sequence[StepCourse], tick: Callable[[int], object]) -> None:
    """A page for each moment that decided the match: why, and the table as it was."""
    for one in highlights(timeline, courses):
        tick(one.step)
        sheet = _sheet()
        told = [line for text in (*one.why, visible(one.told)) for line in wrapped(text, width=84)]
        number = f"{one.step}.{one.beat}" if one.beat else f"{one.step}"
        sheet.text(LEFT, TOP, f"Step {number}", fontsize=15, weight="bold", va="top")
        sheet.text(LEFT, TOP - 0.035, "\n".join(told), fontsize=10, va="top", linespacing=1.45)
        top = TOP - 0.06 - 0.0172 * len(told)
        drawn = png(picture(timeline.match, timeline.observer, one.step, one.beat), 1.5)
        image = Image.open(BytesIO(drawn)).convert("RGB")
        across, down = PAPER
        wide = RIGHT - LEFT
        high = min(top - 0.06, wide * across * image.height / image.width / down)
        axes = sheet.add_axes((LEFT, top - high, wide, high))
        axes.imshow(image, interpolation="none")
        axes.axis("off")
        paper.savefig(sheet, dpi=150)


def _log(paper: Any, timeline: Timeline) -> None:
    """Every step, with the remarks on it; each page has its number."""
    for number, lines in zip(count(1), _pages(_lines(timeline)), strict=False):
        sheet = _sheet()
        sheet.text(LEFT, TOP, "\n".join(lines), fontsize=8.5, va="top", linespacing=1.35)
        sheet.text(RIGHT, 0.03, f"The log, page {number}", fontsize=8, ha="right")
        paper.savefig(sheet)


def _lines(timeline: Timeline) -> Iterator[str]:
    match = timeline.match
    speaker, said = Speaker(match.game.deck, match.players), said_of(match, timeline.observer)
    for frame in timeline:
        yield from told_step(match.game, speaker, frame, WIDTH)
        for note in said.get(frame.number, ()):
            yield from wrapped(f"Remark: {visible(note.text)}", width=WIDTH, first=" " * 8)


def _pages(lines: Iterable[str]) -> Iterator[list[str]]:
    page: list[str] = []
    for line in lines:
        page.append(line)
        if len(page) == LINES:
            yield page
            page = []
    if page:
        yield page


def _sheet() -> Figure:
    return Figure(figsize=PAPER)


__all__ = ["handout"]
