"""A weaker right never uses up what a stronger one needs: limits by token, reserved room, eviction by kind."""

import asyncio
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from threading import Event
from time import monotonic
from typing import Any
from uuid import UUID

import httpx
import pytest

from ludograph.domain.notation import limits
from ludograph.domain.tournaments import aggregate
from ludograph.domain.tournaments.aggregate import OutOfOrder
from ludograph.domain.tournaments.events import SeatedRound
from ludograph.domain.tournaments.service import TournamentService
from ludograph.replay.service.http import rate_limits
from ludograph.replay.service.http.settings import Settings
from ludograph.replay.service.live.answer_cache import AnswerCache
from ludograph.replay.service.live.worker_threads import THREADS
from ludograph.replay.service.recording import corrections, entry_service
from ludograph.replay.service.sessions import admission
from tests.service.running import Service, running, wait_until
from tests.service.test_table_links import opened
from tests.service.test_variations import match_of


def act(client: httpx.Client, match: str, line: str) -> httpx.Response:
    """Record an action."""
    return client.post(f"/api/matches/{match}/actions", json={"line": line})


@pytest.fixture
def held() -> Iterator[Event]:
    """What work in a thread waits for; set at the end, whatever came of the test."""
    event = Event()
    yield event
    event.set()


def test_the_last_events_of_a_match_are_for_directors(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    """A scribe who plays and takes back for hours cannot keep them from ruling or abandoning."""
    monkeypatch.setattr(entry_service, "EVENTS", 103)
    match = service.new("sun-bid", "Ann", "Bob")
    scribe = service.client(service.token("scribe", match=match))
    director = service.client(service.token("director"))
    assert [act(scribe, match, "Bob flip").status_code, act(scribe, match, "Ann flip").status_code] == [201, 201]
    refused = scribe.post(f"/api/matches/{match}/undo", json={"reason": "a slip"})
    assert refused.status_code == 422
    assert refused.json()["message"] == limits.KEPT_FOR_OFFICIALS
    ruling = {"text": "Play faster.", "by": "Ida"}
    assert director.post(f"/api/matches/{match}/rulings", json=ruling).status_code == 201
    assert director.post(f"/api/matches/{match}/abandon", json={"reason": "it is late"}).status_code == 201


def test_a_scribe_has_a_quota_of_corrections(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each stores all later steps again, so they would fill the disk; a director goes on."""
    monkeypatch.setitem(rate_limits.QUOTAS["corrections"], "scribe", 1)
    match = service.new("sun-bid", "Ann", "Bob")
    service.run("act", match, "Bob flip", "Ann flip")
    scribe, director = (service.client(service.token(role, match=match)) for role in ("scribe", "director"))

    def corrected(client: httpx.Client, players: str) -> httpx.Response:
        body = {"step": 0, "lines": [f"players: {players}"], "reason": "a name"}
        return client.post(f"/api/matches/{match}/amend", json=body)

    assert corrected(scribe, '["Anna", "Bob"]').status_code == 201
    refused = corrected(scribe, '["Anna", "Bobby"]')
    assert (refused.status_code, "at most 1 corrections" in refused.json()["message"]) == (429, True)
    assert corrected(director, '["Anna", "Bobby"]').status_code == 201
    assert act(scribe, match, "Bobby flip").status_code in (201, 422), "play goes on"


def test_a_scribe_has_a_quota_of_recorded_variations(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    """A request that is sent again with its key is still answered."""
    monkeypatch.setitem(rate_limits.QUOTAS["recorded variations"], "scribe", 1)
    match = match_of(service, "sun-bid")
    scribe, director = (service.client(service.token(role, match=match)) for role in ("scribe", "director"))

    def recorded(client: httpx.Client, key: str) -> int:
        headers = {"Idempotency-Key": key}
        return client.post(f"/api/matches/{match}/forks", json={"at": 3, "moves": []}, headers=headers).status_code

    assert [recorded(scribe, key) for key in ("one", "two", "one")] == [201, 429, 201]
    assert [recorded(director, key) for key in ("three", "four")] == [201, 201]


def test_a_director_of_one_tournament_has_a_quota_of_links(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    """Links that are there already are told again, and the director of the store makes more."""
    monkeypatch.setitem(rate_limits.QUOTAS["links"], "director", 4)
    cup = opened(service)
    director, store = (
        service.client(service.token("director", tournament=cup)),
        service.client(service.token("director")),
    )
    for _ in range(2):
        assert director.post(f"/api/tournaments/{cup}/rounds/1/tables/1/links").status_code == 200
    invitation = {"role": "scribe"}
    statuses = [director.post(f"/api/tournaments/{cup}/tokens", json=invitation).status_code for _ in range(2)]
    assert statuses == [201, 429]
    assert [store.post(f"/api/tournaments/{cup}/tokens", json=invitation).status_code for _ in range(5)] == [201] * 5


def test_viewers_do_not_use_up_the_searches_of_a_director(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Everybody in a hall may have one address."""
    monkeypatch.setattr(rate_limits, "SEARCHES", 2)
    with running(tmp_path / "store.sqlite") as service:
        viewer, director = service.client(), service.client(service.token("director"))
        assert [viewer.get("/api/lobby?search=ann").status_code for _ in range(3)] == [200, 200, 429]
        assert [director.get("/api/lobby?search=ann").status_code for _ in range(3)] == [200, 200, 429]


def test_one_link_is_not_opened_without_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each attempt writes to the store; other links go on."""
    monkeypatch.setattr(rate_limits, "LOGINS", 3)
    with running(tmp_path / "store.sqlite") as service:
        match = service.new("sun-bid", "Ann", "Bob")
        one, other = (service.token("player", match=match, observer=name) for name in ("Ann", "Bob"))
        browser = service.client()
        statuses = [browser.post("/api/session", json={"token": one}).status_code for _ in range(4)]
        assert statuses == [201, 201, 201, 429]
        assert service.client().post("/api/session", json={"token": other}).status_code == 201


def test_players_leave_places_to_those_who_record(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also with many links, and a player's link has few places."""
    assert admission.WITH_ONE_TOKEN["player"] < admission.WITH_ONE_TOKEN["scribe"]
    with running(tmp_path / "store.sqlite", Settings(connections=160)) as service, ExitStack() as stack:
        match = service.new("sun-bid", "Ann", "Bob")

        def follows(role: Any, observer: str = "") -> int:
            token = service.token(role, match=match, observer=observer)
            return stack.enter_context(service.following(match, token)).response.status_code

        assert [follows("player", "Ann") for _ in range(31)] == [*[200] * 30, 503]
        assert [follows("scribe"), follows("director"), follows("scribe")] == [200, 200, 503]


def test_answers_of_one_kind_drop_no_others() -> None:
    """Also what was asked for last stays: a crawler does not drop what everybody looks at."""
    cache = AnswerCache(6, 3)
    cache["standings", 1] = "standings"
    for number in range(10):
        cache["commentary", number] = number
    assert cache.get(("standings", 1)) == "standings"
    assert [cache.get(("commentary", number)) for number in (6, 7, 8, 9)] == [None, 7, 8, 9]
    pages = AnswerCache(3)

    async def asked(key: str) -> None:
        async def make() -> str:
            return key

        await pages.once((key, 1), make)

    async def crawl() -> None:
        for number in range(10):
            await asked("hot")
            await asked(f"match {number}")

    asyncio.run(crawl())
    assert pages.get(("hot", 1)) == "hot"


def test_an_answer_of_nothing_is_kept_too() -> None:
    made = []

    async def make() -> None:
        made.append(1)

    async def twice() -> None:
        cache = AnswerCache()
        for _ in range(2):
            await cache.once(("moment",), make)

    asyncio.run(twice())
    assert made == [1]


def test_slow_previews_of_one_scribe_stop_nobody(
    service: Service, monkeypatch: pytest.MonkeyPatch, held: Event
) -> None:
    """Neither entries nor the previews and drafts of others."""
    decided = corrections._decided
    slow, other = (service.new("sun-bid", "Ann", "Bob") for _ in range(2))
    service.run("act", slow, "Bob flip")
    service.run("act", other, "Bob flip")
    begun = []

    def waiting(store: Any, match: Any, *args: Any, **named: Any) -> Any:
        if str(match.id) == slow:
            begun.append(1)
            held.wait(30)
        return decided(store, match, *args, **named)

    monkeypatch.setattr(corrections, "_decided", waiting)
    body = {"step": 1, "lines": ["Bob flip"], "how": "insert", "preview": True}
    one, two = (service.client(service.token("scribe", match=match)) for match in (slow, other))
    with ThreadPoolExecutor(THREADS + 4) as crowd:
        asked = [crowd.submit(one.post, f"/api/matches/{slow}/amend", json=body) for _ in range(THREADS + 4)]
        wait_until(lambda: begun)
        assert act(two, other, "Ann flip").status_code == 201
        assert two.post(f"/api/matches/{other}/amend", json=body).status_code in (200, 422)
        assert two.get(f"/api/matches/{other}/desk").status_code == 200
        assert len(begun) == 1, "one at a time with one token"
        held.set()
        assert {done.result().status_code for done in asked} <= {200, 422}


def test_a_tournament_has_a_limited_number_of_players(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    """By command, route and call alike; standings with more would take too long for everybody."""
    assert limits.PLAYERS <= 2_000
    monkeypatch.setattr(aggregate, "PLAYERS", 5)
    cup = opened(service)
    director = service.client(service.token("director", tournament=cup))

    def entered(*names: str) -> httpx.Response:
        return director.post(f"/api/tournaments/{cup}/players", json={"players": names})

    refused = entered("Eve", "Fay")
    assert refused.status_code == 422
    said = "A tournament has at most 5 players: 4 were entered before, and this would add 2. Nobody was entered."
    assert refused.json()["message"] == said
    assert entered("Eve").status_code == 201
    command = service.refused("tournament", "enter", "Cup", "Fay")
    assert "at most 5 players" in command
    assert director.post(f"/api/tournaments/{cup}/withdraw", json={"player": "Eve"}).status_code == 201
    assert entered("Eve").status_code == 201, "somebody who comes back is nobody new"
    monkeypatch.setattr(aggregate, "PLAYERS", 1)
    assert service.run("verify", cup).startswith("ok"), "what was recorded before stays sound"
    tournaments = TournamentService(service.recorder)
    with pytest.raises(OutOfOrder, match="at most 1 players"):
        tournaments.load(UUID(cup)).enter(["Gus"], service.recorder.stamp())


def test_standings_of_the_largest_tournament_take_a_moment(service: Service) -> None:
    """Also before anything was played, when all are tied: that took 20 seconds."""
    names = [f"Player {number}" for number in range(limits.PLAYERS)]
    cup = UUID(service.json("tournament", "new", "Cup")["tournament"])
    tournaments = TournamentService(service.recorder)
    entered = tournaments.record(tournaments.load(cup).enter(names, service.recorder.stamp()))
    tables = tuple(tuple(names[at : at + 4]) for at in range(0, len(names), 4))
    seating = [SeatedRound(game="sun-bid", options={}, tables=tables, byes=())]
    how = {"method": "file", "size": "4", "seed": ""}
    tournaments.record(entered.seat(1, seating, service.recorder.stamp(), **how))
    began = monotonic()
    lines = service.client().get(f"/api/tournaments/{cup}/standings").json()
    assert len(lines) == limits.PLAYERS
    assert monotonic() - began < 8
