"""What a round of Sun Bid adds up, card by card, and why an auction is won."""

from collections import Counter
from collections.abc import Iterator
from typing import Final

from ludograph.domain.games.sun_bid import facts
from ludograph.domain.games.sun_bid.rules import PAWNS_AND_COURTS, SUN_RANKS
from ludograph.domain.games.sun_bid.scoring import COURT_POINTS, KIND_POINTS, SeatScore, sequences_in, suns_totals
from ludograph.domain.games.sun_bid.state import State, owned
from ludograph.domain.kernel.cards import Cards
from ludograph.domain.kernel.decks.decktet import SUIT_NAMES
from ludograph.domain.kernel.game import Seat
from ludograph.domain.kernel.parts import Parts, Reasons, ScorePart
from ludograph.domain.kernel.sentences import Speaker
from ludograph.domain.kernel.standing import highest


def _round(fact: facts.RoundScored, state: State) -> Iterator[ScorePart]:
    """Player by player the four steps, of equal ranks and of sequences each group."""
    for seat, score in enumerate(fact.scores, start=1):
        take = state.take[seat - 1]
        if score.suns:
            cards = owned(state, seat)
            yield ScorePart(seat, "most Suns", score.suns, cards, f"{score.suns_total} of them")
        if score.courts:
            cards = tuple(card for card in take if card in PAWNS_AND_COURTS)
            yield ScorePart(seat, "Pawns and Courts", score.courts, cards, f"{COURT_POINTS} each")
        yield from _kinds(seat, take)
        yield from _sequences(seat, score, take, per_suit=state.options.sequence_points == "per_suit")


def _kinds(seat: Seat, take: Cards) -> Iterator[ScorePart]:
    for rank, count in Counter(card[0] for card in take if card[0] in "23456789N").items():
        if count > 1:
            cards = tuple(card for card in take if card[0] == rank)
            yield ScorePart(seat, "equal ranks", KIND_POINTS * count, cards, f"{KIND_POINTS} each")


def _sequences(seat: Seat, score: SeatScore, take: Cards, *, per_suit: bool) -> Iterator[ScorePart]:
    for suit, cards, points in sequences_in(take, per_suit=per_suit):
        crowns = [f"{crown.crown} as {crown.value}" for crown in score.crown_values if crown.crown.endswith(suit)]
        yield ScorePart(seat, "sequences", points, cards, ", ".join([f"in {SUIT_NAMES[suit]}", *crowns]))


def _auction(fact: facts.AuctionWon, state: State, speaker: Speaker) -> str:
    """The highest bid, and the one that it beats; who has the most Suns by it, where that is somebody else."""
    below = max((offer.card for offer in fact.returned), key=SUN_RANKS.__getitem__, default=None)
    bid = f". {fact.card} is the {'only bid' if below is None else f'highest bid, above {below}'}"
    most = _most_suns(fact.apply(state))
    have = "have" if len(most) > 1 else "has"
    return bid if most == _most_suns(state) else f"{bid}; {speaker.seats(most)} {have} the most Suns now"


def _most_suns(state: State) -> tuple[Seat, ...]:
    return highest(suns_totals(state))


PARTS: Final[Parts] = {facts.RoundScored: _round}
REASONS: Final[Reasons] = {facts.AuctionWon: _auction}
