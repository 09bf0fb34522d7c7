"""The table of Fool's Down as zones: what a state does not know is drawn as a back."""

from ludograph.domain.games.fools_down.hands import first_parted, strength
from ludograph.domain.games.fools_down.rules import CATEGORIES, DOWN, ROUND_NAMES
from ludograph.domain.games.fools_down.scoring import nets
from ludograph.domain.games.fools_down.state import Best, Hand, State, seats_in, to_act
from ludograph.domain.kernel.cards import Cards
from ludograph.domain.kernel.game import Seat
from ludograph.domain.kernel.scene import EMPTY, Ledger, Part, Pile, Round, Row, Scene, Zone, at_seat, ledger


def scene(state: State) -> Scene:
    """The middle of the table, then each seat."""
    seats = range(1, seats_in(state) + 1)
    round = None if state.hand is None else Round("Hand", state.hands)
    title = _between(state) if state.hand is None else f"{round}, {_now(state, state.hand)}"
    awaited = to_act(state)
    return Scene(title, (_middle(state), *(_seat(state, seat, awaited) for seat in seats)), round)


def _between(state: State) -> str:
    if state.phase == "over":
        return "The evening is over"
    return f"After hand {state.hands}" if state.hands else "Before the first hand"


def _now(state: State, hand: Hand) -> str:
    wagering = f"wagering after {ROUND_NAMES[hand.round]}"
    others = {"turning": "the Trick is turned", "showdown": "the showdown", "settling": "the pot is shared out"}
    return others.get(state.phase, wagering)


def _middle(state: State) -> Zone:
    hand = state.hand
    cards = () if hand is None else tuple(_common(hand))
    return Zone("Table", (*cards, _chips(state)))


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


def _chips(state: State) -> Ledger:
    hand, options = state.hand, state.options
    return ledger(
        "Chips",
        {
            "Staked in all": sum(hand.staked) + hand.fees if hand else None,
            "For the Fool": hand.dues or None if hand else None,
            "To match": hand.betting.level if hand and hand.betting else None,
            "Fool's Bag": state.bag if options.fools_bag else None,
            "House": state.house if options.house_grab else None,
            "Tips": state.tips if options.dealer == "house" else None,
        },
    )


def _seat(state: State, seat: Seat, awaited: tuple[Seat, ...]) -> Zone:
    hand = state.hand
    parts: list[Part] = []
    if hand is not None and hand.down[seat - 1]:
        parts += _down(hand, seat, decided=state.phase == "settling")
    won = f"{nets(state)[seat - 1]:+}" if state.phase == "over" else None
    standing = {"Won": won, "Chips": state.stacks[seat - 1]}
    return at_seat(seat, (*parts, _player(state, seat)), _markers(state, seat, awaited), standing)


def _down(hand: Hand, seat: Seat, *, decided: bool) -> list[Part]:
    cards, shown = hand.down[seat - 1], hand.shown[seat - 1]
    down = [Row("Down cards", cards[: DOWN - 1], hidden=shown is None), *_last(cards, hidden=shown is None)]
    if shown is None:
        return down
    kind = CATEGORIES[shown.category - 1]
    return [*down, Row(f"{kind}{_why_best(hand, seat, shown) if decided else ''}", shown.five, key=kind)]


def _why_best(hand: Hand, seat: Seat, shown: Best) -> str:
    """What puts the best of the hands shown before the next: its kind, or the first card of another height."""
    shows = [(other, hand.shown[other - 1]) for other in hand.standing if other != seat]
    others = [best for _, best in shows if best is not None]
    if seat not in hand.standing or not others:
        return ""
    next_best = max(others, key=strength)
    if strength(shown) < strength(next_best):
        return ""
    if strength(shown) == strength(next_best):
        return ", as good as the next"
    if shown.category != next_best.category:
        return f", better than {CATEGORIES[next_best.category - 1]}"
    parted = first_parted(shown, next_best)
    return f", better by {parted[0]} over {parted[1]}" if parted else ", the better one"


def _last(cards: Cards, hidden: bool) -> list[Part]:
    return [Row("Fool's Down", cards[DOWN - 1 :], hidden=hidden)] if len(cards) == DOWN else []


def _player(state: State, seat: Seat) -> Ledger:
    at = seat - 1
    hand = state.hand if state.hand and seat in state.hand.order else None
    return ledger(
        "Player",
        {
            "Chips": state.stacks[at],
            "Staked": hand.staked[at] if hand else None,
            "In this round": hand.betting.paid[at] if hand and hand.betting else None,
            "Taken down": state.counts[at] if state.options.fools_bag else None,
            "Won": f"{nets(state)[at]:+}" if state.phase == "over" else None,
        },
    )


def _markers(state: State, seat: Seat, awaited: tuple[Seat, ...]) -> dict[str, bool]:
    """What a seat is doing: who deals, who is to act, who has ducked."""
    hand, presence = state.hand, state.presence[seat - 1]
    return {
        "sits out": presence == "out",
        "has left": presence == "left",
        "broke": presence == "broke",
        "dealer": hand is not None and seat == hand.dealer,
        "Fool's Bet": hand is not None and seat == hand.fools_bettor,
        "out of the hand": hand is not None and seat in hand.gone,
        "all in": hand is not None and seat in hand.standing and not state.stacks[seat - 1],
        "to act": seat in awaited,
        "winner": seat in state.winners,
    }
