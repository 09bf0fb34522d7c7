"""A correction of names by scribe or director: a link shows the cards of its own seat, and of no other at any time."""

from itertools import pairwise
from typing import Any, Final

import httpx

from tests.service.running import Service

NAMES: Final = ("Cat", "Ben", "Ann")
AND_BACK: Final = (NAMES, ("Ann", "Ben", "Cat"), ("Cat", "Ann", "Ben"), NAMES)
GAME: Final = "hand-of-the-hanataz"
"""Every player is dealt a hand at the start that nobody else sees."""


def hands(starts: list[Any]) -> list[set[str]]:
    """Of each start the players whose cards it shows."""
    known = []
    for start in starts:
        dealt = [fact for fact in start["facts"] if fact.get("seat") and "cards" in fact]
        assert dealt
        known.append({fact["seat"] for fact in dealt if "??" not in fact["cards"]})
    return known


def logged(client: httpx.Client, match: str) -> list[Any]:
    """Every start that was recorded, as somebody is shown it."""
    lines = client.get(f"/api/matches/{match}/log?from=0").raise_for_status().json()
    return [line for line in lines if line["step"] == 0]


def sent(service: Service, match: str, token: str) -> list[Any]:
    """Every start that was recorded, as whoever follows is sent it."""
    with service.following(match, token) as follower:
        messages = follower.take(len(AND_BACK))
    return [one["step"] if "step" in one else one["steps"][0] for one in messages]


def put_right(service: Service, who: httpx.Client, match: str) -> None:
    """Names the players as they sit, otherwise, and again as they sit."""
    for before, after in pairwise(AND_BACK):
        assert before != after
        line = "players: [" + ", ".join(f'"{name}"' for name in after) + "]"
        body = {"step": 0, "lines": [line], "reason": "A slip."}
        who.post(f"/api/matches/{match}/amend", json=body).raise_for_status()


def test_a_scribe_who_exchanges_names_shows_a_player_no_other_hand(service: Service) -> None:
    match = service.new(GAME, *NAMES)
    everywhere = service.token("player", observer="Ann")
    put_right(service, service.client(service.token("scribe", match=match)), match)
    later = service.json("token", "new", "--role", "player", "--match", match, "--as", "Ann")["token"]
    for token in (everywhere, later):
        assert hands(logged(service.client(token), match)) == [{"Ann"}, set(), set(), {"Ann"}]
        assert hands(sent(service, match, token)) == [{"Ann"}, set(), set(), {"Ann"}]
    assert hands(service.lines("log", match, "--as", "Ann", "--from", "0")) == [{"Ann"}, set(), set(), {"Ann"}]


def test_a_link_shows_no_other_hand_after_a_director_exchanged_two_names(service: Service) -> None:
    match = service.new(GAME, *NAMES)
    cat = service.json("token", "new", "--role", "player", "--match", match, "--as", "Cat")["token"]
    director = service.client(service.token("director"))
    body = {"step": 0, "lines": ['players: ["Ben", "Cat", "Ann"]'], "reason": "A slip."}
    director.post(f"/api/matches/{match}/amend", json=body).raise_for_status()
    shown = logged(service.client(cat), match)
    assert hands(shown) == [set(), {"Ben"}]
    dealt = [[fact["cards"] for fact in start["facts"] if fact.get("seat")] for start in logged(director, match)]
    assert dealt[0] == dealt[1]


def test_whose_name_was_misspelled_sees_the_rest_of_the_record_as_before(service: Service) -> None:
    match = service.new(GAME, *NAMES)
    links = [
        service.json("token", "new", "--role", "player", "--match", match, "--as", name)["token"] for name in NAMES
    ]
    director = service.client(service.token("director"))
    body = {"step": 0, "lines": ['players: ["Cat", "Ben", "Anna"]'], "reason": "A slip."}
    director.post(f"/api/matches/{match}/amend", json=body).raise_for_status()
    assert [hands(logged(service.client(one), match)) for one in links] == [
        [{"Cat"}, {"Cat"}], [{"Ben"}, {"Ben"}], [set(), {"Anna"}],
    ]  # fmt: skip
