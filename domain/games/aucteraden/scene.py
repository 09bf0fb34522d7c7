"""The table as it looks: the market with its prices, the tableau, the chips and the score so far."""

from ludograph.domain.games.aucteraden.rules import FULL, PRICES, SLOTS
from ludograph.domain.games.aucteraden.scoring import chain_points, grade, penalties, score_so_far
from ludograph.domain.games.aucteraden.state import PLAYER, State, can_buy, in_market, price_of
from ludograph.domain.kernel.decks.decktet import SUIT_NAMES, SUITS
from ludograph.domain.kernel.scene import EMPTY, Cell, Grid, Ledger, Pile, Row, Scene, Zone, at_seat, ledger
from ludograph.domain.kernel.sentences import counted


def scene(state: State) -> Scene:
    """What to draw for a state."""
    middle = Zone("Market", (*_market(state), Pile("Draw pile", len(state.pile)), Row("Discards", state.discards)))
    return Scene(_title(state), (middle, _player(state)))


def _title(state: State) -> str:
    if state.total is not None:
        return f"The game is over: {state.total} points, a {grade(state.total).replace('_', ' ')}"
    return f"{len(state.tableau)} of {FULL} cards laid, {_to_do(state)}"


def _to_do(state: State) -> str:
    if state.bought is not None:
        return f"{state.bought} to lay down"
    if state.suit_points:
        return "the chains are counted"
    return "to buy or discard" if any(can_buy(state, card) for card in in_market(state)) else "the market to discard"


def _market(state: State) -> tuple[Row, ...]:
    rows = []
    for slot, usual, card in zip(SLOTS, PRICES, state.market, strict=True):
        price = usual if card is None else price_of(state, card)
        label = f"{slot}, {counted(price, 'chip') if price else 'free'}"
        rows.append(Row(label.capitalize(), (EMPTY if card is None else card,), key=slot.capitalize()))
    return tuple(rows)


def _player(state: State) -> Zone:
    bought = (Row("To lay down", (state.bought,)),) if state.bought else ()
    tableau = Grid("Tableau", tuple(Cell(laid.card, laid.x, laid.y) for laid in state.tableau))
    chips = _by_suit("Chips", state.chips)
    chains = _by_suit("Best chains", chain_points(state.tableau))
    parts = (*bought, tableau, chips, chains, *_counted(state), _score(state))
    return at_seat(PLAYER, parts, {}, {"Total": score_so_far(state)})


def _counted(state: State) -> tuple[Ledger, ...]:
    """What the suits come to, while they are counted at the end."""
    if state.total is not None or not state.suit_points:
        return ()
    sums = zip(SUITS, state.suit_points, strict=False)
    return (ledger("Counted", {SUIT_NAMES[suit]: points for suit, points in sums}),)


def _by_suit(label: str, numbers: tuple[int, ...]) -> Ledger:
    return ledger(label, {SUIT_NAMES[suit]: number for suit, number in zip(SUITS, numbers, strict=True)})


def _score(state: State) -> Ledger:
    total, off = score_so_far(state), penalties(state)
    return ledger(
        "Score so far" if state.total is None else "Score",
        {
            "Chains": total - sum(off),
            "Empty cells": off.holes,
            "Chips": off.chips,
            f"Discards ({state.times_discarded})": off.discards,
            "Total": total,
        },
    )
