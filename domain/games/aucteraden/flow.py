"""How a game runs: the deal, who may do what, and what follows by itself."""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Final

from ludograph.domain.games.aucteraden import facts
from ludograph.domain.games.aucteraden import state as table
from ludograph.domain.games.aucteraden.actions import Buy, Discard, Place
from ludograph.domain.games.aucteraden.rules import CHIPS, FULL, SLOTS
from ludograph.domain.games.aucteraden.scoring import best_chain, bonus, grade, penalties, points, vp
from ludograph.domain.games.aucteraden.state import AucteradenDeal, AucteradenOptions, State
from ludograph.domain.kernel.cards import UNKNOWN, Card, Cards
from ludograph.domain.kernel.chance import Unseen, Written
from ludograph.domain.kernel.course import Course, Phase
from ludograph.domain.kernel.decks.decktet import DECKTET, EXCUSE, SUITS
from ludograph.domain.kernel.game import Chance, Choice, Faces, Fact, Impossible, Refused, Seat, Wanted


def setup(
    options: AucteradenOptions, seats: int, deal: AucteradenDeal | None, chance: Chance
) -> tuple[AucteradenDeal, Iterable[Fact]]:
    """Shuffles, or takes the deal as written; turning up the market then follows by itself."""
    deck = table.deck_of(options)
    if deal is None:
        order = chance.shuffle(deck)
        count = len(_turned_up(options, order, Unseen()))
        deal = AucteradenDeal(order[:count], order[count:])
    else:
        if not deal.drawn:
            raise Refused("AU-1.3", 'The deal says which cards were turned up: {"drawn": ["4VL", "7SK", "2SY"]}.')
        drawn = _turned_up(options, (UNKNOWN,) * len(deck), Written(DECKTET, deal.drawn))
        order = drawn + _rest(deck, drawn, deal.pile)
    return deal, (facts.GameBegan(options), facts.DeckShuffled(len(deck), order))


def _turned_up(options: AucteradenOptions, order: Cards, chance: Chance) -> Cards:
    """The cards that fill the first market, all that `chance` has to give (AU-1.2, AU-1.3)."""
    state = facts.DeckShuffled(len(order), order).apply(facts.GameBegan(options).apply(None))
    cards: Cards = ()
    while state.phase == "refill":
        fact = _refill(state, chance)
        state = fact.apply(state)
        cards += (fact.card,) if isinstance(fact, facts.CardTurnedUp) else ()
    chance.finish()
    return cards


def _rest(deck: Cards, drawn: Cards, pile: Cards | None) -> Cards:
    """The pile under the cards turned up: none that cannot be there (AU-1.2), and as many as are left (AU-1.3)."""
    left = [card for card in deck if card not in drawn]
    if pile is None:
        return (UNKNOWN,) * len(left)
    known = Counter(card for card in pile[: len(left)] if card != UNKNOWN)
    if wrong := list(known - Counter(left)):
        raise Impossible("placed", f"{wrong[0]} is not in the deck, was turned up, or stands in `pile` twice.")
    if len(pile) != len(left):
        raise Impossible("count", f"`pile` needs {len(left)} cards, ?? for those not known; it has {len(pile)}.")
    return pile


def _purchases(state: State, seat: Seat) -> Iterator[Choice]:
    """Cards with the suits that can pay."""
    for card in table.in_market(state):
        if (suits := table.ways_to_pay(state, card)) and table.can_lay(state, card):
            yield Choice(Buy, {"card": (card,), "suit": suits})
    yield Choice(Discard)


def _cell_choices(state: State, seat: Seat) -> Iterator[Choice]:
    """Columns with their rows."""
    rows: dict[int, list[int]] = {}
    for x, y in table.legal_cells(state, state.bought or UNKNOWN):
        rows.setdefault(x, []).append(y)
    for x, ys in rows.items():
        yield Choice(Place, {"x": (x,), "y": tuple(ys)})


def _refill(state: State, chance: Chance) -> Fact:
    """The next step of a refill: sweep, push out, turn up a card, or lay the market."""
    market = table.in_market(state)
    if EXCUSE in market:
        return facts.ExcuseSwept((*market[1:], EXCUSE))
    if discarded := table.pushed_out(state):
        return facts.MarketThinned(market[0], discarded)
    if len(market) < len(SLOTS) and state.pile:
        return facts.CardTurnedUp(_next_card(state, chance), len(state.pile) - 1)
    left, middle, right = table.slide(market)
    return facts.MarketLaid(left, middle, right, len(state.pile))


def _next_card(state: State, chance: Chance) -> Card:
    """The top card of the pile; none that the record knows to lie deeper (AU-1.3)."""
    deeper = state.pile[1:]
    market = table.in_market(state)
    top = Faces(
        f"the next card of the market, beside {' '.join(market)}" if market else "the first card of the market",
        state.pile[:1],
        lambda _: [card for card in table.can_come(state) if card not in deeper],
        elsewhere=deeper,
    )
    (card,) = chance.ask(Wanted((top,), more=None))
    return card


def _count(state: State, chance: Chance) -> Fact | None:
    """When the game is finished: the next suit, and after the last one the end."""
    if not table.is_finished(state):
        return None
    if len(state.suit_points) < len(SUITS):
        suit = SUITS[len(state.suit_points)]
        chain = best_chain(state.tableau, suit)
        return facts.SuitScored(suit, chain, len(chain), vp(len(chain)), bonus(chain), points(chain))
    suits, off = sum(state.suit_points), penalties(state)
    total = suits + sum(off)
    reason: facts.Reason = "tableau_full" if len(state.tableau) == FULL else "market_empty"
    return facts.MatchEnded(reason, suits, off.holes, off.chips, off.discards, total, grade(total))


COURSE: Final = Course(
    {
        "refill": Phase(follow=_refill),
        "buy": Phase(open=_purchases, follow=_count, who="Only the player acts in this game."),
        "place": Phase(open=_cell_choices, who="Only the player acts in this game."),
    },
    asked=lambda state: (table.PLAYER,),
    over="AU-6.1",
    ended="The game is over.",
)


def cards(state: State) -> tuple[Cards, Cards, int]:
    """The deck, and where its cards are."""
    return table.deck_of(state.options), state.pile + table.seen(state), 0


def coins(state: State) -> tuple[int, tuple[int, ...]]:
    """The chips: how many there are, and those left of each suit and spent."""
    return CHIPS * len(SUITS), (*state.chips, state.spent)
