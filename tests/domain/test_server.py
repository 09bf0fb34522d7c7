"""A store on a server: whose it is, what is said where it cannot be used, and what an interruption leaves."""

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from time import monotonic
from typing import Any, TypeVar

import psycopg
import pytest
from click.testing import CliRunner

from ludograph.cli.main import main
from ludograph.domain.games import GAMES
from ludograph.domain.match.official_decisions import RulingDraft, confirmed, ruled
from ludograph.domain.store.backup import back_up
from ludograph.domain.store.devices import Devices
from ludograph.domain.store.errors import StoreError, Unanswered
from ludograph.domain.store.match_summary import summary_of_layout_3
from ludograph.domain.store.recorder import Recorder
from ludograph.domain.store.schema import LAYOUT
from ludograph.domain.store.tokens import Tokens
from ludograph.domain.store.url import Server, server_in, without_password
from ludograph.domain.verify.verification import verify
from tests.large import slow
from tests.places import SERVED, served
from tests.servers import PostgresServer, running
from tests.stores import run_sql
from tests.worlds import random_match

pytestmark = SERVED
T = TypeVar("T")
NOWHERE = Server("postgresql://ann:secret@127.0.0.1:1/matches")


def a_match(seed: int = 1) -> Any:
    return random_match(GAMES["sun-bid"], Random(seed), steps=5)


@pytest.fixture
def server() -> Server:
    return served()


@pytest.fixture(scope="module")
def own() -> Iterator[PostgresServer]:
    """A server that a test may stop."""
    with running() as found:
        yield found


def refused(place: Server, *, reading: bool = False, making: bool = True) -> str:
    with pytest.raises(StoreError) as told:
        Recorder(place, reading=reading, making=making)
    return str(told.value)


def test_who_only_reads_makes_no_tables(server: Server) -> None:
    assert "Nothing is recorded yet in postgresql://" in refused(server, reading=True)
    assert "Nothing is recorded yet in postgresql://" in refused(server, making=False)
    with psycopg.connect(server.url) as connection:
        assert connection.execute("SELECT count(*) FROM pg_tables WHERE schemaname = 'public'").fetchone() == (0,)


def test_whoever_lacks_what_speaks_to_a_server_is_told_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ludograph.domain.store.postgres.connections", None)
    monkeypatch.delattr("ludograph.domain.store.postgres.connections", raising=False)
    assert "`pip install 'ludograph[postgres]'`" in refused(NOWHERE)


def test_a_server_that_does_not_answer_is_told_without_the_password() -> None:
    told = refused(NOWHERE)
    assert "postgresql://ann@127.0.0.1:1/matches does not answer" in told
    assert "secret" not in told


@pytest.mark.parametrize(
    ("url", "told"),
    [
        (
            "postgresql://ann:secret@db/matches?password=x&sslmode=require",
            "postgresql://ann@db/matches?sslmode=require",
        ),
        ("postgres://db:5433/matches", "postgresql://db:5433/matches"),
        ("postgresql://ann@/matches?host=/run/postgresql", "postgresql://ann@/matches?host=/run/postgresql"),
    ],
)
def test_a_password_is_in_nothing_that_is_told(url: str, told: str) -> None:
    assert str(server_in(url)) == told
    assert "secret" not in repr(server_in(url))


@pytest.mark.parametrize(
    "url",
    [
        "postgresql://db",
        "postgresql://db:port/matches",
        "postgresql://",
        "postgresql://ann:12?secret@db/matches",
        "postgresql://ann:se/cret@db/matches",
        "postgresql://ann:se@cret@db/matches",
        "postgresql://ann:se#cret@db/matches",
    ],
)
def test_a_url_that_means_no_database_is_no_store(url: str) -> None:
    with pytest.raises(StoreError, match="postgresql://user@host/database") as told:
        server_in(url)
    assert "cret" not in str(told.value)


@pytest.mark.parametrize("password", ["secret", "se/cret", "se@cret", "se#cret", "se:cret", "12?secret", "se%40cret"])
def test_nothing_of_a_password_is_told_of_any_url(password: str) -> None:
    for scheme in ("postgresql", "postgress", "mysql"):
        assert "cret" not in without_password(f"{scheme}://ann:{password}@db/matches?PASSWORD=secret&sslmode=require")
    said = CliRunner().invoke(main, ["--store", f"postgress://ann:{password}@db/matches", "matches"])
    assert said.exit_code == 1
    assert "cret" not in said.output


def test_a_database_that_is_not_there(server: Server) -> None:
    assert "does not let us in" in refused(Server(server.url.replace("@/", "@/no")))


@pytest.mark.parametrize(
    ("sql", "told"),
    [
        ("CREATE TABLE stored_events (n int)", "holds events of another program"),
        ("CREATE TABLE heads (n int)", "has a table heads of another program"),
    ],
)
def test_tables_of_another_program_are_left_as_they_are(server: Server, sql: str, told: str) -> None:
    run_sql(server, sql)
    assert told in refused(server)


@pytest.mark.parametrize(
    ("sql", "told"),
    [
        ("CREATE RULE hide AS ON DELETE TO stored_events DO INSTEAD NOTHING", "has a rule (hide)"),
        ("UPDATE ludograph SET layout = 99", "was written by a newer Ludograph"),
        ("DROP TABLE heads", "has other tables than a store of Ludograph"),
    ],
)
def test_what_somebody_altered_is_told(server: Server, sql: str, told: str) -> None:
    with Recorder(server) as recorder:
        recorder.record(a_match())
    run_sql(server, sql)
    with pytest.raises(StoreError) as found, Recorder(server) as recorder:
        recorder.record(a_match(2))
    assert told in str(found.value)


def test_a_trigger_is_told(server: Server) -> None:
    with Recorder(server) as recorder:
        recorder.record(a_match())
    function = "CREATE FUNCTION nothing() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'"
    run_sql(server, function, "CREATE TRIGGER gone BEFORE INSERT ON heads FOR EACH ROW EXECUTE FUNCTION nothing()")
    assert "has a trigger (gone)" in refused(server)


def test_a_match_that_was_removed_with_its_head_is_missed(server: Server) -> None:
    with Recorder(server) as recorder:
        kept, gone = recorder.record(a_match()), recorder.record(a_match(2))
        run_sql(
            server,
            f"DELETE FROM stored_events WHERE originator_id = '{gone.id}'",
            f"DELETE FROM heads WHERE match = '{gone.id.hex}'",
        )
        assert recorder.store.deleted_count() == gone.version
        assert verify(recorder, kept.id).ok


def test_a_store_of_an_older_program_gets_the_tables_that_it_lacks_once_they_are_needed(
    server: Server, tmp_path: Path
) -> None:
    with Recorder(server) as recorder:
        recorder.record(a_match())
    for table in ("devices", "links"):
        run_sql(server, f"DROP TABLE {table}")
    with Recorder(server) as recorder:
        text, token = Tokens(recorder).make("scribe")
        assert Tokens(recorder).find(text) is not None
        code = Devices(recorder).code(text, token)
        assert Devices(recorder).exchange(text).outcome == "opened"
        assert Devices(recorder).exchange(text, code=code).outcome == "opened"
        assert Tokens(recorder).find(text) is None
    run_sql(server, "DROP TABLE links")
    with Recorder(server) as recorder:
        back_up(recorder, tmp_path / "copy.sqlite", lambda done: None)
    with Recorder(tmp_path / "copy.sqlite") as copy:
        assert len(Devices(copy).all()) == 2


def test_what_was_refused_leaves_gaps_and_is_not_missed(server: Server) -> None:
    with Recorder(server) as recorder:
        match = recorder.record(a_match())
        with pytest.raises(StoreError):
            recorder.record(a_match())
        recorder.record(a_match(2))
        assert recorder.store.deleted_count() == 0
        assert recorder.load(match.id).head == match.head


def test_a_replica_can_be_read_and_says_so_to_who_would_record(server: Server) -> None:
    with Recorder(server) as recorder:
        match = recorder.record(a_match())
    reading = Server(server.url + "&options=-c%20default_transaction_read_only%3Don")
    with Recorder(reading) as recorder:
        assert recorder.load(match.id).head == match.head
        with pytest.raises(StoreError, match="can only be read, as a replica can"):
            recorder.record(a_match(2))


def test_an_entry_waits_no_longer_than_it_must_for_somebody_who_holds_the_table(server: Server) -> None:
    with Recorder(Server(server.url, deadline=2)) as recorder, psycopg.connect(server.url) as holding:
        holding.execute("LOCK TABLE stored_events IN EXCLUSIVE MODE")
        with pytest.raises(StoreError, match="Another program is writing to"):
            recorder.record(a_match())
        holding.rollback()
        recorder.record(a_match())


@slow
def test_a_program_goes_on_when_its_server_was_restarted(own: PostgresServer) -> None:
    with Recorder(server_in(own.database())) as recorder:
        match = recorder.record(a_match())
        own.kill()
        own.start()
        assert verify(recorder, match.id).ok
        assert recorder.load(match.id).head == match.head
        other = recorder.record(a_match(2))
        assert verify(recorder, other.id).ok


def test_whoever_enters_while_the_server_is_away_is_told_that_nothing_is_confirmed(own: PostgresServer) -> None:
    with Recorder(server_in(own.database(), deadline=1)) as recorder:
        own.stop()
        try:
            with pytest.raises(StoreError, match=r"does not answer .* so nothing is confirmed"):
                recorder.record(a_match())
        finally:
            own.start()
        assert _in_the_end(lambda: recorder.record(a_match())).version == 6


def _in_the_end(work: Callable[[], T], seconds: float = 15) -> T:
    """What somebody gets who tries again until the server is reached: connections are made anew with pauses between."""
    end = monotonic() + seconds
    while True:
        try:
            return work()
        except Unanswered:
            assert monotonic() < end, "the server is never reached again"


def test_a_server_of_the_layout_before_is_brought_up_and_who_agreed_before_a_ruling_agrees_no_more(
    server: Server,
) -> None:
    with Recorder(server) as recorder:
        match = recorder.record(random_match(GAMES["sun-bid"], Random(1)))
        match = recorder.record(confirmed(match, 1, recorder.stamp()))
        match = recorder.record(ruled(match, RulingDraft("Late.", adjust=((1, -2),)), recorder.stamp(), "Desk"))
        (now,) = [head for head in recorder.store.match_heads() if head.match == match.id]
        before = summary_of_layout_3(match, now.result)
    run_sql(server, f"UPDATE heads SET result = '{before}' WHERE match = '{match.id.hex}'")
    run_sql(server, "UPDATE ludograph SET layout = 3")
    with Recorder(server) as recorder:
        assert recorder.store.layout == LAYOUT
        assert [head for head in recorder.store.match_heads() if head.match == match.id] == [now]
        assert verify(recorder, match.id).ok
