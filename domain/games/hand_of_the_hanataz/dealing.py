"""Cards that come off the deck, with the refresh where it runs out; each part yields facts and returns the state."""

from collections.abc import Callable, Generator, Mapping
from functools import partial
from typing import Final

from ludograph.domain.games.hand_of_the_hanataz import state as table
from ludograph.domain.games.hand_of_the_hanataz.face_facts import CardsRevealed, FoolTokensReturned
from ludograph.domain.games.hand_of_the_hanataz.facts import CardsDrawn, DeckRefreshed, SilvsMoved, SlotsFilled
from ludograph.domain.games.hand_of_the_hanataz.rules import COUNT_OF, HAND
from ludograph.domain.games.hand_of_the_hanataz.state import DrawnFor, SlotsFor, State
from ludograph.domain.kernel.cards import UNKNOWN, Cards
from ludograph.domain.kernel.game import NOBODY, Chance, Faces, Fact, Seat, Wanted, numbered

Telling = Generator[Fact, None, State]
"""Facts, and in the end the state after them."""
_DRAWN: Final[Mapping[DrawnFor, str]] = {
    "exchange": "{seat}'s replacement",
    "bought": "{seat}'s bought card",
    "wizard": "{seat}'s card for the Wizard",
    "jester": "{seat}'s card for the Jester",
}
"""What a card drawn is called when it is asked for, by what it is drawn for."""


def told(state: State, *facts: Fact) -> Telling:
    """These facts, and the state after them."""
    for fact in facts:
        yield fact
        state = fact.apply(state)
    return state


def draw(state: State, chance: Chance, seat: Seat, count: int, why: DrawnFor, fresh: int) -> Telling:
    """Draws so many cards, as far as they go; `fresh` is how often the deck may have been refreshed by then (HH-9)."""
    total = count
    while count and (state.deck or state.refreshes < fresh):
        if not state.deck:
            state = yield from refresh(state, chance)
            continue
        size = min(count, state.deck)
        among = partial(table.can_come, state)
        labels = numbered(_DRAWN[why], total)[total - count :][:size]
        faces = tuple(Faces(label, (UNKNOWN,), among, to=(seat,), hidden=True, seat=seat) for label in labels)
        cards = chance.ask(Wanted(faces, more=None))
        state = yield from told(state, CardsDrawn(seat, cards, why))
        count -= size
    return state


def refresh(state: State, chance: Chance) -> Telling:
    """The Hanataz Hand and the discard pile become the deck, and five new cards are laid out (HH-9.2)."""
    slots = table.occupied(state)
    deck = state.deck + len(state.discard) + len(slots)
    state = yield from told(state, DeckRefreshed(slots, table.cards_in(state, slots), deck))
    holders = tuple(seat for seat, one in enumerate(state.players, start=1) if one.fool_tokens)
    if holders:
        state = yield from told(state, FoolTokensReturned(holders))
    return (yield from _lay(state, chance, "refresh"))


def refill(state: State, chance: Chance, fresh: int) -> Telling:
    """Each empty slot gets a card; a refill that refreshes is done (HH-2.4, HH-9.3)."""
    state = yield from _lay(state, chance, "refill")
    if len(table.occupied(state)) < HAND and state.refreshes < fresh:
        state = yield from refresh(state, chance)
    return state


def _lay(state: State, chance: Chance, why: SlotsFor) -> Telling:
    slots = tuple(slot for slot, card in enumerate(state.slots, start=1) if card is None)[: state.deck]
    if not slots:
        return state
    when = "filled again" if why == "refill" else "after the refresh"
    cards = _laid(when, slots, partial(table.can_come, state), chance)
    return (yield from told(state, SlotsFilled(slots, cards, why)))


def stock_up(state: State, chance: Chance, seat: Seat, replaced: int) -> Telling:
    """What a seat draws before a hand: replacements, then bought cards; the last one's slots follow (HH-2.2 to 2.4)."""
    fresh = state.refreshes + 1
    state = yield from draw(state, chance, seat, replaced, "exchange", fresh)
    before = len(table.player(state, seat).hand)
    state = yield from draw(state, chance, seat, table.cards_due(state, seat), "bought", fresh)
    if bought := len(table.player(state, seat).hand) - before:
        state = yield from told(state, SilvsMoved(seat, "pot", bought * state.price, "card"))
    return state if state.waiting else (yield from refill(state, chance, fresh))


def reveal(state: State, chance: Chance, seat: Seat) -> Telling:
    """Turns cards up until a number comes, as far as they go (HH-4.11)."""
    fresh = state.refreshes + 1
    while state.deck or state.refreshes < fresh:
        if not state.deck:
            state = yield from refresh(state, chance)
            continue
        state = yield from told(state, CardsRevealed(seat, _up_to_a_number(state, chance)))
        if COUNT_OF[state.aside[-1]]:
            break
    return state


def _up_to_a_number(state: State, chance: Chance) -> Cards:
    cards: Cards = ()
    while len(cards) < state.deck and not (cards and COUNT_OF[cards[-1]]):
        cards += chance.ask(Wanted((_next_up(state, cards),), more=None))
    return cards


def _next_up(state: State, taken: Cards) -> Faces:
    number = len(state.aside) + len(taken) + 1
    return Faces(f"card {number} turned up for the Priest", (UNKNOWN,), lambda _: table.can_come(state, taken))


def mixed(state: State, chance: Chance, slots: tuple[int, ...], pile: Cards) -> Cards:
    """These cards shuffled among slots, which nobody sees."""
    return _laid("after the shuffle", slots, partial(table.can_be_among, state, pile), chance)


def _laid(when: str, slots: tuple[int, ...], among: Callable[[Cards], Cards], chance: Chance) -> Cards:
    """What comes to lie face down in slots."""
    faces = tuple(Faces(f"slot {slot} {when}", (UNKNOWN,), among, to=NOBODY, hidden=True) for slot in slots)
    return chance.ask(Wanted(faces, more=None))
