"""What a scribe's page is given: the desk of a match, and entries in the making."""

import json
import re
from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from ludograph.domain.games import GAMES
from ludograph.domain.kernel.game import TABLE
from ludograph.domain.match.aggregate import Match
from ludograph.replay.service.http.responses import BadRequest
from ludograph.replay.service.recording.scribe import EntryBody, desk_json, draft_json
from tests.playthrough import golden_match
from tests.service.robots import started
from tests.service.running import Service
from tests.twins import twins_of
from tests.worlds import random_match, read_back

Json = dict[str, Any]
LULL = "Ann deal; Ann introduce; Bob introduce; Cat introduce; Ann premonition 0"
"""What comes before the first round of Last Year's Magic."""


def draft(client: Any, match: str, status: int = 200, /, **entry: Any) -> Json:
    """What an entry is asked for."""
    answer = client.post(f"/api/matches/{match}/drafts", json=entry)
    assert answer.status_code == status, answer.text
    found: Json = answer.json()
    return found


def scribe(service: Service, match: str, eyes: str = "table") -> Any:
    return service.client(service.token("scribe", match=match, observer=eyes))


def test_a_phone_keeps_every_style_and_script_that_the_page_names(service: Service) -> None:
    anybody, match = service.client(), service.new("sun-bid", "Ann", "Ben")
    named = re.findall(r"/static/[^\"]+\.(?:css|js)", anybody.get(f"/matches/{match}/scribe").text)
    kept = anybody.get("/worker.js").text
    assert named
    assert [one for one in named if one not in kept] == []


def test_a_desk_says_who_is_to_act_and_every_way_to_do_it(service: Service) -> None:
    match = service.new("sun-bid", "Ann", "Bob")
    desk = scribe(service, match).get(f"/api/matches/{match}/desk").json()
    assert (desk["version"], desk["step"], desk["dealt"]) == (1, 0, "program")
    (seat,) = desk["open"]
    assert seat["awaited"]
    told = {action["do"]: [way["told"] for way in action["ways"]] for action in seat["actions"]}
    assert told == {"flip": ["Flip a card"], "call": ["Call an auction"]}
    assert desk["log"][0]["told"][0] == "A match of Sun Bid for 2 players."
    assert [one[0] for one in desk["zones"]][-2:] == ["Ann", "Bob"]


def test_only_a_scribe_or_a_director_is_given_one(service: Service) -> None:
    match, other = service.new("sun-bid", "Ann", "Bob"), service.new("sun-bid", "Ann", "Bob")
    entry = {"seat": "Ann", "do": "flip"}
    for token, status in (
        (None, 401),
        (service.token("player", match=match, observer="Ann"), 403),
        (service.token("scribe", match=other), 403),
        (service.token("director"), 200),
    ):
        client = service.client(token)
        assert client.get(f"/api/matches/{match}/desk").status_code == status
        assert client.post(f"/api/matches/{match}/drafts", json=entry).status_code == status


def test_with_real_cards_a_draft_asks_for_each_card_and_records_nothing(service: Service) -> None:
    match = started(service, "aucteraden", cards=True)
    client = scribe(service, match)
    (seat,) = client.get(f"/api/matches/{match}/desk").json()["open"]
    discard = next(action for action in seat["actions"] if action["do"] == "discard")
    entry = {"seat": seat["name"], "do": "discard", "fields": discard["ways"][0]["fields"]}
    told: list[str] = []
    while (found := draft(client, match, **entry, told=told))["asked"]:
        assert found["asked"]["values"], found
        told.append(found["asked"]["values"][0]["value"])
    assert len(found["answered"]) == len(told) > 0
    assert found["entry"]["drawn"] == told
    assert client.get(f"/api/matches/{match}/desk").json()["steps"] == 0
    recorded = client.post(f"/api/matches/{match}/actions", json=found["entry"], headers={"If-Match": '"1"'})
    assert recorded.status_code == 201, recorded.text
    assert recorded.json()["drawn"] == told


def test_a_card_that_lies_elsewhere_is_not_offered_and_refused_where_it_is_told(service: Service) -> None:
    match = started(service, "aucteraden", cards=True)
    client = scribe(service, match)
    desk = client.get(f"/api/matches/{match}/desk").json()
    entry: Json = {"seat": "Ann", "do": "discard"}
    lies = next(card for part in desk["parts"] if part[0] == "row" for card in part[2] if card not in ("", "??"))
    offered = draft(client, match, **entry)["asked"]["values"]
    assert lies not in [one["value"] for one in offered]
    assert "cannot come here" in draft(client, match, 422, **entry, told=[lies])["message"]
    assert "is no card" in draft(client, match, 422, **entry, told=["zz"])["message"]


def test_what_players_keep_to_themselves_is_asked_of_the_judge_alone(service: Service) -> None:
    match = started(service, "last-years-magic", cards=True)
    fields = {}
    for eyes in ("table", "judge"):
        client = scribe(service, match, eyes)
        if eyes == "table":
            done = client.post(f"/api/matches/{match}/actions", json={"line": LULL})
            assert done.status_code == 201, done.text
        open_ = client.get(f"/api/matches/{match}/desk").json()["open"]
        suggest = next(one for seat in open_ for one in seat["actions"] if one["do"] == "suggest")
        fields[eyes] = [way["fields"]["card"] for way in suggest["ways"]] or len(suggest["blocks"][0]["card"]["values"])
    assert fields["table"] == ["??"]
    assert fields["judge"] == 52


def test_a_list_is_picked_card_by_card_among_what_can_still_come(service: Service) -> None:
    match = service.new("sorcerous-futures", "Ann", "Bob", "Cat", "Dan", more=("-o", "sly_excuse=true"))
    client = scribe(service, match, "judge")
    (seat,) = client.get(f"/api/matches/{match}/desk").json()["open"]
    give = {"seat": seat["name"], "do": "give", "picking": "crowns"}
    picked: list[str] = []
    while not (found := draft(client, match, **give, picked=picked))["enough"]:
        assert found["label"] == f"Crowns: for {('Ann', 'Bob', 'Cat', 'Dan')[len(picked)]}"
        picked.append(found["values"][-1]["value"])
    assert len(picked) == len(set(picked)) == 4
    assert found["values"] == []


def test_what_is_tapped_where_it_lies_is_not_told_in_numbers(service: Service) -> None:
    match = service.new("aucteraden", "Ann")
    client = scribe(service, match, "judge")
    buy, *_ = client.get(f"/api/matches/{match}/desk").json()["open"][0]["actions"]
    entry = {"seat": 1, "do": "buy", **buy["ways"][0]["fields"]}
    assert client.post(f"/api/matches/{match}/actions", json=entry).status_code == 201
    (place,) = client.get(f"/api/matches/{match}/desk").json()["open"][0]["actions"]
    assert place["told"] == "Place"


def picked_to_the_end(match: Match, body: EntryBody, random: Random) -> tuple[Any, ...]:
    """A list that somebody picks, any item that is offered each time, until it is enough."""
    while not (found := draft_json(match, body, TABLE))["enough"]:
        assert found["values"], (match.game.id, body)
        one = random.choice(found["values"])["value"]
        body = replace(body, picked=(*body.picked, one))
    return body.picked


def lists_open(match: Match, step: int) -> Iterator[tuple[EntryBody, str]]:
    """Each entry that is open after a step and asks for a list, with the name of that list."""
    for seat in desk_json(match, TABLE, step)["open"]:
        for action in seat["actions"]:
            for name, kind in (action["blocks"] or [{}])[0].items():
                if kind.get("kind") == "picks":
                    yield EntryBody(seat["seat"], action["do"], at=step), name


@pytest.mark.parametrize(
    ("game", "seed", "steps", "wanted"),
    [("fools-down", 1, 40, {"show"}), ("hand-of-the-hanataz", 36, 8, {"exchange", "refuse"})],
)
def test_with_real_cards_every_list_that_is_asked_for_can_be_picked_to_its_end(
    game: str, seed: int, steps: int, wanted: set[str]
) -> None:
    random, tried = Random(seed), set()
    match = read_back(random_match(GAMES[game], random, steps), TABLE)
    for step in range(len(match.steps)):
        for body, name in lists_open(match, step):
            if body.do not in tried:
                tried.add(body.do)
                picked = picked_to_the_end(match, replace(body, picking=name), random)
                draft_json(match, replace(body, fields={name: picked}), TABLE)
    assert tried == wanted


def test_a_step_of_before_is_drafted_as_it_was_then(service: Service) -> None:
    match = service.new("sun-bid", "Ann", "Bob")
    client = scribe(service, match)
    assert client.post(f"/api/matches/{match}/actions", json={"line": "flip"}).status_code == 201
    then = client.get(f"/api/matches/{match}/desk", params={"at": 0}).json()
    now = client.get(f"/api/matches/{match}/desk").json()
    assert (then["step"], then["steps"], now["step"]) == (0, 1, 1)
    assert then["open"][0]["name"] != now["open"][0]["name"]
    assert client.get(f"/api/matches/{match}/desk", params={"at": 2}).status_code == 422


def test_what_no_field_names_is_named_in_what_is_offered_and_recorded(service: Service) -> None:
    match = started(service, "conundruze", cards=True)
    client = scribe(service, match)
    for line in ("flip r1c1 r1c2 > 2f 3f", "flip r1c1 r1c2 > 2s 3s", "flip r1c1 r1c2 > 2v 3v", "draw > 7f", "discard"):
        seat = next(one["name"] for one in client.get(f"/api/matches/{match}/desk").json()["open"] if one["awaited"])
        answer = client.post(f"/api/matches/{match}/actions", json={"line": f"{seat} {line}"})
        assert answer.status_code == 201, answer.text
    (seat,) = client.get(f"/api/matches/{match}/desk").json()["open"]
    ways = {one["do"]: one["ways"] for one in seat["actions"]}
    assert ways["take"] == [{"fields": {}, "told": "Take the top discard, the 7 of Flames (7f)", "cards": ["7f"]}]
    client.post(f"/api/matches/{match}/actions", json={"line": f"{seat['name']} take"})
    found = draft(client, match, seat=seat["name"], do="place", fields={"pos": "r2c1"}, at=6)
    assert found["told"] == "Place the 7 of Flames (7f) at row 2 left"
    assert found["asked"]["label"] == f"The face-down card at {seat['name']}'s row 2 left"


def test_faces_come_once_for_each_game_and_may_be_kept(service: Service) -> None:
    answer = service.client().get("/api/games/fools-down/cards")
    assert "max-age" in answer.headers["Cache-Control"]
    assert [code for code, _, _, _ in answer.json()["cards"]] == list(GAMES["fools-down"].deck.by_code)
    assert service.client().get("/api/games/none/cards").status_code == 404


@pytest.mark.parametrize("game", GAMES)
def test_the_desks_and_drafts_of_twins_are_the_same(game: str) -> None:
    """Of two matches that differ only in what the table has not seen; outcomes that are asked for are told, too."""
    found = [one for one in islice(twins_of(golden_match(game), Random(3)), 30) if TABLE in one.blind][:2]
    for one, other, _ in found:
        for step in range(0, len(one.steps) + 1, max(1, len(one.steps) // 5)):
            desk = desk_json(one, TABLE, step)
            assert json.dumps(desk) == json.dumps(desk_json(other, TABLE, step))
            for entry in entries_at(desk, step):
                told: tuple[Any, ...] = ()
                while (said := drafted(one, entry, told)) and said == drafted(other, entry, told):
                    if not (isinstance(said, dict) and said["asked"] and said["asked"]["kind"] == "list"):
                        break
                    told += (said["asked"]["values"][0]["value"],)
                assert said == drafted(other, entry, told)


def entries_at(desk: Json, step: int) -> Iterator[Json]:
    """An entry of each action that can be done in a few ways."""
    for seat in desk["open"]:
        for action in seat["actions"]:
            for way in action["ways"][:1]:
                yield {"seat": seat["name"], "do": action["do"], "fields": way["fields"], "at": step}


def drafted(match: Match, entry: Json, told: tuple[Any, ...]) -> Json | str:
    """What is said of an entry so far."""
    try:
        return draft_json(match, EntryBody(**entry, told=told), TABLE)
    except BadRequest as wrong:
        return str(wrong)
