"""The table of Hand of the Hanataz as zones: what a state does not know is drawn as a back."""

from domain.games.hand_of_the_hanataz.options import buy_in_of, end_of, rounds_of
from domain.games.hand_of_the_hanataz.state import State, player, seats_in, to_act
from domain.kernel.game import Seat
from domain.kernel.scene import EMPTY, Ledger, Part, Pile, Round, Row, Scene, Zone


def scene(state: State) -> Scene:
    """The middle of the table, then each seat."""
    seats = range(1, seats_in(state) + 1)
    round = None if state.phase == "over" else _hand(state)
    title = f"{round}: {_NOW[state.phase]}" if round else "The match is over"
    return Scene(title, (_middle(state), *(_seat(state, seat) for seat in seats)), round)


def _hand(state: State) -> Round:
    return Round("Hand", state.hand, of=rounds_of(state.options) if end_of(state.options) == "rounds" else None)


_NOW = {
    "stock": "stocking up",
    "turn": "a turn",
    "look": "a look at the Hanataz Hand",
    "follow": "a card after the Jester",
    "react": "who has a Knight?",
    "demand": "a Rogue's demand",
    "levy": "a levy",
    "between": "settled",
}


def _middle(state: State) -> Zone:
    parts: list[Part] = [
        Row("Hanataz Hand", tuple(EMPTY if card is None else card for card in state.slots), hidden=True),
        Row("Beside the pot", state.row),
        *((Row("Laid aside", state.aside),) if state.aside else ()),
        *((Row("Bards", ("B",) * len(state.bards)),) if state.bards else ()),
        Pile("Deck", state.deck),
        Pile("Discard", len(state.discard), state.discard[-1] if state.discard else None),
        Ledger("Silvs", _accounts(state)),
        Ledger("Tokens", _tokens(state)),
    ]
    return Zone("Table", tuple(parts))


def _accounts(state: State) -> tuple[tuple[str, str], ...]:
    lines = [("Pot", str(state.pot))]
    lines += [(f"On Bard {bard.number}", str(bard.silvs)) for bard in state.bards]
    if not state.options.no_house:
        lines.append(("House", str(state.house)))
    return (*lines, ("A card costs", str(state.price)))


def _tokens(state: State) -> tuple[tuple[str, str], ...]:
    control = ("Hanataz token", "by the pot" if state.control is None else "with who controls")
    return (control, ("Fool tokens at the centre", str(state.fool_tokens)))


def _seat(state: State, seat: Seat) -> Zone:
    parts = (Row("Hand", player(state, seat).hand, hidden=True), Ledger("Player", _lines(state, seat)))
    return Zone(f"Seat {seat}", parts, seat, _markers(state, seat))


def _lines(state: State, seat: Seat) -> tuple[tuple[str, str], ...]:
    one = player(state, seat)
    lines = [
        ("Silvs", str(one.silvs)),
        ("Fool tokens", str(one.fool_tokens or "")),
        ("Bards", ", ".join(str(bard.number) for bard in state.bards if bard.seat == seat)),
        ("Debt tokens", str(one.debts or "")),
        ("Buy-in", str(buy_in_of(state.options)) if one.debts else ""),
        ("Score", str(state.net[seat - 1]) if state.net else ""),
    ]
    return tuple(line for line in lines if line[1])


def _markers(state: State, seat: Seat) -> tuple[str, ...]:
    """What a seat is doing: who controls, who is to act, who is out, who won."""
    status = player(state, seat).status
    roles = (
        (seat == state.starter and state.phase != "over", "starter"),
        (seat == state.control, "controls"),
        (seat in to_act(state), "to act"),
        (status == "nubbed", "nubbed out"),
        (status == "out", "out of the game"),
        (seat in state.winners, "winner"),
    )
    return tuple(role for holds, role in roles if holds)
