"""Every write that the store refuses is in `/health` with the reason, and every one that it takes clears it."""

import sqlite3
from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any
from uuid import UUID

import httpx
import pytest

from ludograph.domain.store.recorder import Recorder
from ludograph.domain.store.tokens import Tokens
from ludograph.replay.service.http import store_health
from ludograph.replay.service.http.settings import Settings
from ludograph.replay.service.opponents.bot_moves import BotMoves
from tests.service.running import Service, running, wait_until
from tests.service.test_table_links import opened, text_of
from tests.service.test_variations import match_of

POOL = "ludograph.domain.store.sqlite.connections.Pool.get_connection"
FULL = "database or disk is full"
REASONS = {
    FULL: "disk of the store is full",
    "attempt to write a readonly database": "can only be read",
    "database disk image is malformed": "is damaged",
    "database is locked": "another program holds it",
}


@pytest.fixture
def service(tmp_path: Path) -> Iterator[Service]:
    with running(tmp_path / "store.sqlite") as found:
        yield found


@pytest.fixture
def refuse(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Has the store refuse all writes with this error, or take them again for an empty one."""
    from ludograph.domain.store.sqlite.connections import Pool

    whole = Pool.get_connection

    def refusing(said: str) -> None:
        def get_connection(self: Any, timeout: Any = None, *, is_writer: Any = None) -> Any:
            if said and is_writer:
                raise sqlite3.OperationalError(said)
            return whole(self, timeout, is_writer=is_writer)

        monkeypatch.setattr(POOL, get_connection)

    return refusing


def why(service: Service) -> str:
    """The reason in `/health`; empty if all is well."""
    health = service.client().get("/health")
    assert health.is_success == health.json()["ok"]
    return str(health.json().get("why", ""))


class Evening:
    """A tournament with a table, a match that is over, one with a bot, and whoever writes there."""

    def __init__(self, service: Service) -> None:
        self.over = match_of(service, "sun-bid")
        self.cup = opened(service)
        self.store = service.client(service.token("director"))
        links = self.store.post(f"/api/tournaments/{self.cup}/rounds/1/tables/1/links").json()
        self.match = links["match"]
        self.scribe, self.player = (text_of(one) for one in (links["scribe"], links["players"][0]))
        self.invited = self.post(f"/api/tournaments/{self.cup}/tokens", {"role": "scribe"}).json()
        self.phone = service.browser(self.player)
        self.running = service.new("sun-bid", "Ann", "Bob")

    def post(self, path: str, body: object = None) -> httpx.Response:
        return self.store.post(path, json=body)


def device(evening: Evening) -> str:
    """The path of a device that is open."""
    devices = evening.store.get(f"/api/tournaments/{evening.cup}/devices").json()
    return f"/api/tournaments/{evening.cup}/devices/{next(one['id'] for one in devices)}"


WRITES: dict[str, Callable[[Evening], httpx.Response]] = {
    "entry": lambda on: on.post(f"/api/matches/{on.running}/actions", {"line": "Bob flip"}),
    "remark": lambda on: on.post(f"/api/matches/{on.running}/notes", {"text": "a remark"}),
    "correction": lambda on: on.post(
        f"/api/matches/{on.running}/amend", {"step": 0, "lines": ['players: ["Anna", "Bob"]'], "reason": "a name"}
    ),
    "confirmation": lambda on: on.post(f"/api/matches/{on.over}/confirmations", {"as": "judge"}),
    "ruling": lambda on: on.post(f"/api/matches/{on.over}/rulings", {"text": "So be it.", "by": "Ida"}),
    "decision": lambda on: on.post(f"/api/tournaments/{on.cup}/players", {"players": ["Eve"]}),
    "tournament": lambda on: on.post("/api/tournaments", {"name": "Another"}),
    "match with bots": lambda on: on.post(
        "/api/games/sun-bid/matches", {"seats": [{"player": "Ann"}, {"bot": "random"}]}
    ),
    "recorded variation": lambda on: on.post(f"/api/matches/{on.over}/forks", {"at": 3, "moves": []}),
    "invitation": lambda on: on.post(f"/api/tournaments/{on.cup}/tokens", {"role": "scribe"}),
    "revoked link": lambda on: on.store.delete(f"/api/tournaments/{on.cup}/tokens/{on.invited['id']}"),
    "opened link": lambda on: on.phone.post("/api/session", json={"token": on.scribe}),
    "ended device": lambda on: on.store.delete(device(on)),
    "closed session": lambda on: on.phone.delete("/api/session"),
}


@pytest.mark.parametrize("name", WRITES)
def test_a_refused_write_is_in_health_until_one_is_taken(
    service: Service, refuse: Callable[[str], None], name: str
) -> None:
    evening, write = Evening(service), WRITES[name]
    refuse(FULL)
    assert write(evening).status_code == 503
    assert REASONS[FULL] in why(service)
    refuse("")
    assert write(evening).is_success
    assert why(service) == ""


@pytest.mark.parametrize("said", REASONS)
def test_health_says_why_the_store_refuses(service: Service, refuse: Callable[[str], None], said: str) -> None:
    match = service.new("sun-bid", "Ann", "Bob")
    scribe = service.client(service.token("scribe", match=match))
    refuse(said)
    assert scribe.post(f"/api/matches/{match}/actions", json={"line": "Bob flip"}).status_code == 503
    assert REASONS[said] in why(service)
    assert "sqlite" not in why(service)


def test_a_move_of_a_bot_that_is_refused_is_in_health(
    service: Service, refuse: Callable[[str], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody sent a request that could be answered with 503."""
    director = service.client(service.token("director"))
    with monkeypatch.context() as asleep:
        asleep.setattr(BotMoves, "wake", lambda self, id: None)
        body = {"seats": [{"bot": "random"}, {"player": "Ann"}]}
        made: dict[str, Any] = {}
        # Whose turn it is first is drawn.
        while not made or 1 not in awaited(service, made["match"]):
            made = director.post("/api/games/sun-bid/matches", json=body).json()
    ann = service.browser(made["links"][0]["link"].partition("#")[2])
    desk = f"/api/matches/{made['match']}/play/desk"
    refuse(FULL)
    assert ann.get(desk).is_success
    wait_until(lambda: REASONS[FULL] in why(service))
    refuse("")
    assert ann.get(desk).is_success
    wait_until(lambda: why(service) == "")


def awaited(service: Service, match: str) -> tuple[int, ...]:
    """The seats whose turn it is."""
    found = service.recorder.load(UUID(match))
    return tuple(found.awaited(found.state))


def test_one_damaged_match_is_not_the_health_of_the_store(service: Service) -> None:
    """The store takes entries in all others."""
    broken, sound = (service.new("sun-bid", "Ann", "Bob") for _ in range(2))
    with sqlite3.connect(service.store) as connection:
        head = "UPDATE heads SET digest = 'x' WHERE match = ?"
        connection.execute(head, (broken.replace("-", ""),))
    connection.close()
    director = service.client(service.token("director"))
    answer = director.post(f"/api/matches/{broken}/actions", json={"line": "Bob flip"})
    assert (answer.status_code, "damaged" in answer.json()["message"]) == (503, True)
    assert why(service) == ""
    assert director.post(f"/api/matches/{sound}/actions", json={"line": "Bob flip"}).status_code == 201


def test_an_anchor_that_cannot_be_written_is_in_health(tmp_path: Path) -> None:
    """Until one is written; entries go on, and do not hide it."""
    folder = tmp_path / "elsewhere"
    folder.write_text("a file where the folder should be")
    settings = Settings(anchors=folder / "anchors.jsonl", anchor_every=timedelta(seconds=0.1))
    with running(tmp_path / "store.sqlite", settings) as service:
        match = service.new("sun-bid", "Ann", "Bob")
        wait_until(lambda: why(service) == store_health.UNANCHORED)
        director = service.client(service.token("director"))
        assert director.post(f"/api/matches/{match}/actions", json={"line": "Bob flip"}).status_code == 201
        assert why(service) == store_health.UNANCHORED
        folder.unlink()
        wait_until(lambda: why(service) == "")


def test_a_recorder_tells_the_outcome_of_every_write(tmp_path: Path, refuse: Callable[[str], None]) -> None:
    told: list[str] = []
    with Recorder(tmp_path / "store.sqlite") as recorder:
        recorder.on_write = lambda failure: told.append("" if failure is None else type(failure).__name__)
        Tokens(recorder).make("director")
        refuse(FULL)
        with pytest.raises(Exception, match="full"):
            Tokens(recorder).make("director")
        refuse("")
    assert told == ["", "DiskFull"]
