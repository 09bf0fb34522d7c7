"""A store that does not answer though every connection to it stays open: who is told what, and how soon."""

import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from functools import partial
from pathlib import Path
from random import Random
from sqlite3 import connect
from typing import Any

import httpx
import pytest
from click.testing import CliRunner
from psycopg import OperationalError

from ludograph.cli.main import main
from ludograph.domain.games import GAMES
from ludograph.domain.store.errors import Unanswered
from ludograph.domain.store.postgres.deadlines import connected
from ludograph.domain.store.recorder import Recorder
from ludograph.domain.store.url import Server
from tests.large import slow
from tests.places import SERVED
from tests.servers import PostgresServer
from tests.servers import running as postgres
from tests.service.dead_ways import DEADLINE, IN_TIME, died
from tests.service.running import running, wait_until
from tests.swallowing import Way
from tests.worlds import random_match

SOON = 0.3
"""Seconds in which something is answered that waits for nobody."""


@pytest.fixture(scope="module")
def own() -> Iterator[PostgresServer]:
    with postgres() as found:
        yield found


@pytest.fixture
def way(own: PostgresServer) -> Iterator[Way]:
    with closing(Way(own.folder)) as found:
        yield found


@pytest.fixture
def store(own: PostgresServer, way: Way) -> Server:
    return way.server(own.database(), DEADLINE)


def timed(work: Callable[[], Any]) -> tuple[Any, float]:
    """What came of something, and after how many seconds."""
    began = time.monotonic()
    return work(), time.monotonic() - began


@slow
@SERVED
def test_a_service_tells_in_time_that_its_store_does_not_answer_and_goes_on_by_itself(way: Way, store: Server) -> None:
    with running(store) as service:
        match = service.new("sun-bid", "Ann", "Bob", seed="2")
        scribe, anybody = service.client(service.token("scribe", match=match)), service.client()
        path = f"/api/matches/{match}"

        def enter() -> httpx.Response:
            return scribe.post(f"{path}/actions", json={"line": "Bob flip"}, headers={"Idempotency-Key": "k"})

        assert anybody.get("/health").json()["ok"] is True
        way.die()
        with ThreadPoolExecutor(30) as threads:
            asked = [threads.submit(timed, enter)]
            asked += [threads.submit(timed, lambda: anybody.get(path)) for _ in range(29)]
            health = [timed(lambda: anybody.get("/health"))[1] for _ in range(20)]
            found = [one.result() for one in asked]
        assert max(health) < SOON
        assert {answer.status_code for answer, _ in found} == {503}
        assert "nothing is confirmed" in found[0][0].json()["message"]
        assert max(took for _, took in found) < IN_TIME
        wait_until(lambda: anybody.get("/health").status_code == 503)
        assert anybody.get("/health").json()["ok"] is False
        way.live()
        wait_until(lambda: anybody.get("/health").status_code == 200)
        wait_until(lambda: anybody.get(path).status_code == 200)
        answer = enter()
        assert (answer.status_code, answer.json()["version"]) == (201, 2), answer.text
        assert enter().json() == answer.json()
        assert [one["step"] for one in anybody.get(f"{path}/log").json()] == [1]


@slow
@SERVED
def test_an_entry_under_which_the_way_dies_is_neither_lost_nor_doubled() -> None:
    """A small run of what `python -m tests.service.dead_ways` continues."""
    found = died(2, 1)
    assert found.wrong == []


@SERVED
def test_a_command_tells_in_time_that_the_store_does_not_answer(
    own: PostgresServer, way: Way, store: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LUDOGRAPH_DEADLINE", str(DEADLINE))
    run = CliRunner().invoke
    match = run(main, ["--store", store.url, "new", "sun-bid", "Ann", "Bob", "--seed", "2"]).stdout.strip()
    way.die()
    done, took = timed(lambda: run(main, ["--store", store.url, "act", match, "Bob flip"]))
    assert (done.exit_code, took < IN_TIME) == (1, True), (done.output, took)
    assert "does not answer" in done.output
    way.live()
    assert run(main, ["--store", store.url, "act", match, "Bob flip"]).exit_code == 0


@SERVED
def test_whoever_records_is_told_in_time_that_the_way_died_while_they_worked(way: Way, store: Server) -> None:
    def a_match(seed: int) -> Any:
        return random_match(GAMES["sun-bid"], Random(seed), steps=5)

    with Recorder(store) as recorder:
        match = recorder.record(a_match(1))
        works: list[tuple[Callable[[Any], object], Any]] = [(recorder.load, match.id), (recorder.record, a_match(2))]
        for work, given in works:
            way.die()
            began = time.monotonic()
            with pytest.raises(Unanswered, match="does not answer"):
                work(given)
            assert time.monotonic() - began < IN_TIME
            way.live()
            wait_until(lambda: recorder.has(match.id))
        assert recorder.record(a_match(3)).version == 6


@SERVED
def test_a_long_answer_may_take_longer_than_the_deadline_as_long_as_it_comes(store: Server) -> None:
    with connected(store) as connection:
        found = connection.execute(f"SELECT pg_sleep({DEADLINE / 4}), repeat('x', 100000) FROM generate_series(1, 6)")
        assert len(found.fetchall()) == 6
        with pytest.raises(OperationalError, match="no answer in 1 seconds"):
            connection.execute(f"SELECT pg_sleep({DEADLINE * 3})")


def test_a_file_that_somebody_holds_is_read_and_whoever_records_is_told_in_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ludograph.domain.store.sqlite.store.DEADLINE", DEADLINE)
    path = tmp_path / "store.sqlite"
    with running(path) as service:
        match = service.new("sun-bid", "Ann", "Bob", seed="2")
        scribe = service.client(service.token("scribe", match=match))
        other = service.new("sun-bid", "Ann", "Bob", seed="3")
        scribes = scribe, service.client(service.token("scribe", match=other))

        def enter(match: str, who: httpx.Client) -> httpx.Response:
            return who.post(
                f"/api/matches/{match}/actions", json={"line": "Bob flip"}, headers={"Idempotency-Key": "k"}
            )

        with closing(connect(path, isolation_level=None)) as holding, ThreadPoolExecutor(2) as threads:
            holding.execute("BEGIN IMMEDIATE")
            asked = [threads.submit(timed, partial(enter, *one)) for one in zip((match, other), scribes, strict=True)]
            time.sleep(SOON)
            read, took = timed(lambda: service.client().get(f"/api/matches/{match}"))
            assert (read.status_code, took < SOON) == (200, True)
            for answer, took in (one.result() for one in asked):
                assert (answer.status_code, took < IN_TIME) == (503, True)
            done = CliRunner().invoke(main, ["--store", str(path), "act", match, "Bob flip"])
            assert (done.exit_code, "Another program is writing to" in done.output) == (1, True)
        assert [enter(*one).status_code for one in zip((match, other), scribes, strict=True)] == [201, 201]
        assert len(service.lines("history", match)) == 2


@pytest.mark.parametrize("text", ["soon", "0", "nan", "-3"])
def test_a_deadline_that_is_none_is_refused(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LUDOGRAPH_DEADLINE", text)
    done = CliRunner().invoke(main, ["--store", "postgresql://ann@127.0.0.1:1/matches", "matches"])
    assert done.exit_code == 1
    assert "LUDOGRAPH_DEADLINE is a number of seconds" in done.output
