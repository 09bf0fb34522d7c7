"""What the cards of Sorcerous Futures are worth suit by suit, and why an auction is won."""

from collections.abc import Iterator
from typing import Final

from ludograph.domain.games.sorcerous_futures import facts
from ludograph.domain.games.sorcerous_futures.scoring import worth
from ludograph.domain.games.sorcerous_futures.state import Amount, State
from ludograph.domain.kernel.cards import UNKNOWN
from ludograph.domain.kernel.decks.decktet import ACES, SUIT_NAMES, SUITS_OF, share_suit
from ludograph.domain.kernel.parts import Parts, Reasons, ScorePart
from ludograph.domain.kernel.sentences import Speaker


def _seat(fact: facts.SeatScored, state: State) -> Iterator[ScorePart]:
    """Gold, each suit with its cards, and the Crown."""
    if fact.gold:
        yield ScorePart(fact.seat, "gold", fact.gold)
    bought = state.bought[fact.seat - 1]
    for ace, valuation in zip(ACES, state.valuations, strict=False):
        cards = tuple(card for card in bought if SUITS_OF[ace] in SUITS_OF[card])
        if cards:
            pays = worth(valuation)
            yield ScorePart(fact.seat, SUIT_NAMES[SUITS_OF[ace]], _times(pays, len(cards)), cards, f"{pays} each")
    crown, pays = state.crowns[fact.seat - 1] or UNKNOWN, worth(state.valuations[-1])
    if crown == UNKNOWN:
        yield from [ScorePart(fact.seat, "Crown", fact.crown, why="not recorded")] if bought else []
        return
    cards = tuple(card for card in bought if share_suit(card, crown))
    if cards:
        why = f"{pays} for each card with {SUIT_NAMES[SUITS_OF[crown]]}"
        yield ScorePart(fact.seat, "Crown", fact.crown, (*cards, crown), why)


def _times(pays: Amount, count: int) -> Amount:
    return UNKNOWN if isinstance(pays, str) else pays * count


def _bought(fact: facts.CardBought, state: State, speaker: Speaker) -> str:
    """The highest bid, and of equal ones whose turn comes first."""
    auction = state.auction
    if auction is None or auction.format == "open" or not auction.revealed:
        return ""
    tied = [seat for seat, bid in enumerate(auction.bids, start=1) if bid == fact.price]
    others = [bid for bid in auction.bids if isinstance(bid, int) and bid != fact.price]
    if len(tied) > 1:
        active = speaker.seat(state.active)
        first = "is active" if fact.seat == state.active else f"sits next after {active}, who is active"
        return f". {speaker.seats(tied)} bid the most, and {speaker.seat(fact.seat)} {first}"
    return f". The highest bid, against {max(others)}" if others else ""


PARTS: Final[Parts] = {facts.SeatScored: _seat}
REASONS: Final[Reasons] = {facts.CardBought: _bought}
