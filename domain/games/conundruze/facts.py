"""What can happen in Conundruze. Names and fields are storage; `apply` decides nothing.

Here are the deals and turns; chips are in `bets`, face cards in `powers`, what ends a game in `endings`.
"""

from typing import Annotated, Final

from msgspec import Struct

from ludograph.domain.games.conundruze import bets, endings, powers
from ludograph.domain.games.conundruze.castle import Side, card_at, laid_open, put
from ludograph.domain.games.conundruze.changes import having_acted, played
from ludograph.domain.games.conundruze.rules import BOTTOM, CASTLE, DECK, GATE, POSITIONS, TOP, Position, Spot
from ludograph.domain.games.conundruze.state import ConundruzeOptions, State, has_six, side_of, with_side
from ludograph.domain.kernel.cards import UNKNOWN, Card, Cards
from ludograph.domain.kernel.decks.perilous import FOOL
from ludograph.domain.kernel.game import Fact, PerSeat, Seat, Secret, for_seat, less, replace, swap, without


class GameBegan(Fact, frozen=True):
    """The match begins; without betting all stacks are empty."""

    seats: int
    options: ConundruzeOptions
    stacks: PerSeat[int]

    def apply(self, state: State | None) -> State:
        return State(self.options, tuple(Side(stack=stack) for stack in self.stacks), sum(self.stacks))


class CasterRolled(Fact, frozen=True):
    """The dice have named the first caster; no rolls where only that is recorded."""

    rolls: tuple[int, ...]
    caster: Seat

    def apply(self, state: State) -> State:
        return replace(state, caster=self.caster)


class GameStarted(Fact, frozen=True):
    """All cards are shuffled for a new game."""

    game: int
    caster: Seat
    dealt_in: tuple[Seat, ...]

    def apply(self, state: State) -> State:
        """A whole draw pile and bare places; stacks, totals and the pot stay."""
        sides = tuple(
            Side(side.stack, side.total, side.in_match, seat in self.dealt_in)
            for seat, side in enumerate(state.sides, start=1)
        )
        return State(
            state.options,
            sides,
            state.chips,
            phase="flip",
            game=self.game,
            caster=self.caster,
            pile=len(DECK),
            pot=state.pot,
            sheets=state.sheets,
            out=state.out,
        )


class CastleDealt(Fact, frozen=True):
    """A seat's castle is dealt face down, in castle order; not even its owner looks."""

    seat: Seat
    cards: Annotated[Cards, Secret()]

    def apply(self, state: State) -> State:
        side = replace(side_of(state, self.seat), castle=self.cards, down=POSITIONS)
        return replace(with_side(state, self.seat, side), pile=state.pile - CASTLE)


class Move(Struct, frozen=True, gc=False):
    """A face-down card goes from one position to another."""

    source: Position
    goal: Position


class CardsFlipped(Fact, frozen=True):
    """Two cards are turned up and become the top row; those that lay there make room."""

    seat: Seat
    first: Position
    first_card: Annotated[Card, Secret("*")]
    second: Position
    second_card: Annotated[Card, Secret("*")]
    moves: tuple[Move, ...]

    def apply(self, state: State) -> State:
        """The cards that make room stay as unknown as they were."""
        side = side_of(state, self.seat)
        laid = side
        for move in self.moves:
            laid = put(laid, move.goal, card_at(side, move.source))
        laid = laid_open(laid, TOP, (self.first_card, self.second_card), flipped=True)
        return with_side(state, self.seat, laid)


class BottomPeeked(Fact, frozen=True):
    """A seat looks at its own bottom pair."""

    seat: Seat
    cards: Annotated[Cards, Secret("seat")]

    def apply(self, state: State) -> State:
        """Whoever saw the cards knows them from now on, wherever they go."""
        side = replace(side_of(state, self.seat), peeked=True)
        for place, card in zip(BOTTOM, self.cards, strict=True):
            if card != UNKNOWN:
                side = put(side, place, card)
        return with_side(state, self.seat, side)


class TurnStarted(Fact, frozen=True):
    """A seat has its turn; `final` in the final round."""

    seat: Seat
    final: bool

    def apply(self, state: State) -> State:
        return replace(
            state,
            phase="turn",
            turn=self.seat,
            final=less(state.final, self.seat),
            power=None,
            owner=None,
            reacted=(),
            tipped=(),
            fools=0,
            had_six=has_six(state),
            end_due=False,
        )


class PileRebuilt(Fact, frozen=True):
    """The discards but for the top one become the draw pile: everybody knows which, nobody in which order."""

    count: int
    cards: Annotated[Cards, Secret("*")]
    order: Annotated[Cards, Secret()]

    def apply(self, state: State) -> State:
        return replace(state, pile=self.count, recycled=self.cards, order=self.order, discards=state.discards[-1:])


class CardDrawn(Fact, frozen=True):
    """A seat turns up the top of the draw pile."""

    seat: Seat
    card: Annotated[Card, Secret("*")]

    def apply(self, state: State) -> State:
        recycled = without(state.recycled, self.card) if state.recycled else ()
        return replace(
            state,
            phase="held",
            sides=having_acted(state, self.seat),
            held=self.card,
            drawn=True,
            pile=state.pile - 1,
            recycled=recycled,
            order=state.order[1:],
        )


class DiscardTaken(Fact, frozen=True):
    """A seat takes the top discard."""

    seat: Seat
    card: Annotated[Card, Secret("*")]

    def apply(self, state: State) -> State:
        sides = having_acted(state, self.seat)
        return replace(state, phase="held", sides=sides, held=self.card, drawn=False, discards=state.discards[:-1])


class CardPlaced(Fact, frozen=True):
    """The held card replaces one of the castle, which is discarded."""

    seat: Seat
    pos: Position
    card: Annotated[Card, Secret("*")]
    old: Annotated[Card, Secret("*")]
    was_down: bool

    def apply(self, state: State) -> State:
        side = side_of(state, self.seat)
        castle = swap(side.castle, POSITIONS.index(self.pos), self.card)
        sides = for_seat(state.sides, self.seat, replace(side, castle=castle, down=less(side.down, self.pos)))
        discards = (*state.discards, self.old)
        phase, fools, power = played(state, self.card)
        return replace(state, phase=phase, sides=sides, held=None, power=power, fools=fools, discards=discards)


class CastleSealed(Fact, frozen=True):
    """A seat has replaced its first face-down card: what lies face up in its castle is not replaced any more."""

    seat: Seat

    def apply(self, state: State) -> State:
        return with_side(state, self.seat, replace(side_of(state, self.seat), sealed=True))


class CardDiscarded(Fact, frozen=True):
    """The held card is discarded."""

    seat: Seat
    card: Annotated[Card, Secret("*")]

    def apply(self, state: State) -> State:
        return replace(state, discards=(*state.discards, self.card), held=None, phase="turn_over")


class GatehouseFilled(Fact, frozen=True):
    """The held card goes into the gatehouse."""

    seat: Seat
    card: Annotated[Card, Secret("*")]

    def apply(self, state: State) -> State:
        state = with_side(state, self.seat, put(side_of(state, self.seat), GATE, self.card))
        phase, fools, power = played(state, self.card)
        return replace(state, phase=phase, held=None, power=power, fools=fools)


class FoolStole(Fact, frozen=True):
    """The Fool takes the place of a card, which takes that of one of the thief's own, which is discarded."""

    thief: Seat
    victim: Seat
    there: Spot
    stolen: Annotated[Card, Secret("*")]
    own: Spot
    discarded: Annotated[Card, Secret("*")]

    def apply(self, state: State) -> State:
        state = with_side(state, self.victim, put(side_of(state, self.victim), self.there, FOOL))
        state = with_side(state, self.thief, put(side_of(state, self.thief), self.own, self.stolen))
        phase, fools, power = played(state, FOOL)
        discards = (*state.discards, self.discarded)
        return replace(state, phase=phase, held=None, power=power, fools=fools, discards=discards)


FACTS: Final = (
    GameBegan, CasterRolled, GameStarted, bets.ForelayPaid, CastleDealt, CardsFlipped, BottomPeeked,
    bets.BettingOpened, bets.BettingClosed, bets.Winked, bets.Wagered, bets.Matched, bets.Bumped, bets.Ducked,
    TurnStarted, PileRebuilt, CardDrawn, DiscardTaken, CardPlaced, CastleSealed, CardDiscarded, GatehouseFilled,
    FoolStole, powers.PowerTried, powers.PowerDeclined, powers.CardsSwapped, powers.CardRecalled, bets.ChipPilfered,
    bets.StakeLost, powers.Mocked, powers.Gloated, powers.Tipped, powers.Reacted, powers.ReactionsClosed,
    endings.FinalRoundStarted, endings.CastleRevealed, endings.CastleScored, endings.GameEnded, endings.TotalChanged,
    bets.PotShared, bets.PotCarried, endings.SeatOut, endings.MatchEnded,
)  # fmt: skip
