"""What lies on the table in Conundruze, and the questions that rules and choices both ask of it."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from ludograph.domain.games.conundruze.castle import Side
from ludograph.domain.games.conundruze.rules import DECK, POSITIONS, SIX, Position
from ludograph.domain.kernel.betting import Betting, asked, owed, spoken
from ludograph.domain.kernel.cards import UNKNOWN, Card, Cards, unplaced
from ludograph.domain.kernel.course import sure
from ludograph.domain.kernel.decks.perilous import FOOL, RANK_OF
from ludograph.domain.kernel.game import (
    TABLE,
    Cites,
    Deal,
    Options,
    PerSeat,
    Question,
    Seat,
    Secret,
    clockwise,
    for_seat,
    left_of,
    replace,
)

Phase = Literal[
    "deal", "flip", "bet", "turn", "held", "power", "swap", "recall", "riposte", "reactions",
    "turn_over", "scoring", "match_over",
]  # fmt: skip
"""`turn_over` and `scoring` are never seen between two actions: what follows by itself leads on from them."""
Round = Literal["first", "fool", "sixth", "end"]
OutReason = Literal["total", "broke"]


class ConundruzeOptions(Options, frozen=True):
    """The variants of Conundruze."""

    play_to: Annotated[int, Meta(description="Who has this total is out; 0: a single game.")] = 50
    full_court: Annotated[
        bool, Meta(description="In a castle with Rogue, Knight, Wizard and Crown all cards of these ranks count 0.")
    ] = False
    powers: Annotated[bool, Meta(description="Face cards have powers when they are drawn and played.")] = False
    gatehouse: Annotated[bool, Meta(description="A ninth place that is not scored, once per seat and game.")] = False
    betting: Annotated[
        Literal["none", "chips", "peek"],
        Meta(description="chips: rounds at the start, at a sixth card, at the end; peek: with a look at two cards."),
    ] = "none"
    fool_betting: Annotated[
        bool, Meta(description="Who plays a drawn Fool may open a betting round. With `betting: chips`.")
    ] = False
    stacks: Annotated[
        int | tuple[int, ...], Meta(description="Chips at the start, for all or a list with one number a seat.")
    ] = 50
    forelay: Annotated[int, Meta(description="What each seat pays into the pot for each game.")] = 1
    chip_values: Annotated[tuple[int, ...], Meta(description="The values of chips, for tips and thefts.")] = (
        1, 5, 10, 25,
    )  # fmt: skip
    rogue_stake: Annotated[
        bool, Meta(description="A failed theft from the pot costs the chip. With `powers` and betting.")
    ] = False


class ConundruzeDeal(Deal, frozen=True, kw_only=True):
    """Game 1: the rolls for caster, and every castle in castle order as it lay before the flips."""

    game: Annotated[int, Cites("CZ-1.6"), Meta(description="Always game 1, and may be left out.")] = 1
    rolls: Annotated[
        tuple[int, ...] | None,
        Cites("CZ-1.6"),
        Meta(description="What was rolled for the caster; may be left out where `caster` is written."),
    ] = None
    caster: Annotated[
        Seat | None,
        Cites("CZ-1.6"),
        Question("Who rolled highest, and is the caster"),
        Meta(description="Who deals; may be left out where `rolls` are written."),
    ] = None
    castles: Annotated[
        PerSeat[Cards | None] | None,
        Secret(),
        Cites("CZ-1.6", strangers="CZ-2.1"),
        Meta(description="Each castle in castle order, before the flips; nobody looks."),
    ] = None


class Sheet(Struct, frozen=True, gc=False):
    """How a castle was scored."""

    game: int
    seat: Seat
    rows: tuple[int, ...]
    full_court: bool
    score: int


class Exit(Struct, frozen=True, gc=False):
    """A seat that is out of the match since a game."""

    seat: Seat
    game: int
    reason: OutReason


class State(Struct, frozen=True, gc=False):
    """A match of Conundruze."""

    options: ConundruzeOptions
    sides: PerSeat[Side]
    chips: int
    """All that the seats began with."""
    phase: Phase = "deal"
    game: int = 0
    caster: Seat | None = None
    turn: Seat | None = None
    """The seat in turn; nobody before the first turn of a game."""
    held: Card | None = None
    drawn: bool = False
    """Whether the card held last came from the draw pile."""
    power: Card | None = None
    """The card whose power may be used now."""
    owner: Seat | None = None
    """Whose castle may be swapped now."""
    reacted: tuple[Seat, ...] = ()
    tipped: tuple[Seat, ...] = ()
    pile: int = 0
    """The cards left in the draw pile."""
    recycled: Cards = ()
    """Once the discards have become the draw pile: what is in it, in no order."""
    order: Cards = ()
    """Once the discards have become the draw pile: how it lies, the top first, as far as that is known."""
    discards: Cards = ()
    """The top is the last."""
    pot: int = 0
    round: Round | None = None
    bet: Betting | None = None
    fools: int = 0
    """The drawn Fools played in this turn that have not opened a betting round yet."""
    had_six: bool = False
    """Whether a castle had six cards face up already, so that no round is due for it."""
    end_due: bool = False
    """Whether the final round has just begun."""
    finisher: Seat | None = None
    final: tuple[Seat, ...] = ()
    """The seats that still have their final turn."""
    scores: PerSeat[int | None] = ()
    """The scores of the last game; None for a castle that was not scored."""
    won: tuple[Seat, ...] = ()
    """Who won the last game."""
    sheets: tuple[Sheet, ...] = ()
    out: tuple[Exit, ...] = ()
    winners: tuple[Seat, ...] = ()

    def after_bet(self, seat: Seat, amount: int) -> "State":
        """The state after a seat has said something in a betting round, and paid so much."""
        side = side_of(self, seat)
        sides = for_seat(self.sides, seat, replace(side, stack=side.stack - amount, acted=True))
        return replace(self, sides=sides, pot=self.pot + amount, bet=spoken(sure(self.bet), seat, amount))


# Seats.


def seats_in(state: State) -> int:
    """The number of seats."""
    return len(state.sides)


def side_of(state: State, seat: Seat) -> Side:
    """What is a seat's."""
    return state.sides[seat - 1]


def in_match(state: State) -> tuple[Seat, ...]:
    """The seats that are still in the match."""
    return tuple(seat for seat, side in enumerate(state.sides, start=1) if side.in_match)


def in_game(state: State) -> tuple[Seat, ...]:
    """The seats that are in the game: dealt in, and not ducked."""
    return tuple([seat for seat, side in enumerate(state.sides, start=1) if side.in_game])


def others_in_game(state: State, seat: Seat) -> tuple[Seat, ...]:
    """The other seats in the game, from the next on the left."""
    return tuple([other for other in clockwise(seat, seats_in(state))[1:] if state.sides[other - 1].in_game])


def from_casters_left(state: State) -> tuple[Seat, ...]:
    """All seats, the one on the caster's left first."""
    return clockwise(left_of(state.caster or 1, seats_in(state)), seats_in(state))


def next_caster(state: State) -> Seat:
    """Who deals the next game (CZ-2.3)."""
    return next(seat for seat in from_casters_left(state) if side_of(state, seat).in_match)


def to_act(state: State) -> tuple[Seat, ...]:
    """The seat whose turn or bet it is, or the table."""
    seat = TABLE if state.phase == "deal" else state.turn if state.bet is None else asked(state.bet, in_game(state))
    return () if seat is None else (seat,)


# Castles.


def with_side(state: State, seat: Seat, side: Side) -> State:
    """The state with another side for a seat."""
    return replace(state, sides=for_seat(state.sides, seat, side))


def paid(state: State, seat: Seat, amount: int) -> State:
    """Chips go from a stack into the pot, or back where the amount is negative."""
    side = side_of(state, seat)
    sides = for_seat(state.sides, seat, replace(side, stack=side.stack - amount))
    return replace(state, sides=sides, pot=state.pot + amount)


def has_six(state: State) -> bool:
    """Whether six cards of some castle lie face up (CZ-7.1)."""
    down = [len(side.down) for side in state.sides if side.castle]
    return bool(down) and min(down) <= len(POSITIONS) - SIX


def may_peek(state: State, side: Side) -> bool:
    """Whether a seat may look at its bottom pair (CZ-2.6)."""
    return state.options.betting == "peek" and side.flipped and not side.peeked and not side.acted


# Bets.


def has_betting(options: ConundruzeOptions) -> bool:
    """Whether there are chips."""
    return options.betting != "none"


def must_wager(state: State, seat: Seat) -> bool:
    """Whether a seat has no choice but to bet first: the lowest top row under `peek` (CZ-7.3)."""
    bet = state.bet
    obliged = state.options.betting == "peek" and state.round == "first" and bet is not None
    return obliged and bet is not None and bet.last is None and bet.order[0] == seat


def wagers(state: State, seat: Seat) -> range:
    """What a seat may wager; nothing once somebody has bet (CZ-7.3)."""
    return range(1, 1 if level_of(state) else side_of(state, seat).stack + 1)


def may_wink(state: State, seat: Seat) -> bool:
    """Whether a seat that must bet is unable to, or needs not (CZ-7.3)."""
    return not must_wager(state, seat) or side_of(state, seat).stack == 0


def level_of(state: State) -> int:
    """What has to be matched in the round under way."""
    return 0 if state.bet is None else state.bet.level


def debt(state: State, seat: Seat) -> int:
    """What a seat has to pay to match."""
    return 0 if state.bet is None else owed(state.bet, seat)


def bumps(state: State, seat: Seat) -> range:
    """What a seat may add to what it owes; nothing before somebody has bet (CZ-7.6)."""
    return range(1, side_of(state, seat).stack - debt(state, seat) + 1 if level_of(state) else 1)


def may_match(state: State, seat: Seat) -> bool:
    """Whether there is a bet that a seat can pay (CZ-7.5)."""
    return 0 < debt(state, seat) <= side_of(state, seat).stack


def chips_to_pilfer(state: State, seat: Seat) -> tuple[int, ...]:
    """The chips that both the pot and the thief could pay (CZ-6.5)."""
    most = min(state.pot, side_of(state, seat).stack)
    return tuple(value for value in state.options.chip_values if value <= most)


def chips_to_tip(state: State, seat: Seat) -> tuple[int, ...]:
    """The chips that a seat could give (CZ-6.10)."""
    return tuple(value for value in state.options.chip_values if value <= side_of(state, seat).stack)


# Mockery.


def mocked_by(state: State, seat: Seat) -> Seat:
    """Whom a seat mocks: the table with a Fool, the next seat in the game with a Jester (CZ-6.9)."""
    return TABLE if rank(state.power) == FOOL else others_in_game(state, seat)[0]


def may_react(state: State, seat: Seat) -> bool:
    """Whether a seat may still react to the mockery (CZ-6.10)."""
    return seat != state.turn and seat not in state.reacted


def may_tip(state: State, seat: Seat) -> bool:
    """Whether a seat may still tip for the mockery (CZ-6.10)."""
    return seat != state.turn and seat not in state.tipped


# The ends of turns and games.


def round_due(state: State) -> Round | None:
    """The betting round that the turn now over owes next (CZ-7.1, CZ-8.1)."""
    betting = state.options.betting
    if state.turn is None or not side_of(state, state.turn).in_game or betting == "none":
        return None
    if state.options.fool_betting and state.fools:
        return "fool"
    if betting == "chips" and has_six(state) and not state.had_six:
        return "sixth"
    return "end" if state.end_due else None


def may_lapse(state: State) -> bool:
    """Whether there is no round at all if its opener does not bet (CZ-7.1)."""
    return state.round in ("fool", "sixth") or (state.round == "end" and state.options.betting == "peek")


def finishes(state: State) -> bool:
    """Whether the turn now over begins the final round (CZ-8.1)."""
    return state.finisher is None and state.turn is not None and not side_of(state, state.turn).down


def game_over(state: State) -> bool:
    """Whether one seat is left, or the final turns are over (CZ-8.1)."""
    playing = in_game(state)
    return len(playing) == 1 or (state.finisher is not None and not set(state.final) & set(playing))


def to_score(state: State) -> tuple[Seat, ...]:
    """The seats whose castles are scored at the end of the game (CZ-8.5)."""
    if state.options.play_to:
        return tuple(seat for seat, side in enumerate(state.sides, start=1) if side.castle)
    playing = in_game(state)
    return playing if len(playing) > 1 else ()


def to_reveal(state: State) -> tuple[tuple[Seat, Position], ...]:
    """The face-down cards of those castles, by seat, then in castle order."""
    return tuple((seat, place) for seat in to_score(state) for place in side_of(state, seat).down)


def is_game_ending(state: State) -> bool:
    """Whether the game ends now, before anybody has another choice."""
    return state.phase == "turn_over" and not finishes(state) and round_due(state) is None and game_over(state)


def is_going_out(state: State, side: Side) -> OutReason | None:
    """Why a seat is out of the match after a game, if it is (CZ-10.3)."""
    if not side.in_match:
        return None
    if 0 < state.options.play_to <= side.total:
        return "total"
    return "broke" if has_betting(state.options) and side.stack < state.options.forelay else None


# Cards.


def rank(card: Card | None) -> str:
    """The rank of a card; empty for none and for one that is not known."""
    return RANK_OF[card or UNKNOWN]


def placed(state: State) -> Cards:
    """Every card of both decks where it lies, `??` for one whose face is not known; none of a pile all unknown."""
    cards = [*state.recycled, *state.discards]
    for side in state.sides:
        cards += side.castle
        if side.gate is not None:
            cards.append(side.gate)
    if state.held is not None:
        cards.append(state.held)
    return tuple(cards)


def can_come(state: State) -> Cards:
    """The cards that are not known to lie anywhere, each copy for itself."""
    return unplaced(DECK, placed(state))


def drawable(state: State) -> Cards:
    """The cards that can lie on top of the draw pile, which is not known."""
    return unplaced(state.recycled, state.order[1:]) if state.recycled else can_come(state)
