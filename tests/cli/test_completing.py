"""What Tab offers follows from what is open, and never from a game by name."""

from random import Random
from uuid import UUID

import pytest

from ludograph.cli.table.completion import line_completions
from ludograph.domain.bots.moves import Bots
from ludograph.domain.games import GAMES
from ludograph.domain.kernel.conceal import Observer
from ludograph.domain.kernel.game import JUDGE, TABLE, FreeText, verb_of
from ludograph.domain.match.aggregate import Match, Setting, start_match
from ludograph.domain.notation.parser import LineParser
from ludograph.domain.notation.values import ValueWriter
from tests.worlds import random_start, stamp


def sun_bid(*players: str) -> Match:
    game = GAMES["sun-bid"]
    return start_match(game, UUID(int=1), Setting(players, game.options(), None, "5"), stamp())


def texts(match: Match, line: str, observer: Observer = JUDGE) -> list[str]:
    return [offer.text for offer in line_completions(match, observer, line)]


@pytest.fixture
def match() -> Match:
    """Just begun; whoever holds the highest card leads."""
    return sun_bid("Ann", "Bob Lee", "Cat")


def leader(match: Match) -> int:
    return next(seat for seat in (1, 2, 3) if match.game.choices(match.state, seat))


def test_an_empty_line_offers_verbs_players_and_commands(match: Match) -> None:
    found = texts(match, "")
    assert found[:2] == ["flip", "call"]
    assert {"Ann", '"Bob Lee"', "Cat", "undo", "help"} <= set(found)


def test_after_a_player_come_their_verbs(match: Match) -> None:
    name = match.players[leader(match) - 1]
    assert texts(match, f"{name.lower()} ") == ["flip", "call"]
    others = [other for other in match.players if other != name]
    assert texts(match, f"{others[0]} ") == []


def test_a_name_of_two_words_is_completed(match: Match) -> None:
    (offer,) = [offer for offer in line_completions(match, JUDGE, "bob l") if offer.text == '"Bob Lee"']
    assert offer.back == len("bob l")


def test_cards_are_offered_by_code_and_by_name(match: Match) -> None:
    called = match.play(leader(match), match.game.actions[1](), stamp())
    cards = texts(called, "bid ")
    assert cards
    name = called.game.deck.name(cards[0])
    assert cards[0] in texts(called, f"bid {name}")
    assert cards[0] in texts(called, f"bid {name.removeprefix('the ')[:4].lower()}")
    assert cards[0] in texts(called, f"bid {cards[0][:2].lower()}")
    assert texts(called, "bid zzz") == []


def test_commands_offer_what_comes_after_them(match: Match) -> None:
    assert texts(match, "look ") == ["Ann", "Bob Lee", "Cat", "table", "judge"]
    assert texts(match, "help f") == ["flip"]
    assert texts(match, "rules SB-3") == ["SB-3.1", "SB-3.2", "SB-3.3"]


def test_outcomes_offer_what_can_come(match: Match) -> None:
    """The Light Keeper lies before a player."""
    assert texts(match, "flip > the P", TABLE) == ["PVLY", "PMYK"]
    assert "TMLY" in texts(match, f"flip > {match.game.deck.name('TMLY')[4:8]}", TABLE)
    assert texts(match, "flip > the Light K", TABLE) == []


def test_where_an_entry_cannot_be_followed_any_card_is_offered(match: Match) -> None:
    assert "PSVK" in texts(match, "flip > the Sea light", TABLE)
    assert "PSVK" in texts(match, "bid 9MS > light", TABLE)


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("game_id", GAMES)
def test_every_move_of_a_bot_could_have_been_completed_word_by_word(game_id: str, seed: int) -> None:
    """From the verb on, each word of the move is among the offers, but for free texts and long ranges of numbers."""
    random = Random(f"{game_id}/{seed}")
    match = random_start(GAMES[game_id], random)
    game, writer = match.game, ValueWriter(match.players, unknown="??")
    bots, listener = Bots(game, len(match.players), random), LineParser(game, match.players)
    while len(match.steps) < 25 and (move := bots.move(match.state, len(match.steps))):
        line = f"{move.seat or 'table'} "
        words = [verb_of(type(move.action).__name__)]
        for value in writer.fields(move.action).values():
            words += value if isinstance(value, list) else [str(value)]
        for word in words:
            for observer in {JUDGE, move.seat or JUDGE}:
                assert word in texts(match, line, observer) or word.isdigit() or word in FreeText(), line + word
            line += f"{word} "
        head = listener.head(listener.tokens(line))
        assert (head.seat, head.verb) == (move.seat, words[0])
        read, _ = listener.action(move.seat, words[0], head.body)
        assert read.move(game, listener.reader).read() == move.action
        match = match.play(move.seat, move.action, stamp())
