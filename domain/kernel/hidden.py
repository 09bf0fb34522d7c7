"""What a view leaves open beyond "any card that is not known to lie elsewhere": asked when a bot imagines the rest."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from msgspec import Struct

from ludograph.domain.kernel.cards import Cards


class Among(Struct, frozen=True):
    """These cards lie among these places of a state, each way to lay them alike likely."""

    cards: Cards
    places: Cards
    """As they stand in the state: only those that are `??` get one of the cards. There may be more of them."""
    fits: Callable[[Cards], bool] | None = None
    """Whether all the places can be like this, in their order; asked until it is so."""


def anywhere(view: Any) -> Iterable[Among]:
    """Nothing but the deck says where cards lie."""
    return ()


Pick = Callable[[Sequence[Any]], Any]
"""Any of these, by chance."""


def all_open(view: Any, pick: Pick) -> Any:
    """Nobody seals anything."""
    return view


class Hidden(Struct, frozen=True):
    """What is not uniform about that which a view of a game does not know."""

    lying: Callable[[Any], Iterable[Among]] = anywhere
    """(view): the cards of which more is known than that they lie somewhere."""
    sealed: Callable[[Any, Pick], Any] = all_open
    """(view, pick): the view with what others have sealed made up, each decision one that was open to them."""


__all__ = ["Among", "Hidden", "Pick"]
