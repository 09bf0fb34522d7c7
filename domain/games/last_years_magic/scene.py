"""The table of Last Year's Magic as zones: what a state does not know is drawn as a back."""

from typing import Final

from ludograph.domain.games.last_years_magic import state as table
from ludograph.domain.games.last_years_magic.rules import NATURES
from ludograph.domain.games.last_years_magic.state import Phase, State
from ludograph.domain.kernel.game import Seat
from ludograph.domain.kernel.scene import Part, Pile, Round, Row, Scene, Zone, at_seat, ledger

_NOW: Final[dict[Phase, str]] = {
    "gathering": "The wizards gather",
    "giving": "Everybody puts a card into the deck",
    "pub": "A lull in the pub",
    "suggesting": "a suggestion is awaited",
    "commenting": "the comments",
    "revealed": "the cards are turned up",
    "judged": "the cards are judged",
    "returned": "the cards are judged",
    "telling": "it is told how it ended",
    "final_scene": "The final scene",
}


def scene(state: State) -> Scene:
    """The middle of the table, then each seat."""
    during = state.phase in ("suggesting", "commenting", "revealed", "judged", "returned", "telling")
    round = Round("Round", state.round) if during else None
    title = f"{round}: {_NOW[state.phase]}" if round else _NOW[state.phase]
    return Scene(title, (_middle(state), *(_seat(state, seat) for seat in table.everybody(state))), round)


def _middle(state: State) -> Zone:
    parts: list[Part] = [Pile("Deck", len(state.deck))]
    if state.spent:
        parts.append(Row("Spent", state.spent, hidden=True))
    nature = "" if state.nature is None else f", {NATURES[state.nature]}"
    problem = f"{state.problem}{nature}" if state.problem else None
    talk = ledger("Round", {"Problem": problem, "The round is": state.kind})
    return Zone("Table", (*parts, talk) if talk.lines else tuple(parts))


def _seat(state: State, seat: Seat) -> Zone:
    at = seat - 1
    parts: list[Part] = []
    if state.cast[at]:
        parts.append(Row("Fortune", state.cast[at], hidden=True))
    if state.phase != "gathering":
        parts.append(Row("Hand", state.hands[at], hidden=True))
    face_down = state.phase == "commenting"
    parts += (Row("Put forward", (play.card,), hidden=face_down) for play in state.table if play.seat == seat)
    parts += (Row(f"Round {one.round}, {one.kind}, {one.points:+}", one.cards) for one in state.tricks[at])
    score = {"Score": state.scores[at]}
    return at_seat(seat, (*parts, ledger("Wizard", score)), _markers(state, seat), score)


def _markers(state: State, seat: Seat) -> dict[str, bool]:
    """Who leads, who is to act, who is still to be introduced, who is the best."""
    return {
        "leads": seat == state.leader and state.phase != "final_scene",
        "to act": _awaited(state, seat),
        "not introduced": seat in table.strangers(state),
        "the best": seat in state.best,
    }


def _awaited(state: State, seat: Seat) -> bool:
    """Whether a single seat is awaited, and it is this one; or it has still to put a card back."""
    if state.phase == "giving":
        return not state.given[seat - 1]
    return seat in table.to_act(state)
