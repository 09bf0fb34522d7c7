"""The links of a table are told again as they were, and of nothing that is stored; what begins them is for phones."""

from pathlib import Path

import httpx
import pytest

from ludograph.replay.service.http.settings import Settings
from tests.service.running import Message, Service, running


@pytest.fixture
def cup(service: Service) -> str:
    return opened(service)


def opened(service: Service) -> str:
    id: str = service.json("tournament", "new", "Cup")["tournament"]
    service.run("tournament", "enter", "Cup", "Ann", "Bob", "Cat", "Dan")
    service.run("tournament", "seat", "Cup", "--game", "sun-bid", "--size", "2", "--seed", "s")
    service.run("tournament", "start", "Cup", "1", "--table", "1", "--written")
    return id


def links(director: httpx.Client, cup: str, table: int = 1, status: int = 200, **headers: str) -> Message:
    answered = director.post(f"/api/tournaments/{cup}/rounds/1/tables/{table}/links", headers=headers)
    assert answered.status_code == status, answered.text
    found: Message = answered.json()
    return found


def text_of(made: Message) -> str:
    return str(made["link"]).partition("#")[2]


def test_links_are_told_again_while_they_hold_and_what_was_opened_goes_on(service: Service, cup: str) -> None:
    director = service.browser(service.token("director", tournament=cup))
    first = links(director, cup)
    scribe, player = first["scribe"], first["players"][1]
    assert (scribe["role"], scribe["as"], scribe["match"]) == ("scribe", "table", first["match"])
    assert [one["role"] for one in first["players"]] == ["player", "player"]
    phone = service.browser(text_of(scribe))
    # Another link in the director's browser changes nothing of what is told again.
    assert director.post("/api/session", json={"token": service.token("scribe", match=first["match"])}).is_success
    assert links(director, cup) == first
    assert len(director.get(f"/api/tournaments/{cup}/tokens").json()) == 4
    assert phone.get("/api/session").json()[0]["id"] == scribe["id"]
    assert phone.post("/api/session", json={"token": text_of(scribe)}).status_code == 201
    second = service.client()
    assert second.post("/api/session", json={"token": text_of(scribe)}).json()["code"] is True
    assert second.post("/api/session", json={"token": text_of(scribe), "code": scribe["code"]}).status_code == 201
    seat = service.browser(text_of(player))
    assert seat.get(f"/api/matches/{first['match']}/agreement").json()["seats"][0]["player"] == player["as"]
    if isinstance(service.store, Path):
        kept = b"".join(one.read_bytes() for one in service.store.parent.iterdir())
        assert not any(text_of(one).encode() in kept for one in (scribe, *first["players"]))


def test_a_link_that_was_ended_or_is_over_has_another_in_its_place(service: Service, cup: str) -> None:
    director = service.client(service.token("director", tournament=cup, hours=48))
    first = links(director, cup)
    director.delete(f"/api/tournaments/{cup}/tokens/{first['scribe']['id']}")
    again = links(director, cup)
    assert again["scribe"]["id"] != first["scribe"]["id"]
    assert again["players"] == first["players"]
    service.clock.turn(24 * 3600)
    later = links(director, cup)
    ids = {one["id"] for told in (first, again, later) for one in (told["scribe"], *told["players"])}
    assert len(ids) == 3 + 2 * 2


def test_they_end_with_what_the_director_has_and_are_nobody_elses_to_tell(service: Service, cup: str) -> None:
    short, other = (service.token("director", tournament=cup, hours=hours) for hours in (2, 48))
    first, second = (links(service.client(one), cup) for one in (short, other))
    told = {one["id"]: one for one in service.client(other).get(f"/api/tournaments/{cup}/tokens").json()}
    assert told[first["scribe"]["id"]]["until"] < told[second["scribe"]["id"]]["until"]
    assert first["scribe"]["link"] != second["scribe"]["link"]
    assert "has not been started" in links(service.client(other), cup, 2, 422)["message"]
    for who in (None, service.token("scribe", tournament=cup)):
        assert "message" in links(service.client(who), cup, 1, 403 if who else 401)


@pytest.mark.parametrize(
    ("settings", "origin", "begins", "doubts"),
    [
        (Settings(), "", "{url}/enter", 1),
        (Settings(network_url="http://192.168.1.20:8000"), "", "http://192.168.1.20:8000/enter", 0),
        (Settings(network_url="http://192.168.1.20:8000"), "http://10.0.0.9:8000", "http://10.0.0.9:8000/enter", 0),
        (Settings(public_url="https://cup.example/play"), "http://10.0.0.9", "https://cup.example/play/enter", 0),
    ],
)
def test_links_begin_with_what_phones_can_use(
    tmp_path: Path, settings: Settings, origin: str, begins: str, doubts: int
) -> None:
    with running(tmp_path / "store.sqlite", settings) as service:
        cup = opened(service)
        director = service.client(service.token("director", tournament=cup))
        headers = {"Origin": origin, "Host": origin.partition("//")[2]} if origin else {}
        body = {"role": "scribe"}
        told = director.post(f"/api/tournaments/{cup}/tokens", json=body, headers=headers).json()
        found = links(director, cup, 1, 200, **headers)
        for one, said in ((told, told), (found["scribe"], found)):
            assert one["link"].startswith(begins.format(url=service.url))
            assert len(said["doubts"]) == doubts
