"""What a seat decides in Hand of the Hanataz; the order of checks is the order of the rules."""

from collections.abc import Iterator
from functools import partial
from typing import Annotated, Final, Self

from ludograph.domain.games.hand_of_the_hanataz import face_facts, facts, rules
from ludograph.domain.games.hand_of_the_hanataz import state as table
from ludograph.domain.games.hand_of_the_hanataz.checks import (
    check_aim,
    check_can_be,
    check_face,
    check_held,
    check_kind,
)
from ludograph.domain.games.hand_of_the_hanataz.dealing import draw, mixed, refill, stock_up, told
from ludograph.domain.games.hand_of_the_hanataz.effects import bards_paid, face_played, steal
from ludograph.domain.games.hand_of_the_hanataz.ending import end_match, nub_out, put_out
from ludograph.domain.games.hand_of_the_hanataz.options import buy_in_of
from ludograph.domain.games.hand_of_the_hanataz.state import Demand, FaceAtWork, Outcome, State
from ludograph.domain.kernel.cards import UNKNOWN, Card, Cards, holds
from ludograph.domain.kernel.course import sure
from ludograph.domain.kernel.decks.perilous import FOOL, RANK_OF
from ludograph.domain.kernel.game import (
    HELD,
    TABLE,
    Action,
    Chance,
    Cites,
    Faces,
    Fact,
    Impossible,
    Refused,
    Seat,
    Secret,
    Wanted,
    Who,
    replace,
)


class Keep(Action, frozen=True):
    """Exchange no card before the hand."""

    def decide(self, state: State, seat: Seat, chance: Chance) -> Iterator[Fact]:
        """Nothing is exchanged; cards are bought all the same."""
        state = yield from told(state, facts.StockKept(seat))
        yield from stock_up(state, chance, seat, 0)


class Exchange(Action, frozen=True):
    """Pay 1 silv to the pot, discard these cards and draw as many."""

    cards: Annotated[Cards, Secret("*"), Cites("HH-2.2", faceless="HH-1.5")] = ()

    def decide(self, state: State, seat: Seat, chance: Chance) -> Iterator[Fact]:
        if not self.cards:
            raise Refused("HH-2.2", "An exchange is of one card at least; `keep` exchanges none.")
        if not holds(table.player(state, seat).hand, self.cards):
            raise Refused("HH-2.2", "Only cards of one's own hand can be exchanged.")
        check_can_be(state, seat, self.cards)
        state = yield from told(
            state, facts.SilvsMoved(seat, "pot", 1, "exchange"), facts.CardsExchanged(seat, self.cards)
        )
        yield from stock_up(state, chance, seat, len(self.cards))


class Play(Action, frozen=True):
    """Play a number to take control, or a Wizard, Dragon, Crown, Troll, Bard or Priest."""

    card: Annotated[Card, Secret("*"), HELD, Cites("HH-3.6", faceless="HH-1.5")]

    def decide(self, state: State, seat: Seat, chance: Chance) -> Iterator[Fact]:
        check_held(state, seat, self.card)
        if rules.COUNT_OF[self.card]:
            yield from self._number(state, seat)
            return
        check_face(state, seat, self.card)
        if RANK_OF[self.card] == rules.NUB:
            check_can_be(state, seat, (self.card,))
        if RANK_OF[self.card] not in rules.PLAYED:
            raise Refused("HH-3.9", f"{self.card} needs something to act on, which its own verb names.")
        if self.card == rules.TROLL and not table.others_active(state, seat):
            raise Refused("HH-3.9", "A Troll needs another active player.")
        yield from _face(state, chance, face_facts.FacePlayed(seat, self.card))

    def _number(self, state: State, seat: Seat) -> Iterator[Fact]:
        how = table.control_by(state, seat, self.card)
        if how is None:
            raise Refused("HH-3.3", f"{self.card} does not take control: {state.row[-1]} controls.")
        check_can_be(state, seat, (self.card,))
        if how == "same":
            yield facts.SilvsMoved(seat, "pot", 1, "same_number")
        yield facts.NumberPlayed(seat, self.card, how)
        yield facts.ControlTaken(seat, self.card)


class Rogue(Action, frozen=True):
    """Rob a player of 2 silvs, or of 1 silv and a random card."""

    card: Annotated[Card, Secret("*"), HELD, Cites("HH-3.6", faceless="HH-1.5")]
    target: Annotated[Seat, Cites("HH-3.9")]
    demand: Annotated[Demand, Cites("HH-4.4")]

    def decide(self, state: State, seat: Seat, chance: Chance) -> Iterator[Fact]:
        """The Rogue; who is eligible is asked for a Knight first."""
        check_kind(state, seat, self.card, rules.ROGUE)
        check_aim(state, seat, self.card, self.target)
        if self.demand not in table.demands(state, self.target):
            other = "2 silvs" if self.demand == "card" else "1 silv and a card"
            raise Refused(
                "HH-4.4", "{target} cannot give that, but can give {other}.", target=Who(self.target), other=other
            )
        fact = face_facts.FacePlayed(seat, self.card, target=self.target, demand=self.demand)
        yield from _face(state, chance, fact)


class Jester(Action, frozen=True):
    """Look at a card of the Hanataz Hand, then draw a card and play one."""

    card: Annotated[Card, Secret("*"), HELD, Cites("HH-3.6", faceless="HH-1.5")]
    slot: Annotated[int, Cites("HH-3.9")]

    def decide(self, state: State, seat: Seat, chance: Chance) -> Iterator[Fact]:
        check_kind(state, seat, self.card, rules.JESTER)
        check_aim(state, seat, self.card, self.slot)
        yield from _face(state, chance, face_facts.FacePlayed(seat, self.card, slot=self.slot))


class Fool(Action, frozen=True):
    """Take a card of the Hanataz Hand and shuffle the Fool in among the others."""

    slot: Annotated[int, Cites("HH-3.9")]

    def decide(self, state: State, seat: Seat, chance: Chance) -> Iterator[Fact]:
        check_kind(state, seat, FOOL, FOOL)
        check_aim(state, seat, FOOL, self.slot)
        yield from _face(state, chance, face_facts.FacePlayed(seat, FOOL, slot=self.slot))


class Assassin(Action, frozen=True):
    """Nub another active player out."""

    target: Annotated[Seat, Cites("HH-3.9")]

    def decide(self, state: State, seat: Seat, chance: Chance) -> Iterator[Fact]:
        check_kind(state, seat, rules.ASSASSIN, rules.ASSASSIN)
        check_aim(state, seat, rules.ASSASSIN, self.target)
        yield from _face(state, chance, face_facts.FacePlayed(seat, rules.ASSASSIN, target=self.target))


class Pass(Action, frozen=True):
    """Pay 1 silv to the pot instead of playing."""

    def decide(self, state: State, seat: Seat, chance: Chance) -> Iterator[Fact]:
        if not table.player(state, seat).silvs:
            raise Refused("HH-3.4", "A pass costs a silv, and there is none left: play a card or nub out.")
        yield facts.SilvsMoved(seat, "pot", 1, "pass")
        yield facts.TurnPassed(seat)


class Nub(Action, frozen=True):
    """Nub out: sit out the rest of the hand."""

    def decide(self, state: State, seat: Seat, chance: Chance) -> Iterator[Fact]:
        """The Nub is flipped, on one's own turn or instead of paying a levy."""
        yield from nub_out(state, seat, state.levy if state.phase == "levy" and state.levy else "chosen")


class Challenge(Action, frozen=True):
    """Flip a card of the Hanataz Hand against the controlling card; 0 where none lies there."""

    slot: Annotated[int, Cites("HH-6.1")]

    def decide(self, state: State, seat: Seat, chance: Chance) -> Iterator[Fact]:
        slots = table.occupied(state)
        if self.slot not in (slots or (0,)):
            lie = f"Cards lie in {', '.join(map(str, slots))}" if slots else "No card lies there: write 0"
            raise Refused("HH-6.1", f"Slot {self.slot} cannot be flipped. {lie}.")
        control = state.row[-1]
        if not slots:
            yield facts.ChallengeDecided(seat, control, None, "won")
            return
        known = table.known_card(table.cards_in(state, (self.slot,)))
        face = Faces(f"the card flipped in slot {self.slot}", (known,), partial(table.can_come, state))
        more = None if known == UNKNOWN else _laid_after_fool(state) if known == FOOL else 0
        (card,) = chance.ask(Wanted((face,), more, omissible=True))
        yield facts.SlotFlipped(seat, self.slot, card)
        result: Outcome = "fool" if card == FOOL else "beaten" if rules.house_beats(card, control) else "won"
        yield facts.ChallengeDecided(seat, control, card, result)


class Back(Action, frozen=True):
    """Leave the card looked at where it lies."""

    def decide(self, state: State, seat: Seat, chance: Chance) -> Iterator[Fact]:
        state = yield from told(state, face_facts.SlotReturned(seat, sure(sure(state.work).slot)))
        yield from draw(state, chance, seat, 1, "jester", state.refreshes + 1)


class Shuffle(Action, frozen=True):
    """Shuffle all face-down cards of the Hanataz Hand among their slots."""

    def decide(self, state: State, seat: Seat, chance: Chance) -> Iterator[Fact]:
        slots = table.occupied(state)
        cards = mixed(state, chance, slots, table.cards_in(state, slots))
        state = yield from told(state, face_facts.SlotsShuffled(seat, slots, cards, False))
        yield from draw(state, chance, seat, 1, "jester", state.refreshes + 1)


class Stop(Action, frozen=True):
    """Play nothing after a Jester, as nothing can be played."""

    def decide(self, state: State, seat: Seat, chance: Chance) -> Iterator[Fact]:
        if not table.may_stop(state, seat):
            raise Refused("HH-4.1", "There is a card in the hand that can be played: one has to be.")
        yield face_facts.FollowStopped(seat)


class Knight(Action, frozen=True):
    """Counter the Rogue or the Dragon just played."""

    card: Annotated[Card, Secret("*"), HELD, Cites("HH-3.6", faceless="HH-1.5")]

    def decide(self, state: State, seat: Seat, chance: Chance) -> Iterator[Fact]:
        check_held(state, seat, self.card)
        if RANK_OF[self.card] != rules.KNIGHT:
            raise Refused("HH-3.6", f"{self.card} is no Knight.")
        work = sure(state.work)
        check_can_be(state, seat, (self.card,))
        yield from bards_paid(state, seat)
        yield face_facts.KnightPlayed(seat, self.card)
        yield face_facts.CardCountered(work.card, work.seat, seat)


class Let(Action, frozen=True):
    """Let a Rogue or a Dragon be; the table does so for all who have not answered."""

    def decide(self, state: State, seat: Seat, chance: Chance) -> Iterator[Fact]:
        for one in state.waiting if seat == TABLE else (seat,):
            yield face_facts.ReactionPassed(one)


class Pay(Action, frozen=True):
    """Give what a Rogue demands, or pay a tax or a toll."""

    def decide(self, state: State, seat: Seat, chance: Chance) -> Iterator[Fact]:
        work = sure(state.work)
        if state.phase != "levy":
            yield from self._give(state, work, seat, chance)
        elif state.levy == "toll":
            yield facts.SilvsMoved(seat, work.seat, 1, "toll")
        else:
            yield facts.SilvsMoved(seat, "pot", 1, "tax")

    def _give(self, state: State, work: FaceAtWork, seat: Seat, chance: Chance) -> Iterator[Fact]:
        if not table.meets(state, seat, sure(work.demand)):
            raise Refused("HH-4.4", "There is not enough to give: one can only refuse.")
        yield facts.SilvsMoved(seat, work.seat, 2 if work.demand == "silvs" else 1, "theft")
        if work.demand == "card":
            yield from steal(state, chance, work.seat, seat)


class Refuse(Action, frozen=True):
    """Give a Rogue nothing, show the hand and leave the game."""

    hand: Annotated[Cards | None, Secret("*"), Cites("HH-1.5")] = None

    def completed(self, state: State, seat: Seat) -> Self:
        """With the hand, which everybody sees."""
        hand = table.player(state, seat).hand
        return self if self.hand is not None or UNKNOWN in hand else replace(self, hand=tuple(sorted(hand)))

    def decide(self, state: State, seat: Seat, chance: Chance) -> Iterator[Fact]:
        hand = table.player(state, seat).hand
        if self.hand is None:
            raise Impossible("count", "Who is put out shows the hand: write its cards after `refuse`.")
        if len(self.hand) != len(hand) or not holds(hand, self.hand):
            raise Impossible("conflict", "These are not the cards of that hand.")
        check_can_be(state, seat, self.hand)
        yield from put_out(state, seat, self.hand)


class Buyin(Action, frozen=True):
    """Take silvs for a debt token."""

    def decide(self, state: State, seat: Seat, chance: Chance) -> Iterator[Fact]:
        if not table.may_buy_in(state, seat):
            why = "who has no silv left" if buy_in_of(state.options) else "nobody in this match"
            raise Refused("HH-8.2", f"A buy-in is for {why}.")
        one = table.player(state, seat)
        yield facts.SilvsMoved("bank", seat, buy_in_of(state.options), "buy_in")
        yield facts.BoughtIn(seat, one.debts + 1, one.status == "out")


class Next(Action, frozen=True):
    """Open the next hand."""

    def decide(self, state: State, seat: Seat, chance: Chance) -> Iterator[Fact]:
        """All are active again; the slots are filled at once where nobody can stock up."""
        if not table.may_go_on(state):
            raise Refused("HH-2.1", "Another hand needs two players in the game, and a silv or a card among them.")
        fresh, hand = state.refreshes + 1, state.hand + 1
        state = yield from told(state, facts.HandOpened(hand, table.next_starter(state), state.price))
        if state.options.pot_bonus:
            state = yield from told(state, facts.SilvsMoved("house", "pot", hand - 1, "bonus"))
        if not state.waiting:
            yield from refill(state, chance, fresh)


class Finish(Action, frozen=True):
    """End the match between two hands."""

    def decide(self, state: State, seat: Seat, chance: Chance) -> Iterator[Fact]:
        if not table.may_finish(state):
            raise Refused("HH-8.1", "A number of hands is set, and another can be played.")
        yield from end_match(state, "finish")


def _face(state: State, chance: Chance, fact: face_facts.FacePlayed) -> Iterator[Fact]:
    check_can_be(state, fact.seat, (fact.card,))
    yield from face_played(state, chance, fact)


def _laid_after_fool(state: State) -> int:
    """How many cards are laid out when a flipped Fool has refreshed the deck."""
    left = state.deck + len(state.discard) + len(state.row) + len(state.bards) + len(table.occupied(state))
    return min(rules.HAND, left)


ACTIONS: Final = (
    Keep, Exchange, Play, Rogue, Jester, Fool, Assassin, Pass, Nub, Challenge, Back, Shuffle, Stop, Knight, Let, Pay,
    Refuse, Buyin, Next, Finish,
)  # fmt: skip
