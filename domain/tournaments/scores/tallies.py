"""What every player has come to after some rounds: matches, byes, rounds missed, penalties."""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from msgspec import Struct

from ludograph.domain.kernel.cards import UNKNOWN
from ludograph.domain.notation.names import folded
from ludograph.domain.tournaments.aggregate import Tournament
from ludograph.domain.tournaments.scores.scoring import Points, TableResult, final_scores, wins
from ludograph.domain.tournaments.state import TournamentRound


class CountedMatch(NamedTuple):
    """A match that counts, as one of its players had it."""

    points: Points
    won: Points
    score: Points
    met: tuple[str, ...]
    """The others at the table."""


class Tally(Struct):
    """What one player has come to."""

    name: str
    games: list[CountedMatch]
    since: int = 0
    """How many rounds were seated without them, before they were entered first."""
    byes: int = 0
    others: Fraction = Fraction(0)
    """The points of byes and of rounds missed, less those of penalties."""
    penalties: Fraction = Fraction(0)
    missed: int = 0
    """How many rounds had begun before they were entered."""
    rested: int = 0
    """How many rounds are complete in which they had a bye."""
    away: int = 0
    """How many rounds are complete in which they neither sat nor had a bye: they came later, or had withdrawn."""
    even: Points = Fraction(0)
    """What a seat was worth on average, over all rounds that are complete."""
    after_them: Points = Fraction(0)
    """What average seats came to in the complete rounds since they sat or had a bye last."""
    points: Points = Fraction(0)
    """All points, once everything is counted; `??` where those of a match are not known."""


Tallies = Mapping[str, Tally]
"""By folded name."""


def tallies_after(tournament: Tournament, results: Sequence[Sequence[TableResult]], rounds: int) -> dict[str, Tally]:
    """Everybody's after so many rounds; whoever was entered later is left out."""
    state = tournament.state
    tallies = {
        folded(player.name): Tally(player.name, [], player.since)
        for player in state.players
        if player.since < max(rounds, 1) or rounds == len(state.rounds)
    }
    begun = [any(result.stage != "seated" for result in played) for played in results]
    for number, (seated, played) in enumerate(list(zip(state.rounds, results, strict=True))[:rounds], start=1):
        if begun[number - 1]:
            average = _count_round(tournament, tallies, number, seated, played)
            if state.closed or any(begun[number:]) or all(result.over for result in played):
                _complete_round(tallies, seated, played, average)
    for penalty in state.penalties:
        if penalty.round <= rounds and folded(penalty.player) in tallies:
            tallies[folded(penalty.player)].others -= Fraction(penalty.points)
            tallies[folded(penalty.player)].penalties += Fraction(penalty.points)
    # Summed once: every tie-break asks for the points of every opponent.
    for tally in tallies.values():
        tally.points = summed([*(game.points for game in tally.games), tally.others])
    return tallies


def _count_round(
    tournament: Tournament, tallies: Tallies, number: int, seated: TournamentRound, played: Sequence[TableResult]
) -> Points:
    """Counts a round that has begun for all who were entered; what a seat of it is worth on average so far."""
    state = tournament.state
    for name in seated.byes:
        tallies[folded(name)].byes += 1
        tallies[folded(name)].others += Fraction(state.bye)
    over = [result for result in played if result.over]
    worth: list[Points] = []
    for result in over:
        worth += _count(tournament, tallies, result, over if seated.same_deal else [])
    there = _there(seated, played)
    for name, tally in tallies.items():
        if number <= tally.since and name not in there:
            tally.missed += 1
            tally.others += Fraction(state.late)
    return mean(worth) if worth else Fraction(0)


def _complete_round(tallies: Tallies, seated: TournamentRound, played: Sequence[TableResult], average: Points) -> None:
    """Counts a round that nobody plays any more for those without opponents in it.

    Earlier they would pass others in the tie-breaks who are still at their tables.
    """
    there, rested = _there(seated, played), {folded(name) for name in seated.byes}
    for name, tally in tallies.items():
        tally.even = summed([tally.even, average])
        tally.rested += name in rested
        tally.away += name not in there
        tally.after_them = Fraction(0) if name in there else summed([tally.after_them, average])


def _there(seated: TournamentRound, played: Sequence[TableResult]) -> set[str]:
    """Who sat or had a bye in a round, by folded name."""
    return {folded(name) for name in (*seated.byes, *(name for table in played for name in table.players))}


def _count(
    tournament: Tournament, tallies: Tallies, result: TableResult, others: Sequence[TableResult]
) -> tuple[Points, ...]:
    """Counts a match for all who sat there and were entered; what each seat got."""
    columns = tournament.scoring.points(result, others), wins(result), final_scores(result)
    for name, points, won, score in zip(result.players, *columns, strict=True):
        met = tuple(folded(other) for other in result.players if other != name)
        if folded(name) in tallies:
            tallies[folded(name)].games.append(CountedMatch(points, won, score, met))
    return columns[0]


def summed(points: Iterable[Points]) -> Points:
    """All of them together; `??` where one is not known."""
    total = Fraction(0)
    for one in points:
        if isinstance(one, str):
            return UNKNOWN
        total += one
    return total


def mean(points: Sequence[Points]) -> Points:
    """What each of some, one at least, would have if all had the same; `??` where one is not known."""
    total = summed(points)
    return total if isinstance(total, str) else total / len(points)
