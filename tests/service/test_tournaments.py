"""Tournaments over HTTP, beside what the commands print: reading, deciding, roles, clashes, and who is behind."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any
from uuid import UUID

import httpx
import pytest

from ludograph.replay.service.http.settings import Settings
from tests.service.running import Follower, Service, running, wait_until

FOUR = ("Ann", "Ben", "Cleo", "Dan")
SUN = {"game": "sun-bid", "size": "2", "seed": "dice"}


def opened(service: Service, *players: str, name: str = "Cup") -> str:
    """A new tournament with players; its id."""
    id: str = service.json("tournament", "new", name, "--id", name, "--scoring", "places=3,1")["tournament"]
    if players:
        service.run("tournament", "enter", name, *players)
    return id


@pytest.fixture
def cup(service: Service) -> str:
    return opened(service, *FOUR)


@pytest.fixture
def director(service: Service, cup: str) -> httpx.Client:
    return service.client(service.token("director", tournament=cup))


def ok(response: httpx.Response) -> Any:
    """What was answered to somebody who may."""
    assert response.status_code in (200, 201), response.text
    return response.json()


def less(shape: dict[str, Any], *names: str) -> dict[str, Any]:
    """A shape without some of its keys."""
    return {name: value for name, value in shape.items() if name not in names}


def test_what_can_be_read_is_what_the_commands_print(service: Service, cup: str, director: httpx.Client) -> None:
    service.run("tournament", "seat", "Cup", "--game", "sun-bid", "--size", "2", "--seed", "dice")
    service.run("tournament", "start", "Cup", "1", "--table", "1", "--seed", "s")
    service.run("tournament", "result", "Cup", "1", "2", *_scores(service, 2))
    show = ok(director.get("/api/tournaments/Cup"))
    assert less(show, "behind", "directs", "version", "head") == service.json("tournament", "show", "Cup")
    assert show["directs"] is True
    assert ok(director.get("/api/tournaments")) == service.lines("tournament", "list")
    assert ok(director.get("/api/tournaments/cup/standings")) == service.lines("tournament", "standings", "Cup")
    assert ok(director.get(f"/api/tournaments/{cup[:9]}/history")) == service.lines("tournament", "history", "Cup")
    early = service.lines("tournament", "standings", "Cup", "--after", "0")
    assert ok(director.get(f"/api/tournaments/{cup}/standings?after=0")) == early
    assert director.get(f"/api/tournaments/{cup}/standings?after=3").status_code == 422


def _scores(service: Service, table: int) -> list[str]:
    tables = service.json("tournament", "show", "Cup")["rounds"][-1]["tables"]
    return [f"{name}={12 - at}" for at, name in enumerate(tables[table - 1]["players"])]


def test_every_decision_answers_as_its_command_prints(tmp_path: Path, service: Service, cup: str) -> None:
    """What is decided by commands in one store is decided over HTTP in another."""
    with running(tmp_path / "other.sqlite") as other:
        id = opened(other, *FOUR)
        client = other.client(other.token("director", tournament=id))

        def both(route: str, body: dict[str, Any], *words: str) -> tuple[Any, Any]:
            answer = ok(client.post(f"/api/tournaments/{id}/{route}", json=body))
            printed = service.json("tournament", words[0], "Cup", *words[1:])
            changing = ("tournament", "version", "head", "doubts", "match", "seed")
            return less(answer, *changing), less(printed, *changing)

        for said, printed in (
            both("players", {"players": ["Eve"]}, "enter", "Eve"),
            both("withdraw", {"player": "eve", "reason": "Ill."}, "withdraw", "Eve", "--reason", "Ill."),
            both("rounds", SUN, "seat", "--game", "sun-bid", "--size", "2", "--seed", "dice"),
            both("lot", {"seed": "coins"}, "lot", "--seed", "coins"),
        ):
            assert said == printed
        names = [one["players"] for one in service.json("tournament", "show", "Cup")["rounds"][0]["tables"]]
        (a, b), (c, d) = names
        for said, printed in (
            both("rounds/1/tables/1/result", {"scores": {a: 9, b: "??"}}, "result", "1", "1", f"{a}=9", f"{b}=??"),
            both(
                "rounds/1/tables/1/result",
                {"scores": {a: 9, b: 8}, "reason": "Counted."},
                *("result", "1", "1", f"{a}=9", f"{b}=8", "--correct", "--reason", "Counted."),
            ),
            both(
                "rounds/1/tables/2/result",
                {"scores": {c: 1, d: "forfeit"}},
                "result",
                "1",
                "2",
                f"{c}=1",
                f"{d}=forfeit",
            ),
            both(
                "penalties", {"player": a, "points": "0.5", "reason": "Late."}, "penalty", a, "0.5", "--reason", "Late."
            ),
            both(
                "settings",
                {"scoring": "places=4,2", "late": 0.5, "tie_breaks": ["wins", "lot"], "reason": "Agreed."},
                *("set", "scoring=places=4,2", "late=0.5", "tie-breaks=wins,lot", "--reason", "Agreed."),
            ),
            both("undo", {"reason": "No."}, "undo", "--reason", "No."),
            both("close", {}, "close"),
        ):
            assert said == printed


def test_a_name_is_put_right_at_the_desk_in_the_matches_too(service: Service, cup: str, director: httpx.Client) -> None:
    ok(director.post(f"/api/tournaments/{cup}/rounds", json=SUN))
    begun = ok(director.post(f"/api/tournaments/{cup}/rounds/1/start", json={}))
    named = ok(director.post(f"/api/tournaments/{cup}/rename", json={"player": "ann", "name": "Anna"}))
    assert (named["player"], named["name"]) == ("Ann", "Anna")
    tables = ok(director.get(f"/api/tournaments/{cup}"))["rounds"][0]["tables"]
    matches = [service.recorder.load(UUID(one["match"])) for one in begun["matches"]]
    assert [list(match.players) for match in matches] == [one["players"] for one in tables]
    assert "Anna" in {name for match in matches for name in match.players}
    back = ok(director.post(f"/api/tournaments/{cup}/undo", json={"reason": "Ann after all."}))
    assert back["abandoned"] == []
    assert "Ann" in {name for one in begun["matches"] for name in service.recorder.load(UUID(one["match"])).players}


def test_who_won_a_tie_is_said_at_the_desk(service: Service, cup: str, director: httpx.Client) -> None:
    seated = ok(director.post(f"/api/tournaments/{cup}/rounds", json=SUN))
    a, b = seated["rounds"][0]["tables"][0]["players"]
    said = ok(director.post(f"/api/tournaments/{cup}/rounds/1/tables/1/result", json={"scores": {a: "9", b: "9+"}}))
    assert (said["winners"], said["written"]) == ([b], {a: "9", b: "9+"})
    wrong = director.post(
        f"/api/tournaments/{cup}/rounds/1/tables/1/result", json={"scores": {a: "9+", b: 8}, "reason": "Counted."}
    )
    assert (wrong.status_code, "is tied with nobody at 9" in wrong.json()["message"]) == (422, True)


def test_starting_a_round_and_taking_that_back(service: Service, cup: str, director: httpx.Client) -> None:
    ok(director.post(f"/api/tournaments/{cup}/rounds", json=SUN))
    begun = ok(director.post(f"/api/tournaments/{cup}/rounds/1/start", json={}))
    assert [one["id"] for one in begun["matches"]] == ["Cup-1-1", "Cup-1-2"]
    matches = [one["match"] for one in begun["matches"]]
    assert [one["match"] for one in service.lines("matches")] == matches
    back = ok(director.post(f"/api/tournaments/{cup}/undo", json={"reason": "Too early."}))
    assert back["abandoned"] == matches
    assert {one["status"] for one in service.lines("matches")} == {"abandoned"}


def test_a_table_with_real_cards_begins_with_what_lies_on_it(
    service: Service, cup: str, director: httpx.Client
) -> None:
    ok(director.post(f"/api/tournaments/{cup}/rounds", json={"game": "conundruze", "size": "4"}))
    start = f"/api/tournaments/{cup}/rounds/1/start"
    refused = director.post(start, json={"written": True, "deal": {"rolls": [3, 4]}})
    assert refused.status_code == 422
    assert director.post(start, json={"deal": {"caster": "Ann"}}).status_code == 422
    (begun,) = ok(director.post(start, json={"written": True, "deal": {"caster": "Ann"}}))["matches"]
    assert service.json("show", begun["match"])["to_act"]


def test_a_seating_made_elsewhere_and_a_match_that_is_chosen(
    service: Service, cup: str, director: httpx.Client
) -> None:
    tables = [["Ann", "Ben"], ["Cleo", "Dan"]]
    seated = ok(director.post(f"/api/tournaments/{cup}/rounds", json={"game": "sun-bid", "tables": tables}))
    assert [one["players"] for one in seated["rounds"][0]["tables"]] == tables
    match = service.new("sun-bid", "Ann", "Ben", more=("--event", "Cup"))
    body = {"match": match, "reason": "Played in the other room."}
    assert ok(director.post(f"/api/tournaments/{cup}/rounds/1/tables/1/place", json=body))["match"] == match
    assert director.post(f"/api/tournaments/{cup}/rounds/1/tables/2/place", json=body).status_code == 422


WRONG: tuple[tuple[str, dict[str, Any]], ...] = (
    ("players", {"players": []}),
    ("players", {"players": ["Ann"]}),
    ("players", {"player": "Eve"}),
    ("withdraw", {"player": "Nobody"}),
    ("rename", {"player": "Nobody", "name": "Nora"}),
    ("rename", {"player": "Ann", "name": "Ben"}),
    ("rename", {"player": "Ann", "name": "table"}),
    ("rounds", {"game": "chess"}),
    ("rounds", {"game": "sun-bid", "size": "many"}),
    ("rounds", {"game": "sun-bid", "size": "9"}),
    ("rounds", {"game": "sun-bid", "method": "dice"}),
    ("rounds", {"game": "sun-bid", "rounds": 2}),
    ("rounds", {"game": "sun-bid", "options": {"no_such": 1}}),
    ("rounds", {"game": "sun-bid", "tables": [["Ann", "Ben"]]}),
    ("rounds/2/start", {}),
    ("rounds/1/start", {"written": True, "seed": "s"}),
    ("rounds/1/tables/1/result", {"scores": {"Ann": "lots"}}),
    ("rounds/1/tables/1/result", {"scores": {"Ann": 10**40}}),
    ("rounds/1/tables/1/result", {"scores": {}}),
    ("penalties", {"player": "Ann", "points": "many", "reason": "x"}),
    ("penalties", {"player": "Ann", "points": 1, "reason": " "}),
    ("settings", {"bye": 2, "reason": " "}),
    ("settings", {"scoring": "luck", "reason": "x"}),
    ("settings", {"repeat": -1, "reason": "x"}),
    ("settings", {"scoring": "places=3,1", "reason": "x"}),
    ("settings", {"reason": "x"}),
    ("settings", {"bye": "x", "preview": True}),
    ("undo", {"reason": ""}),
    ("tokens", {"role": "player", "as": "Nobody"}),
    ("tokens", {"role": "scribe", "as": "Ann"}),
    ("tokens", {"role": "scribe", "hours": 0}),
)


def test_what_cannot_be_changes_nothing_and_says_so(service: Service, cup: str, director: httpx.Client) -> None:
    before = service.run("tournament", "history", "Cup", "--json")
    for route, body in WRONG:
        refused = director.post(f"/api/tournaments/{cup}/{route}", json=body)
        assert refused.status_code in (400, 422), (route, body, refused.text)
        assert refused.json()["message"].endswith("."), refused.text
    assert service.run("tournament", "history", "Cup", "--json") == before
    assert service.run("token", "list", "--json").count("\n") == 1


DECISIONS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("players", {"players": ["Eve"]}),
    ("withdraw", {"player": "Ann"}),
    ("rename", {"player": "Ann", "name": "Anna"}),
    ("rounds", SUN),
    ("rounds/1/start", {}),
    ("rounds/1/tables/1/result", {"scores": {"Ann": 1}}),
    ("rounds/1/tables/1/place", {"match": "x", "reason": "y"}),
    ("penalties", {"player": "Ann", "points": 1, "reason": "Late."}),
    ("settings", {"bye": 2, "reason": "So."}),
    ("settings", {"bye": 2, "preview": True}),
    ("lot", {}),
    ("undo", {"reason": "No."}),
    ("close", {}),
    ("tokens", {"role": "scribe"}),
)


def test_only_a_director_of_the_tournament_decides(service: Service, cup: str) -> None:
    other = opened(service, name="Other")
    match = service.new("sun-bid", "Ann", "Ben", more=("--event", "Cup"))
    tokens = [
        service.token("scribe", tournament=cup),
        service.token("scribe", tournament=cup, observer="judge"),
        service.token("scribe", match=match),
        service.token("player", tournament=cup, observer="Ann"),
        service.token("scribe"),
        service.token("director", tournament=other),
    ]
    nobody, wrong, *others = service.client(), service.client("ludo_wrong"), *map(service.client, tokens)
    before = service.run("tournament", "history", "Cup", "--json")
    for route, body in DECISIONS:
        assert nobody.post(f"/api/tournaments/{cup}/{route}", json=body).status_code == 401, route
        for client in others:
            assert client.post(f"/api/tournaments/{cup}/{route}", json=body).status_code == 403, route
    assert wrong.post(f"/api/tournaments/{cup}/lot", json={}).status_code == 401
    for client, status in ((nobody, 401), *((one, 403) for one in others)):
        for route in ("history", "tokens"):
            assert client.get(f"/api/tournaments/{cup}/{route}").status_code == status
        assert client.get(f"/api/tournaments/{cup}").json()["doubts"] == []
    assert service.run("tournament", "history", "Cup", "--json") == before


def test_a_repeated_request_is_answered_again_and_a_late_one_is_refused(
    service: Service, cup: str, director: httpx.Client
) -> None:
    body, key = {"players": ["Eve", "Finn"]}, {"Idempotency-Key": "a-key"}
    first = director.post(f"/api/tournaments/{cup}/players", json=body, headers=key | {"If-Match": '"2"'})
    again = director.post("/api/tournaments/Cup/players", json=body, headers=key | {"If-Match": '"2"'})
    assert (first.status_code, first.content, first.headers["etag"][:3]) == (201, again.content, '"3-')
    late = director.post(f"/api/tournaments/{cup}/players", json={"players": ["Gus"]}, headers={"If-Match": '"2"'})
    assert (late.status_code, late.json()["version"]) == (409, 3)
    other = director.post(f"/api/tournaments/{cup}/players", json={"players": ["Gus"]}, headers=key)
    assert other.status_code == 422
    assert service.json("tournament", "show", "Cup")["players"] == [*FOUR, "Eve", "Finn"]


def test_two_desks_meet_only_where_they_decide_the_same(service: Service, cup: str, director: httpx.Client) -> None:
    def sent(what: str, body: dict[str, Any], seen: int = 3) -> httpx.Response:
        return director.post(f"/api/tournaments/{cup}/{what}", json=body, headers={"Ludograph-Seen": f'"{seen}"'})

    ok(director.post(f"/api/tournaments/{cup}/rounds", json=SUN))
    tables = service.json("tournament", "show", "Cup")["rounds"][0]["tables"]
    scores = [{"scores": dict.fromkeys(one["players"], at)} for at, one in enumerate(tables)]
    assert sent("rounds/1/tables/1/result", scores[0]).status_code == 201
    assert sent("rounds/1/tables/2/result", scores[1]).status_code == 201
    assert sent("penalties", {"player": "Ann", "points": 1, "reason": "Late."}).status_code == 201
    met = sent("rounds/1/tables/2/result", {"scores": dict.fromkeys(tables[1]["players"], 9)})
    assert (met.status_code, met.json().get("version")) == (409, 6), met.text
    assert met.json()["message"].startswith("Meanwhile somebody else decided: Result, round 1, table 2: ")
    assert "table 1" not in met.json()["message"]
    met = sent("undo", {"reason": "No."}, seen=5)
    assert (met.status_code, "loses 1 point" in met.json()["message"]) == (409, True)
    assert sent("lot", {}).status_code == 201
    assert len(service.lines("tournament", "history", "Cup")) == 7


def test_a_round_that_was_started_is_not_started_twice(service: Service, cup: str, director: httpx.Client) -> None:
    ok(director.post(f"/api/tournaments/{cup}/rounds", json=SUN))
    key = {"Idempotency-Key": "start"}
    answers = [director.post(f"/api/tournaments/{cup}/rounds/1/start", json={}, headers=key) for _ in range(2)]
    assert answers[0].content == answers[1].content
    assert len(service.lines("matches")) == 2


def test_links_are_shown_once_and_open_what_they_are_for(service: Service, cup: str, director: httpx.Client) -> None:
    ok(director.post(f"/api/tournaments/{cup}/rounds", json=SUN))
    begun = ok(director.post(f"/api/tournaments/{cup}/rounds/1/start", json={}))
    match, other = (one["match"] for one in begun["matches"])
    made = ok(director.post(f"/api/tournaments/{cup}/tokens", json={"role": "scribe", "match": match}))
    assert made["link"] == f"{service.url}/enter#{made['token']}"
    assert made["qr"].startswith("data:image/svg+xml")
    scribe = service.browser(made["token"])
    assert scribe.post(f"/api/matches/{match}/undo", json={"reason": "x"}).status_code == 422
    assert scribe.post(f"/api/matches/{other}/undo", json={"reason": "x"}).status_code == 403
    (listed,) = ok(director.get(f"/api/tournaments/{cup}/tokens"))
    assert (listed["id"], listed["match"]) == (made["id"], match)
    assert made["token"] not in director.get(f"/api/tournaments/{cup}/tokens").text + service.log.getvalue()
    ok(director.delete(f"/api/tournaments/{cup}/tokens/{made['id']}"))
    assert scribe.post(f"/api/matches/{match}/undo", json={"reason": "x"}).status_code == 401
    stray = service.new("sun-bid", "Ann", "Ben")
    assert director.post(f"/api/tournaments/{cup}/tokens", json={"role": "scribe", "match": stray}).status_code == 422
    assert director.delete(f"/api/tournaments/{cup}/tokens/{made['id']}").status_code == 404


def test_a_link_whose_answer_was_lost_is_told_again_and_there_is_no_other(
    service: Service, cup: str, director: httpx.Client
) -> None:
    where, key = f"/api/tournaments/{cup}/tokens", {"Idempotency-Key": "one"}
    lost = ok(director.post(where, json={"role": "scribe"}, headers=key))
    service.clock.turn(60)
    told = ok(director.post(where, json={"role": "scribe"}, headers=key))
    assert less(told, "code", "qr") == less(lost, "code", "qr")
    assert [one["id"] for one in ok(director.get(where))] == [told["id"]]
    others = [({"Idempotency-Key": "two"}, "scribe"), (key, "player"), ({}, "scribe"), ({}, "scribe")]
    bodies = {"scribe": {"role": "scribe"}, "player": {"role": "player", "as": "Ann"}}
    made = [ok(director.post(where, json=bodies[role], headers=header))["token"] for header, role in others]
    stranger = service.client(service.token("director", tournament=cup))
    made.append(ok(stranger.post(where, json={"role": "scribe"}, headers=key))["token"])
    assert len({told["token"], *made}) == 6, "a key belongs to whoever sent it, and to what was asked with it"
    ok(director.delete(f"{where}/{told['id']}"))
    assert director.post(where, json={"role": "scribe"}, headers=key).status_code == 409


def test_only_one_tournament_is_shown_where_that_was_said(tmp_path: Path) -> None:
    with running(tmp_path / "store.sqlite") as first:
        cup, other = opened(first, *FOUR), opened(first, *FOUR, name="Other")
        first.new("sun-bid", "Ann", "Ben", more=("--event", "Other"))
    with running(tmp_path / "store.sqlite", Settings(tournament=UUID(cup))) as service:
        client = service.client(service.token("director"))
        assert [one["name"] for one in ok(client.get("/api/tournaments"))] == ["Cup"]
        assert client.get(f"/api/tournaments/{other}").status_code == 404
        assert client.post(f"/api/tournaments/{other}/lot", json={}).status_code == 404
        assert ok(client.get("/api/lobby"))["running"]["count"] == 0


# Those who are behind


@pytest.fixture
def late(tmp_path: Path) -> Iterator[Service]:
    with running(tmp_path / "store.sqlite", Settings(delay=timedelta(seconds=600))) as found:
        yield found


def test_whoever_is_behind_sees_no_more_by_standings_than_by_matches(late: Service) -> None:
    cup = opened(late, *FOUR)
    director = late.client(late.token("director", tournament=cup))
    assert late.client().get(f"/api/tournaments/{cup}").status_code == 404
    late.clock.turn(601)
    ok(director.post(f"/api/tournaments/{cup}/rounds", json=SUN))
    seats = ok(director.get(f"/api/tournaments/{cup}"))["rounds"][0]["tables"][0]["players"]
    late.clock.turn(601)
    shown = ok(late.client().get(f"/api/tournaments/{cup}"))
    assert (shown["behind"], shown["rounds"][0]["tables"][0]["state"]) == (600, "seated")
    ok(director.post(f"/api/tournaments/{cup}/rounds/1/tables/1/result", json={"scores": dict.fromkeys(seats, 7)}))
    before = [shown["rounds"], ok(late.client().get(f"/api/tournaments/{cup}/standings"))]

    def seen(token: str | None) -> list[Any]:
        client = late.client(token)
        return [
            ok(client.get(f"/api/tournaments/{cup}"))["rounds"],
            ok(client.get(f"/api/tournaments/{cup}/standings")),
        ]

    late.clock.turn(300)
    assert seen(None) == before
    assert seen(late.token("scribe", match=late.new("sun-bid", "Ann", "Ben"))) == before
    assert seen(late.token("scribe", tournament=cup)) != before
    late.clock.turn(301)
    wait_until(lambda: seen(None) != before)
    assert seen(None) == seen(late.token("director"))


def test_the_result_of_a_match_counts_when_the_match_is_seen_to_end(late: Service) -> None:
    cup = opened(late, "Ann")
    late.run("tournament", "seat", "Cup", "--game", "aucteraden", "--size", "1")
    late.run("tournament", "start", "Cup", "1", "--seed", "s")
    late.clock.turn(601)
    match = ok(late.client().get(f"/api/tournaments/{cup}"))["rounds"][0]["tables"][0]["match"]
    scribe = late.client(late.token("scribe", match=match))
    _play_out(scribe, match)

    def states(client: httpx.Client) -> tuple[Any, Any, Any]:
        shown = ok(client.get(f"/api/tournaments/{cup}"))["rounds"][0]["tables"][0]
        (line,) = ok(client.get(f"/api/tournaments/{cup}/standings"))
        return shown["state"], shown["scores"], line["points"]

    assert states(late.client(late.token("director")))[0] == "over"
    assert states(late.client()) == ("running", None, 0)
    assert ok(late.client().get("/api/lobby"))["running"]["count"] == 1
    late.clock.turn(601)
    wait_until(lambda: states(late.client())[0] == "over")
    wait_until(lambda: ok(late.client().get("/api/lobby"))["over"]["count"] == 1)


def _play_out(scribe: httpx.Client, match: str) -> None:
    """Plays a match for one to its end, always by the first choice."""
    while (shown := ok(scribe.get(f"/api/matches/{match}")))["to_act"]:
        who = shown["to_act"][0]
        choice = shown["choices"][who][0]
        fields = {name: value[0] for name, value in choice.items() if isinstance(value, list) and value}
        ok(scribe.post(f"/api/matches/{match}/actions", json={"seat": who, "do": choice["do"], **fields}))


def test_followers_are_told_whenever_anything_changes(service: Service, cup: str, director: httpx.Client) -> None:
    with director.stream("GET", f"/api/tournaments/{cup}/follow") as response:
        follower = Follower(response)
        first = follower.next()
        assert first["event"] == "changed"
        ok(director.post(f"/api/tournaments/{cup}/rounds", json=SUN))
        second = follower.next()
        service.run("tournament", "start", "Cup", "1", "--seed", "s")
        third = follower.next()
        service.run("note", "Cup-1-1", "Look here.")
        fourth = follower.next()
    numbers = [int(one["id"]) for one in (first, second, third, fourth)]
    assert numbers == sorted(set(numbers))
    assert set(fourth) == {"id", "event", "topic"}


def test_the_lobby_hears_of_any_match_and_whoever_is_behind_hears_later(late: Service) -> None:
    with (
        late.client().stream("GET", "/api/follow") as behind,
        late.client(late.token("director")).stream("GET", "/api/follow") as now,
    ):
        slow, quick = Follower(behind), Follower(now)
        began = [int(one.next()["id"]) for one in (slow, quick)]
        late.new("sun-bid", "Ann", "Ben")
        assert int(quick.next()["id"]) > began[1]
        late.clock.turn(700)
        late.new("sun-bid", "Cleo", "Dan")
        assert int(slow.next()["id"]) > began[0]


def test_lists_are_those_of_the_store_whoever_recorded_and_corrected(service: Service, cup: str) -> None:
    ok(service.client().get("/api/lobby"))
    match = service.new("sun-bid", "Ann", "Ben")
    service.run("amend", match, "0", 'players: ["Ann", "Bea"]', "--reason", "Slip.", "--yes")
    assert ok(service.client().get("/api/matches")) == service.lines("matches")
    service.run("amend", match, "0", 'players: ["Ann", "Ben"]', "--reason", "It was Ben.", "--yes")
    assert ok(service.client().get("/api/matches")) == service.lines("matches")


def test_a_director_is_told_what_stops_the_next_round_and_sets_its_clock(
    service: Service, cup: str, director: httpx.Client
) -> None:
    service.run("tournament", "seat", "Cup", "--game", "sun-bid", "--size", "2", "--seed", "dice")
    assert ok(director.post(f"/api/tournaments/{cup}/rounds/1/clock", json={"minutes": 40}))["clock"]["since"] is None
    service.run("tournament", "start", "Cup", "1", "--table", "1", "--seed", "s")
    found = ok(director.get(f"/api/tournaments/{cup}/check"))
    assert [(one["table"], one["stops"]) for one in found["found"]] == [("1", True), ("2", True), (None, False)]
    assert (found["round"], found["ready"]) == ("2", False)
    stopped = ok(director.post(f"/api/tournaments/{cup}/rounds/1/clock", json={"runs": False, "add": 5}))["clock"]
    assert (stopped["minutes"], stopped["ends_at"]) == (45, None)
    assert service.json("tournament", "show", "Cup")["rounds"][0]["clock"] == stopped
    clock = f"/api/tournaments/{cup}/rounds/1/clock"
    director.post(clock, json={"runs": True})
    service.clock.turn(3600)
    more = ok(director.post(clock, json={"add": 5}))["clock"]
    assert datetime.fromisoformat(more["ends_at"]) - datetime.fromisoformat(more["since"]) == timedelta(minutes=5)
    assert director.post(f"/api/tournaments/{cup}/rounds/4/clock", json={"minutes": 4}).status_code == 422
    assert director.post(f"/api/tournaments/{cup}/rounds/1/clock", json={"minutes": -4}).status_code == 422
    for other in (service.client(), service.client(service.token("scribe", tournament=cup))):
        assert other.get(f"/api/tournaments/{cup}/check").status_code in (401, 403)
        assert other.post(f"/api/tournaments/{cup}/rounds/1/clock", json={"minutes": 4}).status_code in (401, 403)


def test_a_result_put_right_at_the_desk_says_what_becomes_of_the_next_seating(
    service: Service, cup: str, director: httpx.Client
) -> None:
    service.run("tournament", "seat", "Cup", "--game", "sun-bid", "--size", "2", "--seed", "dice")
    for table in (1, 2):
        service.run("tournament", "result", "Cup", "1", str(table), *_scores(service, table))
    scores = dict.fromkeys(service.json("tournament", "show", "Cup")["rounds"][0]["tables"][0]["players"], 1)
    service.run("tournament", "seat", "Cup", "--game", "sun-bid", "--size", "2", "--seed", "dice")
    body = {"scores": scores, "reason": "misread"}
    answer = ok(director.post(f"/api/tournaments/{cup}/rounds/1/tables/1/result", json=body))
    assert "Round 2 was seated by the standings as they were before." in answer["doubts"][0]


def test_how_many_tables_and_byes_there_would_be_is_told_before_a_round_is_seated(service: Service) -> None:
    cup = service.json("tournament", "new", "Cup", "--id", "Cup")["tournament"]
    service.run("tournament", "enter", "Cup", *"ABCDEFGHIJK")
    director = service.client(service.token("director", tournament=cup))
    planned = {}
    for size in ("3", "3-4", "4", "2"):
        body = {"game": "sun-bid", "size": size, "preview": True}
        told = ok(director.post(f"/api/tournaments/{cup}/rounds", json=body))
        planned[size] = (told["tables"], told["byes"], told["size_without_byes"])
    assert planned == {
        "3": ([3, 3, 3], 2, "3-4"),
        "3-4": ([4, 4, 3], 0, "3-4"),
        "4": ([4, 4], 3, "3-4"),
        "2": ([2, 2, 2, 2, 2], 1, "2-3"),
    }
    refused = director.post(f"/api/tournaments/{cup}/rounds", json={"game": "sun-bid", "size": "9", "preview": True})
    assert (refused.status_code, "Sun Bid is for 2 to 4 players" in refused.text) == (422, True)
    assert service.json("tournament", "show", "Cup")["rounds"] == []
    nobody = service.client().post(f"/api/tournaments/{cup}/rounds", json=body)
    assert nobody.status_code in (401, 403)
