"""What a view leaves open: Crowns went by suits, valuations are what the sly Excuse saw, bids are sealed."""

from collections.abc import Iterator
from typing import Final

from msgspec import Struct

from ludograph.domain.games.sorcerous_futures import state as table
from ludograph.domain.games.sorcerous_futures.scoring import most_paid
from ludograph.domain.games.sorcerous_futures.state import State
from ludograph.domain.kernel.cards import UNKNOWN, Cards, unplaced
from ludograph.domain.kernel.decks.decktet import CROWNS
from ludograph.domain.kernel.game import Seat, replace
from ludograph.domain.kernel.hidden import Among, Hidden, Pick


class PassedCrowns(Struct, frozen=True):
    """Whether the Crowns can have come to the seats, and beside them, like this (SF-1.4, SF-3.2)."""

    pairs: tuple[Cards, ...]
    """The Crowns that each seat may not pass on to itself, by its Aces."""
    excuse: bool
    """Whether somebody has the Excuse, so that only the Crowns of the seats were passed on."""

    def __call__(self, crowns: Cards) -> bool:
        seats = len(self.pairs)
        kept, aside = crowns[:seats], crowns[seats:]
        if self.excuse:
            return not any(crown in pair for crown, pair in zip(kept, self.pairs, strict=True))
        both = [{*two} for two in zip(kept, aside, strict=True)]
        others = (not two & {*pair} for two, pair in zip(both, self.pairs, strict=True))
        return all(others) and not any(two <= {*pair} for two in both for pair in self.pairs)


def _lying(view: State) -> Iterator[Among]:
    places = (*filter(None, view.crowns), *view.set_aside)
    if UNKNOWN in places:
        yield Among(unplaced(CROWNS, (*places, *view.loose)), places, _passed(view))
    if UNKNOWN in view.valuations:
        seen = tuple(card for card in view.seen if card != UNKNOWN and card not in view.valuations)
        yield Among(seen, view.valuations)


def _passed(view: State) -> PassedCrowns:
    return PassedCrowns(tuple(map(table.pair_of, view.aces)), view.excuse is not None)


def _likely_seals(view: State, seat: Seat) -> range:
    """The amounts that a seat may have sealed, without those that the card cannot pay it, as far as the view knows."""
    return table.seals(view, seat)[: most_paid(view, seat) + 1]


def _sealed(view: State, pick: Pick) -> State:
    auction = view.auction
    if auction is None or view.phase != "closed":
        return view
    bids = tuple(
        pick(_likely_seals(view, seat)) if bid is None and seat not in auction.waiting else bid
        for seat, bid in enumerate(auction.bids, start=1)
    )
    return view if bids == auction.bids else replace(view, auction=replace(auction, bids=bids))


HIDDEN: Final = Hidden(_lying, _sealed)
