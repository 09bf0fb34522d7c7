"""What a tableau of Aucteraden adds up: a chain in each suit, and what is taken off."""

from collections.abc import Iterator
from typing import Final

from ludograph.domain.games.aucteraden import facts, rules
from ludograph.domain.games.aucteraden.state import PLAYER, State
from ludograph.domain.kernel.decks.decktet import SUIT_NAMES
from ludograph.domain.kernel.parts import Parts, Reasons, ScorePart
from ludograph.domain.kernel.sentences import Speaker, counted


def _suit(fact: facts.SuitScored, state: State) -> Iterator[ScorePart]:
    if fact.total:
        cards = tuple(laid.card for laid in fact.chain)
        yield ScorePart(PLAYER, SUIT_NAMES[fact.suit], fact.total, cards, counted(len(cards), "card"))


def _taken_off(fact: facts.MatchEnded, state: State) -> Iterator[ScorePart]:
    """Empty cells, suits of chips that were not touched or used up, and discards."""
    for label, amount, each, what in (
        ("empty cells", fact.holes, rules.HOLE_POINTS, "empty cell"),
        ("chips", fact.chips, rules.CHIPS_POINTS, "suit untouched or used up"),
        ("discards", fact.discards, rules.DISCARD_POINTS, "discard"),
    ):
        if amount:
            yield ScorePart(PLAYER, label, amount, why=f"{each} for each {what}")


def _chain(fact: facts.SuitScored, state: State, speaker: Speaker) -> str:
    """What its length and its Ace and Crown count."""
    if not fact.chain:
        return ": a suit without a card"
    ends = {laid.card[0] for laid in fact.chain} & {"1", "N"}
    named = {"1": "an Ace", "N": "a Crown"}
    bonus = " and ".join(named[one] for one in sorted(ends))
    return f": a chain of {len(fact.chain)}{f' with {bonus}' if bonus else ''}"


def _grade(fact: facts.MatchEnded, state: State, speaker: Speaker) -> str:
    if fact.total < rules.WIN:
        return f": a win takes {rules.WIN}"
    return f": {rules.WIN} make a win, {rules.COMMANDING_WIN} a commanding one"


PARTS: Final[Parts] = {facts.SuitScored: _suit, facts.MatchEnded: _taken_off}
REASONS: Final[Reasons] = {facts.SuitScored: _chain, facts.MatchEnded: _grade}
