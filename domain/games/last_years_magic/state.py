"""What lies on the table in Last Year's Magic, and the questions that rules and choices both ask of it."""

from collections.abc import Iterable, Iterator
from functools import partial
from typing import Annotated, Literal

from msgspec import Meta, Struct

from ludograph.domain.games.last_years_magic.rules import FORTUNE, GIVING_SEATS, PACK, Nature
from ludograph.domain.kernel.cards import UNKNOWN, Card, Cards, playable, unplaced
from ludograph.domain.kernel.decks.french import Suit
from ludograph.domain.kernel.game import Cites, Deal, Options, PerSeat, Seat, Secret, clockwise

Phase = Literal[
    "gathering", "giving", "pub", "suggesting", "commenting", "revealed", "judged", "returned", "telling", "final_scene"
]
"""`revealed`, `judged` and `returned` are never seen between two actions: what follows leads on from them."""
Kind = Literal["null", "bad", "good"]
Cause = Literal["premonition", "null", "bad"]
"""Why somebody leads a round."""


class MagicOptions(Options, frozen=True):
    """Last Year's Magic has no variants."""


class MagicDeal(Deal, frozen=True):
    """The deck as a program shuffled it at the start; the hands are dealt by an action."""

    shuffled: Annotated[
        Cards | None,
        Secret(absent=True),
        Cites("LM-1.2"),
        Meta(description="The deck from the top, where a program shuffled."),
    ] = None


class Play(Struct, frozen=True, gc=False):
    """A card put forward in a round, and by whom."""

    seat: Seat
    card: Annotated[Card, Secret("*")]


class Trick(Struct, frozen=True, gc=False):
    """A trick won: a pile of its own, seen by all."""

    round: int
    cards: Cards
    kind: Kind
    prime: Suit
    points: int


class State(Struct, frozen=True, gc=False):
    """A match of Last Year's Magic."""

    deck: Cards
    """From the top, each card as far as its place is known."""
    cast: PerSeat[Cards]
    """The fortunes, until the deal."""
    hands: PerSeat[Cards]
    introduced: PerSeat[bool]
    given: PerSeat[bool]
    """With thirteen players, who has put a card into the deck."""
    tricks: PerSeat[tuple[Trick, ...]]
    scores: PerSeat[int]
    phase: Phase = "gathering"
    spent: Cards = ()
    returned: Cards = ()
    """Cards known to have gone into the deck since the deal: they are there, or were drawn unseen from it."""
    problem: int = 0
    """The number of the last premonition."""
    nature: Nature | None = None
    """What that premonition is of; None where it is not known."""
    untold: bool = False
    """Whether the leader may still foretell."""
    round: int = 0
    leader: Seat | None = None
    table: tuple[Play, ...] = ()
    """The cards put forward in this round, the leader's first."""
    kind: Kind | None = None
    """How the last round was judged; None while one is under way."""
    prime: Suit | None = None
    winner: Seat | None = None
    best: tuple[Seat, ...] = ()


def seats_in(state: State) -> int:
    """The number of seats."""
    return len(state.hands)


def everybody(state: State) -> tuple[Seat, ...]:
    """All seats."""
    return clockwise(1, seats_in(state))


def gives(seats: int) -> bool:
    """Whether everybody puts a card back after the deal."""
    return seats == GIVING_SEATS


def strangers(state: State) -> tuple[Seat, ...]:
    """The seats whose wizards were not introduced yet."""
    return tuple(seat for seat, known in enumerate(state.introduced, start=1) if not known)


def commenter(state: State) -> Seat | None:
    """Whose comment is awaited."""
    if state.phase != "commenting" or state.leader is None:
        return None
    spoken, seats = len(state.table), seats_in(state)
    return clockwise(state.leader, seats)[spoken] if spoken < seats else None


def teller(state: State) -> Seat | None:
    """Who has to tell how the round ended: after a null one the leader, after a trick its winner."""
    if state.phase != "telling":
        return None
    return state.leader if state.kind == "null" else state.winner


def to_act(state: State) -> tuple[Seat, ...]:
    """The one seat whose words are awaited, if it is one."""
    seat = state.leader if state.phase == "suggesting" else commenter(state) or teller(state)
    return () if seat is None else (seat,)


def last_card(state: State) -> bool:
    """Whether one more comment completes the round."""
    return state.phase == "commenting" and len(state.table) == seats_in(state) - 1


def counts_open(state: State) -> range:
    """How many cards a premonition may be of (LM-4.3)."""
    return range(min(FORTUNE, len(state.deck)) + 1)


def may_play(state: State, seat: Seat, card: Card) -> bool:
    """Whether a card can be in a hand, as far as that is known (LM-5.4); `??` is for LM-1.6 to judge."""
    return card == UNKNOWN or card in playable(state.hands[seat - 1], partial(can_be_held, state))


def put_forward(state: State, seat: Seat) -> Cards:
    """What a seat may put forward: a known hand, or `??` and all that an unknown one could hold."""
    hand = state.hands[seat - 1]
    return (UNKNOWN, *playable(hand, partial(can_be_held, state))) if UNKNOWN in hand else hand


def can_be_held(state: State) -> Cards:
    """The cards that can be in a hand which is not known: all that are not known to lie somewhere."""
    return unplaced(PACK, (*state.deck, *state.returned, *_seen(state)))


def can_be_drawn(state: State, before: Cards) -> Cards:
    """The cards that can be drawn from the deck after those `before`, none of which lies deeper (LM-1.4)."""
    elsewhere = {*before, *_seen(state), *state.deck[len(before) + 1 :]}
    among = set(PACK)
    sure = unseen_returned(state)
    if sure and len(sure) == sum(card == UNKNOWN for card in (*state.deck, *state.spent)):
        among = {*sure, *state.deck}
    return tuple(card for card in PACK if card in among and card not in elsewhere)


def unseen_returned(state: State) -> Cards:
    """The cards that are in the deck, or were drawn unseen from it, nobody knows where."""
    if not state.returned:
        return ()
    found = {*state.deck, *state.spent}
    return tuple(card for card in state.returned if card not in found)


def _seen(state: State) -> Iterator[Card]:
    """All cards known to lie anywhere but in the deck."""
    for pile in (*state.hands, *state.cast, state.spent):
        yield from _known(pile)
    yield from _known(play.card for play in state.table)
    for tricks in state.tricks:
        for trick in tricks:
            yield from trick.cards


def _known(cards: Iterable[Card]) -> Iterator[Card]:
    return (card for card in cards if card != UNKNOWN)
