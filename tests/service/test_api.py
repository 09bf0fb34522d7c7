"""The API line by line beside what the commands print."""

from hashlib import sha256
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

import httpx
import pytest

from ludograph.domain.entry.recording import NOT_TOGETHER
from ludograph.domain.games import GAMES
from tests.service.running import Service, running


def of(response: httpx.Response, status: int = 200) -> Any:
    """What was answered, with a status that is expected."""
    assert response.status_code == status, response.text
    return response.json()


def told(response: httpx.Response, status: int) -> str:
    """The sentence of a refusal."""
    message = of(response, status)["message"]
    assert isinstance(message, str)
    assert message[0].isupper() or message[0] == "`"
    assert message.endswith((".", "?"))
    return message


class Table:
    """A match of Sun Bid, its scribe, and the paths of the API."""

    def __init__(self, service: Service, **options: Any) -> None:
        self.service = service
        self.match = service.new("sun-bid", "Ann", "Bob", seed="2", **options)
        self.path = f"/api/matches/{self.match}"
        self.scribe = service.client(service.token("scribe", match=self.match))

    def post(self, what: str, body: Any, status: int = 201, who: httpx.Client | None = None, **headers: str) -> Any:
        sent = {name.replace("_", "-"): value for name, value in headers.items()}
        return of((who or self.scribe).post(f"{self.path}/{what}", json=body, headers=sent), status)

    def act(self, line: str, status: int = 201, **headers: str) -> Any:
        """Enters a line; what follows a card that is turned up is sent by itself."""
        while status == 201 and "flip; " in line:
            first, line = line.split("; ", 1)
            self.post("actions", {"line": first}, status)
        return self.post("actions", {"line": line}, status, None, **headers)

    @property
    def steps(self) -> list[Any]:
        return self.service.lines("log", self.match, "--as", "judge")


@pytest.fixture
def table(service: Service) -> Table:
    return Table(service)


# Reading


@pytest.mark.parametrize("game", GAMES)
def test_what_is_read_is_what_the_commands_print_for_every_observer(game: str, tmp_path: Path) -> None:
    seats = ("--seats", "3") if 3 in GAMES[game].seats else ()
    with running(tmp_path / "store.sqlite") as service:
        service.run("simulate", game, "-n", "1", "--seed", "3", "--max-steps", "40", *seats)
        anybody, director = service.client(), service.client(service.token("director"))
        (listed,) = service.lines("matches")
        assert of(anybody.get("/api/matches")) == [listed]
        match, path = listed["match"], f"/api/matches/{listed['match']}"
        service.run("note", match, "3", "for the judge")
        # The last: who follows is told of a remark for others with the next message.
        service.run("note", match, "3", "seen by <all>", "--public")
        for name in ("table", "judge", *listed["players"][-1:]):
            who = anybody if name == "table" else director
            for at in (0, listed["steps"] // 2, listed["steps"]):
                shown = of(who.get(path, params={"as": name, "at": at}))
                assert shown.pop("version") == listed["steps"] + 3
                assert who.get(path).headers["etag"] == f'"{listed["steps"] + 3}-{shown.pop("head")}"'
                assert shown == service.json("show", match, "--as", name, "--at", str(at))
            log = of(who.get(f"{path}/log", params={"as": name, "from": 0}))
            assert log == service.lines("log", match, "--as", name, "--from", "0")
            part = of(who.get(f"{path}/log", params={"as": name, "from": 2, "to": 5}))
            assert part == service.lines("log", match, "--as", name, "--from", "2", "--to", "5")
            assert of(who.get(f"{path}/result", params={"as": name})) == service.json("result", match, "--as", name)
            with service.following(match, director.headers["authorization"][7:], eyes=name) as follower:
                sent = [one["step"] for one in follower.take(listed["steps"] + 3) if "step" in one]
                assert [without_notes(one) for one in sent] == [without_notes(one) for one in log]


def without_notes(step: dict[str, Any]) -> dict[str, Any]:
    """A step without the remarks that were added later: whoever follows hears them when they are made."""
    return {key: value for key, value in step.items() if key != "note"}


def test_a_match_goes_by_the_names_that_it_has_for_commands(service: Service) -> None:
    match = service.new("sun-bid", "Ann", "Bob", more=("--id", "first"))
    for name in (match, match[:8], "first"):
        assert of(service.client().get(f"/api/matches/{name}"))["match"] == match
    for name in ("second", "zz", "%00", "x" * 5000):
        assert "no such match" in told(service.client().get(f"/api/matches/{name}"), 404)


@pytest.mark.parametrize(
    ("asked", "status", "words"),
    [
        ("?at=99", 422, "There is no step 99: the last is 0."),
        ("?at=-1", 422, "There is no step -1: the last is 0."),
        ("?at=soon", 400, "at: Expected"),
        ("?as=Zoe", 422, "as= takes Ann, Bob, a seat number, table or judge."),
        ("/log?from=-1", 400, "Expected"),
        ("/nothing", 404, "There is nothing here."),
    ],
)
def test_what_cannot_be_read_is_answered_by_a_sentence(table: Table, asked: str, status: int, words: str) -> None:
    assert words in told(table.scribe.get(f"{table.path}{asked}"), status)


def test_openapi_names_every_route_of_the_api(service: Service) -> None:
    described = of(service.client().get("/api/openapi.json"))
    assert described["openapi"].startswith("3.1")
    named = {(path, method) for path, found in described["paths"].items() for method in found}
    pinned = {
        (f"/api/matches/{{id}}/{what}", "post") for what in ("actions", "undo", "amend", "notes", "confirmations")
    }
    pinned |= {(f"/api/matches{rest}", "get") for rest in ("", "/{id}", "/{id}/log", "/{id}/result", "/{id}/follow")}
    assert pinned <= named
    for path, method in named:
        assert described["paths"][path][method]["responses"]


def test_health_and_figures_can_be_read(table: Table) -> None:
    assert of(table.scribe.get("/health"))["ok"] is True
    table.act("Bob flip")
    assert "followers" not in of(table.scribe.get("/health"))
    assert table.scribe.get("/metrics").status_code == 403
    director = table.service.client(table.service.token("director"))
    figures = director.get("/metrics").text
    assert 'ludograph_requests_total{route="/api/matches/{id}/actions",status="201"} 1.0' in figures
    assert "ludograph_followers 0.0" in figures


# Recording


def test_an_action_is_answered_by_its_step_and_stands_in_the_log(table: Table) -> None:
    done = table.act("Bob flip")
    assert (done["match"], done["version"], done["step"], done["seat"]) == (table.match, 2, 1, "Bob")
    (step,) = table.service.lines("log", table.match, "--as", "table")
    assert {key: done[key] for key in step} == step
    assert table.steps[0]["by"].startswith("scribe ")


def test_an_action_of_a_match_file_is_taken_too_and_says_who_sent_it(table: Table) -> None:
    table.post("actions", {"seat": "Bob", "do": "flip", "note": "slowly", "by": "Carla"})
    assert table.steps[0]["note"] == "slowly"
    assert table.steps[0]["by"].startswith("Carla (scribe ")


def test_several_actions_in_one_line_are_recorded_together_or_not_at_all(table: Table) -> None:
    assert table.act("Bob flip; Ann flip")["step"] == 2
    for line, part in (
        ("Bob call; Ann bid 9MS; Ann bid 9MS", "part 2, `Ann bid 9MS`, cannot be. SB-4.1: "),
        ("Bob bid 9MS; Bob call", "part 1, `Bob bid 9MS`, cannot be. SB-2.3: "),
        ("Bob call; Ann bd 1", "part 2, `Ann bd 1`, cannot be. "),
        ("Bob call; Bob", "part 2, `Bob`, cannot be. What does Bob do?"),
    ):
        assert f"Nothing of this line is recorded: its {part}" in table.act(line, 422)["message"]
    assert len(table.steps) == 2
    assert table.post("actions", {"line": "Bob call; Ann bid 3SK"})["step"] == 4


def test_what_follows_a_draw_is_sent_once_that_is_recorded_unless_the_judge_sends_it(table: Table) -> None:
    line = {"line": "Bob flip; Ann flip"}
    assert table.post("actions", line, 422)["message"] == NOT_TOGETHER
    director = table.service.client(table.service.token("director"))
    assert table.post("actions", line, 201, director)["step"] == 2


def test_what_is_refused_says_the_rule_and_what_would_be_legal(table: Table) -> None:
    table.act("Bob flip; Ann flip; Bob call; Ann bid 3SK")
    wrong = table.act("Bob bid 2SY", 422)
    assert wrong["rule"] == "SB-4.2"
    assert {one["do"] for one in wrong["instead"]} == {"bid", "pass"}
    assert table.act("Bob jump", 422)["message"].startswith('Sun Bid has no action "jump"')


@pytest.mark.parametrize(
    ("what", "body", "status", "words"),
    [
        ("actions", b"{not json", 400, "JSON is malformed"),
        ("actions", b"", 400, "it has no body"),
        ("actions", b"[1]", 400, "expected `object`"),
        ("actions", b'{"line": 5}', 422, "`line` is an action as text"),
        ("actions", b"{}", 422, "`seat` is missing."),
        ("actions", b'{"line": ""}', 422, "not understood"),
        ("actions", b'{"line": "\xff"}', 400, "no JSON"),
        ("actions", b"[" * 100_000, 400, "no JSON"),
        ("undo", b"{}", 400, "missing required field `reason`"),
        ("undo", b'{"reason": "x"}', 422, "There is nothing to take back"),
        ("undo", b'{"reason": "x", "to": 0}', 422, "There is nothing to take back"),
        ("undo", b'{"reason": "x", "too": 1}', 400, "unknown field `too`"),
        ("notes", b'{"text": "x", "step": 9}', 422, "There is no step 9"),
        ("notes", b'{"text": "x", "step": -1}', 422, "There is no step -1"),
        ("notes", b'{"text": ""}', 422, "A remark needs some words."),
        ("amend", b'{"step": 1, "reason": "x"}', 422, "`lines` hold what belongs there"),
        ("amend", b'{"step": 9, "lines": ["Bob flip"], "reason": "x"}', 422, "No step of this match stands"),
        ("amend", b'{"step": 0, "lines": ["x"], "how": "else"}', 422, "needs some words"),
        ("confirmations", b'{"as": "Ann"}', 422, "not over"),
        ("confirmations", b"{}", 422, "The table cannot agree"),
        ("confirmations", b'{"as": "Zoe"}', 422, "No player of this match is called Zoe"),
    ],
)
def test_what_cannot_be_recorded_is_answered_by_a_sentence_and_changes_nothing(
    table: Table, what: str, body: bytes, status: int, words: str
) -> None:
    answered = table.scribe.post(f"{table.path}/{what}", content=body, headers={"Content-Type": "application/json"})
    assert words in told(answered, status)
    assert len(table.service.lines("history", table.match)) == 1


def test_what_says_that_it_is_no_json_is_not_taken(table: Table) -> None:
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"):
        sent = {"Content-Type": kind}
        answered = table.scribe.post(f"{table.path}/actions", content=b'{"line": "Bob flip"}', headers=sent)
        assert "Content-Type: application/json" in told(answered, 415)
    assert table.steps == []


def test_an_entry_that_somebody_was_faster_than_is_refused_with_the_newest_version(table: Table) -> None:
    table.act("Bob flip", if_match='"1"')
    late = table.act("Ann flip", 409, if_match='"1"')
    assert late["version"] == 2
    assert "Somebody else recorded" in late["message"]
    table.service.run("act", table.match, "Ann flip")
    assert table.act("Bob call", 409, if_match='W/"2"')["version"] == 3
    table.act("Bob call", if_match="3")
    assert (
        table.act("Ann bid 3SK", 422, if_match="soon")["message"]
        == 'If-Match is the version that you know, such as "12".'
    )
    assert len(table.steps) == 3


def test_the_version_of_what_was_read_fits_what_is_sent(table: Table) -> None:
    tag = table.scribe.get(table.path).headers["etag"]
    table.act("Bob flip", if_match=tag)


def test_the_same_request_again_is_answered_the_same_and_recorded_once(table: Table) -> None:
    once = table.act("Bob flip", idempotency_key="k1", if_match='"1"')
    table.act("Ann flip; Bob call")
    assert table.act("Bob flip", idempotency_key="k1", if_match='"1"') == once
    table.post("undo", {"reason": "wrong", "to": 0}, idempotency_key="k2")
    back = table.post("undo", {"reason": "wrong", "to": 0}, idempotency_key="k2")
    assert (back["steps"], back["taken_back"]) == (0, [1, 2, 3])
    assert table.act("Bob flip", idempotency_key="k1", if_match='"1"') == once
    assert len(table.service.lines("history", table.match)) == 5


def test_a_key_belongs_to_one_request_of_one_match(table: Table) -> None:
    other = Table(table.service)
    table.act("Bob flip", idempotency_key="k")
    assert other.act("Bob flip", idempotency_key="k")["match"] == other.match
    assert "with another request" in table.act("Ann flip", 422, idempotency_key="k")["message"]
    assert "with another request" in table.post("undo", {"reason": "x"}, 422, idempotency_key="k")["message"]
    assert len(table.steps) == 1
    assert "Idempotency-Key is" in table.act("Ann flip", 422, idempotency_key="x" * 201)["message"]


def test_a_key_belongs_to_whoever_sent_it(table: Table) -> None:
    other = table.service.client(table.service.token("scribe", match=table.match))
    table.act("Bob flip", idempotency_key="k")
    first, note = {}, {"text": "a remark"}
    for who in (table.scribe, other):
        first[who] = table.post("notes", note, who=who, idempotency_key="n")
    assert len({told["version"] for told in first.values()}) == 2
    assert len(table.service.lines("history", table.match)) == 4
    for who, told in first.items():
        assert table.post("notes", note, who=who, idempotency_key="n") == told
    late = table.post("actions", {"line": "Bob flip"}, 409, who=other, idempotency_key="k", if_match='"1"')
    assert late["version"] == 4


def test_a_key_is_known_by_whichever_token_of_a_browser_it_was_sent(table: Table, service: Service) -> None:
    scribe, director = service.token("scribe", match=table.match), service.token("director")
    browser = service.browser(scribe)
    first = table.post("actions", {"line": "Bob flip"}, who=browser, idempotency_key="k")
    assert browser.post("/api/session", json={"token": director}).status_code == 201
    again = table.post("actions", {"line": "Bob flip"}, who=browser, idempotency_key="k")
    assert again["version"] == first["version"]
    assert len(table.steps) == 1


def test_keys_that_an_older_program_kept_are_nobodys(table: Table) -> None:
    with table.service.recorder.store.cursor(writing=True) as c:
        table.service.recorder.store.ensure_table(c, "requests")
        name = sha256(b"k").hexdigest()[:32]
        c.execute("INSERT INTO requests VALUES (?,?,?,?)", (name, UUID(table.match).hex, 1, "of another request"))
    table.act("Bob flip", idempotency_key="k")
    assert len(table.steps) == 1


def test_an_entry_that_names_no_version_is_taken_as_it_comes(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody records between the moment when the match was loaded and that in which the entry comes to the store."""
    table.act("Bob flip; Ann flip")
    recorder, run = table.service.recorder, table.service.run
    plain = recorder.record

    def late(*matches: Any, **more: Any) -> Any:
        monkeypatch.setattr(recorder, "record", plain)
        run("note", table.match, "2", "a word between", "--public")
        return plain(*matches, **more)

    monkeypatch.setattr(recorder, "record", late)
    assert table.act("Bob call", idempotency_key="k")["version"] == 5
    monkeypatch.setattr(recorder, "record", late)
    told = table.act("Ann bid 3SK", 409, idempotency_key="l", if_match='"5"')
    assert (told["version"], "Somebody else recorded" in told["message"]) == (6, True)


def test_a_key_is_known_after_the_service_was_started_anew(table: Table) -> None:
    once = table.act("Bob flip", idempotency_key="k")
    table.service.stop()
    table.service.start()
    again = table.service.client(table.scribe.headers["authorization"][7:])
    assert table.post("actions", {"line": "Bob flip"}, who=again, idempotency_key="k") == once
    assert len(table.steps) == 1


def test_a_refused_request_leaves_its_key_free(table: Table) -> None:
    table.act("Ann jump", 422, idempotency_key="k")
    table.act("Bob flip", idempotency_key="k")


def test_steps_are_taken_back_and_stay_readable(table: Table) -> None:
    table.act("Bob flip; Ann flip")
    assert table.post("undo", {"reason": " "}, 422)["message"] == "A reason needs some words."
    done = table.post("undo", {"reason": "too soon"})
    assert (done["steps"], done["taken_back"], done["version"]) == (1, [2], 4)
    assert [one["superseded"] for one in table.steps] == [False, True]
    assert table.steps[1]["taken_back"]["reason"] == "too soon"


def test_a_correction_is_looked_at_first_and_then_recorded(table: Table) -> None:
    table.act("Bob flip; Ann flip; Bob call; Ann bid 3SK")
    body = {"step": 4, "lines": ["Ann bid 8MS"], "reason": "a wrong card"}
    seen = table.post("amend", body | {"preview": True}, 200)
    assert seen["version"] == 5
    command = table.service.json("amend", table.match, "4", "Ann bid 8MS", "--preview")
    assert {key: seen[key] for key in command if key != "status"} == {
        key: value for key, value in command.items() if key != "status"
    }
    assert len(table.service.lines("history", table.match)) == 5
    done = table.post("amend", body, idempotency_key="a")
    assert done["version"] == 6
    assert table.post("amend", body, idempotency_key="a") == done
    assert [one["action"] for one in table.steps if not one["superseded"]][-1]["card"] == "8MS"
    wrong = table.post("amend", {"step": 4, "lines": ["Ann bid 2SY"], "reason": "x"}, 422)
    assert wrong["message"]
    assert "Nothing is changed" in table.post("amend", body, 422)["message"]


def test_what_follows_a_correction_is_told_and_told_again(service: Service, tmp_path: Path) -> None:
    file = tmp_path / "flips.txt"
    stacks = '[["NS","8MS","5SV","2SY"],["TSLK","9MS","6SY","3SK"],["PSVK","PMSL","7SK","4MS"]]'
    head = f'ludograph: 1\ngame: sun-bid\nplayers: ["Ann", "Bob", "Cleo"]\ndeal: {{"stacks": {stacks}}}\n'
    file.write_text(f"{head}\nAnn flip > 8YK\nBob flip > 9VY\nCleo flip > 7VY\n")
    service.run("import", file)
    (match,) = service.lines("matches")
    scribe = service.client(service.token("scribe", match=match["match"]))
    body = {"step": 2, "how": "remove", "reason": "entered twice"}
    path = f"/api/matches/{match['match']}/amend"
    follows = [{"step": 2, "was": "Cleo flip > 7VY", "now": "Bob flip > 7VY"}]
    assert of(scribe.post(path, json=body | {"preview": True}))["followed"] == follows
    key = {"Idempotency-Key": "a"}
    for _ in range(2):
        assert of(scribe.post(path, json=body, headers=key), 201)["followed"] == follows


def test_remarks_are_the_judges_unless_they_are_for_all(table: Table) -> None:
    player = table.service.client(table.service.token("player", match=table.match, observer="Ann"))
    table.act("Bob flip")
    table.post("notes", {"text": "he hesitated"})
    table.post("notes", {"text": "what a card", "public": True}, who=player)
    (step,) = of(table.service.client().get(f"{table.path}/log"))
    assert step["note"] == "what a card"
    (step,) = table.steps
    assert step["note"] == "he hesitated\nwhat a card"


def test_a_result_is_confirmed_ruled_on_and_a_match_abandoned(table: Table, service: Service) -> None:
    service.run("simulate", "sun-bid", "-n", "1", "--seats", "2", "--seed", "1", "--players", "Ann,Bob")
    over = next(one["match"] for one in service.lines("matches") if one["over"])
    path = f"/api/matches/{over}"
    ann = service.client(service.token("player", match=over, observer="Ann"))
    scribe = service.client(service.token("scribe", match=over))
    director = service.client(service.token("director"))
    assert of(ann.post(f"{path}/confirmations", json={}), 201)["confirmed"] == ["Ann"]
    assert "Only a scribe" in told(ann.post(f"{path}/confirmations", json={"as": "Bob"}), 403)
    assert of(scribe.post(f"{path}/confirmations", json={"as": "Bob"}), 201)["confirmed"] == ["Ann", "Bob"]
    assert "Only a director" in told(scribe.post(f"{path}/confirmations", json={"as": "judge"}), 403)
    assert of(director.post(f"{path}/confirmations", json={}), 201)["confirmed"] == ["Ann", "Bob", "judge"]
    ruling = {"text": "Late to the table", "by": "Dora", "adjust": {"Bob": -3}}
    assert "Only a director" in told(scribe.post(f"{path}/rulings", json=ruling), 403)
    assert of(director.post(f"{path}/rulings", json=ruling), 201)["adjust"] == {"Bob": -3}
    assert of(ann.get(f"{path}/result")) == service.json("result", over, "--as", "Ann")
    assert service.json("result", over)["confirmed"] == []
    assert of(director.post(f"{table.path}/abandon", json={"reason": "rain"}), 201)["status"] == "abandoned"
    assert "abandoned" in table.act("Bob flip", 422)["message"]
    assert of(director.post(f"{table.path}/reopen", json={"reason": "sun"}), 201)["status"] == "running"
    table.act("Bob flip")


def test_agreement_is_taken_back_and_a_ruling_previewed_and_withdrawn(table: Table, service: Service) -> None:
    service.run("simulate", "sun-bid", "-n", "1", "--seats", "2", "--seed", "1", "--players", "Ann,Bob")
    over = next(one["match"] for one in service.lines("matches") if one["over"])
    path = f"/api/matches/{over}"
    ann, bob = (service.client(service.token("player", match=over, observer=name)) for name in ("Ann", "Bob"))
    scribe = service.client(service.token("scribe", match=over))
    director = service.client(service.token("director"))
    before = service.json("result", over)["final"]
    assert of(ann.post(f"{path}/confirmations", json={}), 201)["final"] == before
    back = {"withdraw": True, "reason": "She misread it."}
    assert "Only a scribe" in told(bob.post(f"{path}/confirmations", json={"as": "Ann", **back}), 403)
    assert "nothing to withdraw" in told(bob.post(f"{path}/confirmations", json=back), 422)
    assert of(ann.post(f"{path}/confirmations", json=back), 201)["confirmed"] == []
    assert of(scribe.post(f"{path}/confirmations", json={"as": "Ann"}), 201)["confirmed"] == ["Ann"]
    assert of(scribe.post(f"{path}/confirmations", json={"as": "Ann", **back}), 201)["confirmed"] == []
    assert "misread" not in ann.get(f"{path}/log").text

    of(ann.post(f"{path}/confirmations", json={}), 201)
    ruling = {"text": "Marked cards", "private": True, "by": "Dora", "adjust": {"Bob": "=77", "Ann": "-5"}}
    seen = of(director.post(f"{path}/rulings", json=ruling | {"preview": True}))
    assert "Only a director" in told(scribe.post(f"{path}/rulings", json=ruling | {"preview": True}), 403)
    assert (seen["void"], seen["result"]["now"]["scores"]["Bob"]) == (["Ann"], 77)
    assert service.json("result", over)["rulings"] == []
    wrong = told(director.post(f"{path}/rulings", json=ruling | {"adjust": {"Bob": "14"}}), 422)
    assert "+3 gives points, -5 takes some, and =14" in wrong
    number = of(director.post(f"{path}/rulings", json=ruling), 201)["number"]
    assert service.json("result", over)["final"] == seen["result"]["now"]
    gone = {"withdraw": number, "reason": "No proof", "by": "Dora"}
    assert "Only a director" in told(scribe.post(f"{path}/rulings", json=gone), 403)
    assert of(director.post(f"{path}/rulings", json=gone | {"preview": True}))["result"]["now"] == before
    assert of(director.post(f"{path}/rulings", json=gone), 201)["withdrawn"]["reason"] == "No proof"
    assert service.json("result", over)["final"] == before
    for client in (ann, scribe):
        for place in ("result", "log"):
            found = client.get(f"{path}/{place}").text
            assert not any(word in found for word in ("Marked", "No proof", "Dora")), place


def test_too_much_entered_with_one_token_is_refused_and_others_go_on(tmp_path: Path) -> None:
    from ludograph.replay.service.http.settings import Settings

    with running(tmp_path / "store.sqlite", Settings(entries=3)) as service:
        table, other = Table(service), Table(service)
        for _ in range(3):
            table.post("notes", {"text": "x"})
        assert "wait a minute" in table.post("notes", {"text": "x"}, 429)["message"]
        other.post("notes", {"text": "x"})


def test_too_many_previews_and_drafts_are_refused_too(tmp_path: Path) -> None:
    from ludograph.replay.service.http.settings import Settings

    with running(tmp_path / "store.sqlite", Settings(entries=3)) as service:
        table = Table(service)
        change = {"step": 1, "how": "insert", "lines": ["Bob flip > 1MS"], "preview": True}
        for what, body in (("amend", change), ("drafts", {"seat": "Bob", "do": "flip"})) * 2:
            last = table.scribe.post(f"{table.path}/{what}", json=body).status_code
        assert last == 429
        table.act("Bob flip")


def test_keys_without_number_cost_nothing_but_their_rows(table: Table) -> None:
    """Whatever a sender writes into a key, as much of it is kept as tells it from others."""
    for key in (str(uuid4()), "!" * 200, "'; DROP TABLE requests; --".replace(" ", "_")):
        note = {"text": "x"}
        first = table.post("notes", note, idempotency_key=key)
        assert table.post("notes", note, idempotency_key=key) == first


def test_a_line_with_real_cards_is_as_short_as_in_play(service: Service) -> None:
    match = service.new("conundruze", "Ann", "Bob", seed=None, more=("--deal", '{"caster": "Bob"}'))
    scribe = service.client(service.token("scribe", match=match))
    path = f"/api/matches/{match}/actions"
    for line, done in (("bo 11 12 9v 2s", "flip"), ("1 41 32 3f 5w", "flip"), ("9w", "draw"), ("41 3s", "place")):
        assert of(scribe.post(path, json={"line": line}), 201)["action"]["do"] == done
    asked = told(scribe.post(path, json={"line": "3s"}), 422)
    assert asked == "This may be meant as draw or take: write that word before it."
    refused = told(scribe.post(path, json={"line": "9v; 11; 12"}), 422)
    assert refused.startswith("Nothing of this line is recorded: its part 3, `12`, cannot be.")
    assert len(service.lines("log", match)) == 4
