"""What a seat decides in Last Year's Magic; the order of checks is the order of the rules."""

from collections.abc import Iterator
from functools import partial
from typing import Annotated, Final

from ludograph.domain.games.last_years_magic import facts
from ludograph.domain.games.last_years_magic import state as table
from ludograph.domain.games.last_years_magic.rules import FORTUNE, PACK, hand_size
from ludograph.domain.games.last_years_magic.scoring import nature_of, ranks
from ludograph.domain.games.last_years_magic.state import Cause, State
from ludograph.domain.kernel.cards import UNKNOWN, Card, Cards, unplaced
from ludograph.domain.kernel.game import (
    HELD,
    TABLE,
    Action,
    Chance,
    Faces,
    Fact,
    Impossible,
    Refused,
    Seat,
    Secret,
    Wanted,
    Who,
    left_of,
)
from ludograph.domain.kernel.standing import highest


class CastFortune(Action, frozen=True):
    """Draw two cards that hint at who your wizard is."""

    def decide(self, state: State, seat: Seat, chance: Chance) -> Iterator[Fact]:
        if state.phase != "gathering":
            raise Refused("LM-2.1", "The cards have been dealt: no fortune is cast any more.")
        if state.cast[seat - 1]:
            raise Refused("LM-2.2", "{seat} has cast a fortune already.", seat=Who(seat))
        yield facts.FortuneCast(seat, _drawn(state, seat, FORTUNE, "{seat}'s fortune", chance))


class Introduce(Action, frozen=True):
    """Introduce your wizard."""

    text: str = ""

    def decide(self, state: State, seat: Seat, chance: Chance) -> Iterator[Fact]:
        if seat not in table.strangers(state):
            raise Refused("LM-2.3", "The wizard of {seat} was introduced already.", seat=Who(seat))
        yield facts.WizardIntroduced(seat, self.text)


class Deal(Action, frozen=True):
    """Deal the cards."""

    def decide(self, state: State, seat: Seat, chance: Chance) -> Iterator[Fact]:
        """LM-2.4; all hands are drawn before anything is said, for the order of the deck begins with them."""
        if state.phase != "gathering":
            raise Refused("LM-2.4", "The cards have been dealt already.")
        hands = _hands(state, chance)
        size = len(PACK) - len(hands) * len(hands[0])
        dealt = tuple(card for hand in hands for card in hand)
        rest = (UNKNOWN,) * size if UNKNOWN in dealt else tuple(card for card in PACK if card not in dealt)
        order = dealt + chance.shuffle(rest)
        if fortunes := sum(map(len, state.cast)):
            yield facts.FortunesReturned(fortunes)
        yield facts.DeckShuffled("deal", len(order), order)
        for receiver, hand in enumerate(hands, start=1):
            yield facts.HandDealt(receiver, len(hand), hand)
        yield facts.DeckLaid(size)
        if not table.gives(len(hands)):
            yield facts.LullBegan(None)


class PutIn(Action, frozen=True):
    """Put a card from your hand back into the deck."""

    card: Annotated[Card, Secret("actor"), HELD]

    def decide(self, state: State, seat: Seat, chance: Chance) -> Iterator[Fact]:
        if state.phase != "giving":
            raise Refused("LM-3.1", "No cards are put back into the deck now.")
        if state.given[seat - 1]:
            raise Refused("LM-3.2", "{seat} has put a card back already.", seat=Who(seat))
        _check_card(state, seat, self.card, "LM-3.3")
        yield facts.CardGiven(seat, self.card)
        if sum(state.given) == table.seats_in(state) - 1:
            deck = chance.shuffle((*state.deck, self.card))
            yield facts.DeckShuffled("given", len(deck), deck)
            yield facts.LullBegan(None)


class Premonition(Action, frozen=True):
    """Touch the deck: have a premonition of no, one or two cards, and lead the round."""

    count: int
    text: str = ""

    def decide(self, state: State, seat: Seat, chance: Chance) -> Iterator[Fact]:
        if state.phase != "pub":
            raise _no_premonition(state)
        if waiting := table.strangers(state):
            raise Refused("LM-4.2", "Not introduced yet: {seats}.", seats=tuple(map(Who, waiting)))
        if self.count not in table.counts_open(state):
            raise Refused("LM-4.3", f"A premonition of {self.count} cards cannot be had: the deck has {_size(state)}.")
        cards = _drawn(state, seat, self.count, "{seat}'s premonition", chance)
        problem = state.problem + 1
        yield facts.PremonitionHad(seat, problem, self.count, cards, nature_of(cards))
        if self.text:
            yield facts.ProphecyTold(seat, self.text)
        yield facts.LeaderSet(seat, state.round + 1, "premonition", problem)


class Foretell(Action, frozen=True):
    """Tell your premonition, and how it begins to come true."""

    text: str = ""

    def decide(self, state: State, seat: Seat, chance: Chance) -> Iterator[Fact]:
        if state.phase != "suggesting" or seat != state.leader:
            raise Refused("LM-4.4", "Only who leads the round foretells, before the suggestion.")
        if not state.untold:
            raise Refused("LM-4.4", "This round follows no premonition that is still to be told.")
        yield facts.ProphecyTold(seat, self.text)


class Suggest(Action, frozen=True):
    """Suggest how magic would solve the problem, with a card face down."""

    card: Annotated[Card, Secret("actor"), HELD]
    text: str

    def decide(self, state: State, seat: Seat, chance: Chance) -> Iterator[Fact]:
        if state.phase != "suggesting":
            raise Refused("LM-5.1", "No suggestion is awaited now.")
        if seat != state.leader:
            raise Refused(
                "LM-5.1", "{leader} leads this round and makes the suggestion.", leader=Who(state.leader or TABLE)
            )
        if not self.text.strip():
            raise Refused("LM-5.2", "A suggestion needs words.")
        _check_card(state, seat, self.card, "LM-5.4")
        yield facts.SuggestionMade(seat, state.round, self.text, self.card)


class Comment(Action, frozen=True):
    """Back the suggestion, with a card face down."""

    card: Annotated[Card, Secret("actor"), HELD]
    text: str = ""

    def decide(self, state: State, seat: Seat, chance: Chance) -> Iterator[Fact]:
        awaited = table.commenter(state)
        if awaited is None:
            raise Refused("LM-5.3", "There is no suggestion to comment on now.")
        if seat != awaited:
            raise Refused("LM-5.3", "{seat} comments next.", seat=Who(awaited))
        _check_card(state, seat, self.card, "LM-5.4")
        yield facts.CommentMade(seat, state.round, self.text, self.card)


class Escalate(Action, frozen=True):
    """After a null round: tell how the problem has changed."""

    text: str = ""

    def decide(self, state: State, seat: Seat, chance: Chance) -> Iterator[Fact]:
        if seat != table.teller(state) or state.kind != "null":
            raise _not_told(state, "escalate")
        yield facts.ProblemEscalated(seat, self.text)
        yield _next_round(state)


class Implement(Action, frozen=True):
    """After a trick: tell how you carry the suggestion out."""

    text: str = ""

    def decide(self, state: State, seat: Seat, chance: Chance) -> Iterator[Fact]:
        if seat != table.teller(state) or state.kind is None or state.kind == "null":
            raise _not_told(state, "implement")
        yield facts.SuggestionImplemented(seat, self.text, state.kind)
        yield _next_round(state)


class Say(Action, frozen=True):
    """Say anything."""

    text: str = ""

    def decide(self, state: State, seat: Seat, chance: Chance) -> Iterator[Fact]:
        yield facts.Said(seat, self.text)


def _drawn(state: State, seat: Seat, count: int, label: str, chance: Chance) -> Cards:
    """Cards from the top of the deck, seen by one seat (LM-1.3, LM-1.4, LM-1.7)."""
    among = partial(table.can_be_drawn, state)
    top = Faces(label, state.deck[:count], among, to=(seat,), hidden=True, seat=seat, elsewhere=state.deck)
    return chance.ask(Wanted((top,)))


def _hands(state: State, chance: Chance) -> tuple[Cards, ...]:
    """The hands seat by seat (LM-1.3 to LM-1.5); nobody knows where any card is."""
    size = hand_size(table.seats_in(state))
    fresh = (UNKNOWN,) * size
    dealt = chance.ask(
        Wanted(
            tuple(
                Faces("{seat}'s hand", fresh, _undealt, to=(seat,), hidden=True, seat=seat, whole=True)
                for seat in table.everybody(state)
            )
        )
    )
    hands = tuple(dealt[at : at + size] for at in range(0, len(dealt), size))
    for seat, hand in enumerate(hands, start=1):
        if UNKNOWN in hand and set(hand) != {UNKNOWN}:
            raise Impossible(
                "unknown", "The hand of {seat} is written wholly, or as ?? for each card.", "LM-1.5", seat=Who(seat)
            )
    return hands


def _undealt(before: Cards) -> Cards:
    return unplaced(PACK, before)


def _check_card(state: State, seat: Seat, card: Card, rule: str) -> None:
    """Refuses a card that is not in a hand (LM-3.3, LM-5.4), and `??` from a known hand (LM-1.6)."""
    if not table.may_play(state, seat, card):
        raise Refused(rule, "{card} is not in the hand of {seat}.", card=card, seat=Who(seat))
    if card == UNKNOWN and UNKNOWN not in state.hands[seat - 1]:
        raise Refused("LM-1.6", "The hand of {seat} is known: name the card.", seat=Who(seat))


def _next_round(state: State) -> Fact:
    """After the telling: the end, a lull, or another round on the same problem."""
    if not any(state.hands):
        return facts.MatchEnded(state.scores, ranks(state.scores), highest(state.scores))
    if state.kind == "good":
        return facts.LullBegan(state.problem)
    (told_by,) = table.to_act(state)
    why: Cause = "null" if state.kind == "null" else "bad"
    return facts.LeaderSet(left_of(told_by, table.seats_in(state)), state.round + 1, why, state.problem)


def _no_premonition(state: State) -> Refused:
    if state.phase in ("gathering", "giving"):
        return Refused("LM-4.1", "The deck is not laid out yet.")
    if state.phase == "telling":
        return Refused("LM-4.1", "First it is told how the round ended.")
    under_way = "Round {round} is under way, led by {leader}."
    return Refused("LM-4.1", under_way, round=state.round, leader=Who(state.leader or TABLE))


def _not_told(state: State, verb: str) -> Refused:
    awaited = table.teller(state)
    if awaited is None:
        return Refused("LM-7.1", "There is no round to be told now.")
    wanted = "escalate" if state.kind == "null" else "implement"
    now = f"After a {state.kind} round {{seat}} may {wanted}, and nobody may {verb}."
    return Refused("LM-7.1", now, seat=Who(awaited))


def _size(state: State) -> str:
    return f"{len(state.deck)} card{'' if len(state.deck) == 1 else 's'}"


ACTIONS: Final[tuple[type[Action], ...]] = (
    CastFortune, Introduce, Deal, PutIn, Premonition, Foretell, Suggest, Comment, Escalate, Implement, Say,
)  # fmt: skip
