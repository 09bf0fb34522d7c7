"""A link is exchanged for a device of its own: what stands in it opens nothing afterwards, and every device is seen."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import pytest

from ludograph.domain.store.devices import TRIES
from ludograph.domain.store.tokens import token_digest
from ludograph.replay.service.access.user_agents import browser_kind
from tests.service.running import Message, Service

PHONE = "Mozilla/5.0 (Android 14; Mobile; rv:133.0) Gecko/133.0 Firefox/133.0"


@pytest.fixture
def match(service: Service) -> str:
    return service.new("sun-bid", "Ann", "Bob", seed="2")


@pytest.fixture
def cup(service: Service) -> str:
    id: str = service.json("tournament", "new", "Cup")["tournament"]
    service.run("tournament", "enter", "Cup", "Ann", "Bob")
    service.run("tournament", "seat", "Cup", "--game", "sun-bid", "--size", "2", "--seed", "s")
    service.run("tournament", "start", "Cup", "1", "--seed", "deal")
    return id


def opens(client: httpx.Client, token: str, status: int = 201, **more: str) -> Message:
    """Opens a link in a browser."""
    answered = client.post("/api/session", json={"token": token, **more})
    assert answered.status_code == status, answered.text
    found: Message = answered.json()
    return found


def roles(client: httpx.Client) -> list[str]:
    """As what a browser is known."""
    return [one["role"] for one in client.get("/api/session").json()]


def devices(service: Service, token: str) -> list[Message]:
    """The devices of a link, as a command lists them."""
    digests = {one["id"]: one["devices"] for one in service.lines("token", "list")}
    return next(digests[id] for id in digests if id == id_of(token))


def id_of(token: str) -> str:
    return token_digest(token)[:12]


@pytest.mark.parametrize("role", ["director", "scribe", "player"])
def test_what_stands_in_a_link_opens_nothing_once_a_browser_has_opened_it(
    service: Service, match: str, role: Any
) -> None:
    token = service.token(role, match=match if role != "director" else None, observer="Ann" if role == "player" else "")
    assert service.client(token).get("/api/session").status_code == 200
    browser = service.browser(token)
    assert roles(browser) == [role]
    assert "opened in a browser" in service.client(token).get("/api/session").json()["message"]
    finder = service.client()
    assert opens(finder, token, 409)["code"] is False
    finder.cookies.set("ludograph", token)
    assert roles(finder) == []
    secret = browser.cookies["ludograph"]
    assert service.client(secret).get("/api/session").status_code == 401
    assert opens(service.client(), secret, 401)
    if isinstance(service.store, Path):
        assert secret.encode() not in b"".join(one.read_bytes() for one in service.store.parent.iterdir())


def test_a_directors_link_opens_once_and_the_refused_attempt_is_seen(service: Service, cup: str) -> None:
    token = service.token("director", tournament=cup)
    director, thief = service.client(), service.client()
    director.headers["User-Agent"] = PHONE
    opens(director, token)
    assert "ask for a new one" in opens(thief, token, 409)["message"]
    first, second = director.get(f"/api/tournaments/{cup}/devices").json()
    assert (first["role"], first["browser"], first["refused"], first["ended"]) == (
        "director",
        "Firefox on Android",
        False,
        False,
    )
    assert first["seen"] is not None
    assert (second["refused"], second["browser"], second["token"]) == (True, "Unknown", first["token"])
    for _ in range(2 * TRIES):
        opens(thief, token, 409)
    assert len(devices(service, token)) == 1 + TRIES
    assert "refused" in service.run("token", "list")


def test_the_same_browser_opens_its_link_again_and_stays_one_device(service: Service, match: str) -> None:
    token = service.token("director")
    browser = service.browser(token)
    secret = browser.cookies["ludograph"]
    opens(browser, token)
    assert browser.cookies["ludograph"] == secret
    other = service.token("scribe", match=match)
    opens(browser, other)
    assert roles(browser) == ["scribe", "director"]
    assert len(devices(service, token)) == 1


def test_an_answer_that_was_lost_shuts_nobody_out(service: Service) -> None:
    token, attempt = service.token("director"), "f" * 32
    lost, page = service.client(), service.client()
    opens(lost, token, attempt=attempt)
    opens(page, token, attempt=attempt)
    assert roles(page) == ["director"]
    assert roles(lost) == []
    assert len(devices(service, token)) == 1
    opens(service.client(), token, 409, attempt="e" * 32)
    short = service.token("director")
    opens(service.client(), short, attempt="x")
    opens(service.client(), short, 409, attempt="x")


def test_a_scribes_link_opens_on_a_second_phone_with_its_code_and_both_are_seen(service: Service, cup: str) -> None:
    director = service.browser(service.token("director", tournament=cup))
    made = director.post(f"/api/tournaments/{cup}/tokens", json={"role": "scribe"}).json()
    assert len(made["code"]) == 6
    first, second = service.client(), service.client()
    opens(first, made["token"])
    assert opens(second, made["token"], 409)["code"] is True
    wrong = str((int(made["code"]) + 1) % 10**6)
    assert "not the code" in opens(second, made["token"], 409, code=wrong)["message"]
    opens(second, made["token"], code=f"{made['code'][:3]} {made['code'][3:]}")
    found = director.get(f"/api/tournaments/{cup}/devices").json()
    of_link = [one for one in found if one["token"] == made["id"]]
    assert [one["refused"] for one in of_link] == [False, True, False]
    assert all(one["several"] for one in of_link)
    one = of_link[0]["id"]
    assert director.delete(f"/api/tournaments/{cup}/devices/{one}").json()["ended"] is True
    assert (roles(first), roles(second)) == ([], ["scribe"])


def test_a_code_cannot_be_guessed(service: Service, match: str) -> None:
    token = service.token("scribe", match=match)
    code = service.code(token)
    service.browser(token)
    for number in range(TRIES):
        opens(service.client(), token, 409, code=str((int(code) + 1 + number) % 10**6).zfill(6))
    assert "ask for a new one" in opens(service.client(), token, 409, code=code)["message"]


def test_of_two_who_open_a_directors_link_at_once_one_comes_in(service: Service) -> None:
    for _ in range(5):
        token = service.token("director")
        clients = [service.client() for _ in range(4)]
        with ThreadPoolExecutor(4) as pool:
            answers = list(pool.map(lambda one: one.post("/api/session", json={"token": token}).status_code, clients))  # noqa: B023
        assert sorted(answers) == [201, 409, 409, 409]


def test_who_leaves_ends_their_device(service: Service, match: str) -> None:
    token = service.token("scribe", match=match)
    browser = service.browser(token)
    kept = browser.cookies["ludograph"]
    browser.delete("/api/session")
    thief = service.client()
    thief.cookies.set("ludograph", kept)
    assert roles(thief) == []
    assert [one["ended"] for one in devices(service, token)] == [True]


def test_what_a_device_follows_ends_with_it(service: Service, cup: str) -> None:
    director = service.browser(service.token("director", tournament=cup))
    (table,) = director.get(f"/api/tournaments/{cup}").json()["rounds"][0]["tables"]
    player = service.browser(service.token("player", match=table["match"], observer="Ann"))
    with player.stream("GET", f"/api/matches/{table['match']}/follow", timeout=10) as following:
        lines = following.iter_lines()
        next(lines)
        (one,) = (one for one in director.get(f"/api/tournaments/{cup}/devices").json() if one["role"] == "player")
        director.delete(f"/api/tournaments/{cup}/devices/{one['id']}")
        assert "alive" not in "".join(lines)
    assert player.get(f"/api/matches/{table['match']}?as=Ann").status_code in (401, 403)


def test_a_device_ends_with_its_token(service: Service, match: str) -> None:
    revoked, ending = service.token("scribe", match=match), service.token("scribe", match=match, hours=1)
    browsers = [service.browser(revoked), service.browser(ending)]
    service.run("token", "revoke", id_of(revoked))
    service.clock.turn(3601)
    assert [roles(one) for one in browsers] == [[], []]
    opens(browsers[0], revoked, 401)


def test_a_director_ends_no_device_of_another_tournament(service: Service, cup: str) -> None:
    service.run("tournament", "new", "Bowl")
    bowl = service.json("tournament", "show", "Bowl")["tournament"]
    stranger = service.browser(service.token("director", tournament=bowl))
    service.browser(service.token("scribe", tournament=cup))
    director = service.browser(service.token("director", tournament=cup))
    shown = director.get(f"/api/tournaments/{cup}/devices").json()
    assert [one["role"] for one in shown] == ["scribe", "director"]
    for one in shown:
        assert stranger.delete(f"/api/tournaments/{bowl}/devices/{one['id']}").status_code == 404
        assert stranger.delete(f"/api/tournaments/{cup}/devices/{one['id']}").status_code == 403
    assert len(stranger.get(f"/api/tournaments/{bowl}/devices").json()) == 1


def test_a_browser_that_holds_too_much_lets_go_of_what_is_oldest(service: Service, match: str) -> None:
    tokens = [service.token("scribe", match=match) for _ in range(9)]
    browser = service.browser(*tokens)
    assert len(roles(browser)) == 8
    assert [one["ended"] for one in devices(service, tokens[0])] == [True]


def test_kinds_of_browsers_are_told_in_two_words() -> None:
    safari = "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 Version/17.5 Safari/604.1"
    edge = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/131.0.0.0 Safari/537.36 Edg/131.0.0.0"
    assert [browser_kind(one) for one in (PHONE, safari, edge, "curl/8", "")] == [
        "Firefox on Android",
        "Safari on iPhone",
        "Edge on Windows",
        "Unknown",
        "Unknown",
    ]
