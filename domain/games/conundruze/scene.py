"""The table of Conundruze as zones: the piles in the middle, then each castle row by row."""

from domain.games.conundruze.castle import Side
from domain.games.conundruze.rules import POSITIONS
from domain.games.conundruze.state import State, has_betting, side_of, to_act
from domain.kernel.game import Seat
from domain.kernel.scene import Cell, Grid, Ledger, Part, Pile, Round, Row, Scene, Zone


def scene(state: State) -> Scene:
    """The middle of the table, then each seat."""
    seats = range(1, len(state.sides) + 1)
    round = None if state.phase == "match_over" else Round("Game", state.game)
    title = f"{round}{_now(state)}" if round else "The match is over"
    return Scene(title, (_middle(state), *(_seat(state, seat) for seat in seats)), round)


_TITLES = {
    "deal": "the next game is to be dealt",
    "flip": "castles are opened",
    "bet": "bets",
    "turn": "a turn begins",
    "held": "a card is held",
    "power": "a face card was played",
    "swap": "two cards may be swapped",
    "recall": "a card may be recalled",
    "riposte": "another card may be drawn",
    "reactions": "somebody was mocked",
}


def _now(state: State) -> str:
    final = ", final round" if state.finisher is not None and state.phase != "deal" else ""
    return f"{final}: {_TITLES.get(state.phase, 'a turn ends')}"


def _middle(state: State) -> Zone:
    top = state.discards[-1] if state.discards else None
    parts: list[Part] = [
        Pile("Draw pile", state.pile),
        Pile("Discards", len(state.discards), top),
    ]
    if len(state.discards) > 1:
        parts.append(Row("Under the top", state.discards[-2::-1]))
    if state.held is not None:
        parts.append(Row("Held", (state.held,)))
    if has_betting(state.options):
        lines = [("Pot", str(state.pot))]
        if state.bet is not None:
            lines.append(("To match", str(state.bet.level)))
        parts.append(Ledger("Chips", tuple(lines)))
    return Zone("Table", tuple(parts))


def _seat(state: State, seat: Seat) -> Zone:
    side = side_of(state, seat)
    parts: list[Part] = []
    if side.castle:
        parts.append(_castle(side))
    if side.gate is not None:
        parts.append(Row("Gatehouse", (side.gate,)))
    if lines := _lines(state, seat, side):
        parts.append(Ledger("Player", lines))
    return Zone(f"Seat {seat}", tuple(parts), seat, tuple(_markers(state, seat, side)))


def _castle(side: Side) -> Grid:
    """Two wide and four high; cards that lie face down are drawn so, whoever knows them."""
    cells = tuple(
        Cell(card, int(place[3]), int(place[1]), hidden=place in side.down)
        for place, card in zip(POSITIONS, side.castle, strict=True)
    )
    return Grid("Castle", cells)


def _lines(state: State, seat: Seat, side: Side) -> tuple[tuple[str, str], ...]:
    lines = [("Total", str(side.total))] if state.options.play_to else []
    if state.scores and state.scores[seat - 1] is not None:
        lines.append(("Score", str(state.scores[seat - 1])))
    if has_betting(state.options):
        lines.append(("Stack", str(side.stack)))
    if state.bet is not None and state.bet.paid[seat - 1]:
        lines.append(("Bet", str(state.bet.paid[seat - 1])))
    return tuple(lines)


def _markers(state: State, seat: Seat, side: Side) -> list[str]:
    """What a seat is, and what is awaited of it."""
    playing = state.phase not in ("deal", "match_over")
    flips = state.phase == "flip" and side.in_game and not side.flipped
    found = {
        "caster": seat == state.caster and playing,
        "to act": playing and (flips or (state.phase != "flip" and to_act(state) == seat)),
        "sealed": side.sealed and playing,
        "finisher": seat == state.finisher,
        "ducked": playing and side.in_match and not side.in_game,
        "out": not side.in_match,
        "winner": seat in (state.winners if state.phase == "match_over" else ()),
        "won the game": state.phase == "deal" and seat in state.won,
    }
    return [role for role, so in found.items() if so]
