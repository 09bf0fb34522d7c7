"""What decides a hand of Fool's Down: hands that are shown, the Fool, and who gets the pots."""

from collections.abc import Iterator, Sequence
from typing import Final

from ludograph.domain.games.fools_down import dealing, facts
from ludograph.domain.games.fools_down.hands import strength
from ludograph.domain.games.fools_down.rules import CATEGORIES
from ludograph.domain.games.fools_down.state import Best, State
from ludograph.domain.kernel.decisive import Decisive, Decisives, Shown
from ludograph.domain.kernel.decks.perilous import FOOL
from ludograph.domain.kernel.game import Seat
from ludograph.domain.kernel.sentences import Speaker


def _hands(state: State) -> list[tuple[Seat, Best]]:
    """The hands shown of those that still stand, the best first."""
    hand = state.hand
    shown = enumerate(hand.shown if hand else (), start=1)
    found = [(seat, best) for seat, best in shown if best is not None and hand and seat in hand.standing]
    return sorted(found, key=lambda one: strength(one[1]), reverse=True)


def _kind(best: Best) -> str:
    return CATEGORIES[best.category - 1]


def _so_far(shown: Sequence[dealing.HandShown], state: State) -> Iterator[Shown]:
    """Every hand shown so far, and of the newest its cards in a ring."""
    for seat, best in _hands(state):
        cards = (*best.five, *(card for card in shown[-1].cards if seat == shown[-1].seat and card not in best.five))
        yield Shown(seat, cards, _kind(best), ringed=best.five if seat == shown[-1].seat else ())


def _showdown(awarded: Sequence[facts.PotAwarded], state: State) -> Iterator[Shown]:
    """Who gets something of any pot, with what, and the hands that it beats."""
    won = _winners(awarded)
    hands = dict(_hands(state))
    for seat in [*won, *(seat for seat in hands if seat not in won)]:
        fool = (FOOL,) if seat in won and any(_by_fool(one, seat) for one in awarded) else ()
        five = hands[seat].five if seat in hands else ()
        cards = (*(card for card in fool if card not in five), *five)
        yield Shown(seat, cards, _kind(hands[seat]) if seat in hands else "", seat in won, cards if seat in won else ())


def _title(awarded: Sequence[facts.PotAwarded], state: State) -> str:
    if state.hand is not None and not state.hand.standing:
        return "All are out"
    return "Showdown" if _hands(state) else "Unopposed"


def _winners(awarded: Sequence[facts.PotAwarded]) -> list[Seat]:
    """The seats that get something, those of the main pot first."""
    found = (seat for one in awarded for seat, chips in enumerate(one.shares, start=1) if chips)
    return list(dict.fromkeys(found))


def _paid(awarded: Sequence[facts.PotAwarded]) -> dict[Seat, int]:
    """What each seat gets of all pots; chips that nobody matched went back to whoever staked them, and are no gain."""
    return {seat: sum(one.shares[seat - 1] for one in awarded) for seat in _winners(awarded)}


def _by_fool(awarded: facts.PotAwarded, seat: Seat) -> bool:
    return awarded.how in ("fool", "cut") and awarded.shares[seat - 1] > 0


def _beats(awarded: Sequence[facts.PotAwarded], state: State, speaker: Speaker) -> str:
    """`Bot 7: Fool's Court, beats Five Elements.`; nothing where no hands were compared."""
    hands = dict(_hands(state))
    won = [seat for seat, chips in enumerate(awarded[0].shares, start=1) if chips]
    others = [best for seat, best in hands.items() if seat not in won]
    if not won or not others or awarded[0].how != "best" or any(seat not in hands for seat in won):
        return ""
    mine, theirs = _kind(hands[won[0]]), _kind(others[0])
    over = f"beats {theirs}" if mine != theirs else "the better one"
    return f"{speaker.seats(won)}: {mine}, {over}."


DECISIVE: Final[Decisives] = {
    dealing.FoolAppeared: Decisive("The Fool appears", lambda told, state: [Shown(told[-1].seat, (FOOL,))]),
    dealing.HandShown: Decisive("Shown", _so_far),
    dealing.TakenDown: Decisive("Fool's Down", lambda told, state: [Shown(one.seat, (FOOL,)) for one in told]),
    facts.FoolsBagWon: Decisive("The Fool's Bag", lambda told, state: [Shown(told[-1].seat, won=True)]),
    facts.PotAwarded: Decisive(_title, _showdown, _beats, _paid),
}
