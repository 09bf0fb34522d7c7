"""`result` tells scores and winners at the end, and nothing before it."""

from tests.cli.conftest import Ludograph


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
    assert f"Max  {result['scores']['Max']}" in ludograph("result", "solo")
