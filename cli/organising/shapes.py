"""The shapes of a tournament's `--json`, which other programs rely on: keys may be added, never changed."""

from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from domain.tournaments.scoring import as_number

if TYPE_CHECKING:
    from domain.tournaments.ranking import Line
    from domain.tournaments.scoring import Result
    from domain.tournaments.state import Round
    from domain.tournaments.tournament import Tournament


def tournament_json(
    tournament: "Tournament", results: "Sequence[Sequence[Result]]", doubts: Sequence[str]
) -> dict[str, Any]:
    """A tournament with its rounds and what came of their tables."""
    state = tournament.state
    return {
        "tournament": str(tournament.id),
        "name": state.name,
        "scoring": state.scoring,
        "tie_breaks": list(state.tie_breaks),
        "bye": as_number(Fraction(state.bye)),
        "players": [player.name for player in state.players],
        "withdrawn": [player.name for player in state.players if player.withdrawn],
        "closed": state.closed,
        "rounds": rounds_json(tournament, results),
        "doubts": list(doubts),
    }


def rounds_json(
    tournament: "Tournament", results: "Sequence[Sequence[Result]]", first: int = 1
) -> list[dict[str, Any]]:
    """The rounds from a number on."""
    rounds = enumerate(zip(tournament.state.rounds, results, strict=True), start=1)
    return [_round(number, seated, played) for number, (seated, played) in rounds if number >= first]


def _round(number: int, seated: "Round", played: "Sequence[Result]") -> dict[str, Any]:
    tables = [table_json(at, result) for at, result in enumerate(played, start=1)]
    return {
        "round": str(number),
        "game": seated.game,
        "options": seated.options,
        "tables": tables,
        "byes": list(seated.byes),
    }


def table_json(at: int, result: "Result") -> dict[str, Any]:
    """A table: who sits there in the order of the seats, the match if there is one, and the scores once it is over."""
    return {
        "table": str(at),
        "players": list(result.players),
        "match": None if result.match is None else str(result.match),
        "scores": dict(zip(result.players, result.scores, strict=True)) if result.over else None,
        "state": result.stage,
    }


def line_json(line: "Line") -> dict[str, Any]:
    """How one player stands."""
    return {
        "place": line.place,
        "player": line.player,
        "points": as_number(line.points),
        "played": line.played,
        "byes": line.byes,
        "tie_breaks": {
            name: [as_number(one) for one in value] if isinstance(value, tuple) else as_number(value)
            for name, value in line.tie_breaks.items()
        },
        "withdrawn": line.withdrawn,
    }
