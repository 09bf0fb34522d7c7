"""`know` tells what a card can be that somebody cannot see."""

import pytest

from tests.cli.conftest import Ludograph


@pytest.fixture
def dealt(ludograph: Ludograph) -> str:
    """A match of Last Year's Magic of Ann, Ben and Cat after some steps."""
    ludograph("simulate", "last-years-magic", "--seats", "3", "--seed", "1", "--players", "Ann,Ben,Cat")
    return str(ludograph.lines("matches")[0]["match"])


def hidden(ludograph: Ludograph, match: str, step: int, observer: str) -> list[str]:
    """The places of cards that an observer does not know."""
    refusal = ludograph.refused("know", match, "nowhere", "--at", str(step), "--as", observer)
    return refusal.partition(" lie at ")[2].rstrip(".\n").replace("\n", " ").split(", ")


def test_a_hidden_card_can_be_any_that_lies_nowhere_else(ludograph: Ludograph, dealt: str) -> None:
    place = hidden(ludograph, dealt, 4, "1")[0]
    known = ludograph.json("know", dealt, place, "--at", "4", "--as", "1")
    assert known["worlds"] == 0, "it is exact, nothing had to be counted"
    assert sum(one["share"] for one in known["cards"]) == pytest.approx(1, abs=1e-4)
    can_be = {one["card"] for one in known["cards"]}
    ruled_out = {card for step in known["ruled_out"] for card in step["cards"]}
    assert not can_be & ruled_out
    assert ruled_out
    true = ludograph.json("know", dealt, place, "--at", "4", "--as", "judge")["cards"][0]["card"]
    assert true in can_be
    assert "can be any of" in ludograph("know", dealt, place, "--at", "4", "--as", "1")


def test_what_is_seen_later_is_ruled_out_by_that_step(ludograph: Ludograph, dealt: str) -> None:
    place = hidden(ludograph, dealt, 4, "1")[0]
    early, late = (ludograph.json("know", dealt, place, "--at", str(at), "--as", "1") for at in (4, 6))
    steps = {one["step"] for one in late["ruled_out"]}
    assert steps >= {one["step"] for one in early["ruled_out"]}
    assert max(steps) <= 6


def test_a_card_that_is_known_is_named(ludograph: Ludograph, dealt: str) -> None:
    place = hidden(ludograph, dealt, 4, "1")[0]
    assert "is known after step 4" in ludograph("know", dealt, place, "--at", "4", "--as", "judge")


def test_a_place_goes_by_the_name_that_actions_have_for_it(ludograph: Ludograph) -> None:
    ludograph("simulate", "conundruze", "--seats", "2", "--seed", "1", "--players", "Ann,Bob")
    match, at = str(ludograph.lines("matches")[0]["match"]), ("--at", "1", "--as", "Ann")
    named = ludograph("know", match, "Bob/Castle/r3c1", *at)
    assert named == ludograph("know", match, "Bob/Castle/5", *at)
    assert named.startswith("Bob/Castle/r3c1 ")


def test_a_number_is_asked_for_only_where_several_cards_lie(ludograph: Ludograph) -> None:
    ludograph("simulate", "sorcerous-futures", "--seats", "3", "--seed", "1", "--players", "Ann,Ben,Cat")
    match = str(ludograph.lines("matches")[0]["match"])
    at = ("--at", "1", "--as", "Ann")
    assert ludograph("know", match, "ben crown", *at) == ludograph("know", match, "Ben/Crown/1", *at)
    refusal = " ".join(ludograph.refused("know", match, "Ben/Under them", *at).split())
    assert "Several cards lie at Ben/Under them: say which, Ben/Under them/1 or Ben/Under them/2." in refusal


def test_a_card_that_is_shuffled_among_others_lies_among_them(ludograph: Ludograph) -> None:
    """With a Jester Bot 1 has looked at a card of the Hanataz Hand, and shuffles all five of it (HH-4.1)."""
    ludograph("simulate", "hand-of-the-hanataz", "--seats", "3", "--seed", "5", "-o", "end=rounds", "-o", "rounds=2")
    match = str(ludograph.lines("matches")[0]["match"])
    looked, shuffled = ludograph.lines("log", match, "--as", "Bot 1")[4:6]
    seen = next(fact["card"] for fact in looked["facts"] if fact["fact"] == "SlotLooked")
    assert [fact["cards"] for fact in shuffled["facts"] if fact["fact"] == "SlotsShuffled"] == [["??"] * 5]

    def share(place: str, observer: str) -> float:
        cards = ludograph.json("know", match, place, "--at", "6", "--as", observer)["cards"]
        return float(sum(one["share"] for one in cards if one["card"] == seen))

    assert [share(f"Hanataz Hand/{slot}", "Bot 1") for slot in range(1, 6)] == [0.2] * 5
    assert share("Bot 2/Hand/1", "Bot 1") == 0
    assert share("Hanataz Hand/1", "Bot 3") == share("Bot 2/Hand/1", "Bot 3") < 0.1, "who has not looked knows nothing"
