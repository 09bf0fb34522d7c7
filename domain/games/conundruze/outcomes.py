"""What chance decides in Conundruze: the faces of cards that are turned up, looked at or drawn."""

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import groupby

from domain.games.conundruze.endings import CastleRevealed
from domain.games.conundruze.facts import CardDrawn, CastleDealt, PileRebuilt
from domain.games.conundruze.rules import CASTLE, CODES, POSITIONS, Position
from domain.games.conundruze.state import State, drawable, side_of, unplaced
from domain.kernel.cards import UNKNOWN, Card, Cards
from domain.kernel.game import EVERYBODY, NOBODY, Audience, Chance, Fact, Seat

Lying = tuple[Seat, Position]
"""A position in somebody's castle."""


def faces(
    state: State, spots: Sequence[Lying], chance: Chance, *, to: Audience = EVERYBODY, hidden: bool = False
) -> Cards:
    """The cards at these spots, as far as recorded or as they turn out to be."""
    known = tuple(side_of(state, seat).castle[POSITIONS.index(place)] for seat, place in spots)
    return chance.cards(known, partial(_possible, state, known), to=to, hidden=hidden)


def _possible(state: State, known: Cards, before: Cards) -> Sequence[Card]:
    """What the next card can be: whether one that is known agrees with the record is not asked here (CZ-1.8)."""
    if known[len(before)] != UNKNOWN:
        return CODES
    left = unplaced(state)
    for card, was in zip(before, known, strict=False):
        if was == UNKNOWN and card in left:
            left.remove(card)
    return left


def draw(state: State, seat: Seat, chance: Chance) -> Iterator[Fact]:
    """The top of the draw pile is held; an empty pile is made anew first (CZ-3.8)."""
    if not state.pile:
        cards = state.discards[:-1]
        rebuilt = PileRebuilt(len(cards), cards, chance.shuffle(cards))
        yield rebuilt
        state = rebuilt.apply(state)
    chance.expect(1, left_out="never")
    top = state.order[0] if state.order else UNKNOWN
    yield CardDrawn(seat, chance.card(top, lambda: drawable(state) if top == UNKNOWN else CODES))


def castles(state: State, seats: Sequence[Seat], chance: Chance) -> Iterator[Fact]:
    """A castle for each seat, in their order, which nobody looks at."""
    for seat in seats:
        fresh = (UNKNOWN,) * CASTLE
        dealt = CastleDealt(seat, chance.cards(fresh, partial(_possible, state, fresh), to=NOBODY, hidden=True))
        yield dealt
        state = dealt.apply(state)


def revealed(spots: Sequence[Lying], cards: Cards) -> Iterator[Fact]:
    """The castles whose face-down cards turn out to be these."""
    found = zip(spots, cards, strict=True)
    for seat, run in groupby(found, key=lambda entry: entry[0][0]):
        turned = list(run)
        yield CastleRevealed(seat, tuple(place for (_, place), _ in turned), tuple(card for _, card in turned))
