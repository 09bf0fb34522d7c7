"""What somebody can guess before a step is shown: single choices, which it was, and nothing that was not seen."""

import pytest

from ludograph.domain.games import GAMES
from ludograph.domain.kernel.game import JUDGE, TABLE
from ludograph.replay.page.page_record import page_record
from ludograph.replay.sentences.guesses import MOST
from tests.playthrough import golden_match
from tests.worlds import observers


@pytest.mark.parametrize("game", GAMES)
def test_each_decision_is_among_what_was_open(game: str) -> None:
    match = golden_match(game)
    for observer in (TABLE, JUDGE):
        record = page_record(match, observer)
        for number, step in enumerate(record["steps"][1:], start=1):
            open_ = [record["choices"][at] for at in record["steps"][number - 1].get("open", [])]
            own = next((one for one in open_ if one[1] == step["who"]), None)
            assert (own is None) == ("did" not in step)
            for block, *which in step.get("did", []):
                assert own is not None
                single = (own[4] if len(own) > 4 else [[]] * len(own[2]))[block]
                assert len(single) <= MOST
                if which and isinstance(single[0], int):
                    assert single[0] <= which[0] <= single[1]
                    assert str(which[0]) in step["entered"]
                elif which:
                    assert single[which[0]]


def test_what_was_sealed_is_known_to_nobody_else() -> None:
    match = golden_match("sorcerous-futures")
    sealed = [step.number for step in match.steps if type(step.action).__name__ == "Seal"]
    for observer in observers(match):
        steps = page_record(match, observer)["steps"]
        known = {number for number in sealed if len(steps[number]["did"][0]) > 1}
        own = {number for number in sealed if observer in (JUDGE, match.steps[number - 1].actor)}
        assert known <= own
        assert known or observer == TABLE
