"""Two tables of one deal on the whole screen: in columns where it is wide, else one above the other."""

from collections.abc import Iterator, Mapping
from textwrap import wrap
from typing import Any, Final

from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Vertical

from ludograph.domain.kernel.conceal import Observer
from ludograph.domain.match.aggregate import Match
from ludograph.domain.notation.visible_text import on_one_line
from ludograph.replay.drawing.text_table import SIGNS
from ludograph.replay.player import screen
from ludograph.replay.player.board import board
from ludograph.replay.player.layout import WIDE
from ludograph.replay.player.line_weights import line_weights
from ludograph.replay.player.screen_app import ScreenApp
from ludograph.replay.player.side_by_side import BOTH, SideBySide
from ludograph.replay.player.table_layout import tabletop
from ludograph.replay.player.widgets import Body, Lines
from ludograph.replay.sentences.terminal_widths import cut_to_width, wide
from ludograph.replay.timeline.alignment import table_name

KEYS: Final[Mapping[str, tuple[Any, ...]]] = {
    "right": ("step", 1),
    "left": ("step", -1),
    "pagedown": ("page", 1),
    "pageup": ("page", -1),
    "home": ("go", 0),
    "end": ("end",),
    "x": ("part",),
    "up": ("scroll", -1),
    "down": ("scroll", 1),
    "o": ("watch_as", 1),
    "O": ("watch_as", -1),
    "c": ("toggle_choices",),
    "t": ("toggle_reasons",),
    "question_mark": ("toggle_help",),
    "escape": ("toggle_help", False),
    "q": ("exit",),
}
"""By key the name of what is done, and with what."""
HINTS: Final = ("←→ step", "x where they part", "o observer", "c choices", "PgUp PgDn round", "? help", "q quit")
DIFFERS: Final = "9MS".join(SIGNS["differs"])
HELP: Final = """Two tables of one deal

← →         a step back, a step on at both
x           to where they went apart
PgUp PgDn   to the beginning of a round of the first table
Home End    the start, the end
↑ ↓         scrolls the tables, where they are higher than the screen
o O         the next observer, the one before: table, each seat, judge
c           what could have been done, and what is open after it
t           leaves out why something came out so, or tells it again
Escape      back to the tables
q           quits

"""
SIGNS_TOLD: Final = (
    f"{DIFFERS} is not so at the other table. Decisions of the same player stand beside each other, counted from where "
    "the tables went apart and anew in each round; a table at which nobody did the like waits. You see at each table "
    "what the observer named at the top knows there, and no more: as a player, what whoever has that seat knows."
)
WAITS: Final = "Nothing of the like is done here."


class SideBySideApp(ScreenApp):
    """Both tables with what is told of their steps."""

    def __init__(self, one: Match, other: Match, observer: Observer, *, terse: bool = False) -> None:
        super().__init__()
        self.both = SideBySide(one, other, observer, terse=terse)
        self.choosing = False
        """Whether it is shown what could have been done."""
        self.helping = False

    def compose(self) -> ComposeResult:
        """One line above, for each table its name, scoreboard, cards and sentences, and one line of keys."""
        yield Lines("head")
        with Body(id="body"):
            for side in BOTH:
                with Vertical(id=f"side-{side}", classes="side"):
                    yield Lines(f"name-{side}")
                    yield Lines(f"board-{side}")
                    yield Lines(f"table-{side}", more="")
                    yield Lines(f"told-{side}", more="").add_class("told")
        yield Lines("help", more="")
        yield Lines("foot")

    def on_mount(self) -> None:
        """Paints it."""
        self.paint()

    def keys(self) -> Mapping[str, tuple[Any, ...]]:
        """All of them, whatever is shown."""
        return KEYS

    # The screen

    def paint(self) -> None:
        """Everything anew, from both sessions."""
        width, height = self.size
        beside = width >= WIDE
        self.screen.set_class(beside, "-wide")
        self._lines("head", 1).show([self._head(width)])
        self._lines("foot", 1).show([Text(self._message, style="bold") if self._message else screen.foot(width, HINTS)])
        self._part("body").display = not self.helping
        self._part("help").display = self.helping
        self._lines("help", max(height - 2, 1)).show([Text(line) for line in _help(width)])
        room = max(height - 2, 2)
        for side in BOTH:
            columns = (width - 1) // 2 if beside else width
            self._paint_side(side, columns, room if beside else (room + 1 - side) // 2)

    def _head(self, width: int) -> Text:
        """Which tables these are, whether they went apart already, and as whom one looks."""
        both = self.both
        one, other = both.sides
        names = " beside ".join(on_one_line(table_name(side.match)) for side in both.sides)
        parted = both.alignment.parted
        where = "the same so far" if both.same else f"apart since step {parted}"
        right = on_one_line(f"as {one.observer_name}")
        if one.observer > 0 and other.observer_name != one.observer_name:
            right += on_one_line(f" and {other.observer_name}")
        left = cut_to_width(f"{one.match.game.title} · {names} · {where}", max(width - wide(right) - 2, 1))
        return Text(left, style="bold").append(" " * max(width - wide(left) - wide(right), 1)).append(right)

    def _paint_side(self, side: int, width: int, rows: int) -> None:
        """A table in so many columns and rows: what is told has at most a third of them."""
        session = self.both.sides[side]
        box = self._part(f"side-{side}")
        box.styles.width, box.styles.height = width, rows
        strip = board(session, width, rows)
        told = self._told(side, width)
        shown = max(1, min(len(told), rows // (2 if self.choosing else 3)))
        left = max(rows - len(strip) - shown - 2, 1)
        self._lines(f"name-{side}", 1).show([self._title(side, width)])
        self._part(f"board-{side}").display = bool(strip)
        self._lines(f"board-{side}", len(strip)).show(strip)
        marks, recording = self.both.marks(side), session.recording
        drawn = tabletop(recording.scene(session.at), recording.speaker, marks, width, left)
        table = self._lines(f"table-{side}", left)
        table.show(drawn)
        table.bring_most(line_weights(session, drawn))
        self._part(f"told-{side}").border_title = Text(f" {screen.told_title(session)} ")
        self._lines(f"told-{side}", shown).show(told, top=0)

    def _title(self, side: int, width: int) -> Text:
        session = self.both.sides[side]
        players = ", ".join(map(on_one_line, session.match.players))
        text = f"{on_one_line(table_name(session.match))}: {players} · step {session.at} of {session.last}"
        return Text(cut_to_width(text, width), style="reverse")

    def _told(self, side: int, width: int) -> list[Text]:
        """What a table does in this row; one that waits says so."""
        if not self.both.goes_on(side):
            return [Text(WAITS, style="dim")]
        return screen.told_lines(self.both.sides[side], width, self.choosing)

    # Keys

    def go(self, row: int) -> None:
        """To a row."""
        self.both.go(row)
        self.say()

    def step(self, direction: int) -> None:
        """A step on or back at both."""
        self.both.step(direction)
        self.say()

    def end(self) -> None:
        """To the end of both."""
        self.go(self.both.last)

    def part(self) -> None:
        """To where they went apart."""
        self.go(self.both.parted)
        if self.both.same:
            self.say("They went the same way as far as both go.")

    def page(self, direction: int) -> None:
        """To the beginning of a round."""
        self.both.page(direction)
        self.say()

    def scroll(self, lines: int) -> None:
        """Both tables up or down."""
        for name in ("help",) if self.helping else (f"table-{side}" for side in BOTH):
            self.query_one(f"#{name}", Lines).scroll_by(lines)

    def watch_as(self, direction: int) -> None:
        """As another observer, the same seat at both."""
        self.both.watch(direction)
        self.say()

    def toggle_choices(self) -> None:
        """Shows what could have been done, or no longer."""
        self.choosing = not self.choosing
        self.say()

    def toggle_reasons(self) -> None:
        """Leaves out why something came out so, or tells it again."""
        for side in self.both.sides:
            side.terse = not side.terse
        self.say()

    def toggle_help(self, shown: bool | None = None) -> None:
        """Shows the keys, or the tables again."""
        self.helping = not self.helping if shown is None else shown
        self.say()


def _help(width: int) -> Iterator[str]:
    """The keys and the sign in lines that fit."""
    for paragraph in (*HELP.split("\n"), SIGNS_TOLD):
        yield from wrap(paragraph, max(width, 20), subsequent_indent=" " * 12 if "  " in paragraph else "") or [""]


__all__ = ["SideBySideApp"]
