"""What chance decides in Conundruze: the faces of cards that are turned up, looked at or drawn."""

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import groupby

from ludograph.domain.games.conundruze.endings import CastleRevealed
from ludograph.domain.games.conundruze.facts import CardDrawn, CastleDealt, PileRebuilt
from ludograph.domain.games.conundruze.rules import CASTLE, CODES, DECK, POSITIONS, Position
from ludograph.domain.games.conundruze.state import State, drawable, placed, side_of
from ludograph.domain.kernel.cards import UNKNOWN, Card, Cards, unplaced
from ludograph.domain.kernel.game import EVERYBODY, NOBODY, Audience, Chance, Faces, Fact, Seat, Wanted

Lying = tuple[Seat, Position]
"""A position in somebody's castle."""


def faces(
    state: State,
    spots: Sequence[Lying],
    chance: Chance,
    *,
    to: Audience = EVERYBODY,
    hidden: bool = False,
    omissible: bool = False,
) -> Cards:
    """The cards at these spots, as far as recorded or as they turn out to be."""
    known = tuple(side_of(state, seat).castle[POSITIONS.index(place)] for seat, place in spots)
    among = partial(_possible, state, known)
    wanted = tuple(
        Faces(f"the face-down card at {{seat}}'s {place}", (card,), among, to=to, hidden=hidden, seat=seat)
        for (seat, place), card in zip(spots, known, strict=True)
    )
    return chance.ask(Wanted(wanted, omissible=omissible))


def _possible(state: State, known: Cards, before: Cards) -> Sequence[Card]:
    """What the next card can be: whether one that is known agrees with the record is not asked here (CZ-1.8)."""
    if known[len(before)] != UNKNOWN:
        return CODES
    found = [card for card, was in zip(before, known, strict=False) if was == UNKNOWN]
    return unplaced(DECK, (*placed(state), *found))


def draw(state: State, seat: Seat, chance: Chance) -> Iterator[Fact]:
    """The top of the draw pile is held; an empty pile is made anew first (CZ-3.8)."""
    if not state.pile:
        cards = state.discards[:-1]
        rebuilt = PileRebuilt(len(cards), cards, chance.shuffle(cards))
        yield rebuilt
        state = rebuilt.apply(state)
    top = state.order[0] if state.order else UNKNOWN
    face = Faces("the card {seat} draws", (top,), lambda _: drawable(state) if top == UNKNOWN else CODES, seat=seat)
    (card,) = chance.ask(Wanted((face,), left_out="never"))
    yield CardDrawn(seat, card)


def castles(state: State, seats: Sequence[Seat], chance: Chance) -> Iterator[Fact]:
    """A castle for each seat, in their order, which nobody looks at."""
    fresh = (UNKNOWN,) * CASTLE
    among = partial(_possible, state, fresh * len(seats))
    wanted = tuple(Faces("{seat}'s castle", fresh, among, to=NOBODY, hidden=True, seat=seat) for seat in seats)
    cards = chance.ask(Wanted(wanted, left_out="unseen"))
    for at, seat in enumerate(seats):
        yield CastleDealt(seat, cards[at * CASTLE : (at + 1) * CASTLE])


def revealed(spots: Sequence[Lying], cards: Cards) -> Iterator[Fact]:
    """The castles whose face-down cards turn out to be these."""
    found = zip(spots, cards, strict=True)
    for seat, run in groupby(found, key=lambda entry: entry[0][0]):
        turned = list(run)
        yield CastleRevealed(seat, tuple(place for (_, place), _ in turned), tuple(card for _, card in turned))
