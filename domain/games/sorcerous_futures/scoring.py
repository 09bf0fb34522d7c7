"""What valuations make cards worth, and who wins."""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Final, Literal

from msgspec import Struct

from ludograph.domain.games.sorcerous_futures.rules import PLACES
from ludograph.domain.games.sorcerous_futures.state import (
    Amount,
    State,
    can_be_crown,
    can_be_placed,
    seats_in,
)
from ludograph.domain.kernel.cards import UNKNOWN, Card, Cards
from ludograph.domain.kernel.decks.decktet import ACES, EXCUSE, PAWNS, SUITS_OF, share_suit
from ludograph.domain.kernel.game import Order, PerSeat, Result, Seat
from ludograph.domain.kernel.standing import highest, known, lowest, standing
from ludograph.domain.kernel.worth import Value, Worth, exact_mean


class Sheet(Struct, frozen=True):
    """What a seat has, part by part; `front` only breaks ties."""

    gold: int
    cards: Amount
    crown: Amount
    front: Amount

    @property
    def score(self) -> Amount:
        """All in all."""
        return total((self.gold, self.cards, self.crown))


def worth(valuation: Card) -> Amount:
    """What a valuation makes of its suit: its rank, 1 for a Pawn."""
    if valuation == UNKNOWN:
        return UNKNOWN
    return 1 if valuation in PAWNS else int(valuation[0])


def total(amounts: Iterable[Amount]) -> Amount:
    """The sum, unknown where one of the amounts is."""
    numbers = known(amounts)
    return UNKNOWN if numbers is None else sum(numbers)


def cards_worth(bought: Cards, valuations: Cards) -> Amount:
    """The worth of all suits of all these cards."""
    by_suit = {SUITS_OF[ace]: worth(valuation) for ace, valuation in zip(ACES, valuations, strict=False)}
    return total(by_suit[suit] for card in bought for suit in SUITS_OF[card])


def crown_bonus(bought: Cards, crown: Card, excuse_valuation: Card) -> Amount:
    """The worth of the Excuse for each card that has the Crown's suit, once even if it has three suits."""
    if crown == UNKNOWN and bought:
        return UNKNOWN
    return total(worth(excuse_valuation) for card in bought if share_suit(card, crown))


def front_worth(state: State, seat: Seat) -> Amount:
    """What the valuations in front of a seat add up to."""
    places = (*state.aces[seat - 1], EXCUSE) if state.excuse == seat else state.aces[seat - 1]
    return total(worth(card) for place, card in zip(PLACES, state.valuations, strict=True) if place in places)


def sheet(state: State, seat: Seat) -> Sheet:
    """What a seat has at the end."""
    bought = state.bought[seat - 1]
    return Sheet(
        gold=state.gold[seat - 1],
        cards=cards_worth(bought, state.valuations),
        crown=crown_bonus(bought, state.crowns[seat - 1] or UNKNOWN, state.valuations[-1]),
        front=front_worth(state, seat),
    )


def winners_of(scores: Sequence[Amount], fronts: Sequence[Amount]) -> tuple[Seat, ...] | Literal["??"]:
    """The seats with the highest score, of those tied the ones with the lowest front; `??` where that is open."""
    points = known(scores)
    if points is None:
        return UNKNOWN
    tied = highest(points)
    if len(tied) == 1:
        return tied
    decisive = known(fronts[seat - 1] for seat in tied)
    return UNKNOWN if decisive is None else lowest(decisive, tied)


def _order(state: State) -> Order:
    """Of those tied the one with the lowest front is first."""
    fronts = (front_worth(state, seat) for seat in range(1, seats_in(state) + 1))
    return Order(ties=tuple(front if front == UNKNOWN else -int(front) for front in fronts))


def result(state: State) -> Result:
    """How the match stands."""
    return standing(state.phase == "over", seats_in(state), state.scores, state.winners, lambda: _order(state))


def worth_now(state: State) -> PerSeat[Value]:
    """Gold, and what the cards would pay: a valuation or Crown that is not known is any that it can be, all alike."""
    if not any(state.bought):
        return state.gold
    places = expected_worths(state)
    return tuple(_worth_now(state, seat, places) for seat in range(1, seats_in(state) + 1))


def expected_worths(state: State) -> dict[Card, int | Fraction]:
    """What each place makes its suits worth: as its valuation says, or the mean of all that can lie there."""
    hidden = len(state.valuations) < len(PLACES) or UNKNOWN in state.valuations
    unknown = exact_mean([_known(card) for card in can_be_placed(state)]) if hidden else 0
    lying = state.valuations + (UNKNOWN,) * (len(PLACES) - len(state.valuations))
    return {place: unknown if card == UNKNOWN else _known(card) for place, card in zip(PLACES, lying, strict=True)}


def _known(valuation: Card) -> int:
    return 1 if valuation in PAWNS else int(valuation[0])


def _worth_now(state: State, seat: Seat, places: dict[Card, int | Fraction]) -> Value:
    bought, crown = state.bought[seat - 1], state.crowns[seat - 1] or UNKNOWN
    has: int | Fraction = state.gold[seat - 1]
    if not bought:
        return has
    by_suit = {SUITS_OF[ace]: places[ace] for ace in ACES}
    has += sum(by_suit[suit] for card in bought for suit in SUITS_OF[card])
    crowns = (crown,) if crown != UNKNOWN else can_be_crown(state, seat)
    return has + places[EXCUSE] * exact_mean([sum(share_suit(card, one) for card in bought) for one in crowns])


WORTH: Final = Worth(
    "Score",
    "Gold, and what the cards bought pay by the valuations: each as it is known, else the mean of what it can be "
    "(SF-2.1).",
    worth_now,
)
