"""What decides a round of Last Year's Magic: the cards that are turned up, and the suit that most of them have."""

from collections.abc import Iterator, Sequence
from typing import Final

from ludograph.domain.games.last_years_magic import facts
from ludograph.domain.games.last_years_magic.state import State
from ludograph.domain.kernel.decisive import Decisive, Decisives, Shown


def _turned_up(revealed: Sequence[facts.CardsRevealed], state: State) -> Iterator[Shown]:
    yield from (Shown(play.seat, (play.card,)) for play in revealed[-1].plays)


def _judged(judged: Sequence[facts.RoundJudged], state: State) -> Iterator[Shown]:
    """All cards of the round, those of the prime suit ringed."""
    one = judged[-1]
    for play in state.table:
        ringed = (play.card,) if one.prime and play.card.endswith(one.prime) else ()
        yield Shown(play.seat, (play.card,), "wins" if play.seat == one.winner else "", play.seat == one.winner, ringed)


DECISIVE: Final[Decisives] = {
    facts.CardsRevealed: Decisive("Turned up", _turned_up),
    facts.RoundJudged: Decisive("Judged", _judged),
}
