"""Following: every version once and in order, whoever recorded it, and nothing that its reader may not know."""

import subprocess
import sys
from contextlib import ExitStack
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from ludograph.replay.service.http.settings import Settings
from tests.service.running import Service, running, wait_until

LINES = ("Bob flip", "Ann flip", "Bob call", "Ann bid 3SK", "Bob bid 6SY", "Ann flip")


@pytest.fixture
def match(service: Service) -> str:
    return service.new("sun-bid", "Ann", "Bob", seed="2")


def act(service: Service, match: str, *lines: str) -> None:
    for line in lines:
        service.run("act", match, line)


def ids(messages: list[dict[str, Any]]) -> list[int]:
    return [int(one["id"]) for one in messages]


def test_every_version_comes_once_and_in_order_while_it_is_recorded(service: Service, match: str) -> None:
    scribe = service.client(service.token("scribe", match=match))
    with service.following(match) as first, service.following(match) as second:
        assert first.next()["event"] == "started"
        for number, line in enumerate(LINES, start=1):
            assert scribe.post(f"/api/matches/{match}/actions", json={"line": line}).status_code == 201
            assert first.next()["step"]["step"] == number
        assert ids(second.take(7)) == [1, 2, 3, 4, 5, 6, 7]


def test_steps_of_another_process_arrive(service: Service, match: str) -> None:
    with service.following(match) as follower:
        follower.next()
        command = [sys.executable, "-m", "ludograph.cli.main", "--store", str(service.store), "act", match, "Bob flip"]
        subprocess.run(command, check=True, capture_output=True)
        assert follower.next()["step"]["facts"][0]["fact"] == "CardFlipped"


def test_whoever_lost_the_connection_goes_on_after_the_last_event(service: Service, match: str) -> None:
    act(service, match, *LINES[:3])
    with service.following(match) as follower:
        seen = follower.take(2)
    act(service, match, *LINES[3:])
    with service.following(match, since=2) as follower:
        seen += follower.take(5)
    assert ids(seen) == [1, 2, 3, 4, 5, 6, 7]
    with service.following(match) as whole:
        assert whole.take(7) == seen


def test_a_number_that_is_none_is_refused(service: Service, match: str) -> None:
    for wrong in ("x", "-1", "1" * 12):
        answered = service.client().get(f"/api/matches/{match}/follow", headers={"Last-Event-ID": wrong})
        assert answered.status_code == 422
        assert "Last-Event-ID is the number of a version" in answered.json()["message"]


def test_everybody_follows_with_their_own_eyes(service: Service) -> None:
    match = service.new("sorcerous-futures", "Ann", "Ben", "Cleo", seed="4")
    tokens = {name: service.token("player", match=match, observer=name) for name in ("Ann", "Ben")}
    tokens["judge"] = service.token("director")
    seen: dict[str, Any] = {}
    for name in ("table", "Ann", "Ben", "judge"):
        with service.following(match, tokens.get(name)) as follower:
            seen[name] = follower.next()["step"]
        assert [seen[name]] == service.lines("log", match, "--as", name, "--from", "0", "--to", "0")
    assert len({str(one["facts"]) for one in seen.values()}) == 4


def test_what_is_put_right_and_said_is_sent_too(service: Service, match: str) -> None:
    judge = service.token("director")
    with service.following(match) as table, service.following(match, judge) as director:
        act(service, match, *LINES[:4])
        service.run("note", match, "1", "for all", "--public")
        service.run("note", match, "1", "for the judge")
        service.run("undo", match, "--to", "3", "--reason", "a slip")
        act(service, match, "Ann bid 8MS")
        service.run("amend", match, "4", "Ann bid 3SK", "--reason", "misread", "--yes")
        public, whole = table.take(10), director.take(10)
    kinds = ["started", *["step"] * 4, "note", "other", "taken_back", "step", "amended"]
    assert [one["event"] for one in public] == kinds
    assert [one["event"] for one in whole] == [*kinds[:6], "note", *kinds[7:]]
    assert public[5]["text"] == "for all"
    assert set(public[6]) == {"id", "event", "topic", "version", "head", "kind"}
    assert (whole[6]["text"], whole[7]["reason"]) == ("for the judge", "a slip")
    assert "slip" not in str(public)
    assert public[9]["steps"][0]["action"]["card"] == "3SK"
    assert public[9]["steps"] == service.lines("log", match, "--as", "table", "--from", "4")[-1:]


def test_who_sat_elsewhere_comes_again_and_sees_their_own_cards_alone(service: Service) -> None:
    match = service.new("last-years-magic", "Ann", "Ben", "Cleo", seed="4")
    token = service.token("player", match=match, observer="Ann")
    with service.following(match, token) as follower, service.following(match) as table:
        follower.next()
        table.next()
        players = 'players: ["Ben", "Ann", "Cleo"]'
        service.run("amend", match, "0", players, "--reason", "wrong chairs", "--as", "judge", "--yes")
        assert follower.rest() == []
        assert table.next()["players"] == ["Ben", "Ann", "Cleo"]
    with service.following(match, token) as follower:
        first, second = follower.take(2)
    assert first["step"] == service.lines("log", match, "--as", "Ann", "--from", "0", "--to", "0")[0] | {
        "superseded": first["step"]["superseded"]
    }
    assert second["steps"][0] == service.lines("log", match, "--as", "Ann", "--from", "0", "--to", "0")[-1]


def test_whose_token_is_revoked_or_ends_is_cut_off_at_once(service: Service, match: str) -> None:
    revoked = service.token("player", match=match, observer="Ann")
    ending = service.token("player", match=match, observer="Bob", hours=1)
    lasting = service.token("player", match=match, observer="Bob", hours=3)
    with ExitStack() as stack:
        first, second, third = (
            stack.enter_context(service.following(match, token)) for token in (revoked, ending, lasting)
        )
        for one in (first, second, third):
            one.next()
        service.revoke(revoked)
        assert first.rest() == []
        service.clock.turn(2 * 3600)
        act(service, match, "Bob flip")
        assert second.rest() == []
        assert third.next()["event"] == "step"


def test_a_service_that_stops_says_so(service: Service, match: str) -> None:
    with service.following(match) as follower:
        follower.next()
        service.stop()
        assert [one["event"] for one in follower.rest()] == ["bye"]
    service.start()


def test_who_has_gone_leaves_nothing_behind(service: Service, match: str) -> None:
    with ExitStack() as stack:
        followers = [stack.enter_context(service.following(match)) for _ in range(20)]
        for one in followers:
            one.next()
        assert service.followers == 20
    wait_until(lambda: service.followers == 0)
    wait_until(lambda: not service.server.server_state.tasks)
    wait_until(lambda: not service.app.live.subscriptions._events)
    assert "ludograph_followers 0.0" in service.client(service.token("director")).get("/metrics").text
    assert '"fault"' not in service.log.getvalue()


def test_a_reader_who_does_not_read_holds_up_nobody(service: Service, match: str, monkeypatch: Any) -> None:
    import socket

    from ludograph.replay.service import server

    monkeypatch.setattr(server, "SEND_TIMEOUT", 0.5)
    service.server.servers[0].sockets[0].setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)
    host, port = service.url.removeprefix("http://").split(":")
    deaf = socket.socket()
    deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1024)
    deaf.connect((host, int(port)))
    deaf.sendall(f"GET /api/matches/{match}/follow HTTP/1.1\r\nHost: {host}\r\n\r\n".encode())
    wait_until(lambda: service.followers == 1)
    text = "x" * 9_000
    scribe = service.client(service.token("scribe", match=match))
    with service.following(match) as follower:
        follower.next()
        for _ in range(20):
            scribe.post(f"/api/matches/{match}/notes", json={"text": text, "public": True})
            assert follower.next()["text"] == text
        wait_until(lambda: service.followers == 1)
    deaf.close()


# Behind


@pytest.fixture
def behind(tmp_path: Path) -> Any:
    with running(tmp_path / "store.sqlite", Settings(delay=timedelta(seconds=60))) as service:
        yield service


def test_the_public_is_behind_on_every_route_and_whoever_is_there_is_not(behind: Service) -> None:
    match = behind.new("sun-bid", "Ann", "Bob", seed="2")
    anybody, other = behind.client(), behind.client(behind.token("scribe", match=behind.new("sun-bid", "Cy", "Di")))
    player = behind.client(behind.token("player", match=match, observer="Ann"))
    path = f"/api/matches/{match}"
    unknown = anybody.get("/api/matches/nothing").json()
    for who in (anybody, other):
        for what in ("", "?as=judge", "?at=5", "/log", "/result", "/grown", "/desk", "/follow", "/follow?as=Ann"):
            answered = who.get(f"{path}{what}")
            assert (answered.status_code, answered.json()) == (404, unknown)
    assert other.post(f"{path}/actions", json={"line": "Bob flip"}).json() == unknown
    assert anybody.get("/api/matches").json() == []
    assert [one["match"] for one in player.get("/api/matches").json()] == [match]
    assert player.get(path).json()["version"] == 1
    behind.clock.turn(61)
    scribe = behind.client(behind.token("scribe", match=match))
    assert scribe.post(f"{path}/actions", json={"line": "Bob flip"}).status_code == 201
    assert anybody.get(path).json()["version"] == 1
    assert anybody.get(path).headers["etag"].startswith('"1-')
    assert anybody.get(f"{path}/log").json() == []
    assert anybody.get(f"{path}/result").json()["steps"] == 0
    assert anybody.get(f"{path}?at=1").json()["message"] == "There is no step 1: the last is 0."
    listed = {one["match"]: one["steps"] for one in anybody.get("/api/matches").json()}
    assert listed[match] == 0
    assert {one["match"]: one["steps"] for one in player.get("/api/matches").json()}[match] == 1
    behind.clock.turn(61)
    assert anybody.get(path).json()["version"] == 2


def test_whoever_follows_from_behind_hears_each_step_when_it_is_time(tmp_path: Path) -> None:
    with running(tmp_path / "store.sqlite", Settings(delay=timedelta(seconds=1.5))) as service:
        match = service.new("sun-bid", "Ann", "Bob", seed="2")
        service.clock.turn(2)
        with service.following(match) as follower:
            follower.next()
            scribe = service.client(service.token("scribe", match=match))
            began = service.clock.now()
            scribe.post(f"/api/matches/{match}/actions", json={"line": "Bob flip"})
            assert follower.next()["event"] == "step"
            assert service.clock.now() - began >= timedelta(seconds=1.5)
        token = service.token("player", match=match, observer="Ann")
        with service.following(match, token, eyes="table") as follower:
            follower.take(2)
            began = service.clock.now()
            scribe.post(f"/api/matches/{match}/actions", json={"line": "Ann flip"})
            follower.next()
            assert service.clock.now() - began < timedelta(seconds=1.5)
            service.revoke(token)
            assert follower.rest() == []


def test_a_correction_of_who_plays_is_not_betrayed_before_its_time(behind: Service) -> None:
    match = behind.new("sun-bid", "Ann", "Bob", seed="2")
    behind.clock.turn(61)
    with behind.following(match) as follower:
        follower.next()
        scribe = behind.client(behind.token("scribe", match=match))
        named = {"step": 0, "lines": ['players: ["Ann", "Rob"]'], "reason": "his name"}
        assert scribe.post(f"/api/matches/{match}/amend", json=named).status_code == 201
        assert behind.client().get(f"/api/matches/{match}").json()["players"] == ["Ann", "Bob"]
        assert "Ann, Bob, a seat" in behind.client().get(f"/api/matches/{match}?as=Rob").json()["message"]
        behind.clock.turn(61)
        act(behind, match, "Rob flip")
        assert follower.next()["players"] == ["Ann", "Rob"]
