"""Each entry through the service names its token, whatever name is typed beside it."""

from pathlib import Path
from typing import Any, Final

from ludograph.domain.match.events import StepsAmended
from ludograph.domain.store.recorder import Recorder
from ludograph.domain.store.tokens import token_digest
from ludograph.domain.tournaments.service import TournamentService
from ludograph.replay.service.app import application
from tests.service.running import Service

ELSEWHERE: Final = {
    "/api/session",
    "/api/matches/{id}/drafts",
    "/api/matches/{id}/deal-drafts",
    "/api/matches/{id}/variations",
    "/api/matches/{id}/variations/drafts",
    "/api/tournaments/{id}/tokens",
    "/api/tournaments/{id}/rounds/{number}/tables/{at}/links",
}
"""What is posted that records nothing in a match or a tournament."""
IN_MATCHES: Final[list[tuple[str, dict[str, Any]]]] = [
    ("actions", {"line": "Bob flip"}),
    ("actions", {"seat": "Ann", "do": "flip", "by": "Ida (director 111111111111)"}),
    ("actions", {"line": "Bob call; Ann bid 3SK"}),
    ("undo", {"reason": "a slip", "to": 3}),
    ("actions", {"line": "Ann bid 3SK"}),
    ("amend", {"step": 4, "lines": ['{"seat": "Ann", "do": "bid", "card": "8MS", "by": "Ida"}'], "reason": "misread"}),
    ("amend", {"step": 0, "lines": ['event: "Evening"'], "reason": "forgotten"}),
    ("notes", {"text": "slowly"}),
    ("rulings", {"text": "Be quick.", "by": "Ida"}),
    ("abandon", {"reason": "rain"}),
    ("reopen", {"reason": "sun"}),
]
BY_OTHERS: Final = ("confirmations", "objections", "deal", "forks")
"""What is posted by players and scribes, or of a match that is over."""
WITH_BOTS: Final = {
    "/api/games/{game}/matches",
    "/api/matches/{id}/play/actions",
    "/api/matches/{id}/play/undo",
    "/api/matches/{id}/play/drafts",
}
"""What is posted in matches with bots: `test_against_bots.py` looks at who signs it."""
IN_TOURNAMENTS: Final[list[tuple[str, dict[str, Any]]]] = [
    ("players", {"players": ["Ann", "Bob", "Cat", "Dan"]}),
    ("rounds", {"game": "sun-bid", "size": "2", "seed": "s"}),
    ("rounds/1/start", {"tables": [1], "seed": "d"}),
    ("rounds/1/tables/2/result", {"scores": {}}),
    ("rounds/1/clock", {"minutes": 50}),
    ("rounds/1/exchange", {"player": "Ann", "other": "Dan"}),
    ("penalties", {"player": "Ann", "points": 1, "reason": "late"}),
    ("settings", {"late": 1, "reason": "agreed"}),
    ("lot", {"seed": "dice"}),
    ("rename", {"player": "Cat", "name": "Kat"}),
    ("withdraw", {"player": "Dan"}),
    ("undo", {"reason": "He stays."}),
]


def signature(role: str, token: str) -> str:
    return f"{role} {token_digest(token)[:12]}"


def test_every_entry_in_a_match_names_its_token_behind_the_name_that_was_typed(service: Service) -> None:
    match = service.new("sun-bid", "Ann", "Bob", seed="2")
    token = service.token("director")
    director = service.client(token)
    for what, body in IN_MATCHES:
        answered = director.post(f"/api/matches/{match}/{what}", json=body)
        assert answered.status_code == 201, answered.text
    history = service.recorder.load(service.recorder.find(match)).history[1:]
    mine = signature("director", token)
    assert [one.by for one in history if not one.by.endswith(mine) and not one.by.endswith(f"({mine})")] == []
    by = [one.by for one in history]
    assert f"Ida (director 111111111111) ({mine})" in by
    assert service.json("result", match)["rulings"][0]["by"] == f"Ida ({mine})"
    steps, header = [one for one in history if isinstance(one, StepsAmended)]
    assert [one.by for one in steps.steps] == [f"Ida ({mine})"]
    assert [one.by for one in header.steps] == [mine, f"Ida (director 111111111111) ({mine})", mine, f"Ida ({mine})"]
    assert service.run("verify", match)


def test_a_player_signs_with_name_and_token_and_an_entry_that_stands_is_left_as_it_was_signed(service: Service) -> None:
    service.run("simulate", "sun-bid", "-n", "1", "--seats", "2", "--seed", "1", "--players", "Ann,Bob")
    (over,) = (one["match"] for one in service.lines("matches"))
    ann, scribe, director = (
        service.token("player", match=over, observer="Ann"),
        service.token("scribe", match=over),
        service.token("director"),
    )
    judging = service.token("director")
    both = service.browser(service.token("player", match=over, observer="Ann"), judging)
    for client, body in ((service.client(ann), {}), (service.client(scribe), {"as": "Bob"}), (both, {"as": "judge"})):
        assert client.post(f"/api/matches/{over}/confirmations", json=body).status_code == 201
    assert service.client(ann).post(f"/api/matches/{over}/objections", json={"text": "Count again."}).status_code == 201
    signed = [one.by for one in service.recorder.load(service.recorder.find(over)).history[-5:]]
    own = f"Ann ({signature('player', ann)})"
    assert signed == [own, signature("scribe", scribe), signature("director", judging), own, own]

    match = service.new("sun-bid", "Ann", "Bob", seed="2")
    path, other = f"/api/matches/{match}", service.client(service.token("scribe", match=match))
    for line in ("Bob flip", "Ann flip"):
        assert other.post(f"{path}/actions", json={"line": line}).status_code == 201
    stood = service.recorder.load(service.recorder.find(match)).steps
    change = {"step": 0, "lines": ['event: "Evening"'], "reason": "forgotten"}
    assert service.client(director).post(f"{path}/amend", json=change).status_code == 201
    stands = service.recorder.load(service.recorder.find(match)).steps
    assert [one.by for one in stands] == [one.by for one in stood]


def test_a_deal_names_the_token_of_who_entered_it(service: Service) -> None:
    match = service.json("new", "fools-down", "Ann", "Bob", "--written")["match"]
    token = service.token("scribe", match=match)
    answered = service.client(token).post(f"/api/matches/{match}/deal", json={"first_dealer": "Ann"})
    assert answered.status_code == 201, answered.text
    assert service.recorder.load(service.recorder.find(match)).history[-1].by == signature("scribe", token)


def test_every_decision_about_a_tournament_names_its_token(service: Service) -> None:
    cup = service.json("tournament", "new", "Cup")["tournament"]
    token = service.token("director", tournament=cup)
    director = service.client(token)
    for what, body in IN_TOURNAMENTS:
        said = dict(body)
        if what.endswith("result"):
            (_, table) = director.get(f"/api/tournaments/{cup}").json()["rounds"][0]["tables"]
            said["scores"] = dict.fromkeys(table["players"], 7)
        answered = director.post(f"/api/tournaments/{cup}/{what}", json=said)
        assert answered.status_code == 201, answered.text
    events = TournamentService(service.recorder).find("Cup").history[1:]
    assert {one.by for one in events} == {signature("director", token)}
    (match,) = (one["match"] for one in service.lines("matches"))
    assert service.recorder.load(service.recorder.find(match)).first.by == signature("director", token)


def test_no_route_that_records_is_left_out_here(tmp_path: Path) -> None:
    with Recorder(tmp_path / "empty.sqlite") as recorder:
        app: Any = application(recorder)
        posted = {route.path_format for route in app._app.routes if "POST" in route.methods}
    tested = {f"/api/matches/{{id}}/{what}" for what in (*(what for what, _ in IN_MATCHES), *BY_OTHERS)}
    there = {one.replace("/1", "/{number}", 1).replace("tables/2", "tables/{at}") for one, _ in IN_TOURNAMENTS}
    tested |= {f"/api/tournaments/{{id}}/{one}" for one in there}
    close = {f"/api/tournaments/{{id}}/{one}" for one in ("close", "rounds/{number}/tables/{at}/place")}
    assert posted - ELSEWHERE - WITH_BOTS == tested | close | {"/api/tournaments"}


def test_who_opens_a_tournament_is_told_by_its_first_decision(service: Service) -> None:
    token = service.token("director")
    assert service.client(token).post("/api/tournaments", json={"name": "Cup"}).status_code == 201
    assert [one["by"] for one in service.lines("tournament", "history", "Cup")] == [signature("director", token)]


def test_several_who_enter_at_once_are_not_mistaken_for_each_other(service: Service) -> None:
    from concurrent.futures import ThreadPoolExecutor

    match = service.new("sun-bid", "Ann", "Bob", seed="2")
    tokens = [service.token("scribe", match=match) for _ in range(6)]
    clients = {signature("scribe", one): service.client(one) for one in tokens}

    def remarks(who: str) -> None:
        for _ in range(5):
            assert clients[who].post(f"/api/matches/{match}/notes", json={"text": who}).status_code == 201

    with ThreadPoolExecutor(6) as pool:
        list(pool.map(remarks, clients))
    events: Any = service.recorder.load(service.recorder.find(match)).history[1:]
    assert len(events) == 30
    assert all(one.by == one.text for one in events)
