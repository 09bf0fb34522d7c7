"""What decides a hand of Hand of the Hanataz: challenges of the house, cards countered, hands shown."""

from collections.abc import Iterator, Sequence
from typing import Final

from ludograph.domain.games.hand_of_the_hanataz import face_facts, facts
from ludograph.domain.games.hand_of_the_hanataz.state import State
from ludograph.domain.kernel.decisive import Decisive, Decisives, Shown


def _challenge(decided: Sequence[facts.ChallengeDecided], state: State) -> Iterator[Shown]:
    """The card in control beside that of the house, the one that wins ringed."""
    one = decided[-1]
    held, turned = (one.control,), () if one.flipped is None else (one.flipped,)
    won = one.result == "won"
    yield Shown(one.seat, held, "controls", won, held if won else ())
    yield Shown(None, turned, "of the house", one.result == "beaten", () if won else turned)


def _countered(countered: Sequence[face_facts.CardCountered], state: State) -> Iterator[Shown]:
    yield from (Shown(one.played_by, (one.card,), "is countered") for one in countered)


DECISIVE: Final[Decisives] = {
    face_facts.CardsRevealed: Decisive("Revealed"),
    face_facts.CardCountered: Decisive("Countered", _countered),
    face_facts.PlayerPutOut: Decisive("Out of the game"),
    facts.SlotFlipped: Decisive("Flipped"),
    facts.ChallengeDecided: Decisive("Challenge", _challenge),
}
