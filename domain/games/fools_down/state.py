"""What lies on the table in Fool's Down, and the questions that rules and choices both ask of it."""

from itertools import chain
from typing import Annotated, Literal

from msgspec import Meta, Struct

from ludograph.domain.games.fools_down.rules import DECK, DOWN, Round
from ludograph.domain.kernel.betting import Betting, answers, asked, owed, spoken
from ludograph.domain.kernel.cards import UNKNOWN, Card, Cards, unplaced
from ludograph.domain.kernel.course import sure
from ludograph.domain.kernel.decks.perilous import FOOL
from ludograph.domain.kernel.game import (
    TABLE,
    Deal,
    Options,
    PerSeat,
    Question,
    Seat,
    clockwise,
    left_of,
    less,
    more_for,
    replace,
)

Phase = Literal["between", "wager", "turning", "showdown", "settling", "over"]
"""`settling` is never seen between two actions: pots are shared by themselves."""
Presence = Literal["in", "out", "left", "broke"]


class FoolsDownOptions(Options, frozen=True):
    """What the host or the house decides, for the whole evening."""

    buy_in: Annotated[
        int | tuple[int, ...], Meta(description="Chips that each seat starts with; a list has one number per seat.")
    ] = 100
    forelay: Annotated[
        int, Meta(description="What all but one player put in before the cards; 0: only the Fool's Bet is made.")
    ] = 1
    fools_bet: Annotated[
        int | None,
        Meta(description="The forelay of the seat left of the dealer; none: twice the others', which must not be 0."),
    ] = None
    max_wager: Annotated[
        int | Literal["none"] | None, Meta(description="The most that one wager or bump may raise by.")
    ] = None
    house_grab: Annotated[int, Meta(description="Per cent of each pot that the house takes, 0 to 10.")] = 0
    dealer: Annotated[
        Literal["rotating", "house"], Meta(description="The house's dealer deals for each seat in turn and is tipped.")
    ] = "rotating"
    missed_fee: Annotated[bool, Meta(description="A seat that missed the Fool's Bet pays one when it comes back.")] = (
        True
    )
    fools_down: Annotated[
        Literal["traditional", "winner", "cut"],
        Meta(description="What the Fool as last card does to its owner: out of the hand, wins, or takes half."),
    ] = "cut"
    turning_the_trick: Annotated[
        bool, Meta(description="Players may exchange a card when a Dragon, Jester or Fool comes as the Trick.")
    ] = True
    fools_rules: Annotated[bool, Meta(description="All pay the seat of the Fool's Bet when the Fool is seen.")] = False
    fools_bag: Annotated[
        bool, Meta(description="A bag for who is taken down by the Fool three times; traditional games only.")
    ] = False
    bag_stake: Annotated[int, Meta(description="Chips that go into the bag from each main pot.")] = 1
    bag_start: Annotated[int, Meta(description="Chips in the bag at the start.")] = 0
    hands: Annotated[int, Meta(description="The evening ends after so many hands; 0: no set number.")] = 0

    @property
    def bet(self) -> int:
        """The Fool's Bet in chips."""
        return 2 * self.forelay if self.fools_bet is None else self.fools_bet

    @property
    def limit(self) -> int | None:
        """The most that one wager or bump may raise by, None without such a limit."""
        return self.max_wager if isinstance(self.max_wager, int) else None


class FoolsDownDeal(Deal, frozen=True):
    """What is drawn by lot before the first hand; the cards come with the action `deal`."""

    first_dealer: Annotated[
        Seat, Question("Who deals first"), Meta(description="From whom on the first dealer is looked for.")
    ]


class Best(Struct, frozen=True, gc=False):
    """A hand shown, as it counts: the five cards in the order in which their ranks and suits are compared."""

    category: int
    """1 to 15, the best first."""
    five: Cards
    ranks: tuple[str, ...]
    """In Fool's Court and Fool's Elements four, else five: what a wild card stands for, not what it is."""
    suits: tuple[str, ...]
    """`-` for a wild card."""


class Pot(Struct, frozen=True, gc=False):
    """A pot that is still to be won; 0 is the main pot."""

    pot: int
    amount: int
    eligible: tuple[Seat, ...]


class Hand(Struct, frozen=True, gc=False):
    """The hand under way."""

    dealer: Seat
    fools_bettor: Seat
    order: tuple[Seat, ...]
    """The seats dealt in, in which order they act."""
    standing: tuple[Seat, ...]
    """The seats that have neither ducked nor been taken down, in turn order."""
    down: PerSeat[Cards]
    """Each seat's down cards by slots; they stay there when it ducks."""
    staked: PerSeat[int]
    betting: Betting | None
    """The round under way; None when it is closed."""
    step: int
    """The last full rise."""
    round: Round = "deal"
    wagered: bool = False
    """Whether somebody has wagered in this round."""
    fees: int = 0
    dues: int = 0
    gone: tuple[Seat, ...] = ()
    """Who is not standing any more, in the order in which they left the hand."""
    burned: Cards = ()
    common: Cards = ()
    wild: Card | None = None
    """A wild card on the next common place, until it is replaced."""
    discards: Cards = ()
    """Wild cards that came on the table."""
    exchanged: Cards = ()
    """Down cards exchanged, face down."""
    turned: bool = False
    """Whether exchanges have been opened."""
    waiting: tuple[Seat, ...] = ()
    """Who is still to answer the Trick, or to show or duck."""
    appeared: bool = False
    """Whether the Fool has been seen, under Fool's Rules."""
    payers: tuple[Seat, ...] = ()
    """Who still has to pay dues for it."""
    reached: tuple[Seat, ...] = ()
    """Who was standing when wagering ended with two or more."""
    shown: PerSeat[Best | None] = ()
    pots: tuple[Pot, ...] = ()


class State(Struct, frozen=True, gc=False):
    """An evening of Fool's Down."""

    options: FoolsDownOptions
    first_dealer: Seat
    buy_ins: PerSeat[int]
    stacks: PerSeat[int]
    presence: PerSeat[Presence]
    owes: PerSeat[bool]
    """Who has missed the Fool's Bet and will pay one."""
    counts: PerSeat[int]
    """How often each seat was taken down by the Fool."""
    bag: int
    phase: Phase = "between"
    house: int = 0
    tips: int = 0
    hands: int = 0
    """How many hands were begun."""
    dealer: Seat | None = None
    """Of the last hand begun."""
    hand: Hand | None = None
    winners: tuple[Seat, ...] = ()

    def after_bet(self, seat: Seat, amount: int, **changes: object) -> "State":
        """The state after a seat has spoken and put in so much, and with other changes of the hand."""
        hand = sure(self.hand)
        betting, staked = spoken(sure(hand.betting), seat, amount), more_for(hand.staked, seat, amount)
        hand = replace(hand, betting=betting, staked=staked, **changes)
        return replace(self, stacks=more_for(self.stacks, seat, -amount), hand=hand)


def seats_in(state: State) -> int:
    """The number of seats, whoever sits there still."""
    return len(state.stacks)


# Between hands


def present(state: State, seat: Seat, *as_: Presence) -> bool:
    """Whether a seat is in one of these ways at the table."""
    return seat != TABLE and state.presence[seat - 1] in as_


def playing(state: State) -> tuple[Seat, ...]:
    """The seats that will be dealt in, from seat 1 on."""
    return tuple(seat for seat, presence in enumerate(state.presence, start=1) if presence == "in")


def next_dealer(state: State) -> Seat | None:
    """Whose deal it is (FD-3.1); None where nobody plays."""
    seats = seats_in(state)
    first = state.first_dealer if state.dealer is None else left_of(state.dealer, seats)
    for seat in clockwise(first, seats):
        if state.presence[seat - 1] == "in":
            return seat
    return None


def may_deal(state: State, seat: Seat) -> bool:
    """Whether a seat can start a hand (FD-3.1, FD-3.2)."""
    return present(state, seat, "in") and state.presence.count("in") > 1 and seat == next_dealer(state)


def fee_of(state: State, seat: Seat) -> int:
    """What a seat owes for a missed Fool's Bet."""
    return state.options.bet if state.owes[seat - 1] else 0


def may_return(state: State, seat: Seat) -> bool:
    """Whether a seat can come back (FD-3.4, FD-3.5)."""
    return present(state, seat, "out", "left") and not short_of_fee(state, seat)


def short_of_fee(state: State, seat: Seat) -> bool:
    """Whether a seat has too few chips to pay what it owes and still play (FD-3.5)."""
    return state.owes[seat - 1] and state.stacks[seat - 1] <= state.options.bet


def tips_open(state: State, seat: Seat) -> range:
    """What a seat may tip (FD-3.7)."""
    if state.options.dealer == "rotating" or not present(state, seat, "in", "out"):
        return range(0)
    return range(1, state.stacks[seat - 1] - fee_of(state, seat))


# Wagering


def able(state: State, hand: Hand) -> tuple[Seat, ...]:
    """The standing seats that have chips left."""
    return tuple([seat for seat in hand.standing if state.stacks[seat - 1]])


def next_bettor(state: State, hand: Hand) -> Seat | None:
    """Whose turn it is in a round of wagering; None: the round closes (5.2)."""
    can_act = able(state, hand)
    if hand.betting is None or len(hand.standing) == 1 or not can_act:
        return None
    staked = hand.staked
    if len(can_act) == 1 and staked[can_act[0] - 1] >= max([staked[seat - 1] for seat in hand.standing]):
        return None
    return asked(hand.betting, can_act)


def to_match(state: State, seat: Seat) -> int:
    """What a seat has to put in to match."""
    return owed(sure(sure(state.hand).betting), seat)


def put_in_to_match(state: State, seat: Seat) -> int:
    """What a seat puts in when it matches: what is missing, or all that it has."""
    return min(to_match(state, seat), state.stacks[seat - 1])


def reach(state: State, seat: Seat) -> int:
    """The most that a seat can have put in during this round (FD-4.5)."""
    return sure(sure(state.hand).betting).paid[seat - 1] + state.stacks[seat - 1]


def is_rise(state: State, seat: Seat, to: int) -> bool:
    """Whether the level may be raised to this: by a full rise, or by less with all that a seat has (FD-4.4)."""
    hand = sure(state.hand)
    rise, limit = to - sure(hand.betting).level, state.options.limit
    if rise < hand.step:
        return rise > 0 and to == reach(state, seat)
    return limit is None or rise <= limit


def rises(state: State, seat: Seat) -> range:
    """To what a seat may raise the level (FD-4.4, FD-4.5)."""
    hand = sure(state.hand)
    level, most, limit = sure(hand.betting).level, reach(state, seat), state.options.limit
    least = min(level + hand.step, most)
    most = most if limit is None else min(most, level + limit)
    return range(least, most + 1) if most > level else range(0)


def others_have_chips(state: State, seat: Seat) -> bool:
    """Whether there is somebody to raise for (FD-4.6)."""
    return any(state.stacks[other - 1] for other in sure(state.hand).standing if other != seat)


def may_reopen(state: State, seat: Seat) -> bool:
    """Whether a seat has not spoken yet, or has been raised by a full rise since (FD-4.7)."""
    hand = sure(state.hand)
    spoke_at = sure(hand.betting).spoke_at[seat - 1]
    return spoke_at is None or sure(hand.betting).level - spoke_at >= hand.step


# Cards


def places(hand: Hand) -> Cards:
    """Every card of a hand that has left the deck."""
    wild = () if hand.wild is None else (hand.wild,)
    down = chain.from_iterable(hand.down)
    return (*hand.common, *wild, *hand.discards, *hand.exchanged, *hand.burned, *down)


def can_come(state: State) -> Cards:
    """The cards that can still come, as far as known (FD-2.3)."""
    return unplaced(DECK, places(sure(state.hand)))


def could_have(state: State, seat: Seat, slot: int, card: Card) -> bool:
    """Whether a card can lie in a slot, as far as the record knows."""
    known = sure(state.hand).down[seat - 1][slot - 1]
    return card == known if known != UNKNOWN else card != UNKNOWN and card not in places(sure(state.hand))


def has_last(state: State, seat: Seat) -> bool:
    """Whether a seat has been dealt its Fool's Down card."""
    return len(sure(state.hand).down[seat - 1]) == DOWN


def may_turn_up_fool(state: State, seat: Seat) -> bool:
    """Whether a seat that ducks may turn up the Fool as its last card (FD-4.9)."""
    return state.options.fools_bag and has_last(state, seat) and could_have(state, seat, DOWN, FOOL)


def must_show(state: State) -> bool:
    """Whether no hand that was shown stands (FD-6.2)."""
    hand = sure(state.hand)
    return not any(hand.shown[seat - 1] for seat in hand.standing)


def dues(state: State) -> tuple[tuple[Seat, int], ...]:
    """What the others pay the seat of the Fool's Bet when the Fool appears, if that seat is standing (5.4)."""
    hand, bet = sure(state.hand), state.options.bet
    if hand.fools_bettor not in hand.standing:
        return ()
    stacks = ((seat, state.stacks[seat - 1]) for seat in hand.order if seat != hand.fools_bettor)
    return tuple((seat, min(stack, bet)) for seat, stack in stacks if stack)


def to_act(state: State) -> tuple[Seat, ...]:
    """The one seat that can act in a hand."""
    if state.hand is None:
        return ()
    if state.phase == "wager":
        seat = next_bettor(state, state.hand)
        return () if seat is None else (seat,)
    return state.hand.waiting[:1]


def may_be_asked(hand: Hand, seat: Seat) -> bool:
    """Whether it could be this seat's turn in a hand: a quick answer, most seats having none or having spoken."""
    return seat in hand.standing and (hand.betting is None or answers(hand.betting, seat))


def showing_order(hand: Hand) -> tuple[Seat, ...]:
    """The Fool's Bet first, the dealer last."""
    return (hand.order[-1], *hand.order[:-1])


# A change that several facts make


def without_seat(hand: Hand, seat: Seat, **changes: object) -> Hand:
    """The hand after a seat has left it, and with other changes; its chips and cards stay."""
    standing, waiting, gone = less(hand.standing, seat), less(hand.waiting, seat), (*hand.gone, seat)
    return replace(hand, standing=standing, waiting=waiting, gone=gone, **changes)
