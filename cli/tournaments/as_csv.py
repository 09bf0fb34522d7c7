"""Results and standings of a tournament as CSV: the columns are relied on, so that new ones go to the end."""

import csv
from collections.abc import Iterator, Sequence
from fractions import Fraction
from io import StringIO
from typing import TYPE_CHECKING, Any, Final

from ludograph.domain.tournaments.scores.scoring import as_number
from ludograph.domain.tournaments.scores.typed_scores import marks

if TYPE_CHECKING:
    from ludograph.domain.tournaments.aggregate import Tournament
    from ludograph.domain.tournaments.scores.ranking import StandingsLine
    from ludograph.domain.tournaments.scores.scoring import TableResult

RESULTS: Final = ("round", "table", "seat", "player", "score", "place", "points", "match", "tie")
STANDINGS: Final = ("place", "player", "points", "played", "byes")


def results_csv(tournament: "Tournament", results: "Sequence[Sequence[TableResult]]") -> str:
    """A line for each seat of each table, and for each bye; before the end of a match without score and points."""
    return _csv([RESULTS, *_results(tournament, results)])


def standings_csv(tournament: "Tournament", lines: "Sequence[StandingsLine]") -> str:
    """A line for each player, the first first."""
    heads = (*STANDINGS, *tournament.tie_breaks, "withdrawn", "missed", "penalties")
    return _csv([heads, *map(_standing, lines)])


def _results(tournament: "Tournament", results: "Sequence[Sequence[TableResult]]") -> Iterator[Sequence[Any]]:
    for round_, (seated, played) in enumerate(zip(tournament.state.rounds, results, strict=True), start=1):
        over = [one for one in played if one.over]
        for table, result in enumerate(played, start=1):
            yield from _table(tournament, (round_, table), result, over if seated.same_deal else [])
        bye = as_number(Fraction(tournament.state.bye)) if any(one.stage != "seated" for one in played) else None
        yield from ((round_, "bye", "", name, "", "", _cell(bye), "", "") for name in seated.byes)


def _table(
    tournament: "Tournament", at: tuple[int, int], result: "TableResult", others: "Sequence[TableResult]"
) -> Iterator[Sequence[Any]]:
    nothing = (None,) * len(result.players)
    points = tournament.scoring.points(result, others) if result.over else nothing
    columns = (result.scores, result.places) if result.over else (nothing, nothing)
    ties = marks(result) if result.over else nothing
    seats = zip(result.players, *columns, points, ties, strict=True)
    for seat, (player, score, place, worth, tie) in enumerate(seats, start=1):
        told = map(_cell, (score, place, as_number(worth), result.match, tie))
        yield (*at, seat, player, *told)


def _standing(line: "StandingsLine") -> Sequence[Any]:
    breaks = (
        " ".join(str(as_number(one)) for one in value) if isinstance(value, tuple) else _cell(as_number(value))
        for value in line.tie_breaks.values()
    )
    gone = "yes" if line.withdrawn else ""
    counts = (as_number(line.points), line.played, line.byes)
    return (line.place, line.player, *counts, *breaks, gone, line.missed, as_number(line.penalties))


def _cell(value: object) -> object:
    return "" if value is None else value


def _csv(rows: Sequence[Sequence[Any]]) -> str:
    text = StringIO()
    csv.writer(text, lineterminator="\n").writerows(rows)
    return text.getvalue()
