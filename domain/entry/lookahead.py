"""What could come next in an entry, as the eyes at the screen know the match."""

from collections.abc import Sequence
from typing import Any, Final, TypeVar

from msgspec.structs import replace

from ludograph.domain.kernel.cards import UNKNOWN
from ludograph.domain.kernel.chance import Outcome, Unseen
from ludograph.domain.kernel.game import Action, Asked, Game, Impossible, Numbers, Refused, Wanted
from ludograph.domain.kernel.play import UnreadAction, play

T = TypeVar("T")
Told = Sequence[Outcome | None]
"""Outcomes of an entry as far as somebody at the screen told them; `??` or None for what the record knows of itself."""
MOST_NUMBERS: Final = 200
"""No more numbers than this are said to be possible."""


class OutcomesFound(Exception):
    """What could come next is found out: the entry need not be followed further."""

    def __init__(self, coming: Sequence[str]) -> None:
        super().__init__()
        self.coming = coming


class Foreseeing(Unseen):
    """Takes outcomes as far as they were told, then raises `Found` with what could come next."""

    def __init__(self, told: Told) -> None:
        super().__init__()
        self._left = list(told)

    def ask(self, wanted: Wanted[T]) -> tuple[T, ...]:
        """What is wanted, be it for players to tell or for nobody."""
        return super().ask(replace(wanted, missing=""))

    def _answered(self, entry: Asked[T], before: tuple[T, ...]) -> tuple[Any, ...]:
        """One entry, outcome by outcome."""
        found: tuple[Any, ...] = ()
        for known in entry.known:
            if not self._left:
                raise OutcomesFound(
                    _coming(entry, known, before + found, named=entry.whole and found[:1] not in ((), (UNKNOWN,)))
                )
            found += (_taken(entry, known, self._left.pop(0), before + found),)
        return found


def coming(game: Game, view: Any, seat: int, move: Action | UnreadAction, told: Told) -> Sequence[str]:
    """What could come after the outcomes told of an entry, as far as this view of the match knows.

    Where it does not know enough to follow the entry, any card could.
    """
    found = next_outcomes(game, view, seat, move, told)
    return (*game.deck.by_code, UNKNOWN) if found is None else found


def next_outcomes(game: Game, view: Any, seat: int, move: Action | UnreadAction, told: Told) -> Sequence[str] | None:
    """What could come next after the outcomes `told`; None where this view does not know, or nothing more comes."""
    try:
        play(game, view, seat, move, Foreseeing(told))
    except OutcomesFound as found:
        return found.coming
    except Refused:
        pass
    return None


def _coming(entry: Asked[Any], known: object, before: tuple[Any, ...], *, named: bool) -> Sequence[str]:
    """What an outcome could be; `named` where it must not be `??`, because others of its hand were named."""
    if known != entry.blank:
        return [str(one) for one in entry.known if one != entry.blank] if entry.heap else [str(known)]
    if isinstance(entry, Numbers):
        return [str(one) for one in entry.among(before)[:MOST_NUMBERS]]
    return [*entry.among(before), UNKNOWN] if entry.hidden and not named else entry.among(before)


def _taken(entry: Asked[Any], known: Any, told: Any, before: tuple[Any, ...]) -> Any:
    """An outcome as it was told, else as it is known."""
    if isinstance(entry, Numbers) and isinstance(told, str) and told.isascii() and told.isdigit():
        told = int(told)
    if told in (None, UNKNOWN):
        return entry.among(before)[0] if known is None else known
    if told not in (known, *entry.elsewhere) and told not in entry.among(before):
        raise Impossible("placed", f"{told} cannot come here.")
    return told
