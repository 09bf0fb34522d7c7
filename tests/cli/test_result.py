"""`result` tells scores and winners at the end, and nothing before it; then what officials said of them."""

from pathlib import Path

from tests.cli.conftest import Ludograph

UNNOTED = Path(__file__).parents[1] / "scenarios" / "sorcerous-futures" / "a-crown-nobody-noted.txt"
CHECKS = ("#", "fact", "result")


def test_before_the_end_there_are_no_scores(ludograph: Ludograph, recorded: str) -> None:
    result = ludograph.json("result", recorded)
    assert (result["over"], result["scores"], result["winners"]) == (False, {"Ann": None, "Bob": None}, [])
    assert (result["game"], result["steps"]) == ("sun-bid", 2)
    assert "not over after 2 steps. To act: Ann." in ludograph("result", recorded)


def test_at_the_end_there_are_scores_and_winners(ludograph: Ludograph) -> None:
    ludograph("new", "aucteraden", "Max", "--id", "solo", "--seed", "3")
    for _ in range(60):
        (choices,) = ludograph.json("show", "solo")["choices"].values() or [None]
        wanted = next((choice for choice in choices or [] if choice["do"] == "discard"), None)
        if wanted is None:
            break
        ludograph("act", "solo", "Max discard")
    result = ludograph.json("result", "solo")
    assert result["over"]
    assert isinstance(result["scores"]["Max"], int)
    assert f"1  Max  {result['scores']['Max']}" in ludograph("result", "solo")
    assert result["ending"]["reason"] in ludograph("result", "solo")


def test_without_rulings_the_final_result_is_that_of_the_game(ludograph: Ludograph, over: str) -> None:
    result = ludograph.json("result", over)
    assert (result["status"], result["confirmed"], result["rulings"]) == ("over", [], [])
    assert result["final"]["scores"] == result["scores"]
    assert result["final"]["winners"] == result["winners"]
    assert sorted(result["final"]["places"].values()) == [1, 2]
    assert "he rulings" not in ludograph("result", over)


def test_before_the_end_nothing_is_final(ludograph: Ludograph, recorded: str) -> None:
    result = ludograph.json("result", recorded)
    nothing = {"Ann": None, "Bob": None}
    assert result["ending"] is None
    assert (result["status"], result["final"]) == ("running", {"scores": nothing, "winners": [], "places": nothing})


def test_what_the_record_cannot_tell_is_open_in_the_final_result_too(ludograph: Ludograph) -> None:
    told = UNNOTED.read_text().splitlines()
    ludograph("import", ludograph.file("a.txt", *(line for line in told if not line.startswith(CHECKS))))
    (match,) = ludograph.lines("matches")
    result = ludograph.json("result", match["match"])
    assert result["final"]["scores"] == result["scores"]
    assert (result["winners"], result["final"]["winners"]) == ("??", "??")
    assert set(result["final"]["places"].values()) == {"??"}
    assert result["ending"]["reason"] == "Who won depends on cards that nobody recorded."
    assert {rank["place"] for rank in result["ending"]["ranking"]} == {"??"}
    ludograph("rule", match["match"], "Left.", "--forfeit", "Cat", "--by", "Desk")
    assert ludograph.json("result", match["match"])["final"]["places"] == {"Ann": 2, "Bob": 1, "Cat": 3}


def test_the_result_as_it_was_believed_earlier(ludograph: Ludograph, over: str) -> None:
    event = ludograph.json("confirm", over, "--as", "Ann")["event"]
    ludograph("rule", over, "Words.", "--forfeit", "Ann", "--by", "Desk")
    before = ludograph.json("result", over, "--as-of", str(event))
    assert (before["confirmed"], before["rulings"]) == (["Ann"], [])
    assert before["final"]["scores"] == before["scores"]
