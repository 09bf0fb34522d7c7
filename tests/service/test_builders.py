"""What viewers request is built in processes apart, where it can be ended; the service goes on meanwhile."""

import asyncio
import os
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from signal import SIGTERM
from typing import Any, TypeVar

import pytest

from ludograph.domain.kernel.game import TABLE
from ludograph.domain.match.aggregate import Match
from ludograph.domain.match.as_of import after_event
from ludograph.domain.store.errors import Damaged, StoreError
from ludograph.domain.store.recorder import Listed, Recorder
from ludograph.replay.page import grown
from ludograph.replay.service.http.responses import BadRequest
from ludograph.replay.service.live import builders
from ludograph.replay.service.live.builder_process import BuildOrder, build, pack
from ludograph.replay.service.live.builders import Builders
from ludograph.replay.service.live.match_index import MatchIndex
from ludograph.replay.service.live.worker_threads import REQUESTER, Requester
from tests.service.running import Service

T = TypeVar("T")


@pytest.fixture
def recorder(service: Service) -> Recorder:
    return service.recorder


def building(recorder: Recorder, work: Callable[[Builders], Awaitable[T]]) -> T:
    """What comes of some work with processes of its own."""

    async def run() -> T:
        made = Builders(recorder.place, MatchIndex(recorder), "tests", 1)
        try:
            return await work(made)
        finally:
            made.close()

    return asyncio.run(run())


def test_a_match_is_built_as_it_stood_when_it_was_requested(service: Service, recorder: Recorder) -> None:
    """The other process reads it from the store, by then perhaps with more steps, and tells nothing of those."""
    id = service.new("sun-bid", "Ann", "Bob")
    service.run("act", id, "Bob flip", "Ann flip")
    match = recorder.load(recorder.find(id))

    async def both(made: Builders) -> list[Any]:
        return [await made.run(grown, one, TABLE, 0) for one in (match, after_event(match, 2), match)]

    assert building(recorder, both) == [grown(one, TABLE, 0) for one in (match, after_event(match, 2), match)]


def test_a_match_that_was_replaced_in_the_store_is_not_built(service: Service, tmp_path: Path) -> None:
    """As by a restored copy: there is another match of this id."""
    id = service.new("sun-bid", "Ann", "Bob")
    service.run("export", id, "-o", file := tmp_path / "match.jsonl")
    with Recorder(tmp_path / "one.sqlite") as one, Recorder(tmp_path / "other.sqlite") as other:
        for store in (one, other):
            service.run("--store", str(store.place), "import", file)
        match = one.load(one.find(id))
        assert match.head != other.load(match.id).head
        with pytest.raises(StoreError, match="was replaced"):
            building(other, lambda made: made.run(grown, match, TABLE, 0))


def test_work_that_takes_too_long_is_ended_and_not_begun_again(
    recorder: Recorder, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever waits behind it has their turn, in a new process."""

    async def three(made: Builders) -> int:
        first = await made.run(os.getpid)
        monkeypatch.setattr(builders, "LONGEST", 1.0)
        for _ in range(2):
            with pytest.raises(BadRequest) as refused:
                await made.run(time.sleep, 60)
            assert refused.value.status == 503
        monkeypatch.setattr(builders, "LONGEST", 20.0)
        assert first != await made.run(os.getpid) != os.getpid()
        return first

    began = time.monotonic()
    gone = building(recorder, three)
    assert time.monotonic() - began < 60
    with pytest.raises(ProcessLookupError):
        os.kill(gone, 0)


def test_somebody_who_ends_the_process_stops_nothing(recorder: Recorder) -> None:
    async def ended(made: Builders) -> tuple[int, int]:
        first = await made.run(os.getpid)
        os.kill(first, SIGTERM)
        return first, await made.run(os.getpid)

    first, second = building(recorder, ended)
    assert first != second


def test_whoever_goes_away_does_not_take_the_turn_of_the_next(recorder: Recorder) -> None:
    async def gone(made: Builders) -> int:
        task = asyncio.create_task(made.run(time.sleep, 0.2))
        await asyncio.sleep(0)
        task.cancel()
        return await made.run(os.getpid)

    assert building(recorder, gone) != os.getpid()


def test_no_more_wait_than_there_is_room_for(recorder: Recorder, monkeypatch: pytest.MonkeyPatch) -> None:
    """Those with a token have places that nobody else can take."""
    monkeypatch.setattr(builders, "WAITING", 3)
    monkeypatch.setattr(builders, "RESERVED", 1)

    async def crowd(made: Builders) -> list[object]:
        REQUESTER.set(Requester(is_viewer=True))
        viewers = [asyncio.create_task(made.run(time.sleep, 0.01)) for _ in range(9)]
        await asyncio.sleep(0)
        REQUESTER.set(Requester(is_viewer=False))
        await made.run(os.getpid)
        return await asyncio.gather(*viewers, return_exceptions=True)

    answers = building(recorder, crowd)
    refused = [one for one in answers if isinstance(one, BadRequest)]
    assert {one.status for one in refused} == {503}
    assert answers.count(None) + len(refused) == len(answers)
    assert answers.count(None) >= 3


def test_a_refusal_comes_back_from_the_other_process_as_it_is(recorder: Recorder) -> None:
    with pytest.raises(BadRequest, match="Not so") as refused:
        building(recorder, lambda made: made.run(refuse, "Not so."))
    assert (refused.value.status, refused.value.more) == (422, {"rule": "SB-1"})


def refuse(message: str) -> None:
    raise BadRequest(422, message, rule="SB-1")


def test_a_list_is_told_as_it_stood_when_it_was_requested(service: Service, recorder: Recorder) -> None:
    """While it waits a match ends, of which those who are behind may not know yet."""
    id = service.new("sun-bid", "Ann", "Bob")
    index = MatchIndex(recorder)
    packed = pack(index, version_and_status, index.every())
    service.run("abandon", id, "--reason", "late", "--by", "Eve")
    assert build(BuildOrder(recorder.place, packed)) == (1, "running")
    assert building(recorder, lambda made: made.run(version_and_status, index.every()[0])) == (2, "abandoned")


def version_and_status(one: Listed) -> tuple[int, str]:
    return one.head.version, one.status


def test_damage_in_the_store_comes_back_as_what_it_is(service: Service, recorder: Recorder) -> None:
    """Its exception has more than a message; other work goes on in the same process."""
    match = recorder.load(recorder.find(service.new("sun-bid", "Ann", "Bob")))

    async def damaged(made: Builders) -> tuple[int, int]:
        first = await made.run(os.getpid)
        with pytest.raises(StoreError, match="is damaged"):
            await made.run(find_damage, match)
        return first, await made.run(os.getpid)

    first, second = building(recorder, damaged)
    assert first == second


def find_damage(match: Match) -> None:
    raise Damaged(match.id, 1, "Nobody can read it.")


def test_those_with_a_token_wait_for_one_viewer_at_most(recorder: Recorder) -> None:
    """Whoever came first of all is at work, one viewer is next, and the others come later."""

    async def order(made: Builders) -> list[str]:
        done: list[str] = []

        async def one(name: str) -> None:
            await made.run(time.sleep, 0.2)
            done.append(name)

        REQUESTER.set(Requester(is_viewer=True))
        tasks = [asyncio.create_task(one("viewer")) for _ in range(5)]
        await asyncio.sleep(0)
        REQUESTER.set(Requester(is_viewer=False))
        await asyncio.gather(*tasks, asyncio.create_task(one("director")))
        return done

    assert building(recorder, order).index("director") <= 2
