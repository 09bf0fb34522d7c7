"""Why a pot of Fool's Down is won: which hand, and which it beats by what."""

from typing import Final

from ludograph.domain.games.fools_down import dealing, facts
from ludograph.domain.games.fools_down.hands import first_parted, strength
from ludograph.domain.games.fools_down.rules import CATEGORIES
from ludograph.domain.games.fools_down.state import Best, State
from ludograph.domain.kernel.parts import Reasons
from ludograph.domain.kernel.sentences import Speaker


def _pot(fact: facts.PotAwarded, state: State, speaker: Speaker) -> str:
    """The kind of the best hand, and how it is better than the next that could have had the pot."""
    hand = state.hand
    if hand is None or not hand.pots:
        return ""
    if fact.how == "fool":
        return ", which as the last card takes the pot whatever the hands are"
    eligible = [seat for seat in hand.pots[0].eligible if seat in hand.standing]
    hands = [best for seat in eligible if (best := hand.shown[seat - 1]) is not None]
    if fact.how == "alone" or not hands:
        return ""
    best = max(hands, key=strength)
    others = [one for one in hands if strength(one) < strength(best)]
    half = "; the Fool takes half, the best hand the other" if fact.how == "cut" else ""
    return f": {_kind(best)}{_over(best, max(others, key=strength)) if others else ''}{half}"


def _kind(best: Best) -> str:
    return CATEGORIES[best.category - 1]


def _over(best: Best, beaten: Best) -> str:
    """How a hand is better than another."""
    if best.category != beaten.category:
        return f", which beats {_kind(beaten)}"
    parted = first_parted(best, beaten)
    return f", better by {parted[0]} over {parted[1]}" if parted else ", the better one"


def _taken_down(fact: dealing.TakenDown, state: State, speaker: Speaker) -> str:
    return ": it is the last card of that hand, which is out"


REASONS: Final[Reasons] = {facts.PotAwarded: _pot, dealing.TakenDown: _taken_down}
