"""What is told of a result that was entered: what was read, who has won, and what comes once the round is over."""

from collections.abc import Sequence

from ludograph.cli.printing.terminal import paragraph, say
from ludograph.domain.games import GAMES
from ludograph.domain.tournaments.aggregate import Tournament
from ludograph.domain.tournaments.rounds.decisions import is_over
from ludograph.domain.tournaments.rounds.upcoming import next_step
from ludograph.domain.tournaments.scores.scoring import TableResult
from ludograph.domain.tournaments.scores.typed_scores import placing_hint, told_scores, told_winners


def tell_result(tournament: Tournament, at: tuple[int, int], results: Sequence[Sequence[TableResult]]) -> None:
    """Tells what a table came to, who has won, and how a tie that its players share may be broken."""
    tell_scores(tournament, at, results)
    if hint := placing_hint(results[at[0] - 1][at[1] - 1], GAMES[tournament.round(at[0]).game]):
        say(hint)


def tell_scores(tournament: Tournament, at: tuple[int, int], results: Sequence[Sequence[TableResult]]) -> None:
    """Tells what everybody came to at a table, and who has won."""
    result, game = results[at[0] - 1][at[1] - 1], GAMES[tournament.round(at[0]).game]
    paragraph(f"Round {at[0]}, table {at[1]}: {told_scores(result)}. {told_winners(result, game)}")


def tell_next(tournament: Tournament, number: int, results: Sequence[Sequence[TableResult]]) -> None:
    """Tells what comes next, where every table of a round has a result."""
    if is_over(results, number):
        say(next_step(tournament, results, number))
