"""The course of an evening: who may act, what is open to them, and what follows by itself."""

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import permutations
from typing import Any, Final

from ludograph.domain.games.fools_down import actions, dealing, facts, wagering
from ludograph.domain.games.fools_down import state as table
from ludograph.domain.games.fools_down.rules import COMMON, DECK, DOWN, DRAGONS, ROUND_NAMES, ROUNDS, STAGES, TRICK
from ludograph.domain.games.fools_down.scoring import award, bag_won, ended, ending, pots_of, uncalled
from ludograph.domain.games.fools_down.state import Hand, State
from ludograph.domain.kernel.cards import UNKNOWN, Card, Cards
from ludograph.domain.kernel.course import Course, Phase, sure
from ludograph.domain.kernel.decks.perilous import FOOL
from ludograph.domain.kernel.game import (
    NOBODY,
    Action,
    Chance,
    Choice,
    Faces,
    Fact,
    Seat,
    Wanted,
    clockwise,
    numbered,
    replace,
)

# What is open


def choices(state: State, seat: Seat) -> tuple[Choice, ...]:
    """What is open to a seat now; whose turn it is takes long to find out, and most cannot have it."""
    if state.hand is not None and not table.may_be_asked(state.hand, seat):
        return ()
    return COURSE.choices(state, seat)


def switched_off(options: table.FoolsDownOptions) -> Iterator[str]:
    """The verbs of variants that are not played."""
    if options.dealer == "rotating":
        yield "tip"
    if not options.turning_the_trick:
        yield from ("keep", "exchange")


def _between(state: State, seat: Seat) -> Iterator[Choice]:
    """Somebody is waited for: the next dealer; else who can come back; else anybody to end the evening."""
    stuck = state.presence.count("in") < 2
    nobody_returns = stuck and not any(table.may_return(state, other) for other in range(1, table.seats_in(state) + 1))
    if table.present(state, seat, "in"):
        if table.may_deal(state, seat):
            yield DEAL
        yield SIT
    elif table.may_return(state, seat):
        yield Choice(actions.Return, idle=not stuck)
    if tips := table.tips_open(state, seat):
        yield Choice(actions.Tip, {"amount": tips}, idle=True)
    if table.present(state, seat, "in", "out"):
        yield LEAVE
        yield FINISH if nobody_returns else FINISH_EARLY


DEAL: Final = Choice(actions.Deal)
SIT: Final = Choice(actions.Sit, idle=True)
LEAVE: Final = Choice(actions.Leave, idle=True)
FINISH: Final = Choice(actions.Finish)
FINISH_EARLY: Final = Choice(actions.Finish, idle=True)


def _wagers(state: State, seat: Seat) -> Iterator[Choice]:
    yield Choice(actions.Match) if table.to_match(state, seat) else Choice(actions.Wink)
    if (amounts := table.rises(state, seat)) and table.others_have_chips(state, seat) and table.may_reopen(state, seat):
        hand = sure(state.hand)
        if not hand.wagered:
            yield Choice(actions.Wager, {"to": amounts})
        if hand.wagered or hand.round == "deal":
            yield Choice(actions.Bump, {"to": amounts})
    yield _ducks(state, seat)


def told_as(state: State, action: Action) -> Action:
    """Over the Fool's Bet alone to bump is to wager (FD-4.3)."""
    if isinstance(action, actions.Bump) and not sure(state.hand).wagered:
        return actions.Wager(action.to)
    return action


def _ducks(state: State, seat: Seat) -> Choice:
    open_fool = (FOOL,) if table.may_turn_up_fool(state, seat) else ()
    return Choice(actions.Duck, {"fool": (None, *open_fool)})


def _answers(state: State, seat: Seat) -> Iterator[Choice]:
    yield Choice(actions.Keep)
    yield Choice(actions.Exchange, {"slot": (1, 2)})


def _shows(state: State, seat: Seat) -> Iterator[Choice]:
    yield Choice(actions.Show, {"cards": Showable(state, seat)})
    if not table.must_show(state):
        yield replace(_ducks(state, seat), waives=True)


class Showable(Sequence[Cards]):
    """The three cards that a seat may show, as far as the record knows: for a `??` any card that can lie there."""

    def __init__(self, state: State, seat: Seat) -> None:
        self._state = state
        self._seat = seat
        self._known = sure(state.hand).down[seat - 1]
        self._open = [at for at, card in enumerate(self._known) if card == UNKNOWN]
        self._left = table.can_come(state) if self._open else ()

    def __len__(self) -> int:
        count = 1
        for taken in range(len(self._open)):
            count *= len(self._left) - taken
        return count

    def __getitem__(self, at: Any) -> Any:
        """One of them; which one is of no matter, as long as each has its place."""
        if not 0 <= at < len(self):
            raise IndexError(at)
        left, cards = list(self._left), list(self._known)
        for slot in self._open:
            at, which = divmod(at, len(left))
            cards[slot] = left.pop(which)
        return tuple(cards)

    def __iter__(self) -> Iterator[Cards]:
        for chosen in permutations(self._left, len(self._open)):
            cards = list(self._known)
            for slot, card in zip(self._open, chosen, strict=True):
                cards[slot] = card
            yield tuple(cards)

    def __contains__(self, cards: Any) -> bool:
        if not isinstance(cards, tuple) or len(cards) != len(self._known) or len(set(cards)) < len(cards):
            return False
        return all(table.could_have(self._state, self._seat, slot, card) for slot, card in enumerate(cards, start=1))


# What follows


def _go_on(state: State, chance: Chance) -> Fact | Iterable[Fact] | None:
    """In wagering: first the cards of its stage, then bets, and when these are over what comes next."""
    hand = sure(state.hand)
    if hand.betting is None:
        return _next_stage(state, hand, chance)
    return _dealt(state, hand, chance) or _closed(state, hand)


def _next_stage(state: State, hand: Hand, chance: Chance) -> Fact:
    """After a round: the end of the hand, the showdown, or the burned card with which a stage begins."""
    if len(hand.standing) == 1:
        return facts.PotsFormed(pots_of(hand))
    if hand.round == ROUNDS[-1]:
        return dealing.ShowdownStarted(tuple(seat for seat in table.showing_order(hand) if seat in hand.standing))
    following = ROUNDS[ROUNDS.index(hand.round) + 1]
    label = f"the card burned before {ROUND_NAMES[following]}"
    burned = Faces(label, (UNKNOWN,), lambda _: table.can_come(state), to=NOBODY, hidden=True)
    return dealing.CardBurned(following, *chance.ask(Wanted((burned,), more=None)))


def _dealt(state: State, hand: Hand, chance: Chance) -> Fact | Iterable[Fact] | None:
    """The next common card of a stage, what it brings, or all down cards; None when all lie there."""
    if hand.wild is not None:
        return _wild_turned(state, hand, hand.wild)
    stage = STAGES[hand.round]
    if len(hand.common) < stage.common:
        place = len(hand.common) + 1
        label = "the card that replaces the Trick" if place == TRICK and hand.turned else _common(place)
        turned = Faces(label, (UNKNOWN,), lambda _: table.can_come(state))
        return dealing.CommonCardTurned(place, *chance.ask(Wanted((turned,), more=None)))
    if hand.round == "trick" and not hand.turned and hand.common[TRICK - 1] in DRAGONS:
        return _exchange_opened(state, hand.common[TRICK - 1])
    if len(hand.down[hand.standing[-1] - 1]) == stage.down:
        return None
    return _down_dealt(state, hand, stage.down, chance)


def _common(place: int) -> str:
    """A common card as one asks for it."""
    name = COMMON[place - 1]
    return numbered(f"the {name}", COMMON.count(name))[place - 1 - COMMON.index(name)]


def _exchange_opened(state: State, trick: Card) -> Fact | None:
    return dealing.ExchangeOpened(trick) if state.options.turning_the_trick else None


def _wild_turned(state: State, hand: Hand, card: Card) -> Fact:
    """A wild card on the table: the Fool's dues, exchanges where it is the Trick, then it is put away."""
    place = len(hand.common) + 1
    if card == FOOL and state.options.fools_rules and not hand.appeared:
        return dealing.FoolAppeared(place, None, tuple(seat for seat, _ in table.dues(state)))
    if hand.payers:
        seat, amount = next(due for due in table.dues(state) if due[0] == hand.payers[0])
        return dealing.DuesPaid(seat, amount)
    if place == TRICK and not hand.turned and (opened := _exchange_opened(state, card)):
        return opened
    return dealing.WildDiscarded(place, card)


def _down_dealt(state: State, hand: Hand, slots: int, chance: Chance) -> Iterator[Fact]:
    """The down cards, in order: all get one before anybody gets another."""
    left = table.can_come(state)
    for slot in range(len(hand.down[hand.standing[-1] - 1]) + 1, slots + 1):
        label = "{seat}'s Fool's Down card" if slot == DOWN else f"{{seat}}'s down card {slot}"
        for seat in hand.standing:
            down = Faces(label, (UNKNOWN,), partial(_left, left), (seat,), hidden=True, seat=seat)
            (card,) = chance.ask(Wanted((down,), more=None))
            yield dealing.DownCardDealt(seat, slot, card)
            if card != UNKNOWN:
                at = left.index(card)
                left = left[:at] + left[at + 1 :]


def _left(cards: Cards, before: Cards) -> Cards:
    return cards


def _closed(state: State, hand: Hand) -> Fact | None:
    """When nobody is to answer any more: what nobody matched goes back, and the round is over (5.2)."""
    if table.next_bettor(state, hand) is not None:
        return None
    seat, amount = uncalled(hand)
    if amount:
        return wagering.BetReturned(seat, amount)
    skipped = hand.round != "deal" and sure(hand.betting).last is None and len(table.able(state, hand)) < 2
    return wagering.WageringSkipped(hand.round) if skipped else wagering.RoundClosed(hand.round)


def _shown_on(state: State, chance: Chance) -> Fact | None:
    """The showdown is over when all have shown or ducked, or one is left."""
    hand = sure(state.hand)
    return None if hand.waiting and len(hand.standing) > 1 else facts.PotsFormed(pots_of(hand))


def _settled(state: State, chance: Chance) -> Fact:
    """Pots from the main pot up, dues, the Fool's Bag, and the hand is over."""
    hand = sure(state.hand)
    if hand.pots:
        return award(state, hand.pots[0])
    if hand.dues:
        return facts.DuesCollected(hand.fools_bettor, hand.dues)
    return bag_won(state) or facts.HandEnded(state.stacks)


def _after_hand(state: State, chance: Chance) -> Fact | None:
    """Seats without chips are broke; the evening may be over."""
    for seat in table.playing(state):
        if not state.stacks[seat - 1]:
            return facts.SeatBroke(seat)
    reason = ending(state)
    return None if reason is None else ended(state, reason)


COURSE: Final = Course(
    {
        "between": Phase(
            "No hand is under way",
            ("deal", "sit", "return", "leave", "tip", "finish"),
            _between,
            _after_hand,
            anybody=True,
        ),
        "wager": Phase("This is a round of wagering", ("wink", "match", "wager", "bump", "duck"), _wagers, _go_on),
        "turning": Phase("The Trick is turned", ("keep", "exchange"), _answers),
        "showdown": Phase("This is the showdown", ("show", "duck"), _shows, _shown_on),
        "settling": Phase(follow=_settled),
    },
    asked=table.to_act,
    everybody=lambda state: clockwise(1, table.seats_in(state)),
    over="FD-1.1",
    when="FD-1.2",
    who="FD-1.3",
    ended="The evening is over.",
    verb_first=True,
)


def cards(state: State) -> tuple[Cards, Cards, int]:
    """The deck, and what has left it, `??` for a card whose face is not known; between hands all are gathered."""
    placed = () if state.hand is None else table.places(state.hand)
    return DECK, placed, len(DECK) - len(placed)


def hand_under_way(state: State) -> int:
    """Which hand is played; between two of them the next."""
    return state.hands + (state.hand is None)


def last_hand(state: State) -> int | None:
    """Which hand is the last; None where the match goes on until one has all chips."""
    return state.options.hands or None


def coins(state: State) -> tuple[int, tuple[int, ...]]:
    """All chips that ever came in, and every account."""
    total = sum(state.buy_ins) + state.options.bag_start
    accounts = (*state.stacks, state.bag, state.house, state.tips)
    if state.hand is None:
        return total, accounts
    hand = state.hand
    return total, (*accounts, *hand.staked, hand.fees, hand.dues, *(pot.amount for pot in hand.pots))
