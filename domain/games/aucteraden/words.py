"""A sentence for everything that happens in Aucteraden."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from msgspec import Struct

from ludograph.domain.games.aucteraden import facts
from ludograph.domain.games.aucteraden.actions import Buy, Discard, Place
from ludograph.domain.games.aucteraden.rules import COMMANDING_WIN, FULL
from ludograph.domain.games.aucteraden.state import PLAYER
from ludograph.domain.kernel.decks.decktet import SUIT_NAMES
from ludograph.domain.kernel.ending import Ending, Sum
from ludograph.domain.kernel.game import PerSeat, Sentence
from ludograph.domain.kernel.sentences import Speaker, alike, along, counted, listed


def _buy(action: Buy, speaker: Speaker) -> str:
    paying = f", paying with {SUIT_NAMES[action.suit]}" if action.suit else ""
    return f"Buy {speaker.card(action.card)}{paying}."


def _began(fact: facts.GameBegan, speaker: Speaker) -> str:
    options = fact.options
    deck = "the extended deck" if options.extended else "the basic deck"
    excuse = " with the Excuse" if options.excuse and not options.extended else ""
    touch = ", cards must touch" if options.must_touch else ""
    return f"{speaker.seat(PLAYER)} begins a game: {deck}{excuse}, a {options.market} market{touch}."


def _turned_up(turned: Sequence[facts.CardTurnedUp], speaker: Speaker) -> str:
    return f"Up come {listed([speaker.card(one.card) for one in turned])}."


def _laid(fact: facts.MarketLaid, speaker: Speaker) -> str:
    pile = f"{counted(fact.pile_left, 'card')} left in the pile"
    if fact.right is None:
        return f"The market is empty; {pile}."
    return f"The market, from the left: {fact.left or '-'} {fact.middle or '-'} {fact.right}; {pile}."


def _bought(fact: facts.CardBought, speaker: Speaker) -> str:
    price = counted(fact.price, "chip") if fact.price else "nothing"
    return f"{speaker.seat(PLAYER)} buys {speaker.card(fact.card)} from the {fact.slot} for {price}."


def _spent(fact: facts.ChipsSpent, speaker: Speaker) -> str:
    name = SUIT_NAMES[fact.suit]
    return f"{speaker.seat(PLAYER)} spends {counted(fact.count, 'chip')} of {name} and has {fact.left or 'none'} left."


def _placed(fact: facts.CardPlaced, speaker: Speaker) -> str:
    where = f"at ({fact.x}, {fact.y}), {fact.cards_in_tableau} of {FULL}"
    return f"{speaker.seat(PLAYER)} lays {speaker.card(fact.card)} {where}."


def _discarded(fact: facts.MarketDiscarded, speaker: Speaker) -> str:
    how = "has to discard" if fact.forced else "discards"
    return f"{speaker.seat(PLAYER)} {how} the market: {speaker.cards(fact.cards)} (discard number {fact.times})."


def _scored(fact: facts.SuitScored, speaker: Speaker) -> str:
    chain = speaker.cards([laid.card for laid in fact.chain])
    bonus = f" and a bonus of {fact.bonus}, {fact.total} in all" if fact.bonus else ""
    return f"{SUIT_NAMES[fact.suit]}: {chain}, {fact.vp} points{bonus}."


def _ended(fact: facts.MatchEnded, speaker: Speaker) -> str:
    reason = "The tableau is full" if fact.reason == "tableau_full" else "The market is empty"
    sums = f"chains {fact.suits}, empty cells {fact.holes}, chips {fact.chips}, discards {fact.discards}"
    grade = f"a {fact.grade.replace('_', ' ')}"
    return f"{reason}, the game is over: {sums}. {speaker.seat(PLAYER)} has {fact.total} points, {grade}."


SENTENCES: Final[Mapping[type[Struct], Sentence]] = {
    Buy: _buy,
    Place: "Lay it at ({x}, {y}).",
    Discard: "Discard the market.",
    facts.GameBegan: _began,
    facts.DeckShuffled: along("{cards} cards are shuffled and lie face down."),
    facts.CardTurnedUp: alike("Up comes {card}.", _turned_up),
    facts.MarketThinned: "The newest card pushes {discarded} out of the market.",
    facts.ExcuseSwept: "The Excuse sweeps the market away. Discarded: {discarded}.",
    facts.MarketLaid: along(_laid),
    facts.CardBought: _bought,
    facts.ChipsSpent: along(_spent),
    facts.CardPlaced: _placed,
    facts.MarketDiscarded: _discarded,
    facts.SuitScored: _scored,
    facts.MatchEnded: _ended,
}

OFFERS: Final[Mapping[type[Struct], str]] = {
    Buy: "buy {card} for chips of {suit}",
}
"""How what could be done is told, where a sentence of what was done is not a mere template."""


def _sums(told: Iterable[Any]) -> PerSeat[Sum]:
    """The chains, and what was taken off."""
    return tuple(
        (("chains", fact.suits), ("empty cells", fact.holes), ("chips", fact.chips), ("discards", fact.discards))
        for fact in told
        if isinstance(fact, facts.MatchEnded)
    )


ENDING: Final = Ending(needed=f"{{needed}} are needed, {COMMANDING_WIN} for a commanding win", sums=_sums)

LABELS: Final[Mapping[str, str]] = {
    "extended": "Extended deck",
    "market": "How the market is refilled",
    "must_touch": "Cards must touch",
    "excuse": "With the Excuse",
}
"""What the options are called where a table chooses them, those first that it agrees on first."""
