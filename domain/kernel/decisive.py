"""What decides something, and what is put side by side when it does: hands shown, bids revealed, a card turned up."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final

from msgspec import Struct

from ludograph.domain.kernel.cards import Cards
from ludograph.domain.kernel.marks import Seat


class Shown(Struct, frozen=True, gc=False):
    """What a seat, or something on the table, shows when something is decided."""

    seat: Seat | None = None
    cards: Cards = ()
    said: str = ""
    """What it comes to, in a few words: `Fool's Court`, `bids 13`; of no seat what it is: `up for auction`."""
    won: bool = False
    """Whether it decides in favour of this seat, or of this card."""
    ringed: Cards = ()
    """The cards of these that decide."""


Shows = Callable[[Sequence[Any], Any], Iterable[Shown]]
"""The facts of a kind in a step so far, and the state after them, to what is shown."""


class Decisive(Struct, frozen=True):
    """A kind of fact that decides something: what that is called, and what is shown side by side then.

    `told` says of the facts and the state who is ahead of whom, where the sentences of the facts do not; `shows` may
    be left out where the cards are shown that the last of the facts names. `gains` says by seat what these facts give
    to whom, where what lies before a seat changes in the same step for other reasons too.
    """

    title: str | Callable[[Sequence[Any], Any], str]
    shows: Shows | None = None
    told: Callable[[Sequence[Any], Any, Any], str] | None = None
    gains: Callable[[Sequence[Any]], Mapping[Seat, int]] | None = None


Decisives = Mapping[type[Struct], Decisive]
"""By kind of fact, what weighs most last: the climax of a step is the last fact of the weightiest kind in it."""

SHOWN: Final = Decisive("Shown")
"""For a game that names no decisive facts: what turns up cards decides."""


__all__ = ["SHOWN", "Decisive", "Decisives", "Shown"]
