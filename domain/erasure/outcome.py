"""What comes of matches and tournaments, under the names that a change gives: before it and after it the same."""

from collections import Counter
from collections.abc import Sequence
from typing import Any, NamedTuple
from uuid import UUID

from msgspec.structs import replace

from ludograph.domain.erasure.rewrite import Change
from ludograph.domain.match.aggregate import rebuilt
from ludograph.domain.match.final_result import confirmations_of, final_of, rulings_on, status_of
from ludograph.domain.notation.names import folded
from ludograph.domain.store.recorder import Recorder
from ludograph.domain.tournaments.aggregate import Tournament
from ludograph.domain.tournaments.scores.ranking import standings
from ludograph.domain.tournaments.service import TournamentService


class MatchOutcome(NamedTuple):
    """How a match came out, who agreed to that, and about whom officials decided."""

    status: str
    players: tuple[str, ...]
    final: Any
    confirmed: list[Any]
    ruled: list[Any]


class TournamentOutcome(NamedTuple):
    """How everybody stands, by which results, and how many tournaments are called alike."""

    lines: dict[str, Any]
    results: list[list[Any]]
    called_alike: int


def match_outcome(history: Sequence[Any], change: Change) -> MatchOutcome:
    """What comes of the events of a match."""
    match = rebuilt(None, history)
    assert match is not None
    return MatchOutcome(
        status_of(match),
        _named(match.start.players, change),
        final_of(match),
        [one._replace(name=change.of("name", one.name)) for one in confirmations_of(match)],
        [(one.originator_version, one.adjust, one.forfeit) for one in rulings_on(match).standing.values()],
    )


def tournament_outcomes(recorder: Recorder, change: Change) -> dict[UUID, TournamentOutcome]:
    """What comes of every tournament: a match that says the name may count in one that does not."""
    service = TournamentService(recorder)
    every = service.all()
    called = Counter(folded(one.state.name) for one in every)
    return {one.id: _of_tournament(service, one, change, called[folded(one.state.name)]) for one in every}


def _of_tournament(
    service: TournamentService, tournament: Tournament, change: Change, called_alike: int
) -> TournamentOutcome:
    results = service.tables(tournament).results
    lines = standings(tournament, results)
    return TournamentOutcome(
        {name: replace(one, player=name) for one in lines if (name := change.of("name", one.player))},
        [[replace(one, players=_named(one.players, change), seed=None, name="") for one in row] for row in results],
        called_alike,
    )


def _named(players: tuple[str, ...], change: Change) -> tuple[str, ...]:
    return tuple(change.of("name", name) for name in players)
