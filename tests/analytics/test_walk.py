"""The tables of the archive hold what a slow walk over the same store finds, whatever was recorded, however often."""

from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

from ludograph.analytics.archive.archive import Archive, ArchiveSpec, archive
from ludograph.analytics.extract.source import Source
from ludograph.analytics.tables.views import View, views
from ludograph.domain.kernel.game import JUDGE
from ludograph.domain.match.aggregate import Match, rebuilt
from ludograph.domain.match.events import Event, RulingMade, sealed
from tests.analytics.histories import histories, pieces, recorder
from tests.analytics.walk import Rows, differences, tables, walked
from tests.large import most_slow, slow, some, times
from tests.worlds import read_back


def rows(store: Path) -> Rows:
    """The tables of a store's archive, which must be whole."""
    with archive(ArchiveSpec(store)) as caught_up:
        assert caught_up.unread == 0
        return tables(caught_up.connection)


def test_the_tables_hold_what_the_events_say(tmp_path: Path) -> None:
    store, random = tmp_path / "store.sqlite", Random(1)
    with recorder(store, random) as writer:
        writer.record(*histories(random, times(14, 28), 30))
    assert list(differences(walked(store), rows(store))) == []


@pytest.mark.parametrize("seed", most_slow(some(range(4), 2), 2))
def test_the_tables_hold_every_correction(seed: int, tmp_path: Path) -> None:
    store, random = tmp_path / "store.sqlite", Random(seed)
    with recorder(store, random) as writer:
        writer.record(*histories(random, 21, 20, corrected=True))
    assert list(differences(walked(store), rows(store))) == []


@slow
def test_corrections_may_come_long_after_what_they_put_right(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each time they are taken in by batches of another size."""
    store, random = tmp_path / "store.sqlite", Random(5)
    waiting = [pieces(match, random) for match in histories(random, 21, 20, corrected=True)]
    for batch in (40, 7, 100_000, 150, 25)[: times(2, 5)]:
        with recorder(store, random) as writer:
            for some in filter(None, (next(random.choice(waiting), None) for _ in range(15))):
                writer.record(some)
        monkeypatch.setattr(Source.batches, "__defaults__", (batch,))
        assert list(differences(walked(store), rows(store))) == []


@slow
def test_catching_up_now_and_then_comes_to_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Matches grow side by side, so that a takeback may come long after what it takes back was put in the tables."""
    store, random = tmp_path / "store.sqlite", Random(2)
    waiting = [pieces(match, random) for match in histories(random, 14, 20)]
    for batch in (150, 70, 100_000)[: times(2, 3)]:
        with recorder(store, random) as writer:
            for some in filter(None, (next(random.choice(waiting), None) for _ in range(15))):
                writer.record(some)
        monkeypatch.setattr(Source.batches, "__defaults__", (batch,))
        assert list(differences(walked(store), rows(store))) == []


@slow
def test_every_view_of_what_was_corrected_is_that_of_the_corrected_file(tmp_path: Path) -> None:
    """Times and what follows, ids and what was taken back aside; rulings stand in no file, and here say nothing."""
    stores, random = [tmp_path / "one.sqlite", tmp_path / "other.sqlite"], Random(6)
    matches = [unruled(match) for match in histories(random, times(7, 28), 10_000, corrected=True)]
    aside = {"chronology", "match_lengths", "step_times", "taken_back", "entries", "corrected"}
    aside |= {"bankroll", "player_matches"}
    for store, wanted in zip(stores, (matches, [read_back(match, JUDGE) for match in matches]), strict=True):
        with recorder(store, random) as writer:
            writer.record(*wanted)
    with archive(ArchiveSpec(stores[0])) as one, archive(ArchiveSpec(stores[1])) as other:
        for view in views():
            if view.name not in aside:
                assert view_rows(one, view) == view_rows(other, view), view.full_name


def unruled(match: Match) -> Match:
    """The match with rulings that give and take nothing, each event sealed after the one before."""
    chain: list[Event] = []
    for event in match.history:
        same = replace(event, adjust=(), forfeit=()) if isinstance(event, RulingMade) else event
        chain.append(sealed(replace(same, previous=chain[-1].digest if chain else "", digest="")))
    again = rebuilt(None, chain)
    assert again is not None
    return replace(again, pending=tuple(chain))


def view_rows(found: Archive, view: View) -> list[str]:
    """The rows of a view without ids and times."""
    relation = found.connection.sql(f"FROM {view.full_name}")
    own = [f'"{name}"' for name in relation.columns if name not in ("match", "version", "started_at", "day")]
    return sorted(map(str, relation.select(", ".join(own)).to_arrow_table().to_pylist()))
