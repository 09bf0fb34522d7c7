"""The table of Fool's Down as zones: what a state does not know is drawn as a back."""

from domain.games.fools_down.rules import CATEGORIES, DOWN, ROUND_NAMES
from domain.games.fools_down.scoring import nets
from domain.games.fools_down.state import Hand, State, seats_in, to_act
from domain.kernel.cards import Cards
from domain.kernel.game import Seat
from domain.kernel.scene import EMPTY, Ledger, Part, Pile, Round, Row, Scene, Zone

_PRESENCE = {"in": "", "out": "sits out", "left": "has left", "broke": "broke"}


def scene(state: State) -> Scene:
    """The middle of the table, then each seat."""
    seats = range(1, seats_in(state) + 1)
    round = None if state.hand is None else Round("Hand", state.hands)
    title = _between(state) if state.hand is None else f"{round}, {_now(state, state.hand)}"
    return Scene(title, (_middle(state), *(_seat(state, seat) for seat in seats)), round)


def _between(state: State) -> str:
    if state.phase == "over":
        return "The evening is over"
    return f"After hand {state.hands}" if state.hands else "Before the first hand"


def _now(state: State, hand: Hand) -> str:
    wagering = f"wagering after {ROUND_NAMES[hand.round]}"
    return {"turning": "the Trick is turned", "showdown": "the showdown"}.get(state.phase, wagering)


def _middle(state: State) -> Zone:
    hand = state.hand
    cards = () if hand is None else tuple(_common(hand))
    return Zone("Table", (*cards, Ledger("Chips", tuple(_chips(state)))))


def _common(hand: Hand) -> list[Part]:
    parts: list[Part] = []
    wild = () if hand.wild is None else (hand.wild,)
    laid = hand.common + wild
    places = laid + (EMPTY,) * (6 - len(laid))
    for label, begin, end in (("Cast", 0, 3), ("Dance", 3, 5), ("Trick", 5, 6)):
        parts.append(Row(label, places[begin:end]))
    if hand.discards:
        parts.append(Row("Replaced", hand.discards))
    away = len(hand.burned) + len(hand.exchanged)
    if away:
        parts.append(Pile("Burned and exchanged", away))
    return parts


def _chips(state: State) -> list[tuple[str, str]]:
    lines: list[tuple[str, str]] = []
    if state.hand is not None:
        lines.append(("Staked in all", str(sum(state.hand.staked) + state.hand.fees)))
        lines += [("For the Fool", str(state.hand.dues))] if state.hand.dues else []
        lines += [("To match", str(state.hand.betting.level))] if state.hand.betting else []
    lines += [("Fool's Bag", str(state.bag))] if state.options.fools_bag else []
    lines += [("House", str(state.house))] if state.options.house_grab else []
    lines += [("Tips", str(state.tips))] if state.options.dealer == "house" else []
    return lines


def _seat(state: State, seat: Seat) -> Zone:
    hand = state.hand
    parts: list[Part] = []
    if hand is not None and hand.down[seat - 1]:
        parts += _down(hand, seat)
    lines = Ledger("Player", tuple(_lines(state, seat)))
    return Zone(f"Seat {seat}", (*parts, lines), seat, tuple(_markers(state, seat)))


def _down(hand: Hand, seat: Seat) -> list[Part]:
    cards, shown = hand.down[seat - 1], hand.shown[seat - 1]
    down = [Row("Down cards", cards[: DOWN - 1], hidden=shown is None), *_last(cards, hidden=shown is None)]
    return down if shown is None else [*down, Row(CATEGORIES[shown.category - 1], shown.five)]


def _last(cards: Cards, hidden: bool) -> list[Part]:
    return [Row("Fool's Down", cards[DOWN - 1 :], hidden=hidden)] if len(cards) == DOWN else []


def _lines(state: State, seat: Seat) -> list[tuple[str, str]]:
    at = seat - 1
    lines = [("Chips", str(state.stacks[at]))]
    if state.hand is not None and seat in state.hand.order:
        lines.append(("Staked", str(state.hand.staked[at])))
        if state.hand.betting is not None:
            lines.append(("In this round", str(state.hand.betting.paid[at])))
    if state.options.fools_bag:
        lines.append(("Taken down", str(state.counts[at])))
    if state.phase == "over":
        lines.append(("Won", f"{nets(state)[at]:+}"))
    return lines


def _markers(state: State, seat: Seat) -> list[str]:
    """What a seat is doing: who deals, who is to act, who has ducked."""
    roles = [_PRESENCE[state.presence[seat - 1]]]
    if state.hand is not None:
        roles += [
            "dealer" if seat == state.hand.dealer else "",
            "Fool's Bet" if seat == state.hand.fools_bettor else "",
        ]
        roles.append("out of the hand" if seat in state.hand.gone else "")
        roles.append("all in" if seat in state.hand.standing and not state.stacks[seat - 1] else "")
    roles.append("to act" if seat == to_act(state) else "")
    roles.append("winner" if seat in state.winners else "")
    return [role for role in roles if role]
