"""A result that was entered from paper in the place of a match, for whoever looks at that match."""

from collections.abc import Sequence
from typing import Any

from ludograph.domain.tournaments.scores.entered_results import EnteredResult


def paper_json(entered: EnteredResult, players: Sequence[str]) -> dict[str, Any]:
    """What was entered, with the scores and winners of `final`, by the names of these players in their seats."""
    result = entered.result
    won = result.winners if isinstance(result.winners, str) else [players[seat - 1] for seat in result.winners]
    return {"scores": dict(zip(players, result.scores, strict=True)), "winners": won}


def paper_told(entered: EnteredResult) -> str:
    """A sentence for whoever looks at the match in whose place a result was entered."""
    result = entered.result
    each = zip(result.players, result.scores, strict=True)
    scores = [f"{name} {'forfeits' if score is None else score}" for name, score in each]
    return f"The result was entered from paper: {', '.join(scores)}. The recording ends here."
