"""The deal of a written match through the API: entered once, by scribes alone, and asked for card by card."""

from random import Random
from time import sleep
from typing import Any

import pytest

from ludograph.domain.exchange.real_cards import RealCards
from ludograph.domain.games import GAMES
from tests.service.running import Service
from tests.worlds import NAMES

SOME = [game for game in GAMES if game != "last-years-magic"]
"""Games in which everybody sees something before the first action."""


def awaiting(service: Service, game: str) -> tuple[str, tuple[str, ...]]:
    """A match that awaits its deal, and who plays it."""
    players = NAMES[: max(2, GAMES[game].seats[0]) if len(GAMES[game].seats) > 1 else 1]
    return service.new(game, *players, seed=None, more=("--written",)), players


@pytest.mark.parametrize("game", SOME)
def test_a_deal_is_entered_once_by_a_scribe(service: Service, game: str) -> None:
    match, players = awaiting(service, game)
    base, deal = f"/api/matches/{match}", RealCards(GAMES[game], players, {}).needed
    assert service.client().post(f"{base}/deal", json=deal).status_code in (401, 403)
    scribe = service.client(service.token("scribe", match=match))
    desk = scribe.get(f"{base}/desk").json()
    assert (desk["awaits_deal"], desk["open"], desk["title"]) == (True, [], "Awaiting the deal")
    assert "awaited" in scribe.post(f"{base}/actions", json={"line": "x"}).json()["message"]
    assert scribe.post(f"{base}/deal", json={"nothing": 1}).status_code == 422
    said = scribe.post(f"{base}/deal", json=deal, headers={"Idempotency-Key": "k", "If-Match": '"1"'})
    assert (said.status_code, said.json()["step"], said.json()["version"]) == (201, 0, 2)
    again = scribe.post(f"{base}/deal", json=deal, headers={"Idempotency-Key": "k", "If-Match": '"1"'})
    assert (again.status_code, again.json()["version"]) == (201, 2)
    twice = scribe.post(f"{base}/deal", json=deal)
    assert (twice.status_code, "has its deal already" in twice.json()["message"]) == (422, True)
    assert scribe.get(f"{base}/desk").json()["open"]
    assert service.lines("verify", match)[0]["ok"]


@pytest.mark.parametrize("game", SOME)
def test_a_deal_is_asked_for_card_by_card(service: Service, game: str) -> None:
    match, players = awaiting(service, game)
    base = f"/api/matches/{match}"
    scribe = service.client(service.token("scribe", match=match))
    wanted = RealCards(GAMES[game], players, {}).needed
    left: list[Any] = _flat(wanted)
    answers: list[Any] = []
    while True:
        said = scribe.post(f"{base}/deal-drafts", json={"answers": answers}).json()
        if said["asked"] is None:
            break
        values = [one["value"] for one in said["asked"]["values"]]
        answers.append(next((one for one in left if one in values and one not in answers), values[0]))
        assert len(answers) < 20
    assert scribe.post(f"{base}/deal-drafts", json={"answers": ["nobody"]}).status_code == 422
    assert scribe.post(f"{base}/deal", json=said["deal"]).status_code == 201
    assert service.json("show", match)["to_act"]


def _flat(deal: Any) -> list[Any]:
    """What a deal says, entry by entry: cards, names, and lists of cards whole as well."""
    if isinstance(deal, dict):
        return [one for value in deal.values() for one in _flat(value)]
    if isinstance(deal, list):
        return [*deal, *(inner for one in deal if isinstance(one, list) for inner in one)]
    return [deal]


def test_every_page_tells_that_a_deal_is_awaited_and_follows_it(service: Service) -> None:
    match, players = awaiting(service, "sun-bid")
    client = service.client(service.token("scribe", match=match))
    base = f"/api/matches/{match}"
    (listed,) = client.get("/api/lobby").json()["running"]["matches"]
    assert listed["awaits_deal"] is True
    assert "awaited" in client.get(f"/matches/{match}").text
    for path in ("", "/result", "/log", "/choices", "/history", "/grown"):
        assert client.get(f"{base}{path}").status_code in (200, 404), path
    with service.following(match) as messages:
        assert messages.next()["kind"] == "started"
        deal = RealCards(GAMES["sun-bid"], players, {}).needed
        assert client.post(f"{base}/deal", json=deal).status_code == 201
        heard = messages.next()
        assert (heard["kind"], heard["step"]["deal"]["stacks"]) == ("dealt", deal["stacks"])
    # The lobby is worked out at most so often, and may be a moment behind.
    for _ in range(50):
        if "awaits_deal" not in (listed := client.get("/api/lobby").json()["running"]["matches"][0]):
            break
        sleep(0.1)
    assert "awaits_deal" not in listed


def test_a_whole_round_with_real_cards_starts_at_once(service: Service) -> None:
    director = service.client(service.token("director"))
    service.run("tournament", "new", "Cup")
    service.run("tournament", "enter", "Cup", *NAMES[:8])
    service.run("tournament", "seat", "Cup", "--game", "conundruze", "--size", "4", "--seed", str(Random(1).random()))
    begun = director.post("/api/tournaments/Cup/rounds/1/start", json={"written": True})
    assert begun.status_code == 201
    shown = director.get("/api/tournaments/Cup").json()["rounds"][0]["tables"]
    assert [one["awaits_deal"] for one in shown] == [True, True]
    scores = dict.fromkeys(shown[0]["players"], 1)
    entered = director.post("/api/tournaments/Cup/rounds/1/tables/1/result", json={"scores": scores})
    assert entered.status_code == 201
