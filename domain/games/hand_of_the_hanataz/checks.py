"""What several actions of Hand of the Hanataz are refused for, in the order of the rules."""

from collections import Counter
from typing import Final

from ludograph.domain.games.hand_of_the_hanataz.rules import ASSASSIN, JESTER, KNIGHT, ROGUE
from ludograph.domain.games.hand_of_the_hanataz.state import State, aimed_at, can_come, pays_bards, player
from ludograph.domain.kernel.cards import UNKNOWN, Card, Cards, holds
from ludograph.domain.kernel.decks.perilous import FOOL, RANK_OF
from ludograph.domain.kernel.game import Impossible, Refused, Seat, Who


def check_held(state: State, seat: Seat, card: Card) -> None:
    """A card is played from one's own hand; one that lies elsewhere is none of its unknown ones (HH-3.6)."""
    hand = player(state, seat).hand
    if not holds(hand, (card,)) or (card not in hand and card not in can_come(state)):
        raise Refused("HH-3.6", "{card} is not in the hand of {seat}.", card=card, seat=Who(seat))


def check_can_be(state: State, seat: Seat, cards: Cards) -> None:
    """What is played, exchanged or shown everybody sees; a card taken for a ?? must not lie elsewhere (HH-1.5)."""
    if UNKNOWN in cards:
        raise Impossible("unknown", "Everybody sees these cards: write their faces, not ??.")
    unseen = Counter(cards) - Counter(player(state, seat).hand)
    if unseen and unseen - Counter(can_come(state)):
        raise Impossible("placed", "A card that is named lies elsewhere: one of the entries is wrong.")


def check_face(state: State, seat: Seat, card: Card) -> None:
    """A face card on a turn: no Knight, and the Bards can be paid (HH-3.7, HH-3.8)."""
    if RANK_OF[card] == KNIGHT:
        raise Refused("HH-3.7", "A Knight only answers a Rogue or a Dragon.")
    if not pays_bards(state, seat):
        raise Refused("HH-3.8", f"A face card costs a silv on each of {len(state.bards)} Bards now.")


def check_kind(state: State, seat: Seat, card: Card, rank: str) -> None:
    """A card that has a verb of its own."""
    check_held(state, seat, card)
    if RANK_OF[card] not in (rank, KNIGHT):
        raise Refused("HH-3.6", f"{card} cannot be played like this.")
    check_face(state, seat, card)


def check_aim(state: State, seat: Seat, card: Card, at: int) -> None:
    """What a card is played on fits it (HH-3.9)."""
    if at not in aimed_at(state, seat, card):
        raise Refused("HH-3.9", _MISSED[RANK_OF[card]])


_MISSED: Final = {
    ROGUE: "A Rogue names another player who is in the game.",
    ASSASSIN: "An Assassin names another active player.",
    JESTER: "There is no card in this slot.",
    FOOL: "There is no card in this slot.",
}
"""What is said of a card played on what it cannot act on (HH-3.9)."""
