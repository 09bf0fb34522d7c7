"""Both recorders pass what the library asks of any recorder, and those who follow them miss nothing."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread, current_thread
from threading import enumerate as enumerate_threads
from typing import Any
from uuid import UUID, uuid4

import pytest
from eventsourcing.persistence import ApplicationRecorder, OperationalError, StoredEvent
from eventsourcing.postgres import PostgresApplicationRecorder, PostgresDatastore
from eventsourcing.tests.persistence import ApplicationRecorderTestCase, NonInterleavingNotificationIDsBaseCase

from ludograph.domain.store.factory import factory_for
from ludograph.domain.store.url import Server
from tests.places import SERVED, served

SILENT = dict.fromkeys(("test_performance", "test_concurrent_throughput"))
"""They measure and print, and find nothing."""


def readers_ended() -> None:
    """Waits for the threads that the library's tests tell to stop; a file must not be closed under them."""
    for thread in enumerate_threads():
        if thread is not current_thread() and not thread.daemon:
            thread.join(10)


class InFile:
    """A recorder of a file of SQLite."""

    def setUp(self) -> None:
        self.folder = TemporaryDirectory()
        self.factory = factory_for(Path(self.folder.name) / "store.sqlite")

    def tearDown(self) -> None:
        readers_ended()
        self.factory.close()
        self.folder.cleanup()

    def create_recorder(self) -> ApplicationRecorder:
        return self.factory.application_recorder()


class OnServer:
    """A recorder of a database of a PostgreSQL server."""

    def setUp(self) -> None:
        self.factory = factory_for(served())

    def tearDown(self) -> None:
        readers_ended()
        self.factory.close()

    def create_recorder(self) -> ApplicationRecorder:
        return self.factory.application_recorder()


class TestFile(InFile, ApplicationRecorderTestCase):
    """What any recorder of an application has to do."""

    locals().update(SILENT)


@SERVED
class TestServer(OnServer, ApplicationRecorderTestCase):
    """What any recorder of an application has to do, on a server, where numbers may have gaps."""

    EXPECT_CONTIGUOUS_NOTIFICATION_IDS = False
    locals().update(SILENT)


class TestOrderInFile(InFile, NonInterleavingNotificationIDsBaseCase):
    """The events of two that write at once do not lie between each other."""


@SERVED
class TestOrderOnServer(OnServer, NonInterleavingNotificationIDsBaseCase):
    """The events of two that write to a server at once do not lie between each other."""


del ApplicationRecorderTestCase, NonInterleavingNotificationIDsBaseCase


@pytest.fixture
def server() -> Server:
    return served()


def event(state: bytes = b"state") -> StoredEvent:
    return StoredEvent(uuid4(), 1, "sun-bid.step", state)


def tail(recorder: ApplicationRecorder, after: int) -> list[Any]:
    """What a reader finds who has seen everything up to a number."""
    return list(recorder.select_notifications(after, 100, inclusive_of_start=False))


@pytest.fixture
def three(server: Server) -> Iterator[list[ApplicationRecorder]]:
    """A slow writer, a quick one and a reader, each with connections of its own."""
    factories = [factory_for(server) for _ in range(3)]
    yield [factory.application_recorder() for factory in factories]
    for factory in factories:
        factory.close()


@SERVED
def test_a_reader_who_follows_the_numbers_misses_nothing_of_a_slow_writer(three: list[Any]) -> None:
    slow, quick, reader = three
    first, second = event(), event()
    with slow.datastore.transaction(commit=True) as cursor:
        slow._insert_all(cursor, [first])  # has its number, and is held open
        other = Thread(target=quick.insert_events, args=([second],))
        other.start()
        other.join(0.3)
        assert other.is_alive(), "the other writer waits for the one that is held open"
        assert tail(reader, 0) == []
    other.join(10)
    assert [found.originator_id for found in tail(reader, 0)] == [first.originator_id, second.originator_id]


@SERVED
def test_with_functions_in_the_database_it_would_miss_events(server: Server) -> None:
    """Why they are not used: nothing makes a second writer wait, so that numbers are seen in another order."""

    def recorder() -> PostgresApplicationRecorder:
        datastore = PostgresDatastore("", "", "", "", "", enable_db_functions=True)
        datastore.pool.conninfo = server.url
        datastore.pool.kwargs = {"row_factory": datastore.pool.kwargs["row_factory"]}  # type: ignore[index]
        return PostgresApplicationRecorder(datastore, events_table_name="others")

    slow, quick = recorder(), recorder()
    slow.create_table()
    quick.datastore.register_type_adapters()
    first, second = event(), event()
    with slow.datastore.get_connection() as connection, connection.transaction(), connection.cursor() as cursor:
        row = slow.construct_pg_stored_event(first.originator_id, first.originator_version, first.topic, first.state)
        cursor.execute(slow.sql_invoke_pg_function_insert_events, ([row],))
        quick.insert_events([second])
        seen = tail(quick, 0)
        assert [found.originator_id for found in seen] == [second.originator_id]
    assert tail(quick, seen[-1].id) == [], "the event that was given a number before is never seen"
    for one in (slow, quick):
        one.datastore.close()


@SERVED
def test_an_entry_whose_answer_was_lost_is_not_recorded_twice(
    three: list[Any], monkeypatch: pytest.MonkeyPatch
) -> None:

    recorder, _, reader = three
    reach = recorder.datastore.get_connection
    lost: list[bool] = []

    @contextmanager
    def losing() -> Iterator[Any]:
        with reach() as connection:
            yield connection
        if not lost:
            lost.append(True)
            raise OperationalError("server closed the connection unexpectedly")

    monkeypatch.setattr(recorder.datastore, "get_connection", losing)
    one = event()
    recorder.insert_events([one])
    assert [found.originator_id for found in tail(reader, 0)] == [one.originator_id]
    assert isinstance(one.originator_id, UUID)
    assert lost
