"""The course of a match: who may act, what is open to them, and what follows by itself."""

from collections import Counter
from collections.abc import Iterator, Sequence
from math import prod
from typing import Any, Final

from ludograph.domain.games.hand_of_the_hanataz import actions
from ludograph.domain.games.hand_of_the_hanataz import state as table
from ludograph.domain.games.hand_of_the_hanataz.ending import after_window, end_hand, levy_on, turn_over
from ludograph.domain.games.hand_of_the_hanataz.facts import TurnBegan
from ludograph.domain.games.hand_of_the_hanataz.options import HanatazOptions, all_cards, buy_in_of, end_of, rounds_of
from ludograph.domain.games.hand_of_the_hanataz.rules import ASSASSIN, JESTER, KNIGHT, ROGUE
from ludograph.domain.games.hand_of_the_hanataz.state import Demand, State
from ludograph.domain.kernel.cards import UNKNOWN, Card, Cards, holds
from ludograph.domain.kernel.course import Course, Phase, sure
from ludograph.domain.kernel.decks.perilous import FOOL, RANK_OF
from ludograph.domain.kernel.game import TABLE, Chance, Choice, Fact, Opening, Refused, Seat, Who


def turn(state: State, seat: Seat, verb: str) -> None:
    """Refuses whoever may not act, and a verb that is not for now (HH-3.1, 3.2, 5.1 and 5.2)."""
    COURSE.check_over(state)
    if state.phase == "between" and seat != TABLE and verb == "buyin":
        return
    if state.phase == "react":
        _check_asked(state, seat, verb)
    else:
        COURSE.check_seat(state, seat)
    COURSE.check_verb(state, verb)
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


def choices(state: State, seat: Seat) -> tuple[Choice, ...]:
    """What is open to a seat now, or to the table, which may speak for all who have not answered."""
    if state.phase == "between" and seat != TABLE:
        return (Choice(actions.Buyin, idle=table.may_go_on(state)),) if table.may_buy_in(state, seat) else ()
    if state.phase == "react" and seat == TABLE:
        return (Choice(actions.Let, idle=True),)
    return COURSE.choices(state, seat)


def switched_off(options: HanatazOptions) -> Iterator[str]:
    """The verbs of cards that are not in the deck, and of debts that nobody can have."""
    ranks = (*options.face_cards, *options.extra_faces)
    yield from (verb for rank, verb in BY_RANK.items() if rank not in ranks)
    if not buy_in_of(options):
        yield "buyin"


def openings(state: State) -> Sequence[Opening]:
    """What is open to anybody; more than those who are asked only while somebody reacts and between hands."""
    if state.phase not in ("react", "between"):
        return COURSE.openings(state)
    seats = range(TABLE, table.seats_in(state) + 1)
    return [(seat, choice) for seat in seats for choice in choices(state, seat)]


def _stocking(state: State, seat: Seat) -> Iterator[Choice]:
    yield Choice(actions.Keep)
    if table.player(state, seat).hand:
        yield Choice(actions.Exchange, {"cards": Picks(table.player(state, seat).hand)})


def _turn(state: State, seat: Seat) -> Iterator[Choice]:
    if state.control == seat:
        yield Choice(actions.Challenge, {"slot": table.occupied(state) or (0,)})
        return
    yield from _play_choices(state, seat)
    if table.player(state, seat).silvs:
        yield Choice(actions.Pass)
    yield Choice(actions.Nub)


def _follow(state: State, seat: Seat) -> Iterator[Choice]:
    yield from _play_choices(state, seat)
    if table.may_stop(state, seat):
        yield Choice(actions.Stop)


def _play_choices(state: State, seat: Seat) -> Iterator[Choice]:
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
    if table.meets(state, seat, sure(sure(state.work).demand)):
        yield Choice(actions.Pay)
    hand = table.player(state, seat).hand
    yield Choice(actions.Refuse, {"hand": (hand,)} if UNKNOWN in hand else {})


def _levied(state: State, seat: Seat) -> Iterator[Choice]:
    yield from (Choice(actions.Pay), Choice(actions.Nub))


def _going_on(state: State, seat: Seat) -> Iterator[Choice]:
    """While another hand can be played, that is what everybody waits for."""
    on = table.may_go_on(state)
    if on:
        yield Choice(actions.Next)
    if table.may_finish(state):
        yield Choice(actions.Finish, idle=on)


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
        return isinstance(cards, tuple) and bool(cards) and holds(self._hand, cards)


def _stocked(state: State, chance: Chance) -> Fact | None:
    return None if state.waiting else TurnBegan(state.starter, state.control == state.starter)


def _answered(state: State, chance: Chance) -> Iterator[Fact] | None:
    return None if state.waiting else after_window(state, chance)


BY_RANK: Final = {JESTER: "jester", ROGUE: "rogue", KNIGHT: "knight", FOOL: "fool", ASSASSIN: "assassin"}
"""What is done with a card of one rank alone."""
PLAYS: Final = ("play", "rogue", "jester", "fool", "assassin")
"""The verbs by which a card is played on a turn (HH-3.9)."""
COURSE: Final = Course(
    {
        "stock": Phase("Before the hand everybody stocks up", ("keep", "exchange"), _stocking, _stocked),
        "turn": Phase("This is a turn", (*PLAYS, "pass", "nub", "challenge"), _turn),
        "look": Phase("The card looked at is put back or shuffled first", ("back", "shuffle"), _looking),
        "follow": Phase("A card has to be played after the Jester", (*PLAYS, "stop"), _follow),
        "react": Phase("A Rogue or a Dragon can be countered now", ("knight", "let"), _reacting, _answered),
        "demand": Phase("A Rogue wants an answer", ("pay", "refuse"), _answering),
        "levy": Phase("A levy wants an answer", ("pay", "nub"), _levied, levy_on),
        "done": Phase(follow=turn_over),
        "ending": Phase(follow=end_hand),
        "between": Phase(
            "No hand is being played",
            ("next", "finish"),
            _going_on,
            who="Between hands the table decides how to go on.",
        ),
    },
    asked=table.to_act,
    over="HH-3.1",
    who="HH-3.1",
    when="HH-3.1",
)


def cards(state: State) -> tuple[Cards, Cards, int]:
    """The deck, and every card of it where it lies; which lie in the deck nobody knows."""
    return all_cards(state.options, table.seats_in(state)), tuple(table.placed(state)), state.deck


def hand_under_way(state: State) -> int:
    """Which hand is played; between two of them the next."""
    return state.hand + (state.phase == "between")


def last_hand(state: State) -> int | None:
    """Which hand is the last; None where the match does not end with one that is set."""
    return rounds_of(state.options) if end_of(state.options) == "rounds" else None


def coins(state: State) -> tuple[int, tuple[int, ...]]:
    """What the bank and the house have paid in, all in all, and where it is; both of them may owe."""
    bards = [bard.silvs for bard in state.bards]
    return -state.bank - state.house, (*[one.silvs for one in state.players], state.pot, *bards)
