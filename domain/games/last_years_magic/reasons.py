"""Why a card wins a round of Last Year's Magic, and what a trick counts."""

from collections.abc import Iterator
from typing import Final

from ludograph.domain.games.last_years_magic import facts
from ludograph.domain.games.last_years_magic.rules import SUITS
from ludograph.domain.games.last_years_magic.state import State
from ludograph.domain.kernel.cards import UNKNOWN
from ludograph.domain.kernel.decks.french import RANK_OF, SUIT_OF
from ludograph.domain.kernel.parts import Parts, Reasons, ScorePart
from ludograph.domain.kernel.sentences import Speaker, listed


def _suit(suit: str, speaker: Speaker) -> str:
    return speaker.deck.suit_names[suit].lower()


def _judged(fact: facts.RoundJudged, state: State, speaker: Speaker) -> str:
    """The highest card of the prime factor; of a null round the suits that are equal."""
    counts = {suit: getattr(fact.counts, suit) for suit in SUITS}
    if fact.prime is None or fact.winner is None:
        return f", since {listed([_suit(suit, speaker) for suit in SUITS if counts[suit] == max(counts.values())])} tie"
    cards = [play.card for play in state.table if play.card != UNKNOWN and SUIT_OF[play.card] == fact.prime]
    card = next((play.card for play in state.table if play.seat == fact.winner), UNKNOWN)
    low = "; Aces are low" if any(RANK_OF[one] == "A" for one in cards) else ""
    name = _suit(fact.prime, speaker).removesuffix("s")
    which = f"the only {name}" if len(cards) == 1 else f"the highest {name}"
    bad = "; a trick of one suit alone is bad" if fact.kind == "bad" else ""
    return f" with {card}, {which}{low}{bad}"


def _trick(fact: facts.TrickTaken, state: State, speaker: Speaker) -> str:
    """A point for each card of the prime factor, or one off for each card of a single suit."""
    suit = _suit(fact.prime, speaker)
    if fact.points < 0:
        return f": {len(fact.cards)} cards of {suit} alone cost a point each"
    return f": a point for each of the {suit}"


def _points(fact: facts.TrickTaken, state: State) -> Iterator[ScorePart]:
    cards = tuple(card for card in fact.cards if card != UNKNOWN and SUIT_OF[card] == fact.prime)
    yield ScorePart(fact.seat, f"{fact.kind} tricks", fact.points, cards, f"round {fact.round}")


PARTS: Final[Parts] = {facts.TrickTaken: _points}
REASONS: Final[Reasons] = {facts.RoundJudged: _judged, facts.TrickTaken: _trick}
