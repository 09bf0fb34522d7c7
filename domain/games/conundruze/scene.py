"""The table of Conundruze as zones: the piles in the middle, then each castle row by row."""

from ludograph.domain.games.conundruze.castle import Side
from ludograph.domain.games.conundruze.rules import POSITIONS
from ludograph.domain.games.conundruze.state import State, has_betting, side_of, to_act
from ludograph.domain.kernel.game import Seat
from ludograph.domain.kernel.scene import Cell, Grid, Ledger, Part, Pile, Round, Row, Scene, Zone, at_seat, ledger


def scene(state: State) -> Scene:
    """The middle of the table, then each seat."""
    seats = range(1, len(state.sides) + 1)
    round = None if state.phase == "match_over" or not state.game else Round("Game", state.game)
    outside = "The match is over" if state.phase == "match_over" else "The match begins"
    title = f"{round}{_now(state)}" if round else outside
    return Scene(title, (_middle(state), *(_seat(state, seat) for seat in seats)), round)


_TITLES = {
    "deal": "the game is over",
    "flip": "castles are opened",
    "bet": "bets",
    "turn": "a turn begins",
    "held": "a card is held",
    "power": "a face card was played",
    "swap": "two cards may be swapped",
    "recall": "a card may be recalled",
    "riposte": "another card may be drawn",
    "reactions": "somebody was mocked",
    "scoring": "the castles are counted",
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
    if has_betting(state.options):
        parts.append(ledger("Chips", {"Pot": state.pot, "To match": state.bet.level if state.bet else None}))
    return Zone("Table", tuple(parts))


def _seat(state: State, seat: Seat) -> Zone:
    side = side_of(state, seat)
    parts: list[Part] = []
    if side.castle:
        parts.append(_castle(side))
    if side.gate is not None:
        parts.append(Row("Gatehouse", (side.gate,)))
    if state.held is not None and seat == state.turn:
        parts.append(Row("Held", (state.held,)))
    player = _player(state, seat, side)
    return at_seat(
        seat, (*parts, player) if player.lines else parts, _markers(state, seat, side), _standing(state, seat, side)
    )


def _standing(state: State, seat: Seat, side: Side) -> dict[str, int | str | None]:
    """What counts: the total of the match, else the score of the single game, and until there is one the chips."""
    return {
        "Total": side.total if state.options.play_to else None,
        "Score": state.scores[seat - 1] if state.scores else None,
        "Stack": side.stack if has_betting(state.options) else None,
    }


def _castle(side: Side) -> Grid:
    """Two wide and four high; cards that lie face down are drawn so, whoever knows them."""
    cells = tuple(
        Cell(card, int(place[3]), int(place[1]), hidden=place in side.down, place=place)
        for place, card in zip(POSITIONS, side.castle, strict=True)
    )
    return Grid("Castle", cells)


def _player(state: State, seat: Seat, side: Side) -> Ledger:
    """A score that is all of the total is not told twice."""
    standing = _standing(state, seat, side)
    return ledger(
        "Player",
        {
            **standing,
            "Score": None if standing["Score"] == standing["Total"] else standing["Score"],
            "This game": _counted(state, seat),
            "Bet": state.bet.paid[seat - 1] or None if state.bet else None,
        },
    )


def _counted(state: State, seat: Seat) -> int | None:
    """What a castle came to, while the castles of a game are counted."""
    if state.phase != "scoring":
        return None
    return next((sheet.score for sheet in state.sheets if (sheet.game, sheet.seat) == (state.game, seat)), None)


def _markers(state: State, seat: Seat, side: Side) -> dict[str, bool]:
    """What a seat is, and what is awaited of it."""
    playing = state.phase not in ("deal", "match_over")
    flips = state.phase == "flip" and side.in_game and not side.flipped
    return {
        "caster": seat == state.caster and playing,
        "to act": playing and (flips or (state.phase != "flip" and seat in to_act(state))),
        "sealed": side.sealed and playing,
        "finisher": seat == state.finisher,
        "ducked": playing and side.in_match and not side.in_game,
        "out": not side.in_match,
        "winner": seat in (state.winners if state.phase == "match_over" else ()),
        "won the game": state.phase == "deal" and seat in state.won,
    }
