"""What if, through the service: a match that is over goes on otherwise, to each as they know it; nothing is kept."""

from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from ludograph.domain.games import GAMES
from ludograph.domain.kernel.game import JUDGE
from ludograph.replay.service.live import builders
from tests.large import slow_but
from tests.service.running import Service
from tests.service.test_twins import Side, masked, pair_of, sides

__all__ = ["sides"]


def match_of(service: Service, game: str) -> str:
    """A match of bots that is over."""
    names = ["Ann", "Ben", "Cleo"][: GAMES[game].seats[-1]]
    service.run("simulate", game, "--seats", str(len(names)), "--seed", "3", "--players", ",".join(names))
    return str(service.lines("matches", "--game", game)[0]["match"])


@pytest.fixture
def over(service: Service) -> str:
    """A match of Sorcerous Futures that is over; hands and bids are hidden in it."""
    return match_of(service, "sorcerous-futures")


def vary(client: httpx.Client, match: str, at: int, *moves: str, **more: Any) -> Any:
    """The variation after these moves."""
    answer = client.post(f"/api/matches/{match}/variations", json={"at": at, "moves": moves, **more})
    assert answer.status_code == 200, answer.text
    return answer.json()


def first_move(client: httpx.Client, match: str, shown: Any, **eyes: str) -> str:
    """What the page sends where somebody takes the first value of whatever they are asked."""
    place = next(one for one in shown["desk"]["open"] if one["awaited"])
    action = place["actions"][0]
    fields = action["ways"][0]["fields"] if action["ways"] else {}
    for name, values in action["blocks"][0].items() if action["blocks"] else ():
        fields[name] = values["min"] if values["kind"] == "number" else values["values"][0]["value"]
    variation = {"at": shown["desk"]["step"] - len(shown["moves"]), "moves": shown["moves"], **eyes}
    body = {"seat": place["name"], "do": action["do"], "fields": fields, "variation": variation}
    answer = client.post(f"/api/matches/{match}/variations/drafts", json=body)
    assert answer.status_code == 200, answer.text
    assert answer.json()["asked"] is None, "the program draws"
    return str(httpx.Request("POST", "http://x", json=answer.json()["entry"]).content.decode())


@pytest.mark.parametrize("game", slow_but(GAMES, "sun-bid"))
def test_what_can_be_done_is_done_and_nothing_is_recorded(game: str, service: Service) -> None:
    match = match_of(service, game)
    before = service.run("history", match), service.run("matches", "--forks")
    anybody, at = service.client(), 6
    begun = vary(anybody, match, at)
    assert (begun["moves"], begun["steps"], begun["drawn_anew"]) == ([], [], True)
    move = first_move(anybody, match, begun)
    moved = vary(anybody, match, at, move)
    assert (len(moved["moves"]), len(moved["steps"]), moved["desk"]["step"]) == (1, 1, at + 1)
    assert vary(anybody, match, at, *moved["moves"]) == moved, "what is shown as text is taken as text"
    assert (service.run("history", match), service.run("matches", "--forks")) == before


def test_bots_go_on_to_the_end(service: Service, over: str) -> None:
    anybody = service.client()
    begun = vary(anybody, over, 5)
    some = vary(anybody, over, 5, bot="search:200")
    assert len(some["moves"]) == 2, "so many as think no longer than the most that one move may take"
    ended = vary(anybody, over, 5, *some["moves"], bot="random")
    assert ended["moves"][:2] == some["moves"]
    assert begun["ending"] is None
    assert ended["ending"]["why"]
    for bot, said in (("exec:touch owned", "never started from here"), ("search:401", "search:400")):
        answer = anybody.post(f"/api/matches/{over}/variations", json={"at": 5, "bot": bot})
        assert (answer.status_code, said in answer.text) == (422, True), answer.text


def test_a_match_that_is_not_over_offers_nothing(service: Service, over: str) -> None:
    running = service.new("sun-bid", "Ann", "Ben")
    abandoned = service.new("sun-bid", "Ann", "Ben", seed="2")
    director = service.client(service.token("director"))
    assert director.post(f"/api/matches/{abandoned}/abandon", json={"reason": "It is late."}).status_code == 201
    for match in (running, abandoned):
        draft: dict[str, Any] = {"seat": "Ann", "do": "flip", "variation": {"at": 0}}
        for what, body in (("variations", {"at": 0}), ("forks", {"at": 0}), ("variations/drafts", draft)):
            answer = director.post(f"/api/matches/{match}/{what}", json=body)
            assert (answer.status_code, "is not over" in answer.text) == (422, True), answer.text


def test_each_tries_with_eyes_that_are_theirs(service: Service, over: str) -> None:
    ann = service.client(service.token("player", match=over, observer="Ann"))
    judge = service.client(service.token("scribe", match=over, observer="judge"))
    assert vary(ann, over, 5)["about"]["seat"] == 1
    assert not vary(judge, over, 5)["drawn_anew"]
    for client, eyes, status in ((ann, "judge", 403), (ann, "Ben", 403), (service.client(), "Ann", 401)):
        answer = client.post(f"/api/matches/{over}/variations", json={"at": 5, "as": eyes})
        assert answer.status_code == status, eyes


def test_what_cannot_be_is_said_and_how_it_would_be_right(
    service: Service, over: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    anybody = service.client()
    name = next(one for one in vary(anybody, over, 5)["desk"]["open"] if one["awaited"])["name"]
    for body, said in (
        ({"at": 5, "moves": [f"{name} raise 5000"]}, "SF-"),
        ({"at": 5, "moves": ["nonsense"]}, "nonsense"),
        ({"at": 5000}, "There is no step 5000"),
        ({"at": -1}, "There is no step -1"),
        ({"at": 5, "moves": ["x"] * 501}, "500 moves at most"),
        ({"at": 5, "moves": ["x" * 1001]}, "1000 letters"),
    ):
        answer = anybody.post(f"/api/matches/{over}/variations", json=body)
        assert (answer.status_code, said in answer.text) == (422, True), answer.text
    monkeypatch.setattr(builders, "WAITING", 0)
    assert anybody.post(f"/api/matches/{over}/variations", json={"at": 5}).status_code == 503


@pytest.mark.parametrize("eyes", ["judge", "Ann", "table"])
def test_a_scribe_records_what_was_shown_as_a_fork(eyes: str, service: Service, over: str) -> None:
    judge = service.client(service.token("scribe", match=over, observer="judge"))
    shown = vary(judge, over, 7, bot="search:200", **{"as": eyes})
    assert shown["records"]
    body, key = {"at": 7, "moves": shown["moves"], "as": eyes}, {"Idempotency-Key": "k" * 20}
    one, again = (judge.post(f"/api/matches/{over}/forks", json=body, headers=key) for _ in range(2))
    assert (one.status_code, one.json()) == (201, again.json())
    made = one.json()["match"]
    assert len(service.lines("matches", "--forks")) == 2
    assert service.run("verify", made).startswith("ok")
    done = [word for move in shown["moves"] for word in ("--do", move)]
    whose = [] if eyes == "judge" else ["--as", eyes, "--seed", "variation"]
    typed = service.json("fork", over, "--at", "7", *whose, *done)["match"]
    assert service.run("log", made, "--as", "judge") == service.run("log", typed, "--as", "judge")
    assert judge.get(f"/api/matches/{made}").status_code == 404, "a fork is for whoever has the store"
    for client, status in (
        (service.client(), 401),
        (service.client(service.token("player", match=over, observer="Ann")), 403),
    ):
        assert client.post(f"/api/matches/{over}/forks", json={"at": 7}).status_code == status
    assert not vary(service.client(), over, 7)["records"]


def test_where_cards_were_real_the_program_draws_in_a_variation(service: Service, tmp_path: Any) -> None:
    dealt = match_of(service, "sun-bid")
    service.run("export", dealt, "-o", tmp_path / "real.jsonl")
    text = (tmp_path / "real.jsonl").read_text().replace(dealt, "real")
    (tmp_path / "real.jsonl").write_text(text)
    service.run("import", tmp_path / "real.jsonl")
    director = service.client(service.token("director"))
    shown = vary(director, "real", 5, bot="random")
    assert not shown["drawn_anew"]
    made = director.post("/api/matches/real/forks", json={"at": 5, "moves": shown["moves"]}).json()
    assert made["shown"]
    assert service.run("verify", made["match"]).startswith("ok")
    assert len(vary(service.client(), "real", 5, bot="random")["steps"]) > 50


@pytest.mark.parametrize("game", slow_but(GAMES, "sorcerous-futures"))
def test_a_variation_tells_nobody_what_they_have_not_seen(
    game: str, sides: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of two matches that somebody cannot tell apart the variations are the same to the byte."""
    monkeypatch.setattr("ludograph.replay.service.variations.variation.status_of", lambda match: "over")
    twins = pair_of(game)
    if twins is None:
        pytest.skip("nothing of this game is hidden for long enough")
    pair = sides(twins)
    last = len(twins.one.steps)
    assert tuple(twins.one.states) != tuple(twins.other.states)
    for eyes in [eyes for eyes in twins.blind if eyes != JUDGE][:2]:
        for who in pair[0].who(eyes):
            one, other = (list(tried(side, side.who(eyes)[who], last)) for side in pair)
            assert one == other, (eyes, who)
            assert one[0][0] == 200


def tried(side: Side, client: httpx.Client, last: int) -> Iterator[tuple[int, str, str]]:
    """What somebody is told who tries all that is offered after the last steps."""
    moves: list[str] = []
    for _ in range(3):
        answer = client.post(f"{side.path}/variations", json={"at": last, "moves": moves})
        yield answer.status_code, masked(answer.text), masked(answer.headers.get("etag", ""))
        if not any(one["awaited"] for one in answer.json()["desk"]["open"]):
            break
        moves = [*answer.json()["moves"], first_move(client, str(side.match.id), answer.json())]
    refused = client.post(f"{side.path}/variations", json={"at": last, "moves": ["1 pass", "2 pass", "1 nonsense"]})
    yield refused.status_code, refused.text, ""
