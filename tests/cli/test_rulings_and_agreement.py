"""What a ruling comes to, and what players agreed to: told first, void when the result is another, and withdrawn."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Ludograph
from tests.stores import reseal

DESK = ("--by", "Desk")


@pytest.fixture
def agreed(ludograph: Ludograph, over: str) -> str:
    """A match that is over, to whose result both players agreed."""
    for who in ("Ann", "Bob"):
        ludograph("confirm", over, "--as", who)
    return over


def flat(text: str) -> str:
    return " ".join(text.split())


def ruled_on(ludograph: Ludograph, match: str, *effects: str) -> None:
    ludograph("rule", match, "So.", *effects, *DESK)


@pytest.mark.parametrize("effects", [("--adjust", "Ann=+3"), ("--forfeit", "Bob")])
def test_a_ruling_that_changes_the_result_makes_void_what_was_agreed_to_before_it(
    ludograph: Ludograph, agreed: str, effects: tuple[str, ...]
) -> None:
    ruled_on(ludograph, agreed, *effects)
    event = ludograph.json("result", agreed)["rulings"][0]["event"]
    result = ludograph.json("result", agreed)
    assert result["confirmed"] == []
    assert [(one["name"], one["void_by"]) for one in result["confirmations_void"]] == [("Ann", event), ("Bob", event)]
    said = flat(ludograph("result", agreed))
    assert "Void, for a ruling made the result another since: what Ann and Bob agreed to." in said
    assert "Agreed to this result" not in said
    (listed,) = ludograph.lines("matches")
    assert listed["confirmed"] == []
    told = {line["event"]: line for line in ludograph.lines("history", agreed)}
    void = [one["event"] for one in result["confirmations_void"]]
    assert [told[at]["ended_by"] for at in void] == [event, event]
    assert flat(ludograph("history", agreed)).count(f"agreed to the result. (made void by event {event})") == 2
    assert flat(ludograph("log", agreed)).count("agreed to the result. (made void)") == 2
    page = ludograph.folder / "page.html"
    ludograph("render", agreed, "-o", page)
    assert "agreed to the result" not in page.read_text()
    assert rows(ludograph, "SELECT void, void_by FROM confirmations") == [{"void": True, "void_by": event}] * 2
    assert ludograph.json("confirm", agreed, "--as", "Ann")["confirmed"] == ["Ann"]
    assert rows(ludograph, "SELECT seat FROM confirmations WHERE NOT void") == [{"seat": 1}]
    assert "what Bob agreed to" in flat(ludograph("result", agreed))
    assert "ok" in ludograph("verify", agreed)


def test_what_was_brought_back_before_a_ruling_is_made_void_by_the_ruling(ludograph: Ludograph, agreed: str) -> None:
    ludograph("undo", agreed, "--reason", "a slip")
    ludograph("redo", agreed)
    assert "void" not in ludograph("history", agreed)
    ruled_on(ludograph, agreed, "--adjust", "Ann=+3")
    result = ludograph.json("result", agreed)
    event = result["rulings"][0]["event"]
    assert [one["void_by"] for one in result["confirmations_void"]] == [event, event]
    assert "Void, for a ruling made the result another since: what Ann and Bob agreed to." in flat(
        ludograph("result", agreed)
    )
    assert flat(ludograph("history", agreed)).count(f"(made void by event {event})") == 2


def test_a_ruling_without_effect_leaves_agreement_as_it_is(ludograph: Ludograph, agreed: str) -> None:
    said = ludograph("rule", agreed, "A warning.", "--step", "3", *DESK)
    assert said.splitlines()[0] == "The result stays as it is."
    ludograph("rule", agreed, "--withdraw", "1", "--reason", "Too strict.", *DESK)
    assert ludograph.json("result", agreed)["confirmed"] == ["Ann", "Bob"]
    assert rows(ludograph, "SELECT void FROM confirmations") == [{"void": False}] * 2


def test_agreement_is_asked_for_with_the_final_scores_and_can_be_taken_back(ludograph: Ludograph, over: str) -> None:
    ruled_on(ludograph, over, "--adjust", "Bob==77")
    said = ludograph("confirm", over, "--as", "Bob").splitlines()
    assert said[0].startswith("Final scores: 1. Bob 77 (winner), 2. Ann ")
    ludograph("confirm", over, "--as", "Ann")
    taken = ludograph.json("confirm", over, "--as", "Bob", "--withdraw", "--reason", "He misread it.")
    assert (taken["confirmed"], taken["final"]["scores"]["Bob"]) == (["Ann"], 77)
    result = ludograph.json("result", over)
    assert [(one["name"], one["void_by"]) for one in result["confirmations_void"]] == [("Bob", taken["event"])]
    assert "Agreed, and withdrew that: Bob." in ludograph("result", over)
    assert rows(ludograph, "SELECT seat, void, void_by FROM confirmations ORDER BY seat") == [
        {"seat": 1, "void": False, "void_by": None},
        {"seat": 2, "void": True, "void_by": taken["event"]},
    ]
    for observer in ("table", "Ann", "Bob"):
        for command in ("history", "log", "result"):
            assert "misread" not in ludograph(command, over, "--as", observer), (command, observer)
    assert "misread" in ludograph("history", over, "--as", "judge")
    assert "nothing to withdraw" in ludograph.refused("confirm", over, "--as", "Bob", "--withdraw")
    assert "nothing to withdraw" in ludograph.refused("confirm", over, "--as", "judge", "--withdraw")
    ludograph.refused("confirm", over, "--as", "Ann", "--reason", "x", code=2)
    assert ludograph.json("confirm", over, "--as", "Bob")["confirmed"] == ["Ann", "Bob"]
    assert "withdrew" not in ludograph("result", over)
    ludograph("confirm", over, "--as", "Ann", "--withdraw", "--reason", "Seen by all.", "--public")
    assert "Seen by all." in ludograph("history", over, "--as", "Bob")
    assert "ok" in ludograph("verify", over)


def test_a_ruling_says_what_it_will_come_to_and_a_preview_records_nothing(ludograph: Ludograph, agreed: str) -> None:
    result = ludograph.json("result", agreed)
    (winner,), scores = result["winners"], result["scores"]
    (other,) = set(scores) - {winner}
    wanted, before = ("rule", agreed, "Late.", "--adjust", f"{other}=={scores[winner] + 5}", *DESK), ludograph("verify")
    said = ludograph(*wanted, "--preview").splitlines()
    assert f"{other} {scores[other]} -> {scores[winner] + 5}, place 2 -> 1." in said
    assert f"{winner} {scores[winner]}, place 1 -> 2." in said
    assert f"Won by {other}, was won by {winner}." in said
    assert said[-2:] == ["What Ann and Bob agreed to is void then.", "Nothing was recorded: this is a preview."]
    found = ludograph.json(*wanted, "--preview")
    assert (found["status"], found["void"]) == ("preview", ["Ann", "Bob"])
    assert found["result"]["was"] == result["final"]
    assert ludograph("verify") == before
    recorded = ludograph(*wanted)
    assert recorded.splitlines()[: len(said) - 1] == said[:-1]
    assert ludograph.json("result", agreed)["final"] == found["result"]["now"]


@pytest.mark.parametrize(
    ("said", "points"), [("+14", 14), ("-5", -5), ("=14", None), ("= 14", None), ("=-3", None), ("=0", None)]
)
def test_points_are_a_change_or_a_total(ludograph: Ludograph, over: str, said: str, points: int | None) -> None:
    score = ludograph.json("result", over)["scores"]["Bob"]
    given = ludograph.json("rule", over, "So.", "--adjust", f"bob={said}", *DESK)["adjust"]["Bob"]
    total = int(said.strip("= "))
    assert given == (total - score if points is None else points)
    assert ludograph.json("result", over)["final"]["scores"]["Bob"] == score + given


@pytest.mark.parametrize("said", ["14", " 14 ", "+", "=", "=x", "+0", "+-3", "3+"])
def test_what_could_be_either_is_refused_with_the_three_ways(ludograph: Ludograph, over: str, said: str) -> None:
    before = ludograph("verify")
    told = flat(ludograph.refused("rule", over, "So.", "--adjust", f"Bob={said}", *DESK))
    assert "+3 gives points, -5 takes some, and =14 says what the final score is to be" in told or "PLAYER=±N" in told
    assert ludograph("verify") == before


def test_a_total_needs_a_score_and_is_the_change_that_it_comes_to_then(ludograph: Ludograph, recorded: str) -> None:
    assert "no score that is known" in ludograph.refused("rule", recorded, "So.", "--adjust", "Bob==14", *DESK)


def test_a_total_that_stands_already_is_told(ludograph: Ludograph, over: str) -> None:
    score = ludograph.json("result", over)["scores"]["Bob"]
    told = ludograph.refused("rule", over, "So.", "--adjust", f"Bob=={score}", *DESK)
    assert f"Bob has a final score of {score} already." in told


def test_a_ruling_is_withdrawn_and_the_result_is_as_before(ludograph: Ludograph, over: str) -> None:
    before = ludograph.json("result", over)
    ruled_on(ludograph, over, "--adjust", "Ann=-50")
    ruled_on(ludograph, over, "--forfeit", "Ann")
    ludograph("confirm", over, "--as", "Bob")
    said = ludograph("rule", over, "--withdraw", "1", "--reason", "It was Bob.", *DESK)
    assert f"Ann {before['scores']['Ann'] - 50} -> {before['scores']['Ann']}." in said
    assert "What Bob agreed to is void then." in said
    assert "Withdrawn: ruling 1 holds no more. Reason: It was Bob. (entered by Desk)" in flat(said)
    gone = ludograph.json("rule", over, "--withdraw", "2", "--reason", "It was Bob.", *DESK)
    assert (gone["number"], gone["forfeit"], gone["withdrawn"]["reason"]) == (2, ["Ann"], "It was Bob.")
    after = ludograph.json("result", over)
    assert (after["final"], after["rulings"], after["confirmed"]) == (before["final"], [], [])
    assert [(one["number"], one["adjust"]) for one in after["rulings_withdrawn"]] == [(1, {"Ann": -50}), (2, {})]
    assert after["ending"] == before["ending"]
    (listed,) = ludograph.lines("matches")
    assert listed["final"] == before["final"]
    assert rows(ludograph, "SELECT number, withdrawn_by - version AS later FROM rulings ORDER BY number") == [
        {"number": 1, "later": 3},
        {"number": 2, "later": 3},
    ]
    assert rows(ludograph, "SELECT ruling, reason FROM withdrawals ORDER BY ruling") == [
        {"ruling": 1, "reason": "It was Bob."},
        {"ruling": 2, "reason": "It was Bob."},
    ]
    assert rows(ludograph, "SELECT count(*) AS n FROM results WHERE final_score <> score") == [{"n": 0}]
    page = ludograph.folder / "page.html"
    ludograph("render", over, "-o", page)
    assert "Ann -50" not in page.read_text()
    assert "Withdrawn: ruling 1 holds no more." in page.read_text()
    as_of = ludograph.json("result", over, "--as-of", str(after["rulings_withdrawn"][0]["event"]))
    assert as_of["final"]["scores"]["Ann"] == before["scores"]["Ann"] - 50
    assert "withdrawn already" in ludograph.refused("rule", over, "--withdraw", "1", "--reason", "x", *DESK)
    told = ludograph.refused("rule", over, "--withdraw", "9", "--reason", "x", *DESK)
    assert "There is no ruling 9 on this match; those that hold: none." in told
    assert "ok" in ludograph("verify", over)


def test_what_does_not_go_with_a_withdrawal_is_a_usage_error(ludograph: Ludograph, over: str) -> None:
    ludograph.refused("rule", over, "--withdraw", "1", *DESK, code=2)
    ludograph.refused("rule", over, "Words.", "--withdraw", "1", "--reason", "x", *DESK, code=2)
    ludograph.refused("rule", over, "Words.", "--reason", "x", *DESK, code=2)
    ludograph.refused("rule", over, *DESK, code=2)


def test_what_a_private_ruling_said_stays_the_judges_when_it_is_withdrawn(ludograph: Ludograph, over: str) -> None:
    words = ("Marked cards", "SB-2.1", "Mallory", "No proof")
    ludograph("rule", over, words[0], "--cites", words[1], "--private", "--adjust", "Bob=-9", "--by", words[2])
    ludograph("rule", over, "--withdraw", "1", "--reason", words[3], "--by", words[2])
    for command in ("result", "log", "history"):
        for form in ((), ("--json",)):
            for observer in ("table", "Ann", "Bob"):
                said = ludograph(command, over, "--as", observer, *form)
                assert not any(word in said for word in words), (command, form, observer)
    judge = ludograph.json("result", over, "--as", "judge")["rulings_withdrawn"][0]
    assert (judge["text"], judge["withdrawn"]["reason"]) == (words[0], words[3])
    page = ludograph.folder / "page.html"
    ludograph("render", over, "--as", "Bob", "-o", page)
    assert not any(word in page.read_text() for word in words if word != words[1])
    for table in ("rulings", "withdrawals"):
        found = json.dumps(rows(ludograph, f"SELECT * EXCLUDE (match, recorded_at) FROM {table}", "--as", "Bob"))
        assert not any(word in found for word in words), table
    assert rows(ludograph, "SELECT reason FROM withdrawals", "--as", "judge") == [{"reason": "No proof"}]


def test_a_forfeit_on_a_match_that_goes_on_says_when_it_counts(ludograph: Ludograph, recorded: str) -> None:
    said = flat(ludograph("rule", recorded, "Left.", "--forfeit", "Bob", *DESK))
    assert "counts once the match has been played to its end." in said
    assert "`ludograph abandon` ends it, and at a table of a tournament `ludograph tournament result` enters" in said
    assert "counts once the match has been played to its end." in flat(ludograph("result", recorded))
    assert ludograph.json("result", recorded)["final"]["winners"] == []
    assert ludograph("rule", recorded, "A note.", *DESK).startswith("Ruling: A note.")


@pytest.mark.parametrize(
    ("kind", "change", "told"),
    [
        ("ruling-withdrawn", {"number": 7}, "withdraws ruling 7, which did not hold"),
        ("confirmation-withdrawn", {"seat": 1}, "who did not agree"),
    ],
)
def test_verify_finds_a_withdrawal_that_was_made_up(
    ludograph: Ludograph, over: str, kind: str, change: dict[str, Any], told: str
) -> None:
    ludograph("confirm", over, "--as", "Bob")
    ludograph("confirm", over, "--as", "Bob", "--withdraw")
    ruled_on(ludograph, over, "--adjust", "Ann=+1")
    ludograph("rule", over, "--withdraw", "1", "--reason", "x", *DESK)
    events = {line["kind"]: line["event"] for line in ludograph.lines("history", over)}

    def changed(state: dict[str, Any]) -> None:
        state.update(change if state["version"] == events[kind] else {})

    reseal(ludograph.store, changed)
    result = ludograph.run("verify", over, "--json")
    assert result.exit_code == 1
    assert told in result.stdout


def test_an_abandoned_match_takes_no_withdrawal(ludograph: Ludograph, recorded: str) -> None:
    ludograph("rule", recorded, "Slow.", "--adjust", "Bob=-1", *DESK)
    ludograph("abandon", recorded, "--reason", "no time")
    assert "was abandoned" in ludograph.refused("rule", recorded, "--withdraw", "1", "--reason", "x", *DESK)


def test_a_ruling_that_was_taken_over_is_withdrawn_by_the_next_merge(ludograph: Ludograph, over: str) -> None:
    desk = beside(ludograph, "desk")
    ludograph("rule", over, "Late.", "--adjust", "Bob=-2", *DESK)
    desk("note", over, "0", "A remark.")
    desk("merge", ludograph.store, "--keep", "theirs", "--reason", "the table knows")
    assert desk.json("result", over)["rulings"][0]["adjust"] == {"Bob": -2}
    ludograph("rule", over, "--withdraw", "1", "--reason", "It was Ann.", *DESK)
    desk("merge", ludograph.store, "--keep", "theirs", "--reason", "the table knows")
    assert desk.json("result", over)["rulings"] == []
    assert "ok" in desk("verify", over)


def test_a_ruling_tells_the_standings_and_slips_tell_which_agreement_holds(cup: Callable[[], Ludograph]) -> None:
    ludograph = cup()
    result = ludograph.json("result", "WC-1-1")
    (winner,), (other,) = result["winners"], [name for name in result["scores"] if name not in result["winners"]]
    for who in (winner, other):
        ludograph("confirm", "WC-1-1", "--as", who)
    slips = flat(ludograph("tournament", "sheet", "WC", "--round", "1"))
    assert "Agreed to this result: Ann and Ben." in slips
    wanted = ("rule", "WC-1-1", "Left.", "--forfeit", winner, *DESK)
    said = ludograph(*wanted, "--preview")
    assert f"In World Cup: {other}, place 2 -> 1, points 0 -> 1." in said
    moved = {one["player"]: one["place"] for one in ludograph.json(*wanted, "--preview")["standings"]}
    assert moved == {winner: {"was": 1, "now": 2}, other: {"was": 2, "now": 1}}
    ludograph(*wanted)
    slips = flat(ludograph("tournament", "sheet", "WC", "--round", "1"))
    assert "Agreed to this result" not in slips
    assert "Void, for a ruling made the result another since: what Ann and Ben agreed to." in slips
    assert ludograph.lines("tournament", "standings", "WC")[0]["player"] == other
    ludograph("rule", "WC-1-1", "--withdraw", "1", "--reason", "Came back.", *DESK)
    assert ludograph.lines("tournament", "standings", "WC")[0]["player"] == winner


def test_the_table_keeps_the_id_of_a_match_that_is_abandoned_and_goes_on(cup: Callable[..., Ludograph]) -> None:
    ludograph = cup(played=False)
    said = flat(ludograph("abandon", "WC-1-1", "--reason", "rain"))
    assert "reopen WC-1-1 --reason" in said
    assert "abandoned WC-1-1 Ann, Ben" in flat(ludograph("tournament", "show", "WC"))
    (table,) = ludograph.json("tournament", "show", "WC")["rounds"][0]["tables"]
    assert (table["state"], table["match"]) == ("seated", None)
    assert table["abandoned"] == ludograph.lines("matches")[0]["match"]
    assert "play WC-1-1` records it" in flat(ludograph("reopen", "WC-1-1", "--reason", "sun"))
    (table,) = ludograph.json("tournament", "show", "WC")["rounds"][0]["tables"]
    assert (table["state"], "abandoned" in table) == ("running", False)
    assert "being played WC-1-1 Ann, Ben" in flat(ludograph("tournament", "show", "WC"))
    told = ludograph.refused("tournament", "result", "WC", "1", "1", "Ann=1", "Ben=2")
    assert "being recorded as match WC-1-1: finish it, or `ludograph abandon WC-1-1 --reason ...` first" in flat(told)


@pytest.fixture
def cup(ludograph: Ludograph) -> Callable[..., Ludograph]:
    """A tournament of two, at whose one table a match goes on, or was played to its end."""

    def made(*, played: bool = True) -> Ludograph:
        ludograph("tournament", "new", "World Cup", "--id", "WC", "--scoring", "wins")
        ludograph("tournament", "enter", "WC", "Ann", "Ben")
        seats = ludograph.file("seats.csv", "round,table,player", "1,1,Ann", "1,1,Ben")
        ludograph(
            "tournament", "seat", "WC", "--game", "sun-bid", "--size", "2", "--method", "file", "--file", str(seats)
        )
        ludograph("tournament", "start", "WC", "1", "--seed", "5")
        if played:
            finish(ludograph, "WC-1-1")
        return ludograph

    return made


def finish(ludograph: Ludograph, name: str) -> None:
    from random import Random

    from ludograph.domain.bots.moves import Bots
    from ludograph.domain.match.final_result import status_of
    from ludograph.domain.store.recorder import Recorder, match_id_of

    with Recorder(ludograph.store) as recorder:
        match = recorder.load(match_id_of(name))
        bots = Bots(match.game, len(match.players), Random(3))
        while status_of(match) == "running" and (move := bots.move(match.state, len(match.steps))) is not None:
            match = match.play(*move, recorder.stamp())
        recorder.record(match)


def beside(ludograph: Ludograph, name: str) -> Ludograph:
    """Another desk, which has taken all matches of this one."""
    folder: Path = ludograph.folder / name
    folder.mkdir()
    desk = Ludograph(folder)
    desk("merge", ludograph.store)
    return desk


def rows(ludograph: Ludograph, sql: str, *more: str) -> list[Any]:
    """What the archive answers."""
    return [json.loads(line) for line in ludograph("query", sql, "--json", *more).splitlines()]


def test_a_match_does_not_go_on_beside_a_result_that_was_entered_in_its_place(
    cup: Callable[..., Ludograph],
) -> None:
    ludograph = cup(played=False)
    ludograph("abandon", "WC-1-1", "--reason", "rain")
    ludograph("tournament", "result", "WC", "1", "1", "Ann=1", "Ben=2")
    told = flat(ludograph.refused("reopen", "WC-1-1", "--reason", "sun"))
    assert "The result of table 1 of round 1 was entered and counts" in told
    assert "`ludograph tournament undo WC --reason ...` takes decisions back" in told
    ludograph("tournament", "undo", "WC", "--reason", "a slip")
    assert "play WC-1-1` records it" in flat(ludograph("reopen", "WC-1-1", "--reason", "sun"))
