"""Why a challenge in Hand of the Hanataz is won or lost, and why a hand goes on when one is left alone."""

from typing import Final

from ludograph.domain.games.hand_of_the_hanataz import face_facts, facts
from ludograph.domain.games.hand_of_the_hanataz.rules import COUNT_OF, WORTH_OF
from ludograph.domain.games.hand_of_the_hanataz.state import State, in_game
from ludograph.domain.kernel.cards import UNKNOWN
from ludograph.domain.kernel.decks.perilous import EXTRAS, SUIT_OF
from ludograph.domain.kernel.parts import Reasons
from ludograph.domain.kernel.sentences import Speaker


def _challenge(fact: facts.ChallengeDecided, state: State, speaker: Speaker) -> str:
    """Suit and number of the card flipped beside the one in control."""
    flipped, control = fact.flipped, fact.control
    if flipped is None or UNKNOWN in (flipped, control) or fact.result == "fool":
        return ""
    if flipped in EXTRAS:
        return f"; {flipped} has no suit, and beats every number"
    if SUIT_OF[flipped] != SUIT_OF[control]:
        return f"; {flipped} is of another suit"
    if not COUNT_OF[flipped] and WORTH_OF[flipped]:
        return f"; a face card of the suit counts {WORTH_OF[flipped]}, above {COUNT_OF[control]}"
    higher = WORTH_OF[flipped] > COUNT_OF[control]
    equal = WORTH_OF[flipped] == COUNT_OF[control]
    than = "is higher than" if higher else "ties with" if equal else "is not higher than"
    return f"; in the same suit {WORTH_OF[flipped]} {than} {COUNT_OF[control]}"


def _put_out(fact: face_facts.PlayerPutOut, state: State, speaker: Speaker) -> str:
    """Where one is left alone: why the match goes on for some steps."""
    left = [seat for seat in in_game(state) if seat != fact.seat]
    return f"; only {speaker.seat(left[0])} is left, and plays this hand to its end" if len(left) == 1 else ""


REASONS: Final[Reasons] = {facts.ChallengeDecided: _challenge, face_facts.PlayerPutOut: _put_out}
