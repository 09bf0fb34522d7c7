"""A match that begins without its deal, which only its table knows: once that is entered, it is as if given before."""

from collections.abc import Iterator
from json import dumps
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ludograph.analytics.archive.archive import ArchiveSpec, archive
from ludograph.analytics.extract.observers import ObserverName
from ludograph.domain.corrections.amend import NothingToAmend, Reason, corrected_match, header_correction
from ludograph.domain.exchange.deal_entry import with_deal
from ludograph.domain.exchange.exporter import exported, header
from ludograph.domain.exchange.real_cards import RealCards
from ludograph.domain.games import GAMES
from ludograph.domain.kernel.conceal import Observer
from ludograph.domain.kernel.game import TABLE, Refused
from ludograph.domain.match.aggregate import (
    DealAwaited,
    DealStands,
    EntryDetails,
    Match,
    MatchClosed,
    Setting,
    rebuilt,
    start_match,
)
from ludograph.domain.match.official_decisions import abandoned
from ludograph.domain.store.event_mapper import EventMapper
from ludograph.domain.store.recorder import Recorder
from ludograph.domain.verify.verification import verify
from ludograph.replay.page import page
from ludograph.replay.shapes.log import log_json
from ludograph.replay.shapes.matches import result_json, show_json
from ludograph.replay.timeline.timeline import Timeline
from tests.large import some, times
from tests.worlds import STAMP, all_games, observers, random_match, read_back

every_game = pytest.mark.parametrize("game", all_games())
few = settings(max_examples=times(2, 12), deadline=None, suppress_health_check=list(HealthCheck))
UNLIKE = {"version", "recorded_at", "started_at", "events", "amended_by", "first_over_at", "happened_at", "digest"}
"""Columns that say when something was recorded, and as which event."""


def written(game: str, seed: int, steps: int = 25) -> Match:
    """A match with real cards, as its judge wrote it down or as somebody at the table did."""
    match = random_match(GAMES[game], Random(seed), steps)
    return read_back(match, Random(seed).choice(observers(match)))


def awaiting(match: Match) -> Match:
    """A match as it was before its deal was entered."""
    start = match.start
    setting = Setting(start.players, start.options, None, None, awaits_deal=True)
    return start_match(GAMES[start.game], match.id, setting, STAMP)


def told(match: Match) -> dict[str, Any]:
    """The deal of a match, as its file has it."""
    deal: dict[str, Any] = header(match).get("deal", {})
    return deal


def played_again(match: Match, now: Match) -> Match:
    """What was entered in a match, entered in another."""
    for step in match.steps:
        entry = EntryDetails(step.by, step.happened_at, step.note)
        chance = now.chance(step.drawn or None, step.shuffled)
        now = now.play(step.actor, step.action, STAMP, chance=chance, entry=entry)
    return now


def known(match: Match, observer: Observer) -> Iterator[Any]:
    """All that an observer is told of a match, but for the events by which it came about."""
    yield list(exported(match, observer))
    yield list(log_json(match, observer, lambda step: True, beats=True))[1 if match.start is not match.first else 0 :]
    yield result_json(match, observer)
    yield from (show_json(match, observer, step) for step in (0, len(match.steps)))
    yield [(frame.facts, frame.state) for frame in Timeline(match, observer)]
    if observer == TABLE:  # it is made of what was compared already
        yield page(match, observer)


@every_game
@few
@given(seed=st.integers(0, 2**32))
def test_a_deal_that_is_entered_is_as_good_as_one_given_at_the_start(game: str, seed: int) -> None:
    match = written(game, seed)
    late = played_again(match, with_deal(awaiting(match), told(match), STAMP))
    assert (late.states, late.start.deal, late.start.facts) == (match.states, match.start.deal, match.start.facts)
    for observer in observers(match):
        for one, other in zip(known(match, observer), known(late, observer), strict=True):
            assert one == other
    mapper = EventMapper()
    assert rebuilt(None, [mapper.to_domain_event(mapper.to_stored_event(event)) for event in late.history]) == (
        late.stored()
    )


@every_game
def test_what_a_table_shows_is_enough_of_a_deal(game: str) -> None:
    match = written(game, 1, 0)
    real = RealCards(GAMES[game], match.players, header(match)["options"])
    given, late = start_with(match, real.needed), with_deal(awaiting(match), real.needed, STAMP)
    assert (given.state, given.start.deal) == (late.state, late.start.deal)


def start_with(match: Match, deal: dict[str, Any]) -> Match:
    options, read = RealCards(GAMES[match.start.game], match.players, header(match)["options"]).read(deal)
    return start_match(GAMES[match.start.game], match.id, Setting(match.players, options, read, None), STAMP)


@every_game
def test_before_its_deal_a_match_has_no_state_and_takes_nothing_else(game: str) -> None:
    match = awaiting(written(game, 2, 5))
    shown = show_json(match, 0, 0)
    assert (shown["state"], shown["phase"], shown["to_act"]) == (None, "awaiting the deal", [])
    assert result_json(match)["awaits_deal"] is True
    assert "awaited" in page(match, 0)
    with pytest.raises(DealAwaited, match="`ludograph play "):
        match.check_open()
    with pytest.raises(NothingToAmend, match="awaited"):
        corrected_match(match, header_correction(match, {"table": "2"}), Reason("r"), STAMP)
    with pytest.raises(Refused):
        with_deal(match, {"nothing": 1}, STAMP)
    with pytest.raises(MatchClosed, match="reopen"):
        with_deal(abandoned(match, "r", STAMP), told(written(game, 2, 5)), STAMP)


@every_game
def test_a_deal_is_entered_once_and_put_right_like_any_entry(game: str) -> None:
    match = written(game, 3, 0)
    late = with_deal(awaiting(match), told(match), STAMP)
    with pytest.raises(DealStands, match="amend"):
        with_deal(late, told(match), STAMP)
    real = RealCards(GAMES[game], match.players, header(match)["options"])
    wrong = with_deal(awaiting(match), real.needed, STAMP)
    right = corrected_match(wrong, header_correction(wrong, {"deal": told(match)}), Reason("misread"), STAMP).match
    assert (right.state, right.start.deal) == (match.state, match.start.deal)


@pytest.mark.parametrize("game", some(all_games(), 2))
def test_a_store_keeps_checks_and_archives_it(game: str, tmp_path: Path) -> None:
    match = written(game, 5, 10)
    late, early = Recorder(tmp_path / "late.db"), Recorder(tmp_path / "early.db")
    now = late.record(awaiting(match))
    assert verify(late, match.id).finding is None
    late.close()
    names = ["judge", "1"]
    for name in names:
        rows(tmp_path / "late.db", name)  # an archive that is caught up before the deal, and again after it
    late = Recorder(tmp_path / "late.db")
    now = late.record(now.annotate(0, "before the deal", STAMP, public=True))
    now = late.record(with_deal(now, told(match), STAMP, "Zoe"))
    now = late.record(played_again(match, now))
    assert verify(late, match.id).finding is None
    assert late.load(match.id).states == match.states
    early.record(played_again(match, start_with(match, told(match))).annotate(0, "before the deal", STAMP, public=True))
    early.close()
    late.close()
    for name in names:
        assert rows(tmp_path / "late.db", name) == rows(tmp_path / "early.db", name)


def rows(store: Path, name: str) -> dict[str, list[str]]:
    """Everything that an archive holds for an observer, but for when and as which event it was recorded."""
    with archive(ArchiveSpec(store, ObserverName(name))) as found:
        tables = found.connection.execute(
            "SELECT table_schema || '.' || table_name, list(column_name ORDER BY ordinal_position) "
            "FROM information_schema.columns WHERE table_schema NOT IN ('internal', 'entered', 'information_schema') "
            "AND (table_schema, table_name) != ('history', 'starts') GROUP BY ALL ORDER BY ALL"
        ).fetchall()
        return {table: _held(found.connection, table, columns) for table, columns in tables}


def _held(connection: Any, table: str, columns: list[str]) -> list[str]:
    kept = ", ".join(f'CAST("{column}" AS VARCHAR)' for column in columns if column not in UNLIKE)
    return sorted(dumps(row, default=str) for row in connection.execute(f"SELECT {kept} FROM {table}").fetchall())
