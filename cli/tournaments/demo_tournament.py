"""A tournament of one evening for the demo: two rounds without a scribe, seated by hand."""

from collections.abc import Callable, Sequence
from typing import Final

from ludograph.cli.tournaments.text import print_standings
from ludograph.domain.games import GAMES
from ludograph.domain.tournaments.aggregate import Tournament
from ludograph.domain.tournaments.events import Scored, SeatedRound
from ludograph.domain.tournaments.scores.ranking import standings
from ludograph.domain.tournaments.service import TournamentService
from ludograph.domain.tournaments.terms import Terms

TERMS: Final = Terms("Evening Cup", "places=5,3,1", "wins,opponents,score", source="EC26")
GAME: Final = GAMES["sun-bid"].id
ROUNDS: Final = (
    ((("Ann", 21), ("Ben", 17), ("Cleo", 17)), (("Emil", 12), ("Farah", 24), ("Hugo", 3))),
    ((("Farah", 15), ("Cleo", 19), ("Ben", 9)), (("Hugo", 14), ("Ann", 11), ("Emil", 20))),
)
"""Who sat at each table of each round, in the order of their seats, and what they came to."""


def show_demo_tournament(service: TournamentService, heading: Callable[..., None]) -> None:
    """Opens it, enters players and results, and tells the standings, under the commands that do it."""
    tournament = played_tournament(service)
    results = service.tables(tournament).results
    at = tournament.opened.source
    heading(
        "A tournament of one evening, without a scribe",
        f'tournament new "{TERMS.name}" --id {at} --scoring {TERMS.scoring} --tie-breaks {TERMS.tie_breaks}',
        f"tournament seat {at} --game {GAME} --size 3 --file seats.csv",
        f"tournament result {at} 1 1 {' '.join(f'{name}={score}' for name, score in ROUNDS[0][0])}",
        f"tournament standings {at}",
    )
    rounds = len(results)
    print_standings(tournament, standings(tournament, results), rounds, standings(tournament, results, rounds - 1))


def played_tournament(service: TournamentService) -> Tournament:
    """The tournament as it was played, now or when the demo was shown before."""
    known = next((one for one in service.all() if one.state.name == TERMS.name), None)
    if known is not None:
        return known
    stamp = service.recorder.stamp
    tournament = service.open(TERMS)
    tournament = tournament.enter([name for table in ROUNDS[0] for name, _ in table], stamp())
    for number, tables in enumerate(ROUNDS, start=1):
        seated = SeatedRound(GAME, {}, tuple(tuple(name for name, _ in table) for table in tables))
        tournament = tournament.seat(number, [seated], stamp(), method="file")
        tournament = _scored(service, tournament, number, tables)
    return service.record(tournament)


def _scored(
    service: TournamentService, tournament: Tournament, number: int, tables: Sequence[Sequence[tuple[str, int]]]
) -> Tournament:
    """The tournament with the results of a round, of which `tables` holds the scores by table."""
    for at, table in enumerate(tables, start=1):
        scores = [Scored(name, score) for name, score in table]
        tournament = tournament.score((number, at), scores, "", service.recorder.stamp())
    return tournament
