"""What decides a match of Sun Bid: auctions that are won, and rounds that are scored."""

from collections.abc import Iterator, Sequence
from typing import Final

from ludograph.domain.games.sun_bid import facts
from ludograph.domain.games.sun_bid.scoring import SeatScore, sequences_in
from ludograph.domain.games.sun_bid.state import State
from ludograph.domain.kernel.cards import Cards
from ludograph.domain.kernel.decisive import Decisive, Decisives, Shown
from ludograph.domain.kernel.game import Seat

ROOM: Final = 6
"""So many cards of all players together are shown beside their points, for a phone has no room for more."""


def _auction(won: Sequence[facts.AuctionWon], state: State) -> Iterator[Shown]:
    """The bids, the highest first, and what it wins."""
    one = won[-1]
    yield Shown(one.seat, (one.card,), "wins with", won=True, ringed=(one.card,))
    yield from (Shown(offer.seat, (offer.card,), "bids") for offer in reversed(one.returned))
    if one.taken:
        yield Shown(one.seat, one.taken, "takes")
    yield Shown(one.seat, (one.gained,), "gains for the next round")


def _round(scored: Sequence[facts.RoundScored], state: State) -> Iterator[Shown]:
    """Everybody's points, who made most of them, and the Crowns that counted, in their sequences if there is room."""
    scores = scored[-1].scores
    most = max(score.points for score in scores)
    crowns = [tuple(value.crown for value in score.crown_values) for score in scores]
    whole = [_with_crowns(state, seat, score) for seat, score in enumerate(scores, start=1)]
    shown = whole if sum(map(len, whole)) <= ROOM else crowns
    for seat, (score, cards) in enumerate(zip(scores, shown, strict=True), start=1):
        # Beside points for Suns, Courts and ranks: so that nobody takes the Crowns for all that scored.
        counted = "; its Crowns" if cards else ""
        yield Shown(seat, cards, f"{score.total} in all{counted}", score.points == most)


def _with_crowns(state: State, seat: Seat, score: SeatScore) -> Cards:
    """The Crowns that took a value, each with what it is in sequence with."""
    crowns = [value.crown for value in score.crown_values]
    found = sequences_in(state.take[seat - 1], per_suit=state.options.sequence_points == "per_suit")
    whole = [card for _, cards, _ in found if {*cards} & {*crowns} for card in cards]
    return tuple(dict.fromkeys((*whole, *crowns)))


DECISIVE: Final[Decisives] = {
    facts.AuctionWon: Decisive("Auction", _auction),
    facts.RoundScored: Decisive("Round scored", _round),
}
