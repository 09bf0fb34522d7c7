"""Desks of one store that decide at the same moment, in a file or on a server: all that is independent is recorded."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from ludograph.domain.store.recorder import Recorder
from ludograph.domain.tournaments.events import Scored, SeatedRound
from ludograph.domain.tournaments.service import TournamentService
from ludograph.domain.tournaments.verification import verify
from tests.desks import CUP, PLAYERS, TERMS
from tests.places import place

TABLES = tuple(PLAYERS[at : at + 2] for at in range(0, 12, 2))


def test_results_of_all_tables_entered_at_once_are_recorded(tmp_path: Path) -> None:
    store = place(tmp_path / "store.sqlite")
    with Recorder(store) as recorder:
        service = TournamentService(recorder)
        service.open(TERMS)
        service.record(service.load(CUP).enter(PLAYERS, recorder.stamp()))
        seating = SeatedRound("sun-bid", {}, TABLES)
        service.record(service.load(CUP).seat(1, [seating], recorder.stamp(), method="file"))
        seen = service.load(CUP)

        def enters(at: int) -> None:
            with Recorder(store) as desk:
                scores = [Scored(name, at) for name in TABLES[at]]
                TournamentService(desk).record(seen.score((1, at + 1), scores, "", desk.stamp()))

        with ThreadPoolExecutor(len(TABLES)) as pool:
            list(pool.map(enters, range(len(TABLES))))
        assert all(table.scores for table in service.load(CUP).state.rounds[0].tables)
        assert verify(recorder, CUP).ok
