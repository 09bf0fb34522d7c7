"""What players say of a result through the API: each for their own seat, and what is said against it for directors."""

from random import Random

import httpx
import pytest

from ludograph.domain.match.official_decisions import reopened
from tests.service.running import Message, Service
from tests.worlds import played_on


@pytest.fixture
def cup(service: Service) -> str:
    id: str = service.json("tournament", "new", "Cup", "--id", "Cup")["tournament"]
    service.run("tournament", "enter", "Cup", "Ann", "Bob")
    service.run("tournament", "seat", "Cup", "--game", "sun-bid", "--size", "2", "--seed", "s")
    service.run("tournament", "start", "Cup", "1", "--seed", "deal")
    return id


class Table:
    """The match of the tournament, and those at it."""

    def __init__(self, service: Service, cup: str) -> None:
        self.service, self.cup = service, cup
        self.match = str(service.recorder.find("Cup-1-1"))
        self.path = f"/api/matches/{self.match}"
        self.director = service.client(service.token("director", tournament=cup))
        self.scribe = service.client(service.token("scribe", match=self.match))

    def player(self, *names: str) -> httpx.Client:
        tokens = [self.service.token("player", match=self.match, observer=name) for name in names]
        return self.service.browser(*tokens)

    def end(self) -> None:
        recorder = self.service.recorder
        recorder.record(played_on(recorder.load(recorder.find("Cup-1-1")), Random("end")))

    def seat(self, client: httpx.Client, at: int = 0) -> Message:
        found: Message = client.get(f"{self.path}/agreement").json()["seats"][at]
        return found

    def open(self) -> list[tuple[str, str]]:
        told = self.director.get(f"/api/tournaments/{self.cup}/objections").json()
        assert all((one["round"], one["table"], one["match"]) == (1, 1, self.match) for one in told)
        return [(one["player"], one["text"]) for one in told]


@pytest.fixture
def table(service: Service, cup: str) -> Table:
    return Table(service, cup)


def test_an_objection_stands_until_its_player_agrees(table: Table) -> None:
    ann = table.player("Ann")
    said = {"text": "I had the Ace."}
    assert "not over" in ann.post(f"{table.path}/objections", json=said).json()["message"]
    table.end()
    assert ann.post(f"{table.path}/confirmations", json={}).status_code == 201
    assert table.seat(ann)["agrees"] is True
    made = ann.post(f"{table.path}/objections", json=said)
    assert (made.status_code, made.json()["objection"]["player"]) == (201, "Ann")
    assert table.open() == [("Ann", "I had the Ace.")]
    now = table.seat(ann)
    assert (now["agrees"], now["objection"]["open"], now["objection"]["text"]) == (False, True, "I had the Ace.")
    table.service.run("verify", "--all")
    ann.post(f"{table.path}/confirmations", json={})
    assert table.open() == []
    assert table.seat(ann)["objection"] is None


@pytest.mark.parametrize("what", ["words", "points", "withdrawn", "taken back"])
def test_what_directors_decide_asks_again(table: Table, what: str) -> None:
    table.end()
    ann = table.player("Ann")
    if what == "withdrawn":
        table.director.post(f"{table.path}/rulings", json={"text": "So.", "by": "Dora"})
    ann.post(f"{table.path}/objections", json={"text": "No."})
    assert table.open() == [("Ann", "No.")]
    ruling: Message = {"by": "Dora", "text": "It stands."} | ({"adjust": {"Ann": "+1"}} if what == "points" else {})
    if what == "withdrawn":
        ruling = {"by": "Dora", "withdraw": 1, "reason": "Wrong."}
    if what == "taken back":
        table.scribe.post(f"{table.path}/undo", json={"reason": "A slip."})
    else:
        assert table.director.post(f"{table.path}/rulings", json=ruling).status_code == 201
    assert table.open() == []
    assert table.seat(ann)["objection"]["open"] is False


def test_a_remark_and_a_name_put_right_deal_with_nothing(table: Table) -> None:
    table.end()
    table.player("Ann").post(f"{table.path}/objections", json={"text": "No."})
    table.scribe.post(f"{table.path}/notes", json={"text": "A break"})
    table.service.run("tournament", "rename", "Cup", "Ann", "Anna")
    assert table.open() == [("Anna", "No.")]


def test_nobody_objects_for_another_but_who_records_for_them(table: Table) -> None:
    table.end()
    ann = table.player("Ann")
    assert ann.post(f"{table.path}/objections", json={"text": "No.", "as": "Bob"}).status_code == 403
    assert ann.post(f"{table.path}/notes", json={"text": "Bob objects to the result: No."}).status_code == 201
    assert table.open() == []
    assert table.scribe.post(f"{table.path}/objections", json={"text": "No."}).status_code == 422
    assert table.scribe.post(f"{table.path}/objections", json={"text": "No.", "as": "Bob"}).status_code == 201
    assert table.open() == [("Bob", "No.")]
    both = table.player("Ann", "Bob")
    assert both.post(f"{table.path}/objections", json={"text": "Mine.", "as": "Ann"}).status_code == 201
    assert [table.seat(both, at)["player"] for at in (0, 1)] == ["Bob", "Ann"]
    assert table.open() == [("Ann", "Mine."), ("Bob", "No.")]


def test_what_is_said_is_for_directors_and_the_seat_itself(table: Table) -> None:
    table.end()
    secret = "She looked at my cards."
    table.player("Ann").post(f"{table.path}/objections", json={"text": secret})
    bob, nobody = table.player("Bob"), table.service.client()
    for client in (bob, nobody, table.scribe):
        for what in ("", "/log?from=0", "/result", "/agreement", "/desk"):
            assert secret not in client.get(table.path + what).text
        assert client.get(f"/api/tournaments/{table.cup}/objections").status_code in (401, 403)
    assert nobody.get(f"{table.path}/agreement").status_code == 401
    assert table.scribe.get(f"{table.path}/agreement").status_code == 403


def test_an_objection_is_recorded_once_and_over_nothing_that_was_not_seen(table: Table) -> None:
    table.end()
    ann = table.player("Ann")
    version = ann.get(f"{table.path}/agreement").json()["version"]
    headers = {"Idempotency-Key": "k", "If-Match": f'"{version}"'}
    for _ in range(2):
        assert ann.post(f"{table.path}/objections", json={"text": "No."}, headers=headers).status_code == 201
    assert len(table.open()) == 1
    late = headers | {"Idempotency-Key": "other"}
    assert ann.post(f"{table.path}/objections", json={"text": "No."}, headers=late).status_code == 409
    assert ann.post(f"{table.path}/objections", json={"text": " "}).status_code == 422


def test_players_agree_or_object_to_a_result_from_paper_and_are_asked_again_when_it_is_put_right(
    service: Service,
) -> None:
    cup: str = service.json("tournament", "new", "Cup", "--id", "Cup")["tournament"]
    service.run("tournament", "enter", "Cup", "Ann", "Bob")
    service.run("tournament", "seat", "Cup", "--game", "conundruze", "--size", "2", "--seed", "s")
    service.run("tournament", "start", "Cup", "1", "--written")
    table = Table(service, cup)
    ann, bob, path = table.player("Ann"), table.player("Bob"), f"/api/tournaments/{cup}/rounds/1/tables/1/result"
    assert table.director.post(path, json={"scores": {"Ann": 3, "Bob": 5}}).status_code == 201
    # Nobody plays this match any more: it stands in no list of what is played, and takes no deal.
    assert service.json("show", "Cup-1-1")["status"] == "abandoned"
    assert table.scribe.get(f"{table.path}/desk").json()["result"]["status"] == "abandoned"
    assert table.scribe.get(f"{table.path}/desk").json()["paper"] == {"Ann": 3, "Bob": 5}
    shown = ann.get(f"{table.path}/agreement").json()["result"]
    assert [(one["place"], one["player"], one["score"]) for one in shown["ending"]["ranking"]] == [
        (1, "Ann", 3),
        (2, "Bob", 5),
    ]
    assert ann.post(f"{table.path}/confirmations", json={}).status_code == 201
    assert bob.post(f"{table.path}/objections", json={"text": "I had 7."}).status_code == 201
    assert (table.seat(ann)["agrees"], table.seat(bob)["objection"]["open"]) == (True, True)
    assert table.open() == [("Bob", "I had 7.")]
    right = {"scores": {"Ann": 3, "Bob": 7}, "reason": "Bob's slip"}
    assert table.director.post(path, json=right).status_code == 201
    assert table.open() == []
    assert (table.seat(ann)["agrees"], table.seat(ann)["agreed_before"]) == (False, True)
    again = table.seat(bob)
    assert (again["agrees"], again["objection"]["open"]) == (False, False)
    assert "Bob's slip" in bob.get(f"{table.path}/agreement").json()["result"]["ending"]["reason"]
    assert bob.post(f"{table.path}/confirmations", json={}).status_code == 201
    assert table.seat(bob)["agrees"] is True
    service.run("verify", "--all")


def test_a_match_does_not_go_on_beside_a_result_from_paper_and_what_is_said_against_it_stays_open(
    service: Service, table: Table
) -> None:
    ann, path = table.player("Ann"), f"/api/tournaments/{table.cup}/rounds/1/tables/1/result"
    entered = {"scores": {"Ann": 3, "Bob": 5}}
    assert table.director.post(path, json=entered | {"abandon": True}).status_code == 201
    ann.post(f"{table.path}/objections", json={"text": "I had 7."})
    refused = table.director.post(f"{table.path}/reopen", json={"reason": "They play on."})
    assert refused.status_code == 422
    assert "The result of table 1 of round 1 was entered and counts" in refused.json()["message"]
    assert "`ludograph tournament undo Cup --reason ...`" in refused.json()["message"]
    assert table.open() == [("Ann", "I had 7.")]
    assert service.json("show", "Cup-1-1")["status"] == "abandoned"

    made = table.director.post(path, json=entered | {"reason": "Both slips say 3."})
    assert (made.status_code, table.open()) == (201, [])
    told = ann.get(f"{table.path}/agreement").json()
    assert "It stands: Both slips say 3." in told["result"]["ending"]["reason"]
    assert told["seats"][0]["objection"]["open"] is False

    undone = f"/api/tournaments/{table.cup}/undo"
    assert table.director.post(undone, json={"reason": "Not yet."}).status_code == 201
    assert table.open() == [("Ann", "I had 7.")]
    assert table.director.post(undone, json={"reason": "They play on."}).status_code == 201
    assert service.json("show", "Cup-1-1")["status"] == "running"
    assert table.open() == []


def test_an_objection_to_a_result_from_paper_is_listed_though_an_older_program_let_its_match_go_on(
    service: Service, table: Table
) -> None:
    ann, path = table.player("Ann"), f"/api/tournaments/{table.cup}/rounds/1/tables/1/result"
    table.director.post(path, json={"scores": {"Ann": 3, "Bob": 5}, "abandon": True})
    ann.post(f"{table.path}/objections", json={"text": "I had 7."})
    match = service.recorder.load(service.recorder.find("Cup-1-1"))
    service.recorder.record(reopened(match, "before this was refused", service.recorder.stamp()))
    assert table.open() == [("Ann", "I had 7.")]
    right = {"scores": {"Ann": 7, "Bob": 5}, "reason": "Ann's slip"}
    assert table.director.post(path, json=right).status_code == 201
    assert table.open() == []


def test_a_result_that_was_upheld_is_no_news_for_a_round_seated_by_the_standings(service: Service) -> None:
    cup: str = service.json("tournament", "new", "Cup", "--id", "Cup")["tournament"]
    service.run("tournament", "enter", "Cup", "Ann", "Bob")
    service.run("tournament", "seat", "Cup", "--game", "sun-bid", "--size", "2", "--seed", "s")
    director, path = service.client(service.token("director", tournament=cup)), f"/api/tournaments/{cup}"
    result = f"{path}/rounds/1/tables/1/result"
    director.post(result, json={"scores": {"Ann": 3, "Bob": 5}})
    service.run("tournament", "seat", "Cup", "--game", "sun-bid", "--size", "2")

    def put_right(ann: int) -> tuple[bool, bool]:
        made = director.post(result, json={"scores": {"Ann": ann, "Bob": 5}, "reason": "the slip"})
        assert made.status_code == 201
        found = director.get(f"{path}/check").json()["found"]
        return bool(made.json()["doubts"]), any("were put right" in one["text"] for one in found)

    assert put_right(3) == (False, False)
    assert put_right(7) == (True, True)
