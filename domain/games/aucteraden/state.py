"""What lies where, the options and the deal, and the questions that decisions and choices both ask."""

from collections.abc import Iterable
from functools import lru_cache
from itertools import chain, product
from typing import Annotated, Final, Literal, NamedTuple

from msgspec import Meta, Struct, field

from ludograph.domain.games.aucteraden.rules import CHIPS, FULL, PRICES, SIZE, SLOTS
from ludograph.domain.kernel.cards import Card, Cards, unplaced
from ludograph.domain.kernel.decks.decktet import (
    ACES,
    COURTS,
    CROWNS,
    EXCUSE,
    NUMBERS,
    PAWNS,
    SUITS,
    SUITS_OF,
    Suit,
    share_suit,
)
from ludograph.domain.kernel.game import Cites, Deal, Options, Question, Secret

Phase = Literal["refill", "buy", "place", "over"]
Slot = Literal["left", "middle", "right"]
Market = tuple[Card | None, ...]
"""What lies in the three slots, from left to right."""
Spot = tuple[int, int]
"""(x, y)."""

PLAYER: Final = 1
"""The only seat."""

RANKS: Final = {"P": 0, "T": 0} | {rank: number for number, rank in enumerate("123456789N", start=1)}
"""How cards rank in a chain, where each is higher than the one before it."""
ENDS: Final = "1N"
"""The ranks of Aces and Crowns, which keep apart (AU-3.5)."""
COURTIERS: Final = "PT"
"""The ranks of Pawns and Courts, which cost more and keep apart (AU-2.3, AU-3.6)."""


class AucteradenOptions(Options, frozen=True):
    """The variants of the cheat sheet, of its author's program, and of the designer's fuller rules."""

    extended: Annotated[bool, Meta(description="Add the Pawns, the Courts and the Excuse.")] = False
    excuse: Annotated[bool, Meta(description="Add the Excuse; it is in an extended deck anyway.")] = False
    market: Annotated[
        Literal["normal", "rolling", "volatile"],
        Meta(
            description="Which cards push cards of their suits out of the market: the first of a refill (normal), "
            "each, but not into an emptied market (rolling), or each (volatile)."
        ),
    ] = "normal"
    must_touch: Annotated[bool, Meta(description="Each card is laid next to another one.")] = False


def lying(state: "State") -> str:
    """The market as it lies, for whoever told it."""
    return f"The market from left to right: {' '.join(in_market(state))}."


class AucteradenDeal(Deal, frozen=True):
    """How the cards lay when the game began."""

    drawn: Annotated[
        Cards,
        Secret("*"),
        Cites("AU-1.2"),
        Question("The market's three cards, from the right (turned up first) to the left", least=3, lying=lying),
        Meta(
            description="The cards turned up into the market, in order: the first comes to lie on the right, and what "
            "is swept away or pushed out belongs to them, too."
        ),
    ] = ()
    pile: Annotated[
        Cards | None, Secret(absent=True), Cites("AU-1.2"), Meta(description="The rest of the draw pile from the top.")
    ] = None


class Laid(Struct, frozen=True, gc=False):
    """A card in the tableau; x grows to the right, y grows downwards."""

    card: Annotated[Card, Secret("*")]
    x: int
    y: int


def _all_chips() -> tuple[int, ...]:
    """What the player begins with: as many chips of each suit."""
    return (CHIPS,) * len(SUITS)


class State(Struct, frozen=True, gc=False):
    """The table. In phase `refill` nobody acts."""

    options: AucteradenOptions
    phase: Phase = "refill"
    pile: Cards = ()
    market: Market = (None, None, None)
    turned_up: int = 0
    """Cards turned up in this refill."""
    emptied: bool = True
    """Whether the market was empty when this refill began, or has been swept in it."""
    bought: Card | None = None
    """The card that waits to be laid down."""
    tableau: tuple[Laid, ...] = ()
    chips: tuple[int, ...] = field(default_factory=_all_chips)
    """In the order M S V L Y K."""
    spent: int = 0
    discards: Cards = ()
    times_discarded: int = 0
    suit_points: tuple[int, ...] = ()
    """At the end: the points of the suits counted so far, in the order of the chips."""
    total: int | None = None


class Ground(NamedTuple):
    """What a tableau says about its cells, all that the rules for laying ask."""

    taken: frozenset[Spot]
    columns: range
    """The columns that the next card may lie in, so that all fit into 4x4."""
    rows: range
    by_any: frozenset[Spot]
    """The cells next to a card."""
    by_end: frozenset[Spot]
    """The cells next to an Ace or Crown."""
    by_court: frozenset[Spot]
    """The cells next to a Pawn or Court."""


@lru_cache(maxsize=8)
def deck_of(options: AucteradenOptions) -> Cards:
    """The cards of this game."""
    courtiers = (*PAWNS, *COURTS) if options.extended else ()
    excuse = (EXCUSE,) if options.extended or options.excuse else ()
    return (*ACES, *NUMBERS, *CROWNS, *courtiers, *excuse)


def seen(state: State) -> Cards:
    """Every card that is not in the pile any more."""
    bought = () if state.bought is None else (state.bought,)
    return (*in_market(state), *bought, *(laid.card for laid in state.tableau), *state.discards)


def can_come(state: State) -> Cards:
    """The cards that can still be turned up (AU-1.2)."""
    return unplaced(deck_of(state.options), seen(state))


def in_market(state: State) -> Cards:
    """The cards of the market from left to right."""
    return tuple(filter(None, state.market))


def slide(cards: Cards) -> Market:
    """A market of these cards, all as far to the right as they go."""
    return (*(None,) * (len(SLOTS) - len(cards)), *cards)


def pushed_out(state: State) -> Cards:
    """The cards that the one turned up last pushes out of the market, from left to right."""
    if not _is_checked(state):
        return ()
    market = in_market(state)
    return tuple(card for card in market[1:] if share_suit(market[0], card))


def _is_checked(state: State) -> bool:
    """Whether the card turned up last pushes out others: this is what the option `market` is about."""
    if state.options.market == "normal":
        return state.turned_up == 1
    return state.turned_up > 0 and (state.options.market == "volatile" or not state.emptied)


def is_finished(state: State) -> bool:
    """Whether the game ends here, after a refill (AU-6.1)."""
    return len(state.tableau) == FULL or not any(state.market)


def rank_of(card: Card) -> int:
    """Pawns and Courts 0, Ace 1, numbers, Crown 10."""
    return RANKS[card[0]]


def price_of(state: State, card: Card) -> int:
    """What a card in the market costs (AU-2.3)."""
    return PRICES[state.market.index(card)] + (card[0] in COURTIERS)


def chips_of(state: State, suit: Suit) -> int:
    """The chips of a suit that are left."""
    return state.chips[SUITS.index(suit)]


def ways_to_pay(state: State, card: Card) -> tuple[Suit | None, ...]:
    """The suits that can pay for a card in the market; only None when it is free."""
    price = price_of(state, card)
    if price == 0:
        return (None,)
    return tuple(suit for suit in SUITS if suit in SUITS_OF[card] and chips_of(state, suit) >= price)


def can_buy(state: State, card: Card) -> bool:
    """Whether a card in the market can be both paid for and laid down (AU-5.1)."""
    return bool(ways_to_pay(state, card)) and can_lay(state, card)


def can_lay(state: State, card: Card) -> bool:
    """Whether there is a legal cell for a card (AU-2.6)."""
    return bool(legal_cells(state, card))


def legal_cells(state: State, card: Card) -> tuple[Spot, ...]:
    """The cells in which a card may be laid, column by column: those that break no rule, see `wrong_cell`."""
    kind = next((kind for kind in (ENDS, COURTIERS) if card[0] in kind), "")
    return _cells(state.tableau, kind, state.options.must_touch)


@lru_cache(maxsize=1024)
def _cells(tableau: tuple[Laid, ...], kind: str, must_touch: bool) -> tuple[Spot, ...]:
    """The cells open to Aces and Crowns, to Pawns and Courts, or to other cards."""
    ground = ground_of(tableau)
    barred = ground.taken | {ENDS: ground.by_end, COURTIERS: ground.by_court}.get(kind, frozenset())
    spots = ground.by_any if must_touch and tableau else product(ground.columns, ground.rows)
    return tuple(
        sorted(spot for spot in spots if spot not in barred and spot[0] in ground.columns and spot[1] in ground.rows)
    )


def wrong_cell(state: State, card: Card, spot: Spot, ground: Ground) -> str | None:
    """The first of the rules AU-3.2 to AU-3.7 that a card would break in this cell."""
    if not ground.taken:
        return None if spot == (0, 0) else "AU-3.2"
    if spot in ground.taken:
        return "AU-3.3"
    if spot[0] not in ground.columns or spot[1] not in ground.rows:
        return "AU-3.4"
    if card[0] in ENDS and spot in ground.by_end:
        return "AU-3.5"
    if card[0] in COURTIERS and spot in ground.by_court:
        return "AU-3.6"
    return "AU-3.7" if state.options.must_touch and spot not in ground.by_any else None


@lru_cache(maxsize=1024)
def ground_of(tableau: tuple[Laid, ...]) -> Ground:
    """What the cards laid so far say about the cells."""
    columns, rows = [laid.x for laid in tableau], [laid.y for laid in tableau]
    return Ground(
        frozenset(zip(columns, rows, strict=True)),
        _open(columns),
        _open(rows),
        by_any=_beside(tableau),
        by_end=_beside([laid for laid in tableau if laid.card[0] in ENDS]),
        by_court=_beside([laid for laid in tableau if laid.card[0] in COURTIERS]),
    )


def _open(taken: list[int]) -> range:
    """The columns (or rows) that keep within 4; only the first one before any card lies."""
    return range(max(taken) - SIZE + 1, min(taken) + SIZE) if taken else range(1)


def _beside(cards: Iterable[Laid]) -> frozenset[Spot]:
    return frozenset(chain.from_iterable(map(around, cards)))


def around(laid: Laid) -> tuple[Spot, ...]:
    """The four cells above, below and beside a card."""
    x, y = laid.x, laid.y
    return (x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)
