"""A store that an older program wrote can be used by this one, and nothing in it is lost."""

import sqlite3
from pathlib import Path
from random import Random

import pytest

from ludograph.domain.games import GAMES
from ludograph.domain.match.official_decisions import RulingDraft, confirmed, ruled
from ludograph.domain.merge.merger import MatchMerger
from ludograph.domain.store.match_summary import summary_of_layout_3
from ludograph.domain.store.recorder import Recorder, head_of
from ludograph.domain.store.schema import LAYOUT
from ludograph.domain.verify.verification import verify
from tests.worlds import random_match

DOWN = {
    1: "ALTER TABLE heads DROP COLUMN result",
    2: """UPDATE heads SET result = json_object('scores', result -> 'scores', 'winners', result -> 'winners')
        WHERE result IS NOT NULL""",
}
"""What makes the table of heads of today one of an older layout."""


def test_who_agreed_before_a_ruling_does_not_agree_in_a_list_of_an_older_store_either(tmp_path: Path) -> None:
    path = tmp_path / "old.sqlite"
    with Recorder(path) as recorder:
        match = random_match(GAMES["sun-bid"], Random(1))
        match = recorder.record(confirmed(match, 1, recorder.stamp()))
        match = recorder.record(ruled(match, RulingDraft("Late.", adjust=((1, -2),)), recorder.stamp(), "Desk"))
        (now,) = recorder.store.match_heads()
    with sqlite3.connect(path) as c:
        c.execute("UPDATE heads SET result = ?", (summary_of_layout_3(match, now.result),))
        c.execute("PRAGMA user_version = 3")
    c.close()
    with Recorder(path, reading=True) as old:
        assert [one.summary.confirmed for one in old.listed()] == [(1,)]
        assert verify(old, match.id).ok
    with Recorder(path) as recorder:
        assert recorder.store.match_heads() == [now]
        assert recorder.store.layout == LAYOUT
        assert verify(recorder, match.id).ok


@pytest.fixture(params=[1, 2])
def old_store(tmp_path: Path, request: pytest.FixtureRequest) -> Path:
    path = tmp_path / "old.sqlite"
    recorder = Recorder(path)
    for game in ("sun-bid", "fools-down"):
        recorder.record(random_match(GAMES[game], Random(1)))
    recorder.close()
    with sqlite3.connect(path) as c:
        c.executescript(f"{DOWN[request.param]}; PRAGMA user_version = {request.param}")
    c.close()
    return path


def test_an_older_store_that_cannot_be_written_is_read_as_it_is(old_store: Path) -> None:
    before = old_store.read_bytes()
    recorder = Recorder(old_store, reading=True)
    listed = list(recorder.listed())
    assert [one.status for one in listed] == ["over", "over"]
    assert all(verify(recorder, one.head.match).ok for one in listed)
    recorder.close()
    assert old_store.read_bytes() == before


def test_results_are_written_down_when_an_older_store_is_opened(old_store: Path) -> None:
    recorder = Recorder(old_store)
    heads = recorder.store.match_heads()
    assert len(heads) == 2
    assert all((head.result is not None) == head.over for head in heads)
    assert all(head == head_of(recorder.load(head.match)) for head in heads)
    assert all(verify(recorder, head.match).ok for head in heads)
    recorder.close()
    with sqlite3.connect(old_store) as c:
        assert c.execute("PRAGMA user_version").fetchone()[0] == LAYOUT
    c.close()


def test_an_older_store_gives_its_matches_to_another_and_stays_as_it_is(old_store: Path, tmp_path: Path) -> None:
    before = old_store.read_bytes()
    with Recorder(old_store, reading=True) as source, Recorder(tmp_path / "new.sqlite") as target:
        ids = source.store.known_match_ids()
        assert [MatchMerger(source, target).merge(id).status for id in ids] == ["copied", "copied"]
        assert all(verify(target, id).ok for id in ids)
    assert old_store.read_bytes() == before
