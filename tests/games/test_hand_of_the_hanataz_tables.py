"""The numbers of Hand of the Hanataz: what beats what, how pots are divided, what counts in the end."""

from uuid import UUID

import pytest
from msgspec import convert

from ludograph.domain.games.hand_of_the_hanataz import GAME
from ludograph.domain.games.hand_of_the_hanataz.actions import Challenge, Keep
from ludograph.domain.games.hand_of_the_hanataz.facts import ControlTaken, NumberPlayed, SlotsFilled, TurnBegan
from ludograph.domain.games.hand_of_the_hanataz.flow import Picks
from ludograph.domain.games.hand_of_the_hanataz.options import HanatazDeal, HanatazOptions
from ludograph.domain.games.hand_of_the_hanataz.rules import FACES, RULES, deck_of, house_beats
from ludograph.domain.games.hand_of_the_hanataz.scoring import (
    bards_take,
    challenge_split,
    fool_split,
    net_of,
    shared_out,
    winners_of,
)
from ludograph.domain.games.hand_of_the_hanataz.state import Player, can_be_among, can_come, control_by
from ludograph.domain.kernel.cards import UNKNOWN
from ludograph.domain.kernel.chance import Unseen
from ludograph.domain.kernel.game import Refused, replace
from ludograph.domain.kernel.play import play
from ludograph.domain.match.aggregate import Match, Setting, start_match
from tests.worlds import STAMP


def match_of(*hands: str, slots: str = "?? ?? ?? ?? ??", **options: object) -> Match:
    """A match just begun with these hands; seat 1 starts."""
    deal = HanatazDeal(1, tuple(tuple(hand.split()) for hand in hands), tuple(slots.split()))
    players = ("Ann", "Bob", "Cid", "Dee")[: len(hands)]
    return start_match(GAME, UUID(int=1), Setting(players, convert(options, HanatazOptions), deal, None), STAMP)


BLANK = "?? ?? ?? ?? ??"


@pytest.mark.parametrize("card", ["9v", "10v", "Kv", "Jv", "Wv", "T", "A", "B", "P"])
def test_what_beats_the_eight_of_waves(card: str) -> None:
    assert house_beats(card, "8v")


@pytest.mark.parametrize("card", ["8v", "7v", "10s", "Ks", "Js", "F", UNKNOWN])
def test_what_does_not_beat_the_eight_of_waves(card: str) -> None:
    assert not house_beats(card, "8v")


@pytest.mark.parametrize("control", ["2f", "10f", "10w"])
def test_an_eleven_beats_every_number(control: str) -> None:
    assert house_beats(f"D{control[-1]}", control)
    assert house_beats("P", control)


@pytest.mark.parametrize(
    ("pot", "beaten", "house", "seat"),
    [(9, True, 4, 5), (9, False, 0, 9), (1, True, 0, 1), (0, True, 0, 0), (0, False, 0, 0)],
)
def test_how_a_challenge_divides_the_pot(pot: int, beaten: bool, house: int, seat: int) -> None:
    assert challenge_split(pot, 2, beaten) == (house, ((2, seat),))


@pytest.mark.parametrize(
    ("pot", "holders", "at_centre", "house", "seats"),
    [
        (7, [], True, 7, ()),
        (7, [1], False, 0, ((1, 7),)),
        (7, [1], True, 3, ((1, 4),)),
        (7, [1, 2], False, 1, ((1, 3), (2, 3))),
        (8, [1, 2], False, 0, ((1, 4), (2, 4))),
        (0, [1], True, 0, ((1, 0),)),
    ],
)
def test_how_a_fool_divides_the_pot(
    pot: int, holders: list[int], at_centre: bool, house: int, seats: tuple[tuple[int, int], ...]
) -> None:
    assert fool_split(pot, holders, at_centre) == (house, seats)


@pytest.mark.parametrize(
    ("pot", "tipped", "taken"),
    [(13, [0], (5,)), (4, [0], (4,)), (13, [2], (0,)), (13, [2, 0], (0, 5)), (7, [0, 0], (5, 2)), (0, [0], (0,))],
)
def test_what_idle_bards_take_without_a_house(pot: int, tipped: list[int], taken: tuple[int, ...]) -> None:
    assert bards_take(pot, tipped) == taken


def test_a_pot_left_at_the_end_is_shared_out_from_the_next_starter_on() -> None:
    assert shared_out(4, (2, 3, 1)) == {2: 2, 3: 1, 1: 1}
    assert shared_out(2, (2, 3, 1)) == {2: 1, 3: 1, 1: 0}
    assert shared_out(6, (1,)) == {1: 6}


def test_debt_tokens_count_in_the_end_and_players_put_out_cannot_win() -> None:
    players = [Player(15, 50, debts=1), Player(15, 40), Player(15, 0, debts=1), Player(15, 0)]
    net = [net_of(one.silvs, one.debts, 15) for one in players]
    assert net == [35, 40, -15, 0]
    assert winners_of(players, net) == (2,)
    assert winners_of([*players[:1], replace(players[1], status="out"), *players[2:]], net) == (1,)
    assert winners_of([Player(silvs=3), Player(silvs=3), Player()], [3, 3, 0]) == (1, 2)


@pytest.mark.parametrize(
    ("decks", "extras", "size"),
    [(1, (), 61), (1, ("T", "A", "B", "P"), 65), (2, (), 122), (2, ("T", "A", "B", "P"), 130)],
)
def test_how_large_the_deck_is(decks: int, extras: str, size: int) -> None:
    assert len(deck_of(decks, (*FACES, *extras))) == size
    assert not [card for card in deck_of(decks, FACES) if card.startswith("1") and not card.startswith("10")]


@pytest.mark.parametrize(
    ("card", "how"),
    [("8f", "higher"), ("10f", "higher"), ("7s", "same"), ("7f", "same"), ("8s", None), ("6f", None), ("10w", None)],
)
def test_how_numbers_take_control_from_the_seven_of_flames(card: str, how: str | None) -> None:
    state = match_of("7f 2s 3s 4s 5s", BLANK, BLANK, decks=2).state
    state = ControlTaken(1, "7f").apply(NumberPlayed(1, "7f", "open").apply(state))
    assert control_by(state, 2, card) == how


def test_with_every_slot_empty_a_challenge_wins_the_pot() -> None:
    state = match_of("8v 2s 3s 4s 5s", BLANK, BLANK).state
    state = replace(state, slots=(None,) * 5, deck=state.deck + 5, waiting=())
    for fact in (NumberPlayed(1, "8v", "open"), ControlTaken(1, "8v"), TurnBegan(1, True)):
        state = fact.apply(state)
    assert [dict(choice.values) for choice in GAME.choices(state, 1)] == [{"slot": (0,)}]
    with pytest.raises(Refused, match="No card lies there"):
        play(GAME, state, 1, Challenge(1), Unseen())
    done = play(GAME, state, 1, Challenge(0), Unseen())
    assert [type(fact).__name__ for fact in done.facts[:2]] == ["ChallengeDecided", "SilvsMoved"]
    assert done.state.players[0].silvs == 17


def test_a_deck_that_cannot_fill_everything_fills_the_slots_first() -> None:
    state = match_of(BLANK, BLANK, BLANK).state
    short = replace(
        state,
        deck=0,
        players=(replace(state.players[0], hand=("8v", "9v")), *state.players[1:]),
        slots=("2f", None, None, None, None),
        discard=("2s", "3s", "4s"),
        waiting=(1,),
        options=replace(state.options, face_cards=()),
    )
    facts = list(Keep().decide(short, 1, Unseen()))
    assert [type(fact).__name__ for fact in facts] == ["StockKept", "DeckRefreshed", "SlotsFilled"]
    filled = facts[-1]
    assert isinstance(filled, SlotsFilled)
    assert len(filled.cards) == 4


def test_every_way_to_exchange_a_hand_is_offered_once() -> None:
    picks = Picks(("7f", "7f", "8s"))
    assert sorted(picks) == [("7f",), ("7f", "7f"), ("7f", "7f", "8s"), ("7f", "8s"), ("8s",)]
    assert len(picks) == 5
    assert ("8s", "7f") in picks
    assert () not in picks
    assert ("9s",) not in picks
    assert len(Picks((UNKNOWN,) * 5)) == 5


def test_a_card_from_an_unseen_pile_is_one_of_it_or_one_that_is_not_placed() -> None:
    state = match_of("8v 2s ?? 4s 5s", BLANK, BLANK, face_cards=()).state
    hand = state.players[0].hand
    loose = can_come(state)
    found = can_be_among(state, hand)
    assert len(loose) == 32
    assert found.count("8v") == len(loose)
    assert found.count(loose[0]) == 1
    assert len(found) == 5 * len(loose)
    assert "8v" not in can_be_among(state, hand, ("8v",))
    assert can_be_among(state, hand, (loose[0],)) == ("8v", "2s", "4s", "5s")


def test_rules_are_numbered_as_in_the_spec() -> None:
    assert [number for number in RULES if number.startswith("HH-1")] == [f"HH-1.{at}" for at in range(1, 6)]
    assert [number for number in RULES if number.startswith("HH-4")] == [f"HH-4.{at}" for at in range(1, 14)]
