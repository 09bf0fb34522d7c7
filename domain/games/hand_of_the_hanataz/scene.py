"""The table of Hand of the Hanataz as zones: what a state does not know is drawn as a back."""

from ludograph.domain.games.hand_of_the_hanataz.options import buy_in_of, end_of, rounds_of
from ludograph.domain.games.hand_of_the_hanataz.state import State, player, seats_in, to_act
from ludograph.domain.kernel.game import Seat
from ludograph.domain.kernel.scene import EMPTY, Ledger, Part, Pile, Round, Row, Scene, Zone, at_seat, ledger


def scene(state: State) -> Scene:
    """The middle of the table, then each seat."""
    seats = range(1, seats_in(state) + 1)
    round = None if state.phase == "over" or not state.hand else _hand(state)
    outside = "The match is over" if state.phase == "over" else "The cards are dealt"
    title = f"{round}: {_NOW[state.phase]}" if round else outside
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
    "done": "a turn ends",
    "ending": "the challenge is decided",
    "between": "settled",
}


def _middle(state: State) -> Zone:
    parts: list[Part] = [
        Row("Hanataz Hand", tuple(EMPTY if card is None else card for card in state.slots), hidden=True),
        Row("Beside the pot", state.row),
        *((Row("Laid aside", state.aside),) if state.aside else ()),
        *((Row("Bards", ("B",) * len(state.bards)),) if state.bards else ()),
        Pile("Deck", state.deck),
        Row("Discard", state.discard),
        _accounts(state),
        _tokens(state),
    ]
    return Zone("Table", tuple(parts))


def _accounts(state: State) -> Ledger:
    bards = {f"On Bard {bard.number}": bard.silvs for bard in state.bards}
    house = None if state.options.no_house else state.house
    return ledger("Silvs", {"Pot": state.pot, **bards, "House": house, "A card costs": state.price})


def _tokens(state: State) -> Ledger:
    control = "by the pot" if state.control is None else "with who controls"
    return ledger("Tokens", {"Hanataz token": control, "Fool tokens at the centre": state.fool_tokens})


def _seat(state: State, seat: Seat) -> Zone:
    one = player(state, seat)
    hand = Row("Hand", one.hand, hidden=True)
    standing = {"Score": state.net[seat - 1] if state.net else None, "Silvs": one.silvs}
    return at_seat(seat, (hand, _player(state, seat)), _markers(state, seat), standing)


def _player(state: State, seat: Seat) -> Ledger:
    one = player(state, seat)
    return ledger(
        "Player",
        {
            "Silvs": one.silvs,
            "Fool tokens": one.fool_tokens or None,
            "Bards": ", ".join(str(bard.number) for bard in state.bards if bard.seat == seat),
            "Debt tokens": one.debts or None,
            "Buy-in": buy_in_of(state.options) if one.debts else None,
            "Score": state.net[seat - 1] if state.net else None,
        },
    )


def _markers(state: State, seat: Seat) -> dict[str, bool]:
    """What a seat is doing: who controls, who is to act, who is out, who won."""
    status = player(state, seat).status
    return {
        "starter": seat == state.starter and state.phase != "over",
        "controls": seat == state.control,
        "to act": seat in to_act(state),
        "nubbed out": status == "nubbed",
        "out of the game": status == "out",
        "winner": seat in state.winners,
    }
