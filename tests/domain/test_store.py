"""What was recorded stays as it was recorded, and whoever changes it by hand is found out."""

import sqlite3
from pathlib import Path
from random import Random
from uuid import UUID

import pytest

from ludograph.domain.games import GAMES
from ludograph.domain.match.aggregate import Match, Setting, start_match
from ludograph.domain.match.events import CorrectedStart, Event, MatchStarted, Redecided, Step
from ludograph.domain.store.errors import Conflict, Damaged, StoreError
from ludograph.domain.store.recorder import NotFound, Recorder
from ludograph.domain.store.sqlite import connections
from ludograph.domain.store.url import Place
from ludograph.domain.verify.verification import SlipCheck, Verdict, find_slip_digest, verify
from tests.places import of_file, place
from tests.stores import asked, run_sql
from tests.worlds import STAMP, random_match, random_start


@pytest.fixture
def store(tmp_path: Path) -> Place:
    return place(tmp_path / "store.sqlite")


@pytest.fixture
def match(store: Path) -> Match:
    """A whole game of Aucteraden, recorded among others."""
    with Recorder(store) as recorder:
        recorder.record(random_match(GAMES["sun-bid"], Random(1), steps=20))
        recorded = recorder.record(random_match(GAMES["aucteraden"], Random(2)))
        recorder.record(random_match(GAMES["sun-bid"], Random(3), steps=20))
    return recorded


def tamper(store: Place, *statements: str) -> None:
    run_sql(store, *statements)


def verdict(store: Place, match: Match) -> Verdict:
    with Recorder(store) as recorder:
        return verify(recorder, match.id)


def test_what_was_recorded_is_loaded_again(store: Path, match: Match) -> None:
    with Recorder(store) as recorder:
        assert recorder.load(match.id) == match


def test_an_untouched_match_is_in_order_and_its_head_can_be_checked_from_a_slip(store: Path, match: Match) -> None:
    found = verdict(store, match)
    assert found.ok, found.finding
    assert found.head == match.head
    with Recorder(store) as recorder:
        assert find_slip_digest(recorder, match.id, match.head) == SlipCheck(match.version, None)
        assert find_slip_digest(recorder, match.id, match.steps[3].digest) == SlipCheck(5, None)
        assert find_slip_digest(recorder, match.id, match.steps[3].digest[:12]) is None
        assert find_slip_digest(recorder, match.id, "0" * 64) is None


@pytest.mark.parametrize("version", [1, 2, 9])
def test_one_byte_altered_in_one_event_is_found_at_its_step(store: Path, match: Match, version: int) -> None:
    size = len(asked(store, f"SELECT state FROM stored_events {which(match, version)}")[0][0])
    for at in range(1, size, 37):
        tamper(
            store,
            "CREATE TABLE kept AS SELECT * FROM stored_events",
            f"UPDATE stored_events SET state = CAST(substr(state, 1, {at - 1}) || "
            f"CASE substr(state, {at}, 1) WHEN X'37' THEN X'38' ELSE X'37' END || substr(state, {at + 1}) AS BLOB) "
            + which(match, version),
        )
        finding = verdict(store, match).finding
        assert finding is not None
        assert (finding.step, finding.version) == (version - 1, version)
        tamper(store, "DELETE FROM stored_events", "INSERT INTO stored_events SELECT * FROM kept", "DROP TABLE kept")


def which(match: Match, version: int) -> str:
    return f"WHERE originator_id = '{match.id.hex}' AND originator_version = {version}"


def test_a_deleted_row_is_found_at_its_step(store: Path, match: Match) -> None:
    tamper(store, f"DELETE FROM stored_events {which(match, 7)}")
    finding = verdict(store, match).finding
    assert finding is not None
    assert (finding.step, finding.version) == (6, 7)


def test_a_deleted_end_is_found(store: Path, match: Match) -> None:
    last = match.version
    tamper(store, f"DELETE FROM stored_events {which(match, last)}")
    finding = verdict(store, match).finding
    assert finding is not None
    assert (finding.step, finding.version) == (last - 1, last)


def test_two_swapped_rows_are_found_at_the_first_of_them(store: Path, match: Match) -> None:
    tamper(
        store,
        f"UPDATE stored_events SET originator_version = 1000 {which(match, 5)}",
        f"UPDATE stored_events SET originator_version = 5 {which(match, 6)}",
        f"UPDATE stored_events SET originator_version = 6 {which(match, 1000)}",
    )
    finding = verdict(store, match).finding
    assert finding is not None
    assert finding.version == 5
    assert finding.step == 4


def flip_in_the_file(store: Path, old: bytes, new: bytes) -> None:
    """Alters the database file itself, behind the back of the database."""
    with sqlite3.connect(store) as database:
        database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    database.close()
    content = store.read_bytes()
    assert content.count(old) == 1
    store.write_bytes(content.replace(old, new))


@of_file
def test_a_row_whose_own_id_or_version_was_altered_in_the_file_is_found(store: Path, match: Match) -> None:
    row = match.id.hex.encode() + bytes([5]) + b"aucteraden."
    flip_in_the_file(store, row, match.id.hex.encode() + bytes([9]) + b"aucteraden.")
    finding = verdict(store, match).finding
    assert finding is not None
    assert (finding.step, finding.version) == (4, 5)


def test_two_rows_that_changed_places_are_found(store: Path, match: Match) -> None:
    ((first,),), ((second,),) = (
        asked(store, f"SELECT rowid FROM stored_events {which(match, version)}") for version in (5, 6)
    )
    tamper(
        store,
        f"UPDATE stored_events SET rowid = 100000 WHERE rowid = {first}",
        f"UPDATE stored_events SET rowid = {first} WHERE rowid = {second}",
        f"UPDATE stored_events SET rowid = {second} WHERE rowid = 100000",
    )
    finding = verdict(store, match).finding
    assert finding is not None
    assert finding.version == 6


def test_an_inserted_row_is_found(store: Path, match: Match) -> None:
    tamper(
        store,
        f"INSERT INTO stored_events SELECT originator_id, {match.version + 1}, topic, state FROM stored_events "
        + which(match, match.version),
    )
    assert not verdict(store, match).ok


def test_a_changed_topic_is_found(store: Path, match: Match) -> None:
    tamper(store, f"UPDATE stored_events SET topic = 'aucteraden.place' {which(match, 2)}")
    assert not verdict(store, match).ok


def test_a_row_that_cannot_be_read_is_named(store: Path, match: Match) -> None:
    tamper(store, f"UPDATE stored_events SET state = X'7B7D' {which(match, 4)}")
    with Recorder(store) as recorder, pytest.raises(Damaged, match="Event 4 of match"):
        recorder.load(match.id)


def test_of_two_who_record_the_same_match_at_once_one_wins(store: Path) -> None:
    begun = random_start(GAMES["aucteraden"], Random(5))
    with Recorder(store) as one, Recorder(store) as other:
        begun = one.record(begun)
        mine, theirs = one.load(begun.id), other.load(begun.id)
        action = mine.game.choices(mine.state, 1)[-1].action()
        won = one.record(mine.play(1, action, STAMP))
        with pytest.raises(Conflict, match="nothing was recorded"):
            other.record(theirs.play(1, action, STAMP))
        assert other.refreshed(theirs) == won


def test_a_batch_is_recorded_whole_or_not_at_all(store: Path, match: Match) -> None:
    fresh = random_match(GAMES["aucteraden"], Random(8))
    with Recorder(store) as recorder:
        with pytest.raises(Conflict):
            recorder.record(fresh, fresh)
        with pytest.raises(NotFound):
            recorder.load(fresh.id)


def test_a_match_is_found_by_its_id_and_by_what_it_begins_with(store: Path, match: Match) -> None:
    with Recorder(store) as recorder:
        assert recorder.find(str(match.id)) == match.id
        assert recorder.find(match.id.hex[:12]) == match.id
        with pytest.raises(NotFound, match="There is no match"):
            recorder.find("nothing-like-it")


def test_a_beginning_that_fits_two_matches_is_refused(store: Path) -> None:
    with Recorder(store) as recorder:
        for last in (1, 2):
            begun = random_start(GAMES["aucteraden"], Random(last))
            setting = Setting(begun.players, begun.start.options, begun.start.deal, None)
            recorder.record(start_match(begun.game, UUID(int=(0xABC << 116) + last), setting, STAMP))
        with pytest.raises(NotFound, match="fits 2 matches"):
            recorder.find("abc0")
        assert recorder.find("abc00000000000000000000000000002").int & 0xFF == 2


def test_a_file_that_is_no_database_is_left_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("These are notes, not a database at all. " * 50)
    before = path.read_bytes()
    with pytest.raises(StoreError, match="no Ludograph store"):
        Recorder(path)
    assert path.read_bytes() == before


def test_a_database_of_another_program_is_left_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "other.sqlite"
    tamper(path, "CREATE TABLE recipes (name TEXT)")
    with pytest.raises(StoreError, match="another program"):
        Recorder(path)


@of_file
def test_a_store_of_a_newer_program_says_so(store: Path, match: Match) -> None:
    tamper(store, "PRAGMA user_version = 99")
    with pytest.raises(StoreError, match="newer Ludograph"):
        Recorder(store)


@pytest.mark.parametrize(
    ("column", "value", "says"),
    [
        ("state", "NULL", "replaced by something else"),
        ("state", "X'FF00'", "is no JSON"),
        ("state", "X'7B7D'", "not a whole event"),
        ("topic", "'sun-bid.juggle'", "not a whole event|no kind of event"),
        ("topic", "'nonsense'", "no kind of event"),
        ("topic", "X'00'", "no kind of event"),
    ],
)
@of_file
def test_what_is_damaged_is_said_in_our_own_words(
    store: Path, match: Match, column: str, value: str, says: str
) -> None:
    tamper(store, f"UPDATE stored_events SET {column} = {value} {which(match, 4)}")
    with Recorder(store) as recorder, pytest.raises(Damaged, match=says) as wrong:
        recorder.load(match.id)
    assert "codec" not in str(wrong.value)


@pytest.fixture
def unwritable(match: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    """As on a disk to which nothing can be written."""

    def refuse(name: str, timeout: int) -> None:
        raise sqlite3.OperationalError("attempt to write a readonly database")

    monkeypatch.setattr(connections, "writable_connection", refuse)


@pytest.mark.usefixtures("unwritable")
@of_file
def test_a_store_that_cannot_be_written_can_be_read(match: Match, store: Path) -> None:
    with Recorder(store) as recorder:
        assert recorder.load(match.id) == match
        assert verify(recorder, match.id).ok
        with pytest.raises(StoreError, match="cannot be opened for writing, so nothing was recorded"):
            recorder.annotate(match, 1, "a remark")


@pytest.mark.usefixtures("unwritable")
def test_a_store_that_is_not_there_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="cannot be opened"):
        Recorder(tmp_path / "other.sqlite")


def test_a_correction_can_hold_all_that_an_entry_and_a_start_hold() -> None:
    """Structs cannot inherit from two others, so that the fields stand in both: a new one has to, too."""
    marks = set(Event.__struct_fields__)
    assert set(Step.__struct_fields__) - marks == set(Redecided.__struct_fields__) - {"by", "recorded_at", "was"}
    never = {"seed", "source", "commitment", "nonce"}
    assert set(MatchStarted.__struct_fields__) - marks - never == set(CorrectedStart.__struct_fields__)
