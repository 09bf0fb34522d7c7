"""Which tables of a round are open, and what comes once all have a result."""

from shlex import quote

from ludograph.domain.kernel.sentences import listed
from ludograph.domain.tournaments.aggregate import OutOfOrder, Tournament
from ludograph.domain.tournaments.rounds.decisions import is_over
from ludograph.domain.tournaments.scores.scoring import Results, TableResult


def current_round(tournament: Tournament, results: Results) -> int:
    """The first round that is not over. Raises `OutOfOrder` where there is none."""
    found = next((number for number in range(1, len(results) + 1) if not is_over(results, number)), None)
    if found is None:
        name = quote(_called(tournament))
        seat = f"`ludograph tournament seat {name} --game ...` seats the next round."
        raise OutOfOrder(f"Every round that is seated is over: {seat}" if results else f"No round is seated: {seat}")
    return found


def still_open(results: Results, number: int) -> list[tuple[str, str]]:
    """The tables of a round without a result, each with its players in the order of their seats."""
    return [
        (f"table {at}", f"{listed(one.players)}{_recorded(one)}")
        for at, one in enumerate(results[number - 1], start=1)
        if not one.over
    ]


def _recorded(one: TableResult) -> str:
    """Whether anybody records a table: one that awaits its deal waits for a scribe, or for a slip of paper."""
    if one.match is None:
        return ""
    return " (awaiting the deal)" if one.awaits_deal else " (being recorded)"


def next_step(tournament: Tournament, results: Results, number: int) -> str:
    """What comes once every table of a round has a result, in sentences."""
    name, after = quote(_called(tournament)), number + 1
    over = f"Round {number} is over: `ludograph tournament standings {name}` shows who stands where."
    if after <= len(results):
        return (
            f"{over} Round {after} is seated: `ludograph tournament start {name} {after}` starts its matches, and "
            f"`ludograph tournament results {name}` takes its results where nobody records."
        )
    game = tournament.round(number).game
    return (
        f"{over} `ludograph tournament seat {name} --game {game}` seats round {after}, and `ludograph tournament close "
        f"{name}` ends the tournament."
    )


def _called(tournament: Tournament) -> str:
    return tournament.opened.source or tournament.state.name
