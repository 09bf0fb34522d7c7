"""Who may not read a remark is not told when it was made: twins that differ in one look alike until something else."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from ludograph.replay.service.http.stream_writer import StreamPiece
from ludograph.replay.service.live.open_streams import OpenStream
from tests.service.running import Follower, Service, wait_until

KINDS = ("match", "page", "board")


@pytest.fixture
def twins(service: Service) -> tuple[str, str]:
    """Two matches of one deal in which the same was played; the second gets a remark for the judge."""
    first, second = (service.new("sun-bid", "Ann", "Bob", seed="1") for _ in range(2))
    for match in (first, second):
        service.run("act", match, "Bob flip")
    return first, second


@contextmanager
def followed(service: Service, match: str, eyes: str, token: str | None = None) -> Iterator[Follower]:
    """Somebody who follows all there is of a match as one observer, and has all of it."""
    topics = [f"{kind}/{match}/{eyes}/{2 if kind == 'match' else 0}" for kind in KINDS]
    with service.client(token).stream("GET", "/api/follow", params={"on": topics}, timeout=10) as response:
        follower = Follower(response)
        assert len(follower.next()["topics"]) == 3
        assert {one["event"] for one in follower.take(2)} == {"page", "board"}
        yield follower


@contextmanager
def stream(service: Service, address: str, **params: Any) -> Iterator[Follower]:
    """Somebody without a token who follows an address."""
    with service.client().stream("GET", address, params=params, timeout=10) as response:
        yield Follower(response)


def looked(service: Service, match: str, version: int) -> None:
    """Returns when everything that is followed of a match has looked at a version of it."""
    topics = service.app.live.topics
    wait_until(
        lambda: all(
            topic.now is not None and topic.now.version >= version
            for topic in topics.running
            if str(topic.about) == match
        )
    )


def remark(service: Service, match: str, how: str) -> None:
    """Something that the judge alone may read."""
    if how == "note":
        service.run("note", match, "Ann hides a card.")
    else:
        with service.client(service.token("player", match=match, observer="Ann")) as ann:
            assert ann.post(f"/api/matches/{match}/notes", json={"text": "Bob looked."}).status_code == 201


def alike(value: Any) -> Any:
    """A message without what differs between any two matches, and without what tells how many events there are."""
    apart = ("recorded_at", "match", "id", "version", "head", "kinds", "topic")
    if isinstance(value, dict):
        return {key: alike(one) for key, one in value.items() if key not in apart}
    return [alike(one) for one in value] if isinstance(value, list) else value


@pytest.mark.parametrize("how", ["note", "player's remark"])
@pytest.mark.parametrize("eyes", ["table", "Bob"])
def test_twins_are_told_the_same_until_the_next_event(
    service: Service, twins: tuple[str, str], eyes: str, how: str
) -> None:
    """Then the remark comes first, with its version and nothing else."""
    heard = []
    for match in twins:
        token = service.token("player", match=match, observer="Bob") if eyes == "Bob" else None
        with followed(service, match, eyes, token) as follower:
            if match == twins[1]:
                remark(service, match, how)
                remark(service, match, how)
            looked(service, match, 2 if match == twins[0] else 4)
            service.run("act", match, "Ann flip")
            messages = follower.take(3 if match == twins[0] else 5)
        heard.append(messages)
    plain, remarked = heard
    others = [one for one in remarked if one["event"] == "other"]
    assert [one["version"] for one in others] == [3, 4]
    assert all(set(one) == {"id", "event", "topic", "version", "head", "kind"} for one in others)
    versions = {one["event"]: one["version"] for one in remarked if one["event"] != "other"}
    assert versions == {"step": 5, "page": 5, "board": 5}
    page = next(one for one in remarked if one["event"] == "page")
    assert page["kinds"] == ["other", "other", "step"]
    rest = [one for one in remarked if one["event"] != "other"]
    first, second = (sorted(some, key=lambda one: str(one["event"])) for some in (plain, rest))
    assert [alike(one) for one in first] == [alike(one) for one in second]


def test_nothing_is_written_when_a_remark_is_made(
    service: Service, twins: tuple[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not even an empty message: it goes out in one piece with what comes next."""
    match, written, write = twins[1], [], OpenStream.write

    def noted(stream: OpenStream, piece: StreamPiece) -> None:
        written.append(piece.data.decode())
        write(stream, piece)

    with service.following(match) as follower:
        follower.take(2)
        monkeypatch.setattr(OpenStream, "write", noted)
        remark(service, match, "note")
        looked(service, match, 3)
        service.run("act", match, "Ann flip")
        follower.take(2)
    told = [one for one in written if "event:" in one]
    assert [re.findall(r"^id: (\d+)", one, re.M) for one in told] == [["3", "4"]]


def test_ids_are_versions_without_a_gap_wherever_one_goes_on(service: Service, twins: tuple[str, str]) -> None:
    """Also for who lost the connection between the remark and the next step."""
    match = twins[1]
    remark(service, match, "note")
    for since in (0, 1):
        with service.following(match, since=since) as follower:
            assert [int(one["id"]) for one in follower.take(2 - since)] == list(range(since + 1, 3))
    service.run("act", match, "Ann flip")
    for since in range(4):
        with service.following(match, since=since) as follower:
            assert [int(one["id"]) for one in follower.take(4 - since)] == list(range(since + 1, 5))
    with service.following(match, service.token("director")) as judge:
        assert judge.take(4)[2]["text"] == "Ann hides a card."


def test_lists_are_asked_for_again_by_those_alone_who_may_read_it(service: Service, twins: tuple[str, str]) -> None:
    """A `changed` of the lobby or of a tournament would tell the time as well."""
    live = service.app.live
    wait_until(lambda: live.changes.number(None) == service.recorder.store.last_position())
    with (
        service.client().stream("GET", "/api/follow", timeout=10) as viewer,
        service.client(service.token("director")).stream("GET", "/api/follow", timeout=10) as director,
    ):
        seen, told = Follower(viewer), Follower(director)
        first = int(seen.next()["id"])
        assert int(told.next()["id"]) == first
        remark(service, twins[1], "note")
        assert int(told.next()["id"]) == first + 1
        wait_until(lambda: live.changes.number(None) == first + 1)
        service.run("act", twins[1], "Ann flip")
        assert int(seen.next()["id"]) == first + 2


def test_a_remark_for_others_stops_no_entry(service: Service, twins: tuple[str, str]) -> None:
    """A scribe who may not read it cannot know of it; who may read it is told that there is something new."""
    match = twins[1]
    remark(service, match, "player's remark")
    entry: dict[str, Any] = {"json": {"line": "Ann flip"}, "headers": {"If-Match": '"2"'}}
    with service.client(service.token("scribe", match=match, observer="judge")) as sees_all:
        assert sees_all.post(f"/api/matches/{match}/actions", **entry).status_code == 409
    with service.client(service.token("scribe", match=match)) as scribe:
        assert scribe.post(f"/api/matches/{match}/actions", **entry).status_code == 201
        assert scribe.post(f"/api/matches/{match}/actions", **entry).status_code == 409


def test_whole_cursors_go_on_over_it(service: Service, twins: tuple[str, str]) -> None:
    """The cursor of what was told last fits while a remark for others waits: nobody is reset, and nothing is lost."""
    match = twins[1]
    with stream(service, f"/api/matches/{match}/follow", ids="cursor") as follower:
        told = follower.take(2)[1]["id"]
    remark(service, match, "note")
    with stream(service, "/api/follow", on=f"page/{match}/table/0") as follower:
        page = follower.take(2)[1]
    assert f"{page['version']}-{page['head']}" == told
    topics = [f"{kind}/{match}/table/{told}" for kind in KINDS]
    with (
        stream(service, f"/api/matches/{match}/follow", ids="cursor", since=told) as again,
        stream(service, "/api/follow", on=topics) as many,
    ):
        assert [one["topic"].split("/")[0] for one in many.next()["topics"]] == list(KINDS)
        service.run("act", match, "Ann flip")
        messages = again.take(2)
        assert [(one["event"], one["version"]) for one in messages] == [("other", 3), ("step", 4)]
        assert all(one["id"] == f"{one['version']}-{one['head']}" for one in messages)
        found = sorted((one["event"], one["version"]) for one in many.take(4))
        assert found == [("board", 4), ("other", 3), ("page", 4), ("step", 4)]
    tag = service.client().get(f"/api/matches/{match}").headers["etag"]
    assert tag == f'"{messages[-1]["id"]}"'


def test_an_entry_over_a_whole_cursor(service: Service, twins: tuple[str, str]) -> None:
    """One that is older only by remarks for others is no clash; one of another record is refused with `reset`."""
    match = twins[1]
    with service.client(service.token("scribe", match=match)) as scribe:
        tag = scribe.get(f"/api/matches/{match}").headers["etag"]
        remark(service, match, "player's remark")
        entry: dict[str, Any] = {"json": {"line": "Ann flip"}}
        gone = scribe.post(f"/api/matches/{match}/actions", headers={"If-Match": '"2-00000000"'}, **entry)
        assert (gone.status_code, gone.json()["reset"]) == (409, True)
        assert scribe.post(f"/api/matches/{match}/actions", headers={"If-Match": tag}, **entry).status_code == 201
        late = scribe.post(f"/api/matches/{match}/actions", headers={"If-Match": tag}, **entry)
        assert late.status_code == 409
        assert "reset" not in late.json()


def test_history_says_no_time_of_it(service: Service, twins: tuple[str, str]) -> None:
    """Its number remains: ids are versions everywhere."""
    remark(service, twins[1], "note")
    line = service.lines("history", twins[1], "--as", "table")[-1]
    assert (line["event"], line["kind"], line["recorded_at"], line["text"]) == (3, "note-added", None, None)
    assert "A remark for the judge." in service.run("history", twins[1], "--as", "table")
    assert service.lines("history", twins[1], "--as", "judge")[-1]["recorded_at"]
