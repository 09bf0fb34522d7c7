"""What a seat decides in Fool's Down; the order of checks is the order of the rules."""

from collections.abc import Iterator
from typing import Annotated, Final

from ludograph.domain.games.fools_down import dealing, facts, wagering
from ludograph.domain.games.fools_down import state as table
from ludograph.domain.games.fools_down.hands import best_hand
from ludograph.domain.games.fools_down.rules import DOWN
from ludograph.domain.games.fools_down.scoring import ended
from ludograph.domain.games.fools_down.state import State
from ludograph.domain.kernel.cards import UNKNOWN, Card, Cards
from ludograph.domain.kernel.course import sure
from ludograph.domain.kernel.decks.perilous import FOOL
from ludograph.domain.kernel.game import (
    Action,
    Chance,
    Cites,
    Faces,
    Fact,
    Refused,
    Seat,
    Secret,
    Wanted,
    Who,
    left_of,
    replace,
)


class Deal(Action, frozen=True):
    """Start a hand: positions, forelays, and two down cards for each seat that plays."""

    def decide(self, state: State, seat: Seat, chance: Chance) -> Iterator[Fact]:
        """What happens before the cards, which follow by themselves."""
        dealer = table.next_dealer(state)
        if seat != dealer:
            if dealer is None:
                raise Refused("FD-3.1", "Nobody plays now.")
            raise Refused("FD-3.1", "It is the deal of {dealer}.", dealer=Who(dealer))
        if len(table.playing(state)) < 2:
            raise Refused("FD-3.2", "Nobody else plays now.")
        dealt = _clockwise_from(seat, table.playing(state))
        order = (*dealt[2:], *dealt[:2])
        yield facts.HandStarted(state.hands + 1, seat, order[-1], dealt[-1], order)
        yield from self._missed(state, seat, order[-1])
        for one in order:
            yield from _posted(state, one, one == order[-1])

    def _missed(self, state: State, dealer: Seat, bettor: Seat) -> Iterator[Fact]:
        """The seats that the Fool's Bet passes by and that owe nothing yet (R8)."""
        between = left_of(dealer, table.seats_in(state))
        while between != bettor:
            if (
                state.options.missed_fee
                and table.present(state, between, "out", "left")
                and not table.fee_of(state, between)
            ):
                yield facts.FoolsBetMissed(between)
            between = left_of(between, table.seats_in(state))


def _clockwise_from(first: Seat, seats: tuple[Seat, ...]) -> tuple[Seat, ...]:
    at = seats.index(first)
    return (*seats[at:], *seats[:at])


def _posted(state: State, seat: Seat, fools_bet: bool) -> Iterator[Fact]:
    """A seat's fee and forelay."""
    stack, fee, options = state.stacks[seat - 1], table.fee_of(state, seat), state.options
    if fee:
        yield wagering.FeePosted(seat, fee)
    amount = min(stack - fee, options.bet if fools_bet else options.forelay)
    if fools_bet:
        yield wagering.FoolsBetPosted(seat, amount, amount == stack - fee)
    elif options.forelay:
        yield wagering.ForelayPosted(seat, amount, amount == stack - fee)


class Sit(Action, frozen=True):
    """Sit out from the next hand on."""

    def decide(self, state: State, seat: Seat, chance: Chance) -> Iterator[Fact]:
        if not table.present(state, seat, "in"):
            raise Refused("FD-3.3", "Only a seat that plays can sit out.")
        yield facts.SatOut(seat)


class Return(Action, frozen=True):
    """Play again from the next hand on."""

    def decide(self, state: State, seat: Seat, chance: Chance) -> Iterator[Fact]:
        """A fee that is owed will be posted with the next forelay."""
        if not table.present(state, seat, "out", "left"):
            raise Refused("FD-3.4", "Only a seat that sits out or has left can come back.")
        if table.short_of_fee(state, seat):
            raise Refused(
                "FD-3.5", f"This seat owes {table.fee_of(state, seat)} and has only {state.stacks[seat - 1]}."
            )
        yield facts.CameBack(seat, table.fee_of(state, seat))


class Leave(Action, frozen=True):
    """Go, and take the chips along."""

    def decide(self, state: State, seat: Seat, chance: Chance) -> Iterator[Fact]:
        if not table.present(state, seat, "in", "out"):
            raise Refused("FD-3.6", "Only a seat at the table can leave it.")
        yield facts.LeftTable(seat, state.stacks[seat - 1])


class Tip(Action, frozen=True):
    """Give the hired dealer some chips."""

    amount: int

    def decide(self, state: State, seat: Seat, chance: Chance) -> Iterator[Fact]:
        if state.options.dealer == "rotating":
            raise Refused("FD-3.7", "No dealer is hired: there is nobody to tip.")
        if not table.present(state, seat, "in", "out"):
            raise Refused("FD-3.7", "Only a seat at the table can tip.")
        if self.amount not in table.tips_open(state, seat):
            kept = 1 + table.fee_of(state, seat)
            raise Refused("FD-3.7", f"A tip is at least 1, and {kept} of {state.stacks[seat - 1]} must be kept.")
        yield facts.DealerTipped(seat, self.amount)


class Finish(Action, frozen=True):
    """End the evening."""

    def decide(self, state: State, seat: Seat, chance: Chance) -> Iterator[Fact]:
        if not table.present(state, seat, "in", "out"):
            raise Refused("FD-3.8", "Only a seat at the table can end the evening.")
        yield ended(state, "finished")


class Wink(Action, frozen=True):
    """Check: put in nothing."""

    def decide(self, state: State, seat: Seat, chance: Chance) -> Iterator[Fact]:
        if missing := table.to_match(state, seat):
            raise Refused("FD-4.1", f"There {'is' if missing == 1 else 'are'} {missing} to match.")
        yield wagering.Winked(seat, sure(state.hand).round)


class Match(Action, frozen=True):
    """Call: put in what is missing, or all you have."""

    def decide(self, state: State, seat: Seat, chance: Chance) -> Iterator[Fact]:
        if not table.to_match(state, seat):
            raise Refused("FD-4.2", "There is nothing to match.")
        paid = table.put_in_to_match(state, seat)
        yield wagering.Matched(seat, sure(state.hand).round, paid, paid == state.stacks[seat - 1])


class _Raise(Action, frozen=True):
    """Put in more than has to be matched; `to` is the total for this round."""

    to: int

    def decide(self, state: State, seat: Seat, chance: Chance) -> Iterator[Fact]:
        self._check_word(state)
        self._check_amount(state, seat)
        hand = sure(state.hand)
        betting = sure(hand.betting)
        paid = self.to - betting.paid[seat - 1]
        raised = wagering.Bumped if hand.wagered else wagering.Wagered
        full = self.to - betting.level >= hand.step
        yield raised(seat, hand.round, paid, paid == state.stacks[seat - 1], self.to, full)

    def _check_word(self, state: State) -> None:
        raise NotImplementedError

    def _check_amount(self, state: State, seat: Seat) -> None:
        hand, most = sure(state.hand), table.reach(state, seat)
        level = sure(hand.betting).level
        if not table.is_rise(state, seat, self.to):
            least, limit = level + hand.step, state.options.limit
            upper = "" if limit is None else f" and at most {level + limit}"
            raise Refused("FD-4.4", f"At least {least}{upper} in this round, or less with all chips.")
        if self.to > most:
            raise Refused("FD-4.5", f"{self.to} in this round is more than this seat has: it can reach {most}.")
        if not table.others_have_chips(state, seat):
            raise Refused("FD-4.6", "Nobody else in the hand has chips left.")
        if not table.may_reopen(state, seat):
            raise Refused("FD-4.7", f"It was not raised by {hand.step} since this seat acted: match or duck.")


class Wager(_Raise, frozen=True):
    """Bet; `to` is what you will have put in during this round."""

    def _check_word(self, state: State) -> None:
        if sure(state.hand).wagered:
            raise Refused("FD-4.3", "Somebody has wagered in this round: bump it.")


class Bump(_Raise, frozen=True):
    """Raise; `to` is what you will have put in during this round."""

    def _check_word(self, state: State) -> None:
        hand = sure(state.hand)
        if not hand.wagered and hand.round != "deal":
            raise Refused("FD-4.3", "Nobody has wagered in this round yet: there is nothing to bump.")


class Duck(Action, frozen=True):
    """Fold, cards face down, at the showdown too; the Fool as last card may be turned up for the Fool's Bag."""

    fool: Annotated[Card | None, Secret("*")] = None

    def decide(self, state: State, seat: Seat, chance: Chance) -> Iterator[Fact]:
        self._check(state, seat)
        hand = sure(state.hand)
        yield wagering.Ducked(seat, None if state.phase == "showdown" else hand.round, self.fool)
        if self.fool is not None:
            yield from _fool_seen(state, seat, still_in=False)
            yield dealing.FoolsDownCounted(seat, state.counts[seat - 1] + 1)

    def _check(self, state: State, seat: Seat) -> None:
        if self.fool not in (None, FOOL):
            raise Refused("FD-1.4", "One ducks with the Fool turned up, or with no card.")
        if self.fool is not None and not table.may_turn_up_fool(state, seat):
            raise Refused("FD-4.9", self._why_not(state, seat))
        if state.phase == "showdown" and table.must_show(state):
            raise Refused("FD-6.2", "No hand that was shown is in play: this seat must show.")

    def _why_not(self, state: State, seat: Seat) -> str:
        if not state.options.fools_bag:
            return "There is no Fool's Bag to be won."
        if not table.has_last(state, seat):
            return "The Fool's Down cards are not dealt yet."
        return "The Fool is not the last card of this seat."


class Keep(Action, frozen=True):
    """Exchange nothing."""

    def decide(self, state: State, seat: Seat, chance: Chance) -> Iterator[Fact]:
        yield dealing.CardKept(seat)


class Exchange(Action, frozen=True):
    """Put away your first or second down card for a new one."""

    slot: int

    def decide(self, state: State, seat: Seat, chance: Chance) -> Iterator[Fact]:
        if self.slot not in (1, 2):
            raise Refused("FD-5.2", "Slot 1 or 2 belongs here: one of the first two down cards.")
        out = sure(state.hand).down[seat - 1][self.slot - 1]
        label = f"{{seat}}'s new down card {self.slot}"
        new = Faces(label, (UNKNOWN,), lambda _: table.can_come(state), (seat,), hidden=True, seat=seat)
        yield dealing.CardExchanged(seat, self.slot, out, *chance.ask(Wanted((new,), more=None)))


class Show(Action, frozen=True):
    """Claim the pot at the showdown: turn up all three down cards, the Fool's Down card as the last."""

    cards: Annotated[Cards | None, Secret("*"), Cites(None, faceless="FD-6.3")] = None

    def completed(self, state: State, seat: Seat) -> "Show":
        """With the cards that the record knows."""
        known = sure(state.hand).down[seat - 1]
        return self if self.cards is not None or UNKNOWN in known else replace(self, cards=known)

    def decide(self, state: State, seat: Seat, chance: Chance) -> Iterator[Fact]:
        cards, hand = self._checked(state, seat), sure(state.hand)
        best = best_hand(cards, hand.common)
        yield dealing.HandShown(seat, cards, best.category, best.five, best.ranks, best.suits)
        if FOOL in cards:
            yield from _fool_seen(state, seat, still_in=True)
        if cards[DOWN - 1] == FOOL and state.options.fools_down == "traditional":
            yield dealing.TakenDown(seat)
            if state.options.fools_bag:
                yield dealing.FoolsDownCounted(seat, state.counts[seat - 1] + 1)

    def _checked(self, state: State, seat: Seat) -> Cards:
        if self.cards is None:
            raise Refused("FD-6.3", "The record does not know all three cards: write them.")
        if len(self.cards) != DOWN or UNKNOWN in self.cards or len(set(self.cards)) < DOWN:
            raise Refused("FD-6.3", "Three different cards are shown, the Fool's Down card as the last.")
        for slot, card in enumerate(self.cards, start=1):
            if not table.could_have(state, seat, slot, card):
                raise Refused("FD-6.3", f"{card} cannot be card {slot} of this seat: the record says otherwise.")
        return self.cards


def _fool_seen(state: State, seat: Seat, still_in: bool) -> Iterator[Fact]:
    """With Fool's Rules: the Fool appears in a seat's hand, and the others pay for it."""
    if not state.options.fools_rules:
        return
    hand = sure(state.hand)
    bettor_left = seat == hand.fools_bettor and not still_in
    owing = () if bettor_left else table.dues(state)
    yield dealing.FoolAppeared(None, seat, tuple(payer for payer, _ in owing))
    for payer, amount in owing:
        yield dealing.DuesPaid(payer, amount)


ACTIONS: Final = (Deal, Sit, Return, Leave, Tip, Finish, Wink, Match, Wager, Bump, Duck, Keep, Exchange, Show)
