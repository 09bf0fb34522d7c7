"""What decides a round of Last Year's Magic: the cards that are turned up, and the suit that most of them have."""

from collections.abc import Iterator, Sequence
from typing import Final

from ludograph.domain.games.last_years_magic import facts
from ludograph.domain.games.last_years_magic.state import State
from ludograph.domain.kernel.decisive import Decisive, Decisives, Shown


def _turned_up(revealed: Sequence[facts.CardsRevealed], state: State) -> Iterator[Shown]:
    yield from (Shown(play.seat, (play.card,)) for play in revealed[-1].plays)


def _judged(judged: Sequence[facts.RoundJudged], state: State) -> Iterator[Shown]:
    """All cards of the round, those of the prime suit ringed; a bad trick is in nobody's favour."""
    one, bad = judged[-1], judged[-1].kind == "bad"
    for play in state.table:
        ringed = (play.card,) if one.prime and play.card.endswith(one.prime) else ()
        takes = play.seat == one.winner
        said = ("takes a bad trick" if bad else "wins") if takes else ""
        yield Shown(play.seat, (play.card,), said, takes and not bad, ringed)


DECISIVE: Final[Decisives] = {
    facts.CardsRevealed: Decisive("Turned up", _turned_up),
    facts.RoundJudged: Decisive("Judged", _judged),
}
