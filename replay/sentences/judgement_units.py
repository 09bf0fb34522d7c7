"""In what a judgement is told: its numbers in their unit, and moves as they would be entered."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from ludograph.domain.judging.decision_errors import ERRORS
from ludograph.domain.match.aggregate import Match
from ludograph.domain.notation.values import text_of


class Unit(NamedTuple):
    """In what the values of a match are told: per cent of the win, or points of a single player."""

    alone: bool

    def value(self, value: float) -> str:
        """What a position is worth: `42 %`, `-12.5`."""
        return f"{value:.1f}" if self.alone else f"{value:.0%}".replace("%", " %")

    def change(self, change: float) -> str:
        """By how much something is more or less: `+4.2 %`, `-12.5 points`."""
        return f"{change:+z.1f} points" if self.alone else f"{100 * change:+z.1f} %"

    def size(self, amount: float) -> str:
        """How much it is, without a sign: `4.2 %`, `12.5 points`."""
        return f"{amount:z.1f} points" if self.alone else f"{100 * amount:z.1f} %"

    def amount(self, amount: float, se: float) -> str:
        """An amount with two standard errors, by which an error is sure or not: `4.2 ± 1.1 %`."""
        scale, unit = (1, "points") if self.alone else (100, "%")
        return f"{scale * amount:z.1f} ± {ERRORS * scale * se:.1f} {unit}"

    def lost(self, amount: float, se: float) -> str:
        """What was lost, with how sure it is: `4.2 ± 1.1 % of the win`."""
        return f"{self.amount(amount, se)}{'' if self.alone else ' of the win'}"

    @property
    def worth(self) -> str:
        """What a position is worth to a player, in a word or two."""
        return "score to expect" if self.alone else "share of the win"

    @property
    def told(self) -> str:
        """What the numbers are."""
        return "points" if self.alone else "per cent of the win"


def move_text(match: Match, do: Mapping[str, Any]) -> str:
    """A move as it would be entered: `bid 9MS`."""
    fields = {name: value for name, value in do.items() if name != "do"}
    return text_of(match.game, str(do["do"]), fields)
