"""The course of a match: who may act, what is open to them, and what follows by itself."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from math import prod
from typing import Any, Final

from domain.games.hand_of_the_hanataz import actions
from domain.games.hand_of_the_hanataz import state as table
from domain.games.hand_of_the_hanataz.ending import after_window, end_hand, levy_on, turn_over
from domain.games.hand_of_the_hanataz.facts import TurnBegan
from domain.games.hand_of_the_hanataz.options import all_cards
from domain.games.hand_of_the_hanataz.rules import ASSASSIN, JESTER, KNIGHT, ROGUE
from domain.games.hand_of_the_hanataz.state import Demand, Phase, State
from domain.kernel.cards import UNKNOWN, Card, Cards
from domain.kernel.decks.perilous import FOOL, RANK_OF
from domain.kernel.game import TABLE, Chance, Choice, Fact, Refused, Seat, Who

PLAYS: Final = ("play", "rogue", "jester", "fool", "assassin")
VERBS: Final[Mapping[Phase, tuple[str, ...]]] = {
    "stock": ("keep", "exchange"),
    "turn": (*PLAYS, "pass", "nub", "challenge"),
    "look": ("back", "shuffle"),
    "follow": (*PLAYS, "stop"),
    "react": ("knight", "let"),
    "demand": ("pay", "refuse"),
    "levy": ("pay", "nub"),
    "between": ("next", "finish"),
}


def turn(state: State, seat: Seat, verb: str) -> None:
    """Refuses whoever may not act, and a verb that is not for now (HH-3.1, 3.2, 5.1 and 5.2)."""
    if state.phase == "over":
        raise Refused("HH-3.1", "The match is over.")
    if state.phase == "between" and seat != TABLE and verb == "buyin":
        return
    if state.phase == "react":
        _check_asked(state, seat, verb)
    elif seat not in table.to_act(state):
        if state.phase in _WHO:
            raise Refused("HH-3.1", _WHO[state.phase])
        raise Refused("HH-3.1", "It is the turn of {seat} now.", seat=Who(table.to_act(state)[0]))
    if verb not in VERBS[state.phase]:
        raise Refused("HH-3.1", f"{_WHEN[state.phase]}: one can only {' or '.join(VERBS[state.phase])}.")
    if state.phase == "turn" and (state.control == seat) != (verb == "challenge"):
        why = "Who has the Hanataz token must challenge." if verb != "challenge" else "Without the token none may."
        raise Refused("HH-3.2", why)


def _check_asked(state: State, seat: Seat, verb: str) -> None:
    if seat == TABLE:
        if verb != "let":
            raise Refused("HH-3.1", "The table can only `let` it be, for all who have not answered.")
    elif seat in state.answered:
        raise Refused("HH-5.2", "{seat} has answered already.", seat=Who(seat))
    elif seat not in state.waiting:
        raise Refused("HH-5.1", "{seat} is not asked.", seat=Who(seat))


_WHO: Final[Mapping[Phase, str]] = {"between": "Between hands the table decides how to go on."}
_WHEN: Final[Mapping[Phase, str]] = {
    "stock": "Before the hand everybody stocks up",
    "turn": "This is a turn",
    "look": "The card looked at is put back or shuffled first",
    "follow": "A card has to be played after the Jester",
    "react": "A Rogue or a Dragon can be countered now",
    "demand": "A Rogue wants an answer",
    "levy": "A levy wants an answer",
    "between": "No hand is being played",
}


def choices(state: State, seat: Seat) -> tuple[Choice, ...]:
    """What is open to a seat, or to the table, now."""
    if state.phase == "between":
        return _between(state, seat)
    if seat == TABLE:
        return (Choice(actions.Let, idle=True),) if state.phase == "react" else ()
    return tuple(_CHOICES[state.phase](state, seat)) if seat in table.to_act(state) else ()


def _between(state: State, seat: Seat) -> tuple[Choice, ...]:
    """While another hand can be played, that is what everybody waits for."""
    on = table.may_go_on(state)
    if seat != TABLE:
        return (Choice(actions.Buyin, idle=on),) if table.may_buy_in(state, seat) else ()
    finish = (Choice(actions.Finish, idle=on),) if table.may_finish(state) else ()
    return (Choice(actions.Next), *finish) if on else finish


def _stocking(state: State, seat: Seat) -> Iterator[Choice]:
    yield Choice(actions.Keep)
    if table.player(state, seat).hand:
        yield Choice(actions.Exchange, {"cards": Picks(table.player(state, seat).hand)})


def _turn(state: State, seat: Seat) -> Iterator[Choice]:
    if state.control == seat:
        yield Choice(actions.Challenge, {"slot": table.occupied(state) or (0,)})
        return
    yield from _plays(state, seat)
    if table.player(state, seat).silvs:
        yield Choice(actions.Pass)
    yield Choice(actions.Nub)


def _follow(state: State, seat: Seat) -> Iterator[Choice]:
    yield from _plays(state, seat)
    if table.may_stop(state, seat):
        yield Choice(actions.Stop)


def _plays(state: State, seat: Seat) -> Iterator[Choice]:
    """Every card that can be played, with what it can be played on."""
    cards = table.possible(state, seat)
    if plain := table.plain_plays(state, seat, cards):
        yield Choice(actions.Play, {"card": plain})
    if not table.pays_bards(state, seat):
        return
    if rogues := _of_rank(cards, ROGUE):
        yield from _thefts(state, seat, rogues)
    if (jesters := _of_rank(cards, JESTER)) and table.occupied(state):
        yield Choice(actions.Jester, {"card": jesters, "slot": table.occupied(state)})
    if FOOL in cards and table.occupied(state):
        yield Choice(actions.Fool, {"slot": table.occupied(state)})
    if ASSASSIN in cards and (targets := table.aimed_at(state, seat, ASSASSIN)):
        yield Choice(actions.Assassin, {"target": targets})


def _thefts(state: State, seat: Seat, rogues: Cards) -> Iterator[Choice]:
    """A Rogue's targets together that can give the same."""
    by_demand: dict[tuple[Demand, ...], list[Seat]] = {}
    for target in table.robbed(state, seat):
        by_demand.setdefault(table.demands(state, target), []).append(target)
    for demand, targets in by_demand.items():
        yield Choice(actions.Rogue, {"card": rogues, "target": tuple(targets), "demand": demand})


def _of_rank(cards: Cards, rank: str) -> Cards:
    return tuple(card for card in cards if RANK_OF[card] == rank)


def _looking(state: State, seat: Seat) -> Iterator[Choice]:
    yield from (Choice(actions.Back), Choice(actions.Shuffle))


def _reacting(state: State, seat: Seat) -> Iterator[Choice]:
    if knights := _of_rank(table.possible(state, seat), KNIGHT):
        yield Choice(actions.Knight, {"card": knights})
    yield Choice(actions.Let)


def _answering(state: State, seat: Seat) -> Iterator[Choice]:
    assert state.work is not None
    assert state.work.demand is not None
    if table.meets(state, seat, state.work.demand):
        yield Choice(actions.Pay)
    hand = table.player(state, seat).hand
    yield Choice(actions.Refuse, {"hand": (hand,)} if UNKNOWN in hand else {})


def _levied(state: State, seat: Seat) -> Iterator[Choice]:
    yield from (Choice(actions.Pay), Choice(actions.Nub))


_CHOICES: Final[Mapping[Phase, Callable[[State, Seat], Iterable[Choice]]]] = {
    "stock": _stocking,
    "turn": _turn,
    "look": _looking,
    "follow": _follow,
    "react": _reacting,
    "demand": _answering,
    "levy": _levied,
}


class Picks(Sequence[Cards]):
    """Every way to take one card or more from a hand; equal cards are the same, and `??` stands for any."""

    def __init__(self, hand: Cards) -> None:
        self._hand = hand
        self._copies = tuple(Counter(hand).items())

    def __len__(self) -> int:
        return prod(copies + 1 for _, copies in self._copies) - 1

    def __getitem__(self, at: Any) -> Any:
        if isinstance(at, slice):
            return tuple(self[one] for one in range(*at.indices(len(self))))
        left = range(1, len(self) + 1)[at]
        picked: list[Card] = []
        for card, copies in self._copies:
            left, taken = divmod(left, copies + 1)
            picked += [card] * taken
        return tuple(picked)

    def __contains__(self, cards: object) -> bool:
        return isinstance(cards, tuple) and bool(cards) and table.holds(self._hand, cards)


def follow(state: State, chance: Chance) -> Fact | Iterable[Fact] | None:
    """What happens next by itself, or None where somebody has a choice or the match is over."""
    if state.phase == "stock":
        return None if state.waiting else TurnBegan(state.starter, state.control == state.starter)
    if state.phase == "react":
        return None if state.waiting else after_window(state, chance)
    if state.phase == "levy":
        return levy_on(state, chance)
    if state.phase == "done":
        return turn_over(state, chance)
    return end_hand(state, chance) if state.phase == "ending" else None


def cards(state: State) -> tuple[Cards, Cards]:
    """The deck, and every card of it where it lies; which lie in the deck nobody knows."""
    return all_cards(state.options, table.seats_in(state)), (*table.placed(state), *(UNKNOWN,) * state.deck)


def coins(state: State) -> tuple[int, tuple[int, ...]]:
    """What the bank and the house have paid in, all in all, and where it is; both of them may owe."""
    bards = (bard.silvs for bard in state.bards)
    return -state.bank - state.house, (*(one.silvs for one in state.players), state.pot, *bards)
