"""Every route with every role: what each gets. A route without an entry fails."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, NamedTuple

import httpx
import pytest

from ludograph.domain.store.recorder import Recorder
from ludograph.replay.service.app import application
from ludograph.replay.service.http import rate_limits
from tests.service.running import Service, running

ALL, PLAYER, SCRIBE, DIRECTOR = "anybody", "a player", "a scribe", "a director"
SEATED = "a player, and nobody for them"
OWNER = "a director of the whole store, who is none of these"
BLIND = "anybody, whatever token they show"
OPPONENT = "a player at whose table bots sit, which is none of these"
ANSWERS: Final[dict[str, tuple[str, Any]]] = {
    "GET /": (BLIND, None),
    "GET /enter": (BLIND, None),
    "GET /health": (BLIND, None),
    "GET /metrics": (OWNER, None),
    "GET /static/{stamp}/{name}": (BLIND, None),
    "GET /api/openapi.json": (BLIND, None),
    "GET /api/openapi": (BLIND, None),
    "GET /api/openapi/openapi.json": (BLIND, None),
    "GET /api/openapi/{path}": (BLIND, None),
    "GET /api/anchor": (BLIND, None),
    "GET /api/games/{game}/cards": (BLIND, None),
    "GET /api/games/{game}/vocabulary": (BLIND, None),
    "GET /games/{game}": (BLIND, None),
    "GET /players/{name}": (BLIND, None),
    "GET /api/games/{game}/rules": (BLIND, None),
    "GET /favicon.ico": (BLIND, None),
    "GET /worker.js": (BLIND, None),
    "GET /matches/{id}/scribe": (BLIND, None),
    "GET /matches/{id}/scribe.webmanifest": (BLIND, None),
    "GET /tournaments/{id}": (BLIND, None),
    "GET /tournaments/{id}/wall": (BLIND, None),
    "GET /tournaments/{id}/tables": (BLIND, None),
    "GET /live": (BLIND, None),
    "GET /tournaments/{id}/desk": (BLIND, None),
    "GET /tournaments/{id}/sheets": (BLIND, None),
    "GET /matches/{id}/seat": (BLIND, None),
    "GET /matches/{id}/play": (BLIND, None),
    "GET /play": (BLIND, None),
    "GET /help": (BLIND, None),
    "GET /new-tournament": (BLIND, None),
    "GET /matches/{id}/overlay": (BLIND, None),
    "GET /matches/{id}/commentary": (BLIND, None),
    "POST /api/session": (BLIND, {"token": "none"}),
    "DELETE /api/session": (BLIND, None),
    "GET /api/session": (ALL, None),
    "GET /matches/{id}": (ALL, None),
    "GET /matches/{id}/film.gif": (ALL, None),
    "GET /matches/{id}/preview.png": (ALL, None),
    "GET /api/lobby": (ALL, None),
    "GET /api/games/{game}": (ALL, None),
    "GET /api/players/{name}": (ALL, None),
    "GET /api/matches/{id}/moment": (ALL, None),
    "GET /api/tournaments/{id}/course": (ALL, None),
    "GET /api/tables": (ALL, None),
    "GET /api/mine": (ALL, None),
    "GET /api/follow": (ALL, None),
    "GET /api/matches": (ALL, None),
    "GET /api/matches/{id}": (ALL, None),
    "GET /api/matches/{id}/log": (ALL, None),
    "GET /api/matches/{id}/result": (ALL, None),
    "GET /api/matches/{id}/follow": (ALL, None),
    "GET /api/matches/{id}/grown": (ALL, None),
    "GET /api/matches/{id}/overlay": (ALL, None),
    "GET /api/matches/{id}/shares": (ALL, None),
    "GET /api/matches/{id}/commentary": (ALL, None),
    "POST /api/matches/{id}/variations": (ALL, {"at": 0}),
    "POST /api/matches/{id}/variations/drafts": (ALL, {"seat": "Ann", "do": "flip", "variation": {"at": 0}}),
    "GET /api/tournaments": (ALL, None),
    "GET /api/tournaments/{id}": (ALL, None),
    "GET /api/tournaments/{id}/standings": (ALL, None),
    "GET /api/tournaments/{id}/latest": (ALL, None),
    "GET /api/tournaments/{id}/follow": (ALL, None),
    "POST /api/matches/{id}/notes": (PLAYER, {"text": " "}),
    "POST /api/matches/{id}/confirmations": (PLAYER, {"as": "Ann"}),
    "POST /api/matches/{id}/objections": (PLAYER, {"text": " ", "as": "Ann"}),
    "GET /api/matches/{id}/agreement": (SEATED, None),
    "POST /api/matches/{id}/actions": (SCRIBE, {"line": "nonsense"}),
    "POST /api/matches/{id}/undo": (SCRIBE, {"reason": " "}),
    "POST /api/matches/{id}/amend": (SCRIBE, {"step": 9, "lines": ["Ann flip"], "preview": True}),
    "GET /api/matches/{id}/amend": (SCRIBE, None),
    "GET /api/matches/{id}/desk": (SCRIBE, None),
    "POST /api/matches/{id}/deal": (SCRIBE, {"stacks": "none"}),
    "POST /api/matches/{id}/deal-drafts": (SCRIBE, {"answers": []}),
    "POST /api/matches/{id}/forks": (SCRIBE, {"at": 0}),
    "POST /api/matches/{id}/drafts": (SCRIBE, {"seat": "Ann", "do": "flip"}),
    "GET /api/matches/{id}/play/desk": (OPPONENT, None),
    "POST /api/matches/{id}/play/drafts": (OPPONENT, {"seat": "Ann", "do": "flip"}),
    "POST /api/matches/{id}/play/actions": (OPPONENT, {"seat": "Ann", "do": "flip"}),
    "POST /api/matches/{id}/play/undo": (OPPONENT, {"reason": " "}),
    "POST /api/games/{game}/matches": (OWNER, {"seats": []}),
    "POST /api/tournaments": (OWNER, {"name": " "}),
    "POST /api/matches/{id}/rulings": (DIRECTOR, {"text": " ", "by": "Dora"}),
    "POST /api/matches/{id}/abandon": (DIRECTOR, {"reason": " "}),
    "POST /api/matches/{id}/reopen": (DIRECTOR, {"reason": " "}),
    "GET /tournaments/{id}/print": (DIRECTOR, None),
    "GET /api/tournaments/{id}/history": (DIRECTOR, None),
    "GET /api/tournaments/{id}/check": (DIRECTOR, None),
    "GET /api/tournaments/{id}/objections": (DIRECTOR, None),
    "POST /api/tournaments/{id}/rounds/{number}/tables/{at}/links": (DIRECTOR, None),
    "POST /api/tournaments/{id}/players": (DIRECTOR, {"players": []}),
    "POST /api/tournaments/{id}/withdraw": (DIRECTOR, {"player": "Zoe"}),
    "POST /api/tournaments/{id}/rename": (DIRECTOR, {"player": "Zoe", "name": "Zoë"}),
    "POST /api/tournaments/{id}/rounds/{number}/exchange": (DIRECTOR, {"player": "Ann", "other": "Ann"}),
    "POST /api/tournaments/{id}/rounds": (DIRECTOR, {"game": "chess"}),
    "POST /api/tournaments/{id}/rounds/{number}/start": (DIRECTOR, {"tables": [99]}),
    "POST /api/tournaments/{id}/rounds/{number}/clock": (DIRECTOR, {"minutes": -1}),
    "POST /api/tournaments/{id}/rounds/{number}/tables/{at}/result": (DIRECTOR, {"scores": {}}),
    "POST /api/tournaments/{id}/rounds/{number}/tables/{at}/place": (DIRECTOR, {"match": "none", "reason": " "}),
    "POST /api/tournaments/{id}/penalties": (DIRECTOR, {"player": "Ann", "points": 1, "reason": " "}),
    "POST /api/tournaments/{id}/settings": (DIRECTOR, {"bye": "many", "reason": "So."}),
    "POST /api/tournaments/{id}/lot": (DIRECTOR, {"seed": "x"}),
    "POST /api/tournaments/{id}/undo": (DIRECTOR, {"reason": " "}),
    "POST /api/tournaments/{id}/close": (DIRECTOR, None),
    "GET /api/tournaments/{id}/rounds/{number}/tables/{at}/matches": (DIRECTOR, None),
    "GET /api/tournaments/{id}/tokens": (DIRECTOR, None),
    "POST /api/tournaments/{id}/tokens": (DIRECTOR, {"role": "player", "as": "Zoe"}),
    "DELETE /api/tournaments/{id}/tokens/{token}": (DIRECTOR, None),
    "GET /api/tournaments/{id}/devices": (DIRECTOR, None),
    "DELETE /api/tournaments/{id}/devices/{device}": (DIRECTOR, None),
}
"""Who may use a route, and a body for it that is understood and changes nothing, whoever sends it."""
MAY: Final = {
    ALL: {"nobody", "old cookie", "viewer of others", "player", "scribe", "table scribe", "director", "cookie"},
    PLAYER: {"player", "scribe", "table scribe", "director", "cookie"},
    SEATED: {"player"},
    SCRIBE: {"scribe", "table scribe", "director", "cookie"},
    DIRECTOR: {"director", "cookie"},
    OWNER: set(),
    OPPONENT: set(),
}
MAY[ALL] |= {"other scribe", "other director"}
STRANGERS: Final = {"nobody", "old cookie"}
NO_TOKEN: Final = {"wrong", "expired", "revoked", "basic"}


class World(NamedTuple):
    """A tournament with a match, another one, and everybody who may come."""

    service: Service
    match: str
    tournament: str
    token: str
    people: dict[str, httpx.Client]


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(rate_limits, "BAD_TOKENS", 10_000)
        for name in ("LUDOGRAPH_STORE", "LUDOGRAPH_BY", "NO_COLOR"):
            patch.delenv(name, raising=False)
        with running(tmp_path_factory.mktemp("roles") / "store.sqlite") as service:
            yield made(service)


def made(service: Service) -> World:
    cups = []
    for name in ("Cup", "Bowl"):
        cups.append(service.json("tournament", "new", name)["tournament"])
        service.run("tournament", "enter", name, "Ann", "Bob")
        service.run("tournament", "seat", name, "--game", "sun-bid", "--size", "2", "--seed", "s")
        service.run("tournament", "start", name, "1", "--seed", f"deal of {name}")
    cup, bowl = cups
    found = {one["event"]: one["match"] for one in service.lines("matches")}
    match, other = found["Cup"], found["Bowl"]
    player = service.token("player", match=match, observer="Ann")
    revoked, expired = service.token("director"), service.token("director", hours=-1)
    service.revoke(revoked)
    people = {
        "nobody": service.client(),
        "wrong": service.client("ludo_" + "x" * 32),
        "expired": service.client(expired),
        "revoked": service.client(revoked),
        "basic": service.client(),
        "old cookie": service.client(),
        "viewer of others": service.client(service.token("player", match=other, observer="Ann")),
        "other scribe": service.client(service.token("scribe", match=other, observer="judge")),
        "other director": service.client(service.token("director", tournament=bowl)),
        "player": service.client(player),
        "table scribe": service.client(service.token("scribe", match=match)),
        "scribe": service.client(service.token("scribe", tournament=cup, observer="judge")),
        "director": service.client(service.token("director", tournament=cup)),
        "cookie": service.client(),
    }
    people["cookie"].headers["Cookie"] = cookie(service, cup)
    people["basic"].headers["Authorization"] = "Basic bHVkbzpsdWRv"
    people["old cookie"].headers["Cookie"] = f"ludograph={expired}.{revoked}"
    return World(service, match, cup, "nobody", people)


def cookie(service: Service, cup: str) -> str:
    """What the browser of a director shows who has just opened their link."""
    return f"ludograph={service.browser(service.token('director', tournament=cup)).cookies['ludograph']}"


def routes(tmp: Path) -> set[str]:
    """Every route of the application."""
    with Recorder(tmp / "empty.sqlite") as recorder:
        app: Any = application(recorder)
        return {
            f"{method} {route.path_format}"
            for route in app._app.routes
            for method in route.methods
            if method != "OPTIONS"
        }


def test_every_route_has_an_entry(tmp_path: Path) -> None:
    missing = routes(tmp_path) - set(ANSWERS)
    assert not missing, f"say in ANSWERS who may use {missing}"


@pytest.mark.parametrize("route", ANSWERS)
def test_everybody_gets_what_is_theirs(route: str, world: World) -> None:
    who, body = ANSWERS[route]
    method, url = address(route, world)
    before = world.service.run("log", world.match, "--as", "judge")
    got = {name: asked(client, method, url, body) for name, client in world.people.items()}
    if route == "DELETE /api/session":  # who leaves has to open a link again
        world.people["cookie"].headers["Cookie"] = cookie(world.service, world.tournament)
    for name, (status, message) in got.items():
        if who == BLIND or name in MAY[who]:
            assert status not in (403, 429, 500, 503), (name, status, message)
            assert status != 401 or route == "POST /api/session", (name, message)
        elif name in STRANGERS | NO_TOKEN:
            assert (status, message[-1:]) == (401, "."), (name, message)
        else:
            assert (status, message[-1:]) == (403, "."), (name, message)
    if who not in (BLIND, ALL):
        assert len({got[name][1] for name in ("wrong", "expired", "revoked")}) == 1
    assert world.service.run("log", world.match, "--as", "judge") == before


def address(route: str, world: World) -> tuple[str, str]:
    """The method of a route, and an address of it that leads to something if it can."""
    method, _, path = route.partition(" ")
    id = world.tournament if path.startswith(("/api/tournaments", "/tournaments")) else world.match
    values = {
        "id": id,
        "game": "sun-bid",
        "number": 1,
        "at": 1,
        "token": "nobody",
        "device": "none",
        "stamp": "x",
        "name": "x.js",
    }
    return method, path.format(**values, path="x")


SAME_FOR_ALL: Final = {"GET /api/games/{game}/cards", "GET /api/games/{game}/vocabulary"}
"""What browsers may keep besides static files, as nothing in it depends on who asks."""


@pytest.mark.parametrize("route", sorted(one for one in ANSWERS if one.startswith("GET ") and one not in SAME_FOR_ALL))
def test_no_browser_stores_what_it_gets_by_a_token(route: str, world: World) -> None:
    method, url = address(route, world)
    for name in ("player", "scribe", "director", "cookie"):
        with world.people[name].stream(method, url) as answer:
            assert answer.headers["cache-control"] == "no-store", name


def asked(client: httpx.Client, method: str, url: str, body: Any) -> tuple[int, str]:
    """The status, and the sentence where there is one; of a stream the first of it is enough."""
    with client.stream(method, url, json=body) as answer:
        if answer.headers.get("content-type", "").startswith("text/event-stream"):
            return answer.status_code, ""
        answer.read()
        found = answer.json() if answer.headers.get("content-type") == "application/json" else None
        return answer.status_code, found.get("message", "") if isinstance(found, dict) else ""


EYES: Final = {
    "nobody": {"table"},
    "viewer of others": {"table"},
    "other scribe": {"table"},
    "other director": {"table"},
    "table scribe": {"table"},
    "player": {"table", "Ann", "1", "ann"},
    "scribe": {"table", "judge", "Ann", "Bob", "1", "2", "ann"},
    "director": {"table", "judge", "Ann", "Bob", "1", "2", "ann"},
    "cookie": {"table", "judge", "Ann", "Bob", "1", "2", "ann"},
}
"""Whose eyes they may look with in the match."""
LOOKS: Final = ("/api/matches/{id}", *(f"/api/matches/{{id}}/{what}" for what in ("log", "result", "follow", "grown")))


@pytest.mark.parametrize("path", [*LOOKS, "/matches/{id}"])
def test_nobody_looks_with_eyes_that_are_not_theirs(path: str, world: World) -> None:
    seats = {name: str(number) for number, name in enumerate(players(world), start=1)}
    for name, may in EYES.items():
        allowed = {one for one in may if not one.isdigit()} | {seats[one] for one in may if one in seats}
        for eyes in ("table", "judge", "Ann", "Bob", "ann", "1", "2", "JUDGE"):
            wanted = eyes.lower() if eyes == "JUDGE" else eyes
            status, message = asked(world.people[name], "GET", f"{path.format(id=world.match)}?as={eyes}", None)
            expected = 200 if wanted in allowed else 401 if name == "nobody" else 403
            assert status == expected, (name, eyes, message)


def players(world: World) -> list[str]:
    """Who sits where."""
    found: list[str] = world.people["nobody"].get(f"/api/matches/{world.match}").json()["players"]
    return found


def test_a_player_is_never_the_judge_whatever_their_token_says(world: World) -> None:
    for name in ("judge", "table", "Zoe", "1"):
        client = world.service.client(world.service.token("player", tournament=world.tournament, observer=name))
        assert client.get(f"/api/matches/{world.match}").json()["observer"] == "table"
        assert client.get(f"/api/matches/{world.match}?as=judge").status_code == 403
        assert client.post(f"/api/matches/{world.match}/notes", json={"text": "x"}).status_code == 403


def test_one_tournament_alone_is_shown_where_it_was_asked_for(world: World, tmp_path: Path) -> None:
    from uuid import UUID

    from ludograph.replay.service.http.settings import Settings

    with running(world.service.store, Settings(tournament=UUID(world.tournament))) as service:
        anybody = service.client()
        (one,) = anybody.get("/api/matches").json()
        assert one["match"] == world.match
        (other,) = [one["match"] for one in service.lines("matches") if one["event"] == "Bowl"]
        director = service.client(service.token("director"))
        for client in (anybody, director):
            for what in ("", "/log", "/result", "/follow"):
                assert client.get(f"/api/matches/{other}{what}").status_code == 404
        assert director.post(f"/api/matches/{other}/actions", json={"line": "x"}).status_code == 404
