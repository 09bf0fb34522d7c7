"""Why a pot of Fool's Down is won: which hand, and which it beats by what."""

from typing import Final

from ludograph.domain.games.fools_down import dealing, facts
from ludograph.domain.games.fools_down.hands import first_parted, strength
from ludograph.domain.games.fools_down.rules import CATEGORIES, WILDS
from ludograph.domain.games.fools_down.state import Best, Hand, State
from ludograph.domain.kernel.decks.perilous import RANK_NAMES
from ludograph.domain.kernel.parts import Reasons
from ludograph.domain.kernel.sentences import Speaker, listed


def _pot(fact: facts.PotAwarded, state: State, speaker: Speaker) -> str:
    """The kind of the best hand, and how it is better than the next that could have had the pot."""
    hand = state.hand
    if hand is None or not hand.pots:
        return ""
    if fact.how == "fool":
        return ", which as the last card takes the pot whatever the hands are"
    eligible = [seat for seat in hand.pots[0].eligible if seat in hand.standing]
    hands = [best for seat in eligible if (best := hand.shown[seat - 1]) is not None]
    if fact.how == "alone":
        return _alone(fact, hand, speaker)
    if not hands:
        return ""
    best = max(hands, key=strength)
    others = [one for one in hands if strength(one) < strength(best)]
    half = "; the Fool takes half, the best hand the other" if fact.how == "cut" else ""
    return f": {_kind(best)}{_over(best, max(others, key=strength)) if others else ''}{half}"


def _alone(fact: facts.PotAwarded, hand: Hand, speaker: Speaker) -> str:
    """Why nobody else could have a pot that others are left for; who is out of the hand takes it as the last to go."""
    winner = next((seat for seat, chips in enumerate(fact.shares, start=1) if chips), None)
    if winner is None:
        return ""
    if winner not in hand.standing:
        return f": all who could win it are out of the hand, {speaker.seat(winner)} was the last to go"
    return ": nobody else in the hand has staked so much" if len(hand.standing) > 1 else ""


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


def _hand_shown(fact: dealing.HandShown, state: State, speaker: Speaker) -> str:
    """What each wild card of a hand stands for; without a rank of its own it makes the kind."""
    wild = [(card, at) for at, card in enumerate(fact.five) if card in WILDS]
    told = [
        f"{card} stands for {_ranked(fact.ranks[at])}" if at < len(fact.ranks) else f"{card} is the wild card of it"
        for card, at in wild
    ]
    return f"; {listed(told)}" if told else ""


def _ranked(rank: str) -> str:
    """A rank with its article: `a Dragon`, `an 8`."""
    name = RANK_NAMES.get(rank, rank)
    return f"an {name}" if name == "8" else f"a {name}"


REASONS: Final[Reasons] = {dealing.HandShown: _hand_shown, facts.PotAwarded: _pot, dealing.TakenDown: _taken_down}
