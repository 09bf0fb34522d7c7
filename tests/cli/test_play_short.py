"""What a scribe with real cards may leave out, and what is asked instead of being guessed."""

import json
from typing import Any

import pytest

from tests.cli.conftest import Ludograph
from tests.cli.test_play import typed

FLIPS = ("bo 11 12 9v 2s", "1 41 32 3f 5w")
"""The castles of two players are opened."""


def actions(ludograph: Ludograph, match: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in ludograph("export", match).splitlines()[1:]]


@pytest.fixture
def castles(ludograph: Ludograph) -> str:
    """A match of Conundruze with real cards, in which Bob is the caster."""
    ludograph("new", "conundruze", "Ann", "Bob", "--deal", '{"caster": "Bob"}', "--id", "C", "-o", "play_to=0")
    return "C"


@pytest.fixture
def hand(ludograph: Ludograph) -> str:
    """A hand of Fool's Down with real cards, in which Ann is asked first."""
    ludograph("new", "fools-down", "Ann", "Bob", "--deal", '{"first_dealer": "Ann"}', "--id", "F")
    typed(ludograph, "F", "ann deal")
    return "F"


@pytest.mark.parametrize("amount", [5, 9, 11])
def test_a_small_amount_is_an_amount_where_a_bet_is_due(ludograph: Ludograph, hand: str, amount: int) -> None:
    assert f"Ann wagers {amount}." in typed(ludograph, hand, str(amount))


def test_names_and_places_are_as_short_as_they_are_unique(ludograph: Ludograph, castles: str) -> None:
    typed(ludograph, castles, *FLIPS)
    first, second = actions(ludograph, castles)
    assert (first["seat"], first["first"], first["second"]) == ("Bob", "r1c1", "r1c2")
    assert (second["seat"], second["first"], second["second"]) == ("Ann", "r4c1", "r3c2")
    assert "── Bob" in typed(ludograph, castles, "look bO")


def test_a_name_of_which_two_begin_so_is_asked(ludograph: Ludograph) -> None:
    ludograph("new", "conundruze", "Bea", "Bob", "--deal", '{"caster": "Bob"}', "--id", "C")
    typed(ludograph, "C", "b 11 12 9v 2s", code=1)
    typed(ludograph, "C", "BE 11 12 9v 2s")
    assert [one["seat"] for one in actions(ludograph, "C")] == ["Bea"]


def test_the_card_that_lies_on_top_of_the_discards_is_never_silently_drawn(ludograph: Ludograph, castles: str) -> None:
    typed(ludograph, castles, *FLIPS, "9w", "41 3s")
    told = " ".join(typed(ludograph, castles, "3s", code=1).split())
    assert "This may be meant as draw or take: write that word before it." in told
    typed(ludograph, castles, "take", "41 4s", "4v", "di", "3s", "di")
    assert [one["do"] for one in actions(ludograph, castles)][4:] == [
        "take", "place", "draw", "discard", "draw", "discard",
    ]  # fmt: skip
    typed(ludograph, castles, "3s")
    assert actions(ludograph, castles)[-1]["do"] == "take"  # both of them were seen, so that it cannot be drawn


def test_cards_that_several_actions_would_turn_up_are_asked_about(ludograph: Ludograph) -> None:
    ludograph("new", "fools-down", "Ann", "Bob", "Cat", "--deal", '{"first_dealer": "Ann"}', "--id", "F")
    typed(ludograph, "F", "ann deal", "8", "m")
    told = " ".join(typed(ludograph, "F", "rf rs 4s", code=1).split())
    assert "This may be meant as match or duck: write that word before it." in told
    typed(ludograph, "F", "d rf rs 4s")
    assert actions(ludograph, "F")[-1]["do"] == "duck"


def test_what_nobody_saw_need_not_be_written(ludograph: Ludograph) -> None:
    ludograph("new", "last-years-magic", "Ann", "Bob", "--written", "--id", "L")
    typed(ludograph, "L", "ann deal; ann i; bob i; ann p 0", "su A flood.", "qs 2c")
    suggest, comment = actions(ludograph, "L")[-2:]
    assert (suggest["card"], comment["card"], comment["drawn"]) == ("??", "??", ["Qs", "2c"])


def test_a_code_that_is_no_word_is_a_card_before_what_is_said(ludograph: Ludograph) -> None:
    ludograph("new", "last-years-magic", "Ann", "Bob", "--written", "--id", "L")
    typed(ludograph, "L", "ann deal; ann i; bob i; ann p 0", "su qs A flood.")
    assert actions(ludograph, "L")[-1]["card"] == "Qs"


def test_the_beginning_of_a_verb_that_is_not_open_is_never_taken_for_a_synonym_of_another(
    ludograph: Ludograph, hand: str
) -> None:
    ludograph("act", hand, "m", "wink > ?? 2f 3f 4f")
    assert "There is nothing to match." in ludograph.refused("act", hand, "m")  # no `duck`, also called `muck`
    told = " ".join(typed(ludograph, hand, "m", "b 5", "w 5", "w", code=1).split())
    assert "There is nothing to match." in told
    assert "there is nothing to bump." in told  # nor `wager`, also called `bet`
    assert "Nobody can wink or wager now: Bob can match, bump or duck." in told
    assert [one["do"] for one in actions(ludograph, hand)] == ["deal", "match", "wink", "wager"]
    typed(ludograph, hand, "fo")  # no verb begins so
    assert actions(ludograph, hand)[-1]["do"] == "duck"


def test_what_is_nearly_a_card_is_named_as_such(ludograph: Ludograph) -> None:
    deal = '{"stacks": [["9MS", "6SY", "5SV", "2SY"], ["8MS", "7SK", "4MS", "3SK"]]}'
    ludograph("new", "sun-bid", "Ann", "Bob", "--deal", deal, "--id", "S")
    ludograph("act", "S", "flip > 5ml")
    told = " ".join(typed(ludograph, "S", "f 8y", "amend 1 8y", "8y", code=1).split())
    assert "`8y` is no card of the Decktet (did you mean 8YK?)." in told
    assert told.count("This is not understood: 8y (did you mean 8YK?)") == 2
    assert "did you mean amend" not in told


def test_the_result_before_the_end_tells_what_everybody_has(ludograph: Ludograph, hand: str) -> None:
    points = "Chips: Ann 99, Bob 98."
    assert points in ludograph("result", hand)
    assert points in typed(ludograph, hand, "result").partition("> result")[2]
