"""How players, cards and numbers are named in sentences."""

import pytest

from ludograph.domain.games import GAMES
from ludograph.domain.kernel.sentences import Speaker, capital, spoken_sentence

SPEAKER = Speaker(GAMES["sun-bid"].deck, ("Ann", "Bob", "Cat"))


@pytest.mark.parametrize(
    ("winners", "told"),
    [((2,), "Bob wins"), ((1, 3), "Ann and Cat share the win"), ((), "nobody wins")],
)
def test_who_won_is_told_by_how_many_they_are(winners: tuple[int, ...], told: str) -> None:
    assert SPEAKER.won(winners) == told


def test_a_game_may_have_words_of_its_own_for_it() -> None:
    assert SPEAKER.won((1,), "is the best", "are the best") == "Ann is the best"
    assert SPEAKER.won((1, 2, 3), "is the best", "are the best") == "Ann, Bob and Cat are the best"


def test_each_player_is_named_with_what_they_have() -> None:
    assert SPEAKER.each((3, 0, "??")) == ["Ann 3", "Bob 0", "Cat ??"]


def test_cards_are_named_where_a_face_is_known() -> None:
    assert SPEAKER.seen(("9MS", "NV")) == ": 9MS NV"
    assert SPEAKER.seen(("9MS", "??", "??")) == ": 9MS and 2 unseen cards"
    assert SPEAKER.seen(("??", "??")) == SPEAKER.seen(()) == ""


def test_what_was_said_is_quoted_as_it_was_written_down() -> None:
    assert spoken_sentence("Ann gloats", "ha. ha") == "Ann gloats: “ha. ha”"
    assert spoken_sentence("Ann gloats", "") == "Ann gloats."


def test_a_sentence_begins_with_a_capital() -> None:
    assert [capital(text) for text in ("side pot 1", "9MS", "")] == ["Side pot 1", "9MS", ""]
