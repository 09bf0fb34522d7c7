"""`rule`: rulings and what they do to the final result."""

from json import loads
from random import Random
from typing import Any

import pytest

from tests.cli.conftest import Ludograph
from tests.places import of_file
from tests.stores import asked, reseal, run_sql

DESK = ("--by", "Desk")


def test_points_and_forfeits_change_the_final_result_and_not_the_scores(ludograph: Ludograph, over: str) -> None:
    before = ludograph.json("result", over)
    (first, second), scores = before["scores"], before["scores"]
    assert before["final"]["scores"] == scores
    assert before["final"]["winners"] == before["winners"]
    less = scores[first] - scores[second] + 1
    ludograph("rule", over, "Late.", "--adjust", f"{first}={-less:+}", "--adjust", f"{second}=+2", *DESK)
    after = ludograph.json("result", over)
    assert (after["scores"], after["winners"]) == (scores, before["winners"])
    assert after["final"]["scores"] == {first: scores[first] - less, second: scores[second] + 2}
    assert (after["final"]["winners"], after["final"]["places"]) == ([second], {first: 2, second: 1})
    ludograph("rule", over, "Left.", "--forfeit", second, *DESK)
    assert ludograph.json("result", over)["final"]["places"] == {first: 1, second: 2}
    assert ludograph.lines("matches")[0]["final"] == ludograph.json("result", over)["final"]
    ludograph("rule", over, "Both.", "--forfeit", first, *DESK)
    assert ludograph.json("result", over)["final"]["winners"] == []
    said = ludograph("result", over)
    assert f"Ruling: Left. [{second} forfeited the match] (entered by Desk)" in said
    assert (
        f"Nobody wins: {first} and {second} forfeited the match.\nWithout the rulings: {before['winners'][0]} wins"
        in said
    )
    assert [line.split()[-1] for line in said.splitlines()[1:3]] == ["forfeited", "forfeited"]
    assert "ok" in ludograph("verify", over)


def test_the_ranking_and_its_reason_are_those_after_the_rulings(ludograph: Ludograph, over: str) -> None:
    before = ludograph.json("result", over)
    (winner,), scores = before["winners"], before["scores"]
    (other,) = set(scores) - {winner}
    assert before["ending"]["reason"] == f"{winner} wins with {scores[winner]} points against {scores[other]}."
    assert before["ending"]["without_rulings"] is None
    ludograph("rule", over, "Late.", "--adjust", f"{other}=+2", *DESK)
    ludograph("rule", over, "Left.", "--forfeit", winner, *DESK)
    ending = ludograph.json("result", over)["ending"]
    assert [(rank["player"], rank["place"], rank["won"], rank["forfeited"]) for rank in ending["ranking"]] == [
        (other, 1, True, False),
        (winner, 2, False, True),
    ]
    assert ending["ranking"][0]["sum"]["rulings"] == 2
    assert sum(ending["ranking"][0]["sum"].values()) == ending["ranking"][0]["score"] == scores[other] + 2
    against = f"{other} wins with {scores[other] + 2} points against {scores[winner]}"
    assert ending["reason"] == f"{against}: {winner} forfeited the match."
    assert ending["without_rulings"] == before["ending"]["reason"]
    said = ludograph("result", over).splitlines()
    assert said[1].split() == ["1", other, str(scores[other] + 2), "winner"]
    assert said[2].split() == ["2", winner, str(scores[winner]), "forfeited"]
    assert said[3:5] == [ending["reason"], f"Without the rulings: {before['ending']['reason']}"]


def test_a_ruling_has_the_shape_for_programs(ludograph: Ludograph, over: str) -> None:
    options = ("--step", "3", "--cites", "SB-2.1", "--adjust", "bob=-1", "--forfeit", "1")
    made = ludograph.json("rule", over, "A pause.", *options, *DESK)
    (ruling,) = ludograph.json("result", over)["rulings"]
    assert ruling == {key: value for key, value in made.items() if key not in ("match", "game")}
    assert (ruling["step"], ruling["text"], ruling["cites"]) == (3, "A pause.", "SB-2.1")
    assert (ruling["adjust"], ruling["forfeit"]) == ({"Bob": -1}, ["Ann"])
    assert (ruling["by"], ruling["private"]) == ("Desk", False)


def test_the_words_of_a_private_ruling_are_for_the_judge(ludograph: Ludograph, over: str) -> None:
    words = ("Marked cards", "SB-2.1", "Mallory")
    ludograph("rule", over, words[0], "--cites", words[1], "--private", "--adjust", "Bob=-9", "--by", words[2])
    for command in ("result", "log", "history"):
        for form in ((), ("--json",)):
            for observer in ("table", "Ann", "Bob"):
                said = ludograph(command, over, "--as", observer, *form)
                assert not any(word in said for word in words), (command, form, observer)
    assert "Bob -9" in ludograph("result", over)
    assert ludograph.json("result", over)["rulings"][0]["text"] is None
    assert all(word in ludograph("result", over, "--as", "judge") for word in words)
    page = ludograph.folder / "page.html"
    ludograph("render", over, "--as", "Bob", "-o", page)
    assert not any(word in page.read_text() for word in (words[0], words[2]))
    assert "Bob -9" in page.read_text()


def test_a_ruling_goes_with_its_step_and_stays_in_force(ludograph: Ludograph, recorded: str) -> None:
    ludograph("rule", recorded, "He waited.", "--step", "1", "--adjust", "Bob=-2", *DESK)
    ludograph("rule", recorded, "Slow.", "--step", "2", *DESK)
    ludograph("amend", recorded, "1", "--insert", "Ann flip > 7ML", "Bob flip > 2VL", "--reason", "left out", "--yes")
    assert [one["step"] for one in ludograph.json("result", recorded)["rulings"]] == [3, 4]
    ludograph("undo", recorded, "--to", "3", "--reason", "x")
    assert [one["step"] for one in ludograph.json("result", recorded)["rulings"]] == [3, None]
    assert "does not stand any more" in " ".join(ludograph("result", recorded).split())
    page = ludograph.folder / "page.html"
    ludograph("render", recorded, "-o", page)
    assert "Ruling: Slow." in page.read_text()


def test_a_ruling_goes_with_the_player_into_another_chair(ludograph: Ludograph, over: str) -> None:
    ludograph("rule", over, "Late.", "--adjust", "Bob=-2", "--forfeit", "Ann", *DESK)
    file = ludograph.folder / "right.jsonl"
    swapped = ludograph("export", over, "--as", "judge").replace('"Ann"', '"?"').replace('"Bob"', '"Ann"')
    file.write_text(swapped.replace('"?"', '"Bob"'))
    ludograph("amend", over, "--file", file, "--reason", "each in the other's chair", "--yes")
    (ruling,) = ludograph.json("result", over)["rulings"]
    assert (ruling["adjust"], ruling["forfeit"]) == ({"Bob": -2}, ["Ann"])
    page = ludograph.folder / "page.html"
    ludograph("render", over, "-o", page)
    assert "Ruling: Late. [Bob -2; Ann forfeited the match] (entered by Desk)" in page.read_text()
    assert "; Bob wins." in page.read_text()
    assert "ok" in ludograph("verify", over)


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (("--cites", "SB-99"), "has no rule SB-99"),
        (("--cites", "CZ-1.1"), "has no rule CZ-1.1"),
        (("--step", "999"), "no step 999"),
        (("--step", "-1"), "no step -1"),
        (("--adjust", "Zoe=1"), "called Zoe"),
        (("--adjust", "table=1"), "called table"),
        (("--adjust", "Ann=0"), "no adjustment"),
        (("--adjust", "Ann=-0"), "no adjustment"),
        (("--adjust", "Ann=1.5"), "no adjustment"),
        (("--adjust", "Ann="), "no adjustment"),
        (("--adjust", "Ann=" + "9" * 5000), "no adjustment"),
        (("--adjust", "Ann"), "PLAYER=±N"),
        (("--adjust", "Ann=1", "--adjust", "ann=2"), "named twice"),
        (("--forfeit", "Zoe"), "called Zoe"),
        (("--forfeit", "Ann", "--forfeit", "1"), "named twice"),
    ],
)
def test_what_cannot_be_ruled_is_refused_and_nothing_is_stored(
    ludograph: Ludograph, over: str, options: tuple[str, ...], told: str
) -> None:
    before = ludograph("verify", over)
    assert told in ludograph.refused("rule", over, "Words.", *options, *DESK)
    assert ludograph("verify", over) == before


def test_a_ruling_needs_words_and_a_name(ludograph: Ludograph, over: str) -> None:
    ludograph.refused("rule", over, " ", *DESK, code=2)
    ludograph.refused("rule", over, "Words.", code=2)
    ludograph.refused("rule", over, "Words.", "--by", " ", code=2)
    assert "has at most" in ludograph.refused("rule", over, "x" * 10_001, *DESK)


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"step": 999}, "a ruling on step 999"),
        ({"cites": "SB-99"}, "'SB-99', which is no rule"),
        ({"adjust": [[3, 1]]}, "a seat that is not there"),
        ({"forfeit": [0]}, "a seat that is not there"),
        ({"forfeit": [1, 1]}, "names a seat twice"),
        ({"adjust": [[1, 0]]}, "gives no points"),
        ({"adjust": [[1, 7]]}, "table of heads"),
    ],
)
def test_verify_finds_a_ruling_that_was_altered_and_sealed_again(
    ludograph: Ludograph, over: str, change: dict[str, Any], told: str
) -> None:
    event = ludograph.json("rule", over, "Words.", "--adjust", "Ann=+5", *DESK)["event"]

    def changed(state: dict[str, Any]) -> None:
        state.update(change if state["version"] == event else {})

    reseal(ludograph.store, changed)
    result = ludograph.run("verify", over, "--json")
    assert result.exit_code == 1
    assert f'"event": {event}' in result.stdout
    assert told in result.stdout


@pytest.mark.parametrize(
    "sql",
    [
        "UPDATE heads SET result = replace(result, '\"places\":[1,2]', '\"places\":[2,1]')",
        "UPDATE heads SET result = replace(result, '\"confirmed\":[1]', '\"confirmed\":[2]')",
        "UPDATE heads SET result = ''",
        "UPDATE heads SET result = NULL",
        "UPDATE heads SET over = 0",
        "UPDATE stored_events SET state = replace(state, 'Words', 'Lords') WHERE topic LIKE '%ruling-made'",
        "UPDATE stored_events SET state = replace(state, '\"seat\":1', '\"seat\":2') WHERE topic LIKE '%confirmed'",
    ],
)
def test_verify_finds_whatever_was_changed_in_a_ruled_and_confirmed_match(
    ludograph: Ludograph, over: str, sql: str
) -> None:
    ludograph("rule", over, "Words.", *DESK)
    ludograph("confirm", over, "--as", "1")
    result = ludograph.json("result", over)
    if result["final"]["places"] != {"Ann": 1, "Bob": 2}:
        sql = sql.replace("[1,2]", "[0]").replace("[2,1]", "[1,2]").replace("[0]", "[2,1]")
    run_sql(ludograph.store, sql)
    found = ludograph.run("verify", over, "--json")
    assert (found.exit_code, '"ok": false' in found.stdout) == (1, True)


@of_file
def test_one_byte_changed_in_a_corrected_ruled_and_confirmed_match_is_found(ludograph: Ludograph, over: str) -> None:
    file = ludograph.folder / "right.jsonl"
    file.write_text(ludograph("export", over, "--as", "judge").replace('"Ann"', '"Anna"'))
    ludograph("amend", over, "--file", file, "--reason", "misspelt", "--yes")
    ludograph("rule", over, "Words.", "--adjust", "Bob=-2", "--private", *DESK)
    ludograph("confirm", over, "--as", "Anna")
    random, sound = Random(1), ludograph.store.read_bytes()
    rows = asked(ludograph.store, "SELECT rowid, originator_version, state FROM stored_events ORDER BY rowid")
    for row, version, state in [*random.sample(rows, 20), *rows[-3:]]:
        at = random.randrange(len(state))
        other = bytes([state[at] ^ 1 << random.randrange(7)])
        changed = (state[:at] + other + state[at + 1 :]).hex()
        run_sql(ludograph.store, f"UPDATE stored_events SET state = x'{changed}' WHERE rowid = {row}")
        verdict = loads(ludograph.run("verify", over, "--json").stdout)
        assert (verdict["match"], verdict["ok"], verdict["error"]["event"]) == (over, False, version)
        ludograph.store.write_bytes(sound)
    assert ludograph.json("verify", over)["ok"]
