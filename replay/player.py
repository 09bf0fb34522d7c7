"""Stepping through a match: where one is, what a key does, and the screen; no terminal is touched here."""

import re
from collections.abc import Callable, Iterator
from typing import Any, Final, NamedTuple

from domain.conceal import Observer
from domain.exporting import observer_name
from domain.game import JUDGE, TABLE, Game
from domain.match import Match
from domain.sentences import Speaker
from replay.drawing import draw
from replay.telling import tell_step, wrapped
from replay.timeline import Frame, Timeline

ROUNDS: Final = ("round", "hand", "group")
"""What a state may call the larger parts of a match; where it has none of them, pages are of `PAGE` steps."""
PAGE: Final = 10
HINTS: Final = "←→ step  [ ] same seat  PgUp PgDn {pages}  g go to  o observer  ? help  q quit"
HELP: Final = """Keys

  ← →            one step back, one step on
  [ ]            the step before, the step after, of the same seat
  PgUp PgDn      {pages}
  Home End       the start, the end
  ↑ ↓            scroll the table, where it is higher than the screen
  g 12 Enter     go to step 12
  o O            the next observer, the one before: table, players, judge
  s              all sentences of the step, where they do not fit
  q              quit

What you see is what the observer named at the top knows, and no more."""


class Size(NamedTuple):
    """The screen: columns and rows."""

    width: int
    height: int


class Player:
    """A match being replayed: position, observer, and what is shown besides the table."""

    def __init__(self, match: Match, observer: Observer, at: int = 0) -> None:
        self.match = match
        self.speaker = Speaker(match.game.deck, match.players)
        self.at = max(0, min(at, len(match.steps)))
        self.scroll = 0
        self.panel = ""
        """`help` or `sentences` where that is shown instead of the table."""
        self.typed: str | None = None
        """The digits typed after `g`."""
        self.done = False
        self._timelines: dict[Observer, Timeline] = {}
        self.observer = observer

    @property
    def timeline(self) -> Timeline:
        """The match as the present observer knows it."""
        if self.observer not in self._timelines:
            self._timelines[self.observer] = Timeline(self.match, self.observer)
        return self._timelines[self.observer]

    @property
    def frame(self) -> Frame:
        """The step that is shown."""
        return self.timeline[self.at]

    def press(self, key: str) -> None:
        """What a key does; others do nothing."""
        if self.typed is not None:
            self._type(key)
        elif self.panel:
            self.panel = ""
            self.scroll = 0
        elif key in _KEYS:
            _KEYS[key](self)

    def go(self, step: int) -> None:
        """Shows another step, or the nearest there is."""
        self.at = max(0, min(step, len(self.match.steps)))
        self.scroll = 0

    def _type(self, key: str) -> None:
        assert self.typed is not None
        if key == "enter" and self.typed:
            self.go(int(self.typed))
        if key in ("enter", "escape", "q"):
            self.typed = None
        elif key == "backspace":
            self.typed = self.typed[:-1]
        elif key.isascii() and key.isdigit():
            self.typed = (self.typed + key)[:6]

    def same_seat(self, direction: int) -> None:
        """To the step before or after of whoever acted in this one."""
        actor = self.frame.step.actor if self.frame.step else None
        steps = range(self.at + direction, len(self.match.steps) + 1 if direction > 0 else 0, direction)
        found = (number for number in steps if actor is None or self.match.steps[number - 1].actor == actor)
        self.go(next(found, self.at))

    def page(self, direction: int) -> None:
        """To the beginning of a round, or some steps on."""
        if self.round_of(self.at) is None:
            self.go(self.at + direction * PAGE)
            return
        starts = [0, *(n for n in range(1, len(self.timeline)) if self.round_of(n) != self.round_of(n - 1))]
        if direction > 0:
            self.go(next((step for step in starts if step > self.at), len(self.match.steps)))
        else:
            self.go(next((step for step in reversed(starts) if step < self.at), 0))

    def round_of(self, step: int) -> int | None:
        """The number of the round, hand or group; None where the game has no such thing."""
        state = self.timeline[step].state
        return next((found for name in ROUNDS if isinstance(found := getattr(state, name, None), int)), None)

    def watch(self, direction: int) -> None:
        """Through the eyes of somebody else."""
        observers = [TABLE, *range(1, len(self.match.players) + 1), JUDGE]
        self.observer = observers[(observers.index(self.observer) + direction) % len(observers)]

    @property
    def pages(self) -> str:
        """What the page keys do in this game."""
        return f"{PAGE} steps" if self.round_of(self.at) is None else "round"

    # The screen

    def screen(self, size: Size, *, color: bool) -> str:
        """All lines of the screen: where we are, the table, what happened, and the keys."""
        width, height = size.width, max(size.height, 6)
        told = self._told(width)
        room = min(len(told), max(height // 3, 2))
        upper = height - room - 3
        lines = [self._title(), *self._upper(width, upper, color), "─" * width]
        lines += [*self._shortened(told, room), self._foot()]
        return "\n".join(cut(line, width) for line in lines)

    def _title(self) -> str:
        who = _KNOWN_AS.get(self.observer) or observer_name(self.match, self.observer)
        return f"{self.match.game.title} · step {self.at} of {len(self.match.steps)} · as {who}"

    def _told(self, width: int) -> list[str]:
        return told_step(self.match.game, self.speaker, self.frame, width)

    def _upper(self, width: int, height: int, color: bool) -> list[str]:
        """The part of the table, or of what stands in its place, that the scroll position shows."""
        scene = self.match.game.scene(self.frame.state)
        texts: dict[str, Callable[[], str]] = {
            "help": lambda: HELP.format(pages=self.pages),
            "sentences": lambda: "\n".join(self._told(width)),
            "": lambda: draw(scene, self.speaker, width=width, color=color),
        }
        lines = _squeezed(texts[self.panel]().split("\n"), height)
        self.scroll = max(0, min(self.scroll, len(lines) - height))
        shown = lines[self.scroll : self.scroll + height]
        if len(lines) > self.scroll + height:
            shown[-1] = f"↓ {len(lines) - self.scroll - height + 1} more lines"
        if self.scroll:
            shown[0] = f"↑ {self.scroll + 1} lines above"
        return shown + [""] * (height - len(shown))

    def _shortened(self, told: list[str], room: int) -> list[str]:
        if len(told) <= room:
            return told
        return [*told[: room - 1], f"      ... and {len(told) - room + 1} more lines: s shows them"]

    def _foot(self) -> str:
        if self.typed is not None:
            return f"Go to step (0 to {len(self.match.steps)}): {self.typed}_"
        if self.panel:
            return "Any key goes back to the table"
        return HINTS.format(pages=self.pages)


_KNOWN_AS: Final = {TABLE: "the table knows it", JUDGE: "the judge knows it"}

_KEYS: Final[dict[str, Callable[[Player], Any]]] = {
    "right": lambda player: player.go(player.at + 1),
    " ": lambda player: player.go(player.at + 1),
    "left": lambda player: player.go(player.at - 1),
    "home": lambda player: player.go(0),
    "end": lambda player: player.go(len(player.match.steps)),
    "pageup": lambda player: player.page(-1),
    "pagedown": lambda player: player.page(1),
    "[": lambda player: player.same_seat(-1),
    "]": lambda player: player.same_seat(1),
    "up": lambda player: setattr(player, "scroll", player.scroll - 1),
    "down": lambda player: setattr(player, "scroll", player.scroll + 1),
    "o": lambda player: player.watch(1),
    "O": lambda player: player.watch(-1),
    "g": lambda player: setattr(player, "typed", ""),
    "s": lambda player: setattr(player, "panel", "sentences"),
    "?": lambda player: setattr(player, "panel", "help"),
    "q": lambda player: setattr(player, "done", True),
}
KEYS: Final = (*_KEYS, "enter", "escape", "backspace", *"0123456789")
"""The names of all keys that mean something here."""


def told_step(game: Game, speaker: Speaker, frame: Frame, width: int) -> list[str]:
    """The sentences of a step as lines, with its number before the first."""
    number = f"{frame.number:>4}  "
    lines: list[str] = []
    for sentence in tell_step(game, speaker, frame):
        lines += wrapped(sentence, width=width, first=number if not lines else " " * len(number), rest=" " * 8)
    return lines or [number]


def _squeezed(lines: list[str], height: int) -> list[str]:
    """Without empty lines where there are more lines than fit."""
    return lines if len(lines) <= height else [line for line in lines if line.strip()]


_ESCAPE: Final = re.compile(r"\x1b\[[0-9;]*m")


def cut(line: str, width: int) -> str:
    """A line of at most this many characters, colours not counted."""
    if len(_ESCAPE.sub("", line)) <= width:
        return line
    kept, room = "", width - 1
    for piece in _pieces(line):
        if not piece.startswith("\x1b"):
            piece = piece[:room]  # noqa: PLW2901
            room -= len(piece)
        kept += piece
    return kept + "…"


def _pieces(line: str) -> Iterator[str]:
    at = 0
    for found in _ESCAPE.finditer(line):
        yield from (line[at : found.start()], found[0])
        at = found.end()
    yield line[at:]
