"""Outcomes that were left out because nobody at the screen saw them: `deal` alone, where all cards go into hands."""

from typing import Any, TypeVar

from msgspec.structs import replace

from domain.kernel.chance import Unseen
from domain.kernel.conceal import Observer
from domain.kernel.game import JUDGE, TABLE, Asked, Impossible, Refused
from domain.kernel.play import play
from domain.notation.lines import Line
from domain.notation.listening import Listener
from domain.records.match import Match

T = TypeVar("T")


def sees(eyes: Observer, entry: Asked[Any]) -> bool:
    """Whether these eyes see an outcome."""
    return eyes == JUDGE or TABLE in entry.to or eyes in entry.to


def left_unseen(match: Match, line: Line, listener: Listener, eyes: Observer) -> Line | None:
    """The entry with `??` for what these eyes did not see; None where they saw some of it, or it is not left out."""
    if match.start.seed is not None or line.drawn is not None or line.shuffled is not None:
        return None
    chance = _Unseen(eyes)
    try:
        play(match.game, match.state, line.actor, line.move(match.game, listener.reader), chance)
    except Refused:
        return None
    return replace(line, drawn=tuple(chance.drawn)) if chance.drawn else None


class _Unseen(Unseen):
    """Leaves unknown what the eyes at the screen do not see, and has no answer to the rest."""

    def __init__(self, eyes: Observer) -> None:
        super().__init__()
        self._eyes = eyes

    def _answered(self, entry: Asked[T], before: tuple[T, ...]) -> tuple[Any, ...]:
        if entry.blank in entry.known and (not entry.hidden or sees(self._eyes, entry)):
            raise Impossible("count", "This was seen, and is to be told.")
        return entry.known
