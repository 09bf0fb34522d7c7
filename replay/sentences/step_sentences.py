"""What happened, in sentences: the steps of a match as lines of a log."""

import re
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Final

from ludograph.domain.kernel.game import Fact, Game
from ludograph.domain.kernel.sentences import Speaker, tell, tell_each
from ludograph.domain.match.events import AnyStep
from ludograph.domain.notation.visible_text import visible
from ludograph.replay.sentences.terminal_widths import fitting, wide

if TYPE_CHECKING:
    from ludograph.replay.timeline.timeline import Frame


DEAL_AWAITED: Final = "The cards are real, and what lies on the table is not recorded yet."


def tell_step(match_game: Game, speaker: Speaker, frame: "Frame", *, terse: bool = False) -> list[str]:
    """What a step brought about, a sentence for each fact that needs telling; for step 0 the setup.

    A `terse` one is without the reasons.
    """
    if frame.step is None:
        return tell_facts(match_game, speaker, frame.facts) if frame.facts else [DEAL_AWAITED]
    return tell_action(match_game, speaker, frame.step, None if terse else frame.before)


def tell_action(game: Game, speaker: Speaker, step: AnyStep, before: Any = None) -> list[str]:
    """The facts of a concealed step as sentences; the action itself where none of its facts needs telling.

    With the state `before` it they are told with their reasons.
    """
    told = tell_facts(game, speaker, step.facts, before)
    return told or [f"{speaker.seat(step.actor)}: {tell(game, step.action, speaker)}"]


def told_step(game: Game, speaker: Speaker, frame: "Frame", width: int) -> list[str]:
    """The sentences of a step as lines, with its number before the first."""
    number = f"{frame.number:>4}  "
    lines: list[str] = []
    for sentence in tell_step(game, speaker, frame):
        lines += wrapped(sentence, width=width, first=number if not lines else " " * len(number), rest=" " * 8)
    return lines or [number]


def reading_time(told: str) -> float:
    """How long it takes to read what is told, where a line of sixty letters takes 1."""
    return BLINK + (1 - BLINK) * len(told) / LINE


def tell_facts(game: Game, speaker: Speaker, facts: Iterable[Fact], before: Any = None) -> list[str]:
    """Concealed facts as sentences; with the state `before` them with their reasons."""
    return [sentence for _, sentence in tell_each(game, facts, speaker, before) if sentence]


def wrapped(text: str, *, width: int = 80, first: str = "", rest: str | None = None) -> list[str]:
    """A text in lines, with `first` before the first of them and `rest` (as many blanks) before the others."""
    hanging = " " * len(first) if rest is None else rest
    room = max(width, wide(hanging) + 20)
    lines: list[str] = []
    for at, line in enumerate(visible(text).splitlines() or [""]):
        lines += _folded(line.expandtabs(), room, hanging if at else first, hanging)
    return lines


def _folded(line: str, room: int, first: str, hanging: str) -> list[str]:
    """A line as lines that fit: divided at blanks and hyphens, and within a word that is too long for a line."""
    done: list[str] = []
    begun = first
    fresh = wide(first) <= wide(hanging)
    for piece in _PIECES.findall(line):
        if not fresh and wide(begun + piece) > room:
            done.append(begun.rstrip())
            begun, fresh = hanging, True
        begun += piece.lstrip() if fresh and done else piece
        while wide(begun) > room:
            done.append(fitting(begun, room))
            begun = hanging + begun[len(done[-1]) :]
        fresh = False
    return [*done, begun if begun != hanging or begun == first else ""]


LINE: Final = 60
BLINK: Final = 0.4
"""What it takes to see that something changed, before a letter of it is read."""
_PIECES: Final = re.compile(r"\s*(?:(?!\S*/)\S*?[^\W\d_]-(?=[^\W\d_])|\S+)")
"""Words, each with the blanks before it; a word is divided after a hyphen between letters, but no path is."""


__all__ = [
    "BLINK",
    "LINE",
    "reading_time",
    "tell_action",
    "tell_facts",
    "tell_step",
    "told_step",
    "wrapped",
]
