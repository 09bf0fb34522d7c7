"""The table as it looks: the market with its prices, the tableau, the chips and the score so far."""

from domain.decks.decktet import SUIT_NAMES, SUITS
from domain.games.aucteraden.rules import FULL, PRICES
from domain.games.aucteraden.scoring import penalties, score_so_far
from domain.games.aucteraden.state import PLAYER, State
from domain.scene import Cell, Grid, Ledger, Pile, Row, Scene, Zone
from domain.sentences import counted


def scene(state: State) -> Scene:
    """What to draw for a state."""
    middle = Zone("Market", (*_market(state), Pile("Draw pile", len(state.pile)), Row("Discards", state.discards)))
    return Scene(_title(state), (middle, _player(state)))


def _title(state: State) -> str:
    if state.phase == "over":
        return f"The game is over: {state.total} points"
    act = f"{state.bought} to lay down" if state.bought else "to buy or discard"
    return f"{counted(len(state.tableau), 'card')} of {FULL} laid, {act}"


def _market(state: State) -> tuple[Row, ...]:
    labels = ("free" if price == 0 else counted(price, "chip") for price in PRICES)
    return tuple(Row(label, () if card is None else (card,)) for label, card in zip(labels, state.market, strict=True))


def _player(state: State) -> Zone:
    bought = (Row("To lay down", (state.bought,)),) if state.bought else ()
    tableau = Grid("Tableau", tuple(Cell(laid.card, laid.x, laid.y) for laid in state.tableau))
    chips = tuple((SUIT_NAMES[suit], str(left)) for suit, left in zip(SUITS, state.chips, strict=True))
    return Zone("Tableau", (*bought, tableau, Ledger("Chips", chips), _score(state)), owner=PLAYER)


def _score(state: State) -> Ledger:
    total, off = score_so_far(state), penalties(state)
    return Ledger(
        "Score so far",
        (
            ("Chains", str(total - sum(off))),
            ("Empty cells", str(off.holes)),
            ("Chips", str(off.chips)),
            (f"Discards ({state.times_discarded})", str(off.discards)),
            ("Total", str(total)),
        ),
    )
