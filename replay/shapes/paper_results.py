"""Results that were entered from paper: for whoever looks at a match in whose place one was, and for players."""

from collections.abc import Sequence
from typing import Any

from ludograph.domain.games import GAMES
from ludograph.domain.kernel.result import FinalResult
from ludograph.domain.tournaments.scores.entered_results import EnteredResult
from ludograph.domain.tournaments.scores.scoring import Points, as_number
from ludograph.domain.tournaments.scores.typed_scores import told_scores, written_scores
from ludograph.replay.shapes.matches import time_json
from ludograph.replay.shapes.officials import final_json


def paper_json(entered: EnteredResult, players: Sequence[str]) -> dict[str, Any]:
    """What was entered, with the scores and winners of `final`, by the names of these players in their seats.

    `written` has the scores as they were typed, `20+` for who won a tie.
    """
    result = entered.result
    won = result.winners if isinstance(result.winners, str) else [players[seat - 1] for seat in result.winners]
    written = dict(zip(players, written_scores(result), strict=True))
    return {"scores": dict(zip(players, result.scores, strict=True)), "written": written, "winners": won}


def paper_told(entered: EnteredResult) -> str:
    """A sentence for whoever looks at the match in whose place a result was entered."""
    return f"The result was entered from paper: {told_scores(entered.result)}. The recording ends here."


def paper_result_json(entered: EnteredResult, points: Sequence[Points]) -> dict[str, Any]:
    """A result without a match, with the places and `points` of all who sat there, as the standings count them."""
    tournament, result = entered.tournament, entered.result
    game = GAMES[tournament.state.rounds[entered.round - 1].game]
    return {
        "tournament": str(tournament.id),
        "event": tournament.state.name,
        "round": str(entered.round),
        "table": str(entered.table),
        "game": game.id,
        "title": game.title,
        "players": list(result.players),
        "final": final_json(FinalResult(result.scores, result.winners, result.places), result.players),
        "written": dict(zip(result.players, written_scores(result), strict=True)),
        "points": dict(zip(result.players, map(as_number, points), strict=True)),
        "entered_at": time_json(entered.entered_at),
    }
