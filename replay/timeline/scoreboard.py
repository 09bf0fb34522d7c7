"""The scoreboard: what each player has at a step, and at the end of a match the final scores and who has won."""

from typing import Final, NamedTuple

from ludograph.domain.kernel.game import Seat
from ludograph.domain.kernel.scene import Scene
from ludograph.domain.match.aggregate import Match
from ludograph.domain.match.final_result import final_of
from ludograph.domain.notation.visible_text import visible

NONE: Final = "–"  # noqa: RUF001
"""Stands for a score that there is not."""


class PlayerScore(NamedTuple):
    """What a player has: what it is called and how much; nothing yet where both are empty."""

    seat: Seat
    label: str
    value: str
    won: bool = False

    def change(self, before: "PlayerScore") -> str:
        """By how much it is more or less than before, with its sign; empty where that cannot be said."""
        if before.label != self.label or before.value == self.value:
            return ""
        old, new = (_number(one.value) for one in (before, self))
        return "" if old is None or new is None else f"{new - old:+}"


def scoreboard(match: Match, scene: Scene, *, last: bool) -> tuple[PlayerScore, ...]:
    """Every seat in its order; after the `last` step of a match that is over the final scores, with all rulings."""
    if last and match.game.result(match.state).over:
        return _final(match)
    stands = {zone.owner: zone.standing for zone in scene.zones}
    found = (stands.get(seat) or ("", "") for seat in range(1, len(match.players) + 1))
    return tuple(PlayerScore(seat, label, visible(value)) for seat, (label, value) in enumerate(found, start=1))


def _final(match: Match) -> tuple[PlayerScore, ...]:
    found = final_of(match)
    winners = () if isinstance(found.winners, str) else found.winners
    return tuple(
        PlayerScore(seat, "Score", NONE if score is None else str(score), seat in winners)
        for seat, score in enumerate(found.scores, start=1)
    )


def _number(text: str) -> int | None:
    try:
        return int(text)
    except ValueError:
        return None


__all__ = ["NONE", "PlayerScore", "scoreboard"]
