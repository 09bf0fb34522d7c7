"""What can happen in Hand of the Hanataz. Names and fields are storage; `apply` decides nothing."""

from typing import Annotated, Final, Literal

from ludograph.domain.games.hand_of_the_hanataz import face_facts
from ludograph.domain.games.hand_of_the_hanataz import state as table
from ludograph.domain.games.hand_of_the_hanataz.options import HanatazOptions
from ludograph.domain.games.hand_of_the_hanataz.rules import BARD
from ludograph.domain.games.hand_of_the_hanataz.state import State
from ludograph.domain.kernel.cards import Card, Cards
from ludograph.domain.kernel.game import Fact, PerSeat, Seat, Secret, for_seat, less, replace, swap, without

SilvsFor = Literal[
    "stake", "ante", "exchange", "card", "same_number", "pass", "tax", "bonus", "house_tax", "bard_fee", "toll",
    "theft", "dragon", "pot_won", "pot_house", "bard_tips", "bard_paid", "bard_from_pot", "bard_orphaned", "buy_in",
    "shared_out",
]  # fmt: skip
"""What silvs are paid for."""


class GameBegan(Fact, frozen=True):
    """The match begins, with all cards in the deck and the Fool tokens at the centre."""

    seats: int
    options: HanatazOptions
    deck_size: int
    fool_tokens: int

    def apply(self, state: State | None) -> State:
        return State(self.options, (table.Player(),) * self.seats, self.deck_size, self.fool_tokens)


class SilvsMoved(Fact, frozen=True):
    """Silvs go from one account to another."""

    giver: table.Account
    receiver: table.Account
    amount: int
    why: SilvsFor

    def apply(self, state: State) -> State:
        """Both accounts change; who pays a levy has answered, and a theft or a hoard is what a turn came to."""
        state = table.credited(table.credited(state, self.giver, -self.amount), self.receiver, self.amount)
        if self.why == "stake" and isinstance(self.receiver, int):
            return table.with_player(state, self.receiver, stake=self.amount)
        if self.why in ("tax", "toll"):
            return replace(state, waiting=less(state.waiting, self.giver))
        return replace(state, phase="done") if self.why in ("theft", "dragon") else state


class CardsDealt(Fact, frozen=True):
    """A seat gets its first cards."""

    seat: Seat
    cards: Annotated[Cards, Secret("seat")]

    def apply(self, state: State) -> State:
        return replace(table.with_player(state, self.seat, hand=self.cards), deck=state.deck - len(self.cards))


class SlotsFilled(Fact, frozen=True):
    """Cards of the Hanataz Hand are laid down, each into one of these slots; nobody sees them."""

    slots: tuple[int, ...]
    cards: Annotated[Cards, Secret()]
    why: table.SlotsFor

    def apply(self, state: State) -> State:
        slots = table.laid(state.slots, self.slots, self.cards)
        return replace(state, slots=slots, deck=state.deck - len(self.cards))


class HandOpened(Fact, frozen=True):
    """A hand begins; `price` is that of a card."""

    hand: int
    starter: Seat
    price: int

    def apply(self, state: State) -> State:
        """Whoever was not put out is active again."""
        players = [replace(one, status="active") if one.status == "nubbed" else one for one in state.players]
        return replace(
            state,
            players=tuple(players),
            phase="stock",
            hand=self.hand,
            starter=self.starter,
            active=self.starter,
            price=self.price,
            last_control=None,
            waiting=table.to_stock(state, self.starter),
        )


class StockKept(Fact, frozen=True):
    """A seat exchanges nothing."""

    seat: Seat

    def apply(self, state: State) -> State:
        return replace(state, waiting=less(state.waiting, self.seat))


class CardsExchanged(Fact, frozen=True):
    """A seat discards cards to draw others."""

    seat: Seat
    cards: Annotated[Cards, Secret("*")]

    def apply(self, state: State) -> State:
        players = table.less_cards(state.players, self.seat, self.cards)
        return replace(
            state, players=players, waiting=less(state.waiting, self.seat), discard=state.discard + self.cards
        )


class CardsDrawn(Fact, frozen=True):
    """A seat draws cards from the deck; everybody sees how many."""

    seat: Seat
    cards: Annotated[Cards, Secret("seat")]
    why: table.DrawnFor

    def apply(self, state: State) -> State:
        players = table.more_cards(state.players, self.seat, self.cards)
        return replace(state, players=players, deck=state.deck - len(self.cards))


class TurnBegan(Fact, frozen=True):
    """It is a seat's turn; with the Hanataz token it must challenge."""

    seat: Seat
    must_challenge: bool

    def apply(self, state: State) -> State:
        return replace(state, phase="turn", active=self.seat, work=None, levy=None)


class TurnPassed(Fact, frozen=True):
    """A seat passes."""

    seat: Seat

    def apply(self, state: State) -> State:
        return replace(state, phase="done")


class PlayerNubbedOut(Fact, frozen=True):
    """A seat is out of this hand."""

    seat: Seat
    why: Literal["chosen", "tax", "toll", "assassin"]

    def apply(self, state: State) -> State:
        """Its Nub lies face down; a turn or the answer to a levy is over by it."""
        nubbed = replace(table.player(state, self.seat), status="nubbed")
        phase = "done" if self.why == "chosen" else state.phase
        return replace(
            state,
            phase=phase,
            players=for_seat(state.players, self.seat, nubbed),
            waiting=less(state.waiting, self.seat),
        )


class NumberPlayed(Fact, frozen=True):
    """A number card goes beside the pot; a Priest's comes from the cards revealed."""

    seat: Seat
    card: Annotated[Card, Secret("*")]
    how: Literal["open", "higher", "same", "priest"]

    def apply(self, state: State) -> State:
        if self.how == "priest":
            aside, players = without(state.aside, self.card), state.players
        else:
            aside, players = state.aside, table.less_cards(state.players, self.seat, (self.card,))
        return replace(state, players=players, aside=aside, row=(*state.row, self.card), phase="done")


class ControlTaken(Fact, frozen=True):
    """A seat takes the Hanataz token."""

    seat: Seat
    card: Annotated[Card, Secret("*")]

    def apply(self, state: State) -> State:
        return replace(state, control=self.seat, last_control=self.seat)


class ControlLost(Fact, frozen=True):
    """The Hanataz token goes back to the pot."""

    seat: Seat
    why: Literal["nub", "put_out", "priest", "hand_end"]

    def apply(self, state: State) -> State:
        return replace(state, control=None)


class RowDiscarded(Fact, frozen=True):
    """The number cards beside the pot are discarded."""

    cards: Annotated[Cards, Secret("*")]

    def apply(self, state: State) -> State:
        return replace(state, row=(), discard=state.discard + self.cards)


class DeckRefreshed(Fact, frozen=True):
    """The Hanataz Hand, unseen, and the discard pile are shuffled into the deck; `deck` is how many it has then."""

    slots: tuple[int, ...]
    swept: Annotated[Cards, Secret()]
    deck: int

    def apply(self, state: State) -> State:
        slots, refreshes = tuple(None for _ in state.slots), state.refreshes + 1
        return replace(
            state, slots=slots, shuffled=(), shuffled_slots=(), discard=(), deck=self.deck, refreshes=refreshes
        )


class SlotFlipped(Fact, frozen=True):
    """A challenger turns up a card of the Hanataz Hand."""

    seat: Seat
    slot: int
    card: Annotated[Card, Secret("*")]

    def apply(self, state: State) -> State:
        slots, discard = swap(state.slots, self.slot - 1, None), (*state.discard, self.card)
        return replace(table.seen_in(state, self.slot, self.card), slots=slots, discard=discard)


class ChallengeDecided(Fact, frozen=True):
    """What came of a challenge; `flipped` is None where there was no card to flip."""

    seat: Seat
    control: Annotated[Card, Secret("*")]
    flipped: Annotated[Card | None, Secret("*")]
    result: table.Outcome

    def apply(self, state: State) -> State:
        return replace(state, phase="ending", challenge=table.ChallengeState(self.seat, self.result))


class BardDiscarded(Fact, frozen=True):
    """A Bard leaves the table."""

    bard: Literal[1, 2]
    seat: Seat

    def apply(self, state: State) -> State:
        left = tuple(bard for bard in state.bards if bard.number != self.bard)
        return replace(state, bards=left, discard=(*state.discard, BARD))


class HandEnded(Fact, frozen=True):
    """A hand is over; `pot_left` stays for the next."""

    hand: int
    cause: table.HandCause
    pot_left: int

    def apply(self, state: State) -> State:
        return replace(state, phase="between", waiting=(), work=None, challenge=None, levy=None)


class BoughtIn(Fact, frozen=True):
    """A seat has bought in; `back` is whether it had been put out."""

    seat: Seat
    debts: int
    back: bool

    def apply(self, state: State) -> State:
        """It is in the game, with one more debt token; until the next hand it sits by."""
        status = "nubbed" if self.back else table.player(state, self.seat).status
        return table.with_player(state, self.seat, debts=self.debts, status=status)


class MatchEnded(Fact, frozen=True):
    """The match is over: what each seat has, its debt tokens, what that comes to and what it gained."""

    cause: table.MatchCause
    silvs: PerSeat[int]
    debts: PerSeat[int]
    net: PerSeat[int]
    gains: PerSeat[int]
    winners: tuple[Seat, ...]

    def apply(self, state: State) -> State:
        return replace(state, phase="over", cause=self.cause, net=self.net, winners=self.winners)


FACTS: Final = (
    GameBegan, SilvsMoved, CardsDealt, SlotsFilled, HandOpened, StockKept, CardsExchanged, CardsDrawn, TurnBegan,
    TurnPassed, PlayerNubbedOut, NumberPlayed, ControlTaken, ControlLost, RowDiscarded, face_facts.FacePlayed,
    face_facts.BardPlaced, face_facts.SlotLooked, face_facts.SlotReturned, face_facts.FollowStopped,
    face_facts.SlotsShuffled, face_facts.SlotTaken, face_facts.FoolTokenTaken, face_facts.FoolTokensReturned,
    face_facts.ReactionOpened, face_facts.ReactionPassed, face_facts.KnightPlayed, face_facts.CardCountered,
    face_facts.DemandMade, face_facts.CardStolen, face_facts.DemandRefused, face_facts.PlayerPutOut,
    face_facts.CardPriceRaised, face_facts.LevyOpened, face_facts.CardsRevealed, face_facts.RevealedDiscarded,
    DeckRefreshed, SlotFlipped, ChallengeDecided, BardDiscarded, HandEnded, BoughtIn, MatchEnded,
)  # fmt: skip
