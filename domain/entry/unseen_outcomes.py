"""Outcomes that were left out because the observer did not see them: `deal` alone, where all cards go into hands."""

from collections.abc import Sequence
from typing import Any, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from ludograph.domain.kernel.chance import Unseen
from ludograph.domain.kernel.conceal import Observer
from ludograph.domain.kernel.game import JUDGE, TABLE, Asked, Impossible, Numbers, Refused
from ludograph.domain.kernel.play import play
from ludograph.domain.match.aggregate import Match
from ludograph.domain.notation.lines import Line
from ludograph.domain.notation.name_matcher import is_whole_number
from ludograph.domain.notation.values import Reader

T = TypeVar("T")


def sees_outcome(observer: Observer, entry: Asked[Any]) -> bool:
    """Whether the observer sees an outcome."""
    return observer == JUDGE or TABLE in entry.to or observer in entry.to


class CompletedEntry(Struct, frozen=True):
    """An entry with `??` for what the observer did not see; None where that does not make it whole.

    `missing`: whether more was seen than was told.
    """

    line: Line | None
    missing: bool


def with_unseen_outcomes(match: Match, line: Line, observer: Observer) -> CompletedEntry:
    """The entry with what the observer did not see left unknown between what was told."""
    if match.start.seed is not None or line.shuffled is not None:
        return CompletedEntry(None, missing=False)
    reader = Reader(match.game.deck, match.players)
    chance = UnseenLeftOut(observer, reader, line.drawn or ())
    try:
        play(match.game, match.state, line.actor, line.move(match.game, reader), chance)
    except Refused:
        return CompletedEntry(None, chance.missing)
    return CompletedEntry(
        replace(line, drawn=tuple(chance.drawn)) if chance.drawn and not chance.told else None, missing=False
    )


class UnseenLeftOut(Unseen):
    """Gives what was told where the observer sees it, and leaves unknown what they do not."""

    def __init__(self, observer: Observer, reader: Reader, told: Sequence[object]) -> None:
        super().__init__()
        self.told = list(told)
        self.missing = False
        """Whether more was asked for than was told."""
        self._observer = observer
        self._reader = reader

    def _answered(self, entry: Asked[T], before: tuple[T, ...]) -> tuple[Any, ...]:
        found: tuple[Any, ...] = ()
        for known in entry.known:
            unseen = known != entry.blank or (entry.hidden and not sees_outcome(self._observer, entry))
            found += (known if unseen else self._next(entry, before + found),)
        return found

    def _next(self, entry: Asked[T], before: tuple[Any, ...]) -> Any:
        """What was told next, if it can be this."""
        self.missing = not self.told
        raw = str(self.told.pop(0)) if self.told else ""
        value: object = int(raw) if isinstance(entry, Numbers) and is_whole_number(raw) else self._reader.deck.read(raw)
        possible = entry.hidden if value == entry.blank else value in entry.among(before)
        if value is None or not possible:
            raise Impossible("count", "This was not told.")
        return value
