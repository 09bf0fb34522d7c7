"""What can happen in Last Year's Magic. Names and fields are storage; `apply` decides nothing."""

from typing import Annotated, Final, Literal

from msgspec import Struct

from ludograph.domain.games.last_years_magic.rules import Nature
from ludograph.domain.games.last_years_magic.state import Cause, Kind, Play, State, Trick
from ludograph.domain.kernel.cards import UNKNOWN, Card, Cards
from ludograph.domain.kernel.decks.french import Suit
from ludograph.domain.kernel.game import EVERYBODY, Audience, Fact, PerSeat, Seat, Secret, for_seat, replace, without

Why = Literal["start", "deal", "given", "null"]


class GameBegan(Fact, frozen=True):
    """The match begins, and nobody has cards."""

    seats: int

    def apply(self, state: State | None) -> State:
        seats = self.seats
        nothing: PerSeat[Cards] = ((),) * seats
        nobody = (False,) * seats
        return State((), nothing, nothing, nobody, nobody, ((),) * seats, (0,) * seats)


class DeckShuffled(Fact, frozen=True):
    """The deck is shuffled; only a program knows the order."""

    why: Why
    size: int
    order: Annotated[Cards, Secret()]

    def apply(self, state: State) -> State:
        """It lies in that order; after a null round it is time to tell."""
        return replace(state, deck=self.order, phase="telling" if self.why == "null" else state.phase)


class FortuneCast(Fact, frozen=True):
    """A seat draws two cards for itself."""

    seat: Seat
    cards: Annotated[Cards, Secret("seat")]

    def apply(self, state: State) -> State:
        cast = for_seat(state.cast, self.seat, self.cards)
        return replace(state, cast=cast, deck=state.deck[len(self.cards) :])


class WizardIntroduced(Fact, frozen=True):
    """A seat introduces its wizard."""

    seat: Seat
    text: str

    def apply(self, state: State) -> State:
        return replace(state, introduced=for_seat(state.introduced, self.seat, True))


class FortunesReturned(Fact, frozen=True):
    """All fortunes go back into the deck."""

    count: int

    def apply(self, state: State) -> State:
        cards = tuple(card for fortune in state.cast for card in fortune)
        return replace(state, cast=((),) * len(state.cast), deck=state.deck + cards)


class HandDealt(Fact, frozen=True):
    """A seat gets its hand from the top of the deck."""

    seat: Seat
    size: int
    cards: Annotated[Cards, Secret("seat")]

    def apply(self, state: State) -> State:
        hands = for_seat(state.hands, self.seat, self.cards)
        return replace(state, hands=hands, deck=state.deck[self.size :])


class DeckLaid(Fact, frozen=True):
    """What is left is the deck."""

    size: int

    def apply(self, state: State) -> State:
        """With thirteen players the giving begins; with fewer a lull follows."""
        return replace(state, phase="giving")


class CardGiven(Fact, frozen=True):
    """With thirteen players a seat puts a card into the deck."""

    seat: Seat
    card: Annotated[Card, Secret("seat")]

    def apply(self, state: State) -> State:
        return replace(
            state,
            hands=for_seat(state.hands, self.seat, without(state.hands[self.seat - 1], self.card)),
            deck=(*state.deck, self.card),
            given=for_seat(state.given, self.seat, True),
            returned=state.returned if self.card == UNKNOWN else (*state.returned, self.card),
        )


class PremonitionHad(Fact, frozen=True):
    """A seat has a premonition; others know only of how many cards it is."""

    seat: Seat
    problem: int
    count: int
    cards: Annotated[Cards, Secret("seat")]
    nature: Annotated[Nature | None, Secret("told_to")]

    @property
    def told_to(self) -> Audience:
        """Who knows the nature: with two cards only who saw them."""
        return (self.seat,) if self.count == 2 else EVERYBODY

    def apply(self, state: State) -> State:
        return replace(
            state,
            problem=self.problem,
            nature=self.nature,
            untold=True,
            deck=state.deck[self.count :],
            spent=state.spent + self.cards,
        )


class ProphecyTold(Fact, frozen=True):
    """A seat tells its premonition."""

    seat: Seat
    text: str

    def apply(self, state: State) -> State:
        return replace(state, untold=False)


class LeaderSet(Fact, frozen=True):
    """A seat leads the next round."""

    seat: Seat
    round: int
    why: Cause
    problem: int

    def apply(self, state: State) -> State:
        return replace(
            state, phase="suggesting", leader=self.seat, round=self.round, kind=None, prime=None, winner=None
        )


class SuggestionMade(Fact, frozen=True):
    """The leader suggests how magic would help, with a card face down."""

    seat: Seat
    round: int
    text: str
    card: Annotated[Card, Secret("seat")]

    def apply(self, state: State) -> State:
        return replace(_put_forward(state, self.seat, self.card), phase="commenting", untold=False)


class CommentMade(Fact, frozen=True):
    """A seat backs the suggestion, with a card face down."""

    seat: Seat
    round: int
    text: str
    card: Annotated[Card, Secret("seat")]

    def apply(self, state: State) -> State:
        return _put_forward(state, self.seat, self.card)


class CardsRevealed(Fact, frozen=True):
    """All cards of the round are turned up."""

    round: int
    plays: Annotated[tuple[Play, ...], Secret("*")]

    def apply(self, state: State) -> State:
        return replace(state, table=self.plays, phase="revealed")


class SuitCounts(Struct, frozen=True, gc=False):
    """How many cards of each suit."""

    h: int
    d: int
    c: int
    s: int


class RoundJudged(Fact, frozen=True):
    """The suits are counted."""

    round: int
    counts: SuitCounts
    kind: Kind
    prime: Suit | None
    winner: Seat | None

    def apply(self, state: State) -> State:
        return replace(state, kind=self.kind, prime=self.prime, winner=self.winner, phase="judged")


class CardsReturned(Fact, frozen=True):
    """After a null round its cards go into the deck."""

    cards: Annotated[Cards, Secret("*")]

    def apply(self, state: State) -> State:
        return replace(
            state, table=(), deck=state.deck + self.cards, returned=state.returned + self.cards, phase="returned"
        )


class TrickTaken(Fact, frozen=True):
    """The winner takes the trick; `score` is what the winner has so far."""

    seat: Seat
    round: int
    cards: Annotated[Cards, Secret("*")]
    kind: Kind
    prime: Suit
    points: int
    score: int

    def apply(self, state: State) -> State:
        trick = Trick(self.round, self.cards, self.kind, self.prime, self.points)
        return replace(
            state,
            table=(),
            tricks=for_seat(state.tricks, self.seat, (*state.tricks[self.seat - 1], trick)),
            scores=for_seat(state.scores, self.seat, self.score),
            phase="telling",
        )


class ProblemEscalated(Fact, frozen=True):
    """After a null round the leader tells how the problem has changed."""

    seat: Seat
    text: str

    def apply(self, state: State) -> State:
        return state


class SuggestionImplemented(Fact, frozen=True):
    """After a trick its winner tells how the suggestion is carried out."""

    seat: Seat
    text: str
    kind: Kind

    def apply(self, state: State) -> State:
        return state


class LullBegan(Fact, frozen=True):
    """The company talks until somebody has a premonition; `problem` is the one that was solved."""

    problem: int | None

    def apply(self, state: State) -> State:
        return replace(state, phase="pub", leader=None)


class Said(Fact, frozen=True):
    """Somebody says something."""

    seat: Seat
    text: str

    def apply(self, state: State) -> State:
        return state


class MatchEnded(Fact, frozen=True):
    """The hands are used up; `best` are the seats with the highest score."""

    scores: PerSeat[int]
    ranks: PerSeat[int]
    best: tuple[Seat, ...]

    def apply(self, state: State) -> State:
        return replace(state, phase="final_scene", scores=self.scores, best=self.best)


def _put_forward(state: State, seat: Seat, card: Card) -> State:
    hands = for_seat(state.hands, seat, without(state.hands[seat - 1], card))
    return replace(state, hands=hands, table=(*state.table, Play(seat, card)))


FACTS: Final = (
    GameBegan, DeckShuffled, FortuneCast, WizardIntroduced, FortunesReturned, HandDealt, DeckLaid, CardGiven,
    PremonitionHad, ProphecyTold, LeaderSet, SuggestionMade, CommentMade, CardsRevealed, RoundJudged, CardsReturned,
    TrickTaken, ProblemEscalated, SuggestionImplemented, LullBegan, Said, MatchEnded,
)  # fmt: skip
