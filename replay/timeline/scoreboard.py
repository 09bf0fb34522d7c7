"""The scoreboard: what counts for each player at a step, and at the end the final scores and who has won."""

from fractions import Fraction
from typing import Any, Final, NamedTuple

from ludograph.domain.kernel.game import PerSeat, Seat
from ludograph.domain.kernel.result import Score
from ludograph.domain.kernel.worth import Value, known_values, value_text
from ludograph.domain.match.aggregate import Match
from ludograph.domain.match.final_result import final_of
from ludograph.domain.notation.visible_text import visible

NONE: Final = "–"  # noqa: RUF001
"""Stands for a score that there is not."""
WORTH_SAYING: Final = Fraction(1, 2)
"""A change of less than this is not said beside a score: an expectation moves a little with every card."""


class PlayerScore(NamedTuple):
    """What a player has: what it is called and how much; nothing yet where both are empty."""

    seat: Seat
    label: str
    value: str
    won: bool = False
    eliminated: bool = False
    """Whether they cannot be ahead whatever they have: out of the match, or at its end behind others for that."""

    def change(self, before: "PlayerScore") -> str:
        """By how much it is more or less than before, with its sign; empty where it cannot be said or is hardly any."""
        if before.label != self.label or before.value == self.value:
            return ""
        old, new = (_number(one.value) for one in (before, self))
        if old is None or new is None or abs(new - old) < WORTH_SAYING:
            return ""
        return value_text(new - old, signed=True)


def scoreboard(
    match: Match, state: Any, *, last: bool, values: PerSeat[Value] | None = None
) -> tuple[PlayerScore, ...]:
    """Every seat in its order, with what counts in a state (`Game.worth_of`), all in the unit of the final score.

    After the `last` step of a match that is over these are the final scores, with all rulings. Where the `values` are
    known they are not worked out again.
    """
    if last and match.game.result(match.state).over:
        return _final(match)
    game, label = match.game, visible(match.game.counts_as(state))
    texts = (value_text(value, signed=game.ending.signed) for value in values or game.worth_of(state))
    out = game.eliminated_in(state)
    return tuple(
        PlayerScore(seat, label, text or (NONE if label else ""), eliminated=seat in out)
        for seat, text in enumerate(texts, start=1)
    )


def worths(match: Match, state: Any, *, last: bool) -> PerSeat[Value]:
    """What a scoreboard says, as exact numbers; None where there is none."""
    over = last and match.game.result(match.state).over
    return known_values(final_of(match).scores) if over else match.game.worth_of(state)


def _final(match: Match) -> tuple[PlayerScore, ...]:
    found, game = final_of(match), match.game
    winners = () if isinstance(found.winners, str) else found.winners
    label, out = game.worth.label if game.worth else "Score", game.eliminated_in(match.state)
    return tuple(
        PlayerScore(seat, label, _score_text(score, signed=game.ending.signed), seat in winners, seat in out)
        for seat, score in enumerate(found.scores, start=1)
    )


def _score_text(score: Score, *, signed: bool) -> str:
    if isinstance(score, int):
        return value_text(score, signed=signed)
    return NONE if score is None else score


def _number(text: str) -> Fraction | None:
    try:
        return Fraction(text)
    except ValueError:
        return None


__all__ = ["NONE", "PlayerScore", "scoreboard", "worths"]
