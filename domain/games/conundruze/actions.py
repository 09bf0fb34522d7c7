"""What a seat, or between games the table, decides in Conundruze; the order of checks is the order of the rules.

Here are deals and turns; betting is in `wagering`, the powers of face cards in `face_cards`.
"""

from collections.abc import Iterator
from typing import Annotated, Final

from ludograph.domain.games.conundruze import face_cards, facts
from ludograph.domain.games.conundruze import state as table
from ludograph.domain.games.conundruze.bets import ForelayPaid
from ludograph.domain.games.conundruze.castle import card_at, is_up, may_name, replaceable
from ludograph.domain.games.conundruze.outcomes import castles, draw, faces, revealed
from ludograph.domain.games.conundruze.rules import BOTTOM, TOP, Position, Spot
from ludograph.domain.games.conundruze.state import ConundruzeOptions, State
from ludograph.domain.games.conundruze.wagering import Bump, Duck, Match, Wager, Wink
from ludograph.domain.kernel.cards import UNKNOWN
from ludograph.domain.kernel.course import sure
from ludograph.domain.kernel.decks.perilous import FOOL
from ludograph.domain.kernel.game import Action, Chance, Fact, Question, Refused, Seat, Who, acting, replace


class Deal(Action, frozen=True):
    """Shuffle for the next game and deal it; outcomes are the castles, all left out where nobody knows them."""

    def decide(self, state: State, seat: Seat, chance: Chance) -> Iterator[Fact]:
        seats = table.in_match(state)
        started = facts.GameStarted(state.game + 1, table.next_caster(state), seats)
        yield started
        yield from forelays(state.options, seats)
        yield from castles(started.apply(state), seats, chance)


def forelays(options: ConundruzeOptions, seats: tuple[Seat, ...]) -> Iterator[Fact]:
    """What a game costs everybody."""
    if table.has_betting(options):
        yield from (ForelayPaid(seat, options.forelay) for seat in seats)


class Flip(Action, frozen=True):
    """Turn up two cards of one's own castle, which become the top row in this order."""

    first: Annotated[Position, Question("Which card becomes the left of the top row", whose=acting)]
    second: Annotated[Position, Question("Which card becomes the right of the top row", whose=acting)]

    def decide(self, state: State, seat: Seat, chance: Chance) -> Iterator[Fact]:
        if table.side_of(state, seat).flipped:
            raise Refused("CZ-2.4", "This seat has flipped already.")
        if self.first == self.second:
            raise Refused("CZ-2.4", "Two different positions are flipped.")
        first, second = faces(state, ((seat, self.first), (seat, self.second)), chance)
        yield facts.CardsFlipped(seat, self.first, first, self.second, second, self._moves())

    def _moves(self) -> tuple[facts.Move, ...]:
        """The cards of row 1 that were not chosen go to the places left empty below it (CZ-2.5)."""
        chosen = (self.first, self.second)
        loose = (place for place in TOP if place not in chosen)
        empty = (place for place in chosen if place not in TOP)
        return tuple(facts.Move(source, goal) for source, goal in zip(loose, empty, strict=True))


class Peek(Action, frozen=True):
    """Look at the bottom pair of one's own castle."""

    def decide(self, state: State, seat: Seat, chance: Chance) -> Iterator[Fact]:
        side = table.side_of(state, seat)
        if not side.flipped:
            raise Refused("CZ-2.6", "One flips before one peeks.")
        if not table.may_peek(state, side):
            raise Refused("CZ-2.6", "One peeks once a game, before one first bets or takes a turn.")
        spots = tuple((seat, place) for place in BOTTOM)
        yield facts.BottomPeeked(seat, faces(state, spots, chance, to=(seat,), hidden=True))


class Draw(Action, frozen=True):
    """Turn up the top of the draw pile."""

    def decide(self, state: State, seat: Seat, chance: Chance) -> Iterator[Fact]:
        yield from draw(state, seat, chance)


class Take(Action, frozen=True):
    """Take the top discard, which then must be played."""

    def decide(self, state: State, seat: Seat, chance: Chance) -> Iterator[Fact]:
        if not state.discards:
            raise Refused("CZ-3.2", "Nothing has been discarded.")
        yield facts.DiscardTaken(seat, state.discards[-1])


class Place(Action, frozen=True):
    """Put the held card in the place of a card of one's own castle, which is discarded."""

    pos: Annotated[Position, Question("Which card of {seat} does it replace", whose=acting)]

    def decide(self, state: State, seat: Seat, chance: Chance) -> Iterator[Fact]:
        """The exchange, with the face of what lay face down; and all other faces where that ends the game."""
        side = table.side_of(state, seat)
        if self.pos not in replaceable(side):
            raise Refused("CZ-3.5", f"{self.pos} lies face up in a sealed castle.")
        old = card_at(side, self.pos) or UNKNOWN
        placed = facts.CardPlaced(seat, self.pos, sure(state.held), old, self.pos in side.down)
        if not placed.was_down:
            yield placed
            return
        after = placed.apply(state)
        hidden = table.to_reveal(after) if table.is_game_ending(after) else ()
        old, *rest = faces(state, ((seat, self.pos), *hidden), chance)
        yield replace(placed, old=old)
        if not side.sealed:
            yield facts.CastleSealed(seat)
        yield from revealed(hidden, tuple(rest))


class Gate(Action, frozen=True):
    """Put the held card into one's own gatehouse."""

    def decide(self, state: State, seat: Seat, chance: Chance) -> Iterator[Fact]:
        if table.side_of(state, seat).gate is not None:
            raise Refused("CZ-5.1", "This gatehouse is filled already.")
        yield facts.GatehouseFilled(seat, sure(state.held))


class Steal(Action, frozen=True):
    """Put the held Fool in the place of a face-up card, which replaces a face-up card of one's own."""

    target: Annotated[Seat, Question("Whose card is stolen")]
    there: Annotated[Spot, Question("Which card of {target} is stolen", whose="target")]
    own: Annotated[Spot, Question("Which card of {seat} does it replace", whose=acting)]

    def decide(self, state: State, seat: Seat, chance: Chance) -> Iterator[Fact]:
        self._check(state, seat)
        stolen = card_at(table.side_of(state, self.target), self.there) or UNKNOWN
        discarded = card_at(table.side_of(state, seat), self.own) or UNKNOWN
        yield facts.FoolStole(seat, self.target, self.there, stolen, self.own, discarded)

    def _check(self, state: State, seat: Seat) -> None:
        if state.held != FOOL:
            raise Refused("CZ-4.1", f"{state.held} is held, and only a Fool steals.")
        if self.target not in table.in_game(state):
            raise Refused("CZ-4.2", "{seat} is not in the game.", seat=Who(self.target))
        theirs, ours = table.side_of(state, self.target), table.side_of(state, seat)
        if not is_up(theirs, self.there):
            raise Refused("CZ-4.3", "{there} of {seat} lies face down.", there=self.there, seat=Who(self.target))
        if not is_up(ours, self.own):
            raise Refused("CZ-4.4", f"The own {self.own} lies face down.")
        if self.target == seat and self.there == self.own:
            raise Refused("CZ-4.5", "In one's own castle these are two different places.")
        if not (may_name(theirs, self.there) and may_name(ours, self.own)):
            raise Refused("CZ-5.4", "Nothing lies in that gatehouse.")


class Discard(Action, frozen=True):
    """Discard the card that was drawn."""

    def decide(self, state: State, seat: Seat, chance: Chance) -> Iterator[Fact]:
        if not state.drawn:
            raise Refused("CZ-3.3", "A card taken from the discard pile must be played.")
        yield facts.CardDiscarded(seat, sure(state.held))


ACTIONS: Final = (
    Deal, Flip, Peek, Wager, Wink, Match, Bump, Duck, Draw, Take, Place, Gate, Steal, Discard, face_cards.Backstab,
    face_cards.Pilfer, face_cards.Riposte, face_cards.Arcane, face_cards.Influence, face_cards.Swap, face_cards.Recall,
    face_cards.Mock, face_cards.Gloat, face_cards.Tip, face_cards.React, face_cards.Pass,
)  # fmt: skip
