"""What decides a game of Aucteraden: the Excuse that sweeps the market, and the suits that are scored."""

from collections.abc import Iterator, Sequence
from typing import Final

from ludograph.domain.games.aucteraden import facts
from ludograph.domain.games.aucteraden.state import State
from ludograph.domain.kernel.decisive import Decisive, Decisives, Shown
from ludograph.domain.kernel.decks.decktet import SUIT_NAMES


def _suits(scored: Sequence[facts.SuitScored], state: State) -> Iterator[Shown]:
    """The chain of each suit so far, and what it is worth."""
    for one in scored:
        chain = tuple(laid.card for laid in one.chain)
        yield Shown(None, chain, f"{SUIT_NAMES[one.suit]} {one.total}", ringed=chain if one is scored[-1] else ())


DECISIVE: Final[Decisives] = {
    facts.ExcuseSwept: Decisive("The Excuse", lambda told, state: [Shown(None, told[-1].discarded, "swept away")]),
    facts.SuitScored: Decisive("Suits scored", _suits),
}
