"""People against bots on phones: who begins a match, how bots move, what is taken back, and what nobody is shown."""

from random import Random
from time import monotonic
from typing import Any, Final
from uuid import UUID

import pytest

from ludograph.domain.bots.opponents import Opponents, seed_of
from ludograph.domain.games import GAMES
from ludograph.domain.match.as_of import after_event
from ludograph.domain.match.events import NoteAdded, Step
from ludograph.domain.match.final_result import status_of
from ludograph.domain.match.seated_bots import seated_bots, with_bots_remark
from ludograph.replay.service.http.settings import Settings
from tests.large import slow_but
from tests.service.against_bots import QUICK, begin, begun
from tests.service.running import Service, running
from tests.service.test_twins import asked, pair_of, sides
from tests.twins import Twins, dealt, entries
from tests.worlds import stamp

__all__ = ["sides"]
SEVERAL: Final = [game for game in GAMES if GAMES[game].seats[-1] > 1]


# A match is begun


def test_a_match_says_from_its_first_moment_which_bots_sit_there(service: Service) -> None:
    table = begun(service, "conundruze", "Ann", QUICK, "random")
    match = table.recorded()
    assert match.players == ("Ann", "Bot 2", "Bot 3")
    assert table.answer["bots"] == {"Bot 2": QUICK, "Bot 3": "random"}
    assert seated_bots(match) == {2: QUICK, 3: "random"}
    remark = match.history[1]
    assert isinstance(remark, NoteAdded)
    assert (remark.public, remark.by) == (True, match.first.by)
    assert match.first.by.startswith("director ")
    (link,) = table.answer["links"]
    assert (link["role"], link["as"], link["match"]) == ("player", "Ann", table.match)
    assert "/enter?to=play#ludo_" in link["link"]


def test_the_same_request_begins_one_match_and_tells_its_links_again(service: Service) -> None:
    client = service.client(service.token("director"))
    body, headers = {"seats": [{"player": "Ann"}, {"bot": "random"}]}, {"Idempotency-Key": "k" * 20}
    one, other = (client.post("/api/games/sun-bid/matches", json=body, headers=headers).json() for _ in range(2))
    assert one == other
    assert len(service.lines("matches")) == 1


@pytest.mark.parametrize(
    ("seats", "said"),
    [
        (["Ann", "exec:touch owned"], "never started from here"),
        (["Ann", "search:401"], "`search:400` is the most"),
        (["Ann", "search:much"], "a number of playouts"),
        (["Ann", "chess:1"], "There is no bot"),
        (["Ann", "Ben"], "name one person at least, and one bot"),
        (["random", "random"], "name one person at least, and one bot"),
        (["Ann", " "], "Each seat has a person"),
        (["Ann"], "name one person at least, and one bot"),
        (["Bot 2", "random"], "Bot 2"),
        (["Ann", *["random"] * 8], "8 players"),
    ],
)
def test_what_cannot_be_begun_is_refused_in_a_sentence(service: Service, seats: list[str], said: str) -> None:
    refused = begin(service, "conundruze", *seats)
    assert refused.status_code == 422
    assert said in refused.json()["message"]
    assert service.lines("matches") == []


def test_only_who_directs_the_whole_store_begins_a_match(service: Service) -> None:
    cup = service.json("tournament", "new", "Cup")["tournament"]
    body = {"seats": [{"player": "Ann"}, {"bot": "random"}]}
    tokens = [service.token("director", tournament=cup), service.token("scribe"), service.token("player", observer="A")]
    for client in (service.client(), *map(service.client, tokens)):
        refused = client.post("/api/games/sun-bid/matches", json=body)
        assert (refused.status_code, refused.json()["message"][:35]) == (
            401 if "authorization" not in client.headers else 403,
            "Only a director of the whole store ",
        )


def test_a_service_for_one_tournament_begins_nothing_else(service: Service) -> None:
    cup = service.json("tournament", "new", "Cup")["tournament"]
    with running(service.store, Settings(tournament=UUID(cup))) as other:
        refused = begin(other, "sun-bid", "Ann", "random")
    assert (refused.status_code, "at its desk" in refused.json()["message"]) == (422, True)


# It is played


@pytest.mark.parametrize("game", slow_but(SEVERAL, "conundruze"))
def test_bots_move_by_themselves_and_as_they_do_in_a_terminal(service: Service, game: str) -> None:
    bots = ("random", QUICK)[: GAMES[game].seats[0] - 1 or 1]
    table = begun(service, game, "Ann", *bots)
    for _ in range(8):
        answered = table.act()
        if answered is None:
            break
        assert answered.status_code == 201, answered.text
    table.turn()
    match = table.recorded()
    names, ann = seated_bots(match), table.answer["links"][0]["id"]
    moved = [event for event in match.history if isinstance(event, Step) and event.actor in names]
    assert moved
    for event in match.history:
        if isinstance(event, Step):
            assert event.by == names.get(event.actor, f"player {ann}")
    opponents = Opponents(names, seed_of(match))
    for at, event in enumerate(match.history):
        if isinstance(event, Step) and event.actor in names:
            before = after_event(match, at)
            move = opponents.move(before)
            assert move is not None
            # What the rules write into an action by themselves, such as a hand that all see, is in the record.
            assert (move.seat, move.action.completed(before.state, move.seat)) == (event.actor, event.action)
    assert service.lines("verify", table.match)[0]["ok"]


@pytest.mark.parametrize("game", slow_but(["conundruze", "hand-of-the-hanataz"], "hand-of-the-hanataz"))
def test_a_whole_match_is_played_and_agreed_to(service: Service, game: str) -> None:
    table = begun(service, game, "Ann", "random", QUICK)
    while (answered := table.act()) is not None:
        assert answered.status_code == 201, answered.text
    assert status_of(table.recorded()) == "over"
    assert table.people[0].post(f"/api/matches/{table.match}/confirmations", json={}).status_code == 201
    asked = f"SELECT player, bot FROM seats WHERE match = '{table.match}' ORDER BY seat"
    assert [(one["player"], one["bot"]) for one in service.lines("query", asked)] == [
        ("Ann", None),
        ("Bot 2", "random"),
        ("Bot 3", QUICK),
    ]


def test_a_takeback_takes_the_bots_steps_along_and_they_move_anew(service: Service) -> None:
    table = begun(service, "conundruze", "Ann", QUICK)
    for _ in range(3):
        table.act()
    before = table.turn()
    undone = table.people[0].post(f"{table.path}/undo", json={"reason": "a slip"})
    assert undone.status_code == 201
    assert undone.json()["steps"] == before["undo"]
    assert table.turn()["step"] == before["undo"]
    assert table.people[0].post(f"{table.path}/undo", json={"reason": "all", "to": 0}).status_code == 201
    assert table.turn()["undo"] is None
    assert table.people[0].post(f"{table.path}/undo", json={"reason": "more"}).status_code == 422


def test_nobody_takes_back_what_another_person_did(service: Service) -> None:
    table = begun(service, "conundruze", "Ann", "Ben", QUICK)
    for person in (0, 1):
        table.act(person)
    ann, ben = table.people
    table.turn()
    assert table.desk()["undo"] is None
    for body in ({"reason": "no"}, {"reason": "no", "to": 0}):
        refused = ann.post(f"{table.path}/undo", json=body)
        assert (refused.status_code, "another person" in refused.json()["message"]) == (422, True)
    assert ben.post(f"{table.path}/undo", json={"reason": "mine"}).status_code == 201


def test_a_match_goes_on_after_the_service_was_stopped(service: Service) -> None:
    table = begun(service, "conundruze", "Ann", "search:400", "search:400")
    service.stop()
    stood = table.recorded()
    assert stood.awaited(stood.state)[-1] == 3
    service.start()
    service.clock.turn(1)
    assert len(table.recorded().steps) == len(stood.steps)
    assert not [one["name"] for one in table.turn()["open"] if one["awaited"] and one["name"] != "Ann"]
    assert {step.actor for step in table.recorded().steps} == {2, 3}


def test_a_match_that_was_begun_in_a_terminal_goes_on_on_a_phone(service: Service) -> None:
    service.run("new", "conundruze", "Ann", "Bot 2", "--seed", "1", "--id", "home", "-o", "play_to=20")
    service.run("play", "home", "--against", QUICK)
    ann = service.browser(service.token("player", match=service.recorder.find("home"), observer="Ann"))
    assert ann.get("/api/matches/home/play/desk").status_code == 200
    assert ann.get("/api/mine").json()[0]["plays"]
    assert ann.get("/api/matches/home/agreement").json()["plays"]


def test_whoever_else_asks_is_answered_while_a_bot_thinks(service: Service) -> None:
    begun(service, "sun-bid", "Ann", *["search:400"] * 3)
    client, longest = service.client(), 0.0
    for _ in range(40):
        began = monotonic()
        assert client.get("/api/lobby").status_code == 200
        longest = max(longest, monotonic() - began)
    assert longest < 2


# What is not theirs


def test_a_person_acts_at_their_own_seat_alone(service: Service) -> None:
    table = begun(service, "conundruze", "Ann", "Ben", QUICK)
    ann = table.people[0]
    said = set()
    for acting in ("Ben", "Bot 3", "2", "3", "judge"):
        for what, body in (("actions", {"do": "flip"}), ("drafts", {"do": "flip", "fields": {}})):
            refused = ann.post(f"{table.path}/{what}", json={"seat": acting} | body)
            assert refused.status_code == 422
            said.add(refused.json()["message"])
    assert said == {"You play as Ann: only that seat and the table act from here."}
    flip: dict[str, Any] = {"seat": "Ann", "do": "flip", "first": "r1c1", "second": "r1c2"}
    for more in ({"drawn": ["1s", "2s"]}, {"by": "Ida"}, {"note": "so"}, {"at": "2026-01-01T00:00:00Z"}):
        assert ann.post(f"{table.path}/actions", json=flip | more).status_code == 422
    assert ann.post(f"{table.path}/actions", json={"line": "Bot 3 flip"}).status_code == 422
    assert ann.post(f"/api/matches/{table.match}/actions", json=flip).status_code == 403
    others = [service.token("scribe", match=table.match), service.token("director")]
    others.append(service.token("player", match=table.match, observer="Bot 3"))
    for client in (service.client(), *map(service.client, others)):
        assert client.get(f"{table.path}/desk").status_code in (401, 403)
        assert client.post(f"{table.path}/actions", json=flip).status_code in (401, 403)


def test_no_player_makes_another_a_bot(service: Service) -> None:
    match = service.new("conundruze", "Ann", "Ben")
    ann = service.client(service.token("player", match=match, observer="Ann"))
    remark = {"text": " Bots: Ben is random. ", "step": 0, "public": True}
    assert ann.post(f"/api/matches/{match}/notes", json=remark).status_code == 422
    assert ann.get(f"/api/matches/{match}/play/desk").status_code == 403
    assert ann.post(f"/api/matches/{match}/notes", json=remark | {"text": "Bots: none."}).status_code == 201


def test_a_bot_that_is_a_program_is_never_started_by_a_page(service: Service, tmp_path: Any) -> None:
    match = service.recorder.load(service.recorder.find(service.new("conundruze", "Ann", "Bot 2")))
    owned = tmp_path / "owned"
    service.recorder.annotate(match, 0, f"Bots: Bot 2 is exec:touch {owned}.", public=True)
    ann = service.client(service.token("player", match=match.id, observer="Ann"))
    desk = ann.get(f"/api/matches/{match.id}/play/desk").json()
    assert desk["thinking"] == []
    assert "never started from here" in desk["stopped"]
    assert f"ludograph play {match.id} --against exec:" in desk["stopped"]
    assert not owned.exists()


@pytest.mark.parametrize("game", slow_but(SEVERAL, "conundruze"))
def test_a_players_phone_gets_the_same_of_twins(game: str, sides: Any) -> None:
    twins = pair_of(game)
    seat = next((eyes for eyes in twins.blind if eyes > 0), 0) if twins else 0
    if twins is None or not seat:
        pytest.skip("nothing of this game is hidden from a player for long enough")
    # Bots that are programs: they do nothing here, for what they did would follow from what they alone know.
    names = {other: "exec:nothing" for other in range(1, len(twins.one.players) + 1) if other != seat}
    one, other = sides(Twins(with_bots(twins.one, names), with_bots(twins.other, names), twins.blind))
    got = []
    for side in (one, other):
        client = side.who(seat)["player"]
        path = f"{side.path}/play"
        told = [asked(side, client, "GET", f"{path}/desk", None)]
        for entry in list(entries(twins.one, seat, Random(0)))[:40]:
            fields = {name: value for name, value in entry.line.items() if name not in ("seat", "do", "drawn")}
            draft = {"seat": entry.line["seat"], "do": entry.line["do"], "fields": fields}
            told.append(asked(side, client, "POST", f"{path}/drafts", draft))
            if entry.actor not in (0, seat):
                told.append(asked(side, client, "POST", f"{path}/actions", entry.line))
        told.append(asked(side, client, "POST", f"{path}/undo", {"reason": "a slip"}))
        told.append(asked(side, client, "GET", f"{path}/desk", None))
        got.append(told)
    assert got[0] == got[1]


def with_bots(match: Any, names: dict[int, str]) -> Any:
    """A match as if the program had dealt it, with the remark that names its bots."""
    return with_bots_remark(dealt(match), names, stamp())
