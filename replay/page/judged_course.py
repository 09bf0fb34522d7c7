"""What each position of a match was worth as it was judged, as a page shows it."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from ludograph.domain.judging.judged_match import ToldStep
from ludograph.domain.kernel.conceal import Observer
from ludograph.domain.kernel.game import JUDGE
from ludograph.domain.match.aggregate import Match
from ludograph.replay.sentences.judgement_sentences import measures

DIGITS: Final = 3
"""Of standard errors; all else is told as it was judged, so that sums of it come out as `judge` tells them."""
LEAST: Final = 0.01
LEAST_SCORE: Final = 0.5
"""By less a step changed nothing that is worth telling: shares of the win, and points."""


def judged_course_json(match: Match, worths: Sequence[ToldStep], observer: Observer) -> dict[str, Any]:
    """What each position was worth, step by step in the order of the seats: `value`, `luck`, `play`, and `se`.

    `actor` is whose play it is: the place of who acted among the players, -1 for the table.

    `shown` is by step what of `play` came of what others had decided in secret. `least` is what is worth telling of a
    change, `told` says what the numbers are, and `whose` by whose knowledge.
    """
    alone = len(match.players) == 1
    players = match.players
    unit = "points" if alone else "per cent of the win"

    def seats(values: Mapping[str, float]) -> list[float]:
        return [values[name] for name in match.players]

    return {
        "told": f"In {unit}, as short playouts judge each position; the bands hold 95 %. "
        f"{measures(match, observer)} Start, luck and play sum up.",
        "whose": "all players together" if observer == JUDGE else match.name(observer),
        "alone": alone,
        "least": LEAST_SCORE if alone else LEAST,
        "se": [round(one.se, DIGITS) for one in worths],
        "actor": [players.index(one.actor) if one.actor in players else -1 for one in worths],
        "value": [seats(one.value) for one in worths],
        "luck": [seats(one.luck) for one in worths],
        "play": [seats(one.play) for one in worths],
        "shown": {one.step: seats(one.shown) for one in worths if one.shown},
    }
