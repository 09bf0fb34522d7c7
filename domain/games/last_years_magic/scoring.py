"""How a round is judged, what a trick is worth, and who is the best wizard."""

from collections import Counter
from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from ludograph.domain.games.last_years_magic.facts import SuitCounts
from ludograph.domain.games.last_years_magic.rules import NATURES, SUITS, Nature, value
from ludograph.domain.games.last_years_magic.state import Kind, Play, State, seats_in
from ludograph.domain.kernel.cards import UNKNOWN, Cards
from ludograph.domain.kernel.decks.french import SUIT_OF, Suit
from ludograph.domain.kernel.game import Result, Seat
from ludograph.domain.kernel.standing import standing
from ludograph.domain.kernel.worth import Worth


class Verdict(Struct, frozen=True):
    """What a round is; a null one has neither prime factor nor winner."""

    counts: SuitCounts
    kind: Kind
    prime: Suit | None = None
    winner: Seat | None = None


def judge(plays: Sequence[Play]) -> Verdict:
    """The suit seen more often than each other one is the prime factor, and its highest card wins.

    All cards are known by now, unless a player's view is asked what they could have done instead.
    """
    found = Counter(SUIT_OF[play.card] for play in plays if play.card != UNKNOWN)
    counts = SuitCounts(found["h"], found["d"], found["c"], found["s"])
    most: list[Suit] = [suit for suit in SUITS if found[suit] == max(found.values(), default=0)]
    if len(most) > 1:
        return Verdict(counts, "null")
    prime = most[0]
    best = max((play for play in plays if SUIT_OF[play.card] == prime), key=lambda play: value(play.card))
    return Verdict(counts, "bad" if found[prime] == len(plays) else "good", prime, best.seat)


def points(cards: Cards, prime: Suit) -> int:
    """A good trick counts its cards of the prime factor; one of a single suit is bad and costs all its cards."""
    primes = sum(SUIT_OF[card] == prime for card in cards)
    return -len(cards) if primes == len(cards) else primes


def ranks(scores: Sequence[int]) -> tuple[int, ...]:
    """For each seat one more than there are higher scores."""
    return tuple(1 + sum(other > score for other in scores) for score in scores)


def nature_of(cards: Cards) -> Nature | None:
    """What a premonition of these cards is of; None where that depends on a card which is not known."""
    if len(cards) < 2:
        return "stranger" if cards else "void"
    if UNKNOWN in cards:
        return None
    suits = "".join(sorted((SUIT_OF[card] for card in cards), key=SUITS.index))
    return next(nature for nature in NATURES if nature == suits)


def result(state: State) -> Result:
    """How the match stands."""
    return standing(state.phase == "final_scene", seats_in(state), state.scores, state.best)


WORTH: Final = Worth("Score", "The points of the tricks won so far.", lambda state: state.scores)
