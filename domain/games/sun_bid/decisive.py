"""What decides a match of Sun Bid: auctions that are won, and rounds that are scored."""

from collections.abc import Iterator, Sequence
from typing import Final

from ludograph.domain.games.sun_bid import facts
from ludograph.domain.games.sun_bid.state import State
from ludograph.domain.kernel.decisive import Decisive, Decisives, Shown


def _auction(won: Sequence[facts.AuctionWon], state: State) -> Iterator[Shown]:
    """The bids, the highest first, and what it wins."""
    one = won[-1]
    yield Shown(one.seat, (one.card,), "wins with", won=True, ringed=(one.card,))
    yield from (Shown(offer.seat, (offer.card,), "bids") for offer in reversed(one.returned))
    yield Shown(one.seat, (*one.taken, one.gained), "takes")


def _round(scored: Sequence[facts.RoundScored], state: State) -> Iterator[Shown]:
    """Everybody's points, with the Crowns that counted in sequences, and who made most of them."""
    scores = scored[-1].scores
    most = max(score.points for score in scores)
    for seat, score in enumerate(scores, start=1):
        crowns = tuple(value.crown for value in score.crown_values)
        yield Shown(seat, crowns, f"{score.points} in this round, {score.total} in all", score.points == most)


DECISIVE: Final[Decisives] = {
    facts.AuctionWon: Decisive("Auction", _auction),
    facts.RoundScored: Decisive("Round scored", _round),
}
