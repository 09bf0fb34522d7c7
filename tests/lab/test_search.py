"""The search: the same for the same seed, blind to what its seat does not know, and better than chance."""

from collections.abc import Iterator
from io import BytesIO
from itertools import islice
from random import Random

import pytest

from ludograph.domain.bots.comparison import Comparison
from ludograph.domain.bots.contest import BotSeats, Effort
from ludograph.domain.bots.roster import RandomBot, SearchBot, UnknownBot, bot_called
from ludograph.domain.exchange.importer import Builder
from ludograph.domain.games import GAMES
from ludograph.domain.kernel.game import Game
from ludograph.domain.kernel.result import Result
from ludograph.domain.lab.candidates import MOST, candidates
from ludograph.domain.lab.search import Sight
from ludograph.domain.notation.matchfile import chunks
from tests.lab.positions import Position, positions
from tests.twins import twins_of
from tests.worlds import STAMP, all_games, random_match, stamp


def sight(position: Position) -> Sight:
    """What the bot at that seat is given."""
    game, view, seats = position.match.game, position.view, len(position.match.players)
    return Sight(game, seats, position.seat, view, game.choices(view, position.seat), position.at)


@pytest.mark.parametrize("game", all_games())
def test_what_a_bot_does_is_open_to_its_seat_and_the_same_again(game: str) -> None:
    for position in positions(GAMES[game], 3, Random(f"{game}/bots")):
        given = sight(position)
        for bot in (RandomBot(), SearchBot(8)):
            chosen = bot.choose(given, Random(1))
            assert chosen == bot.choose(given, Random(1))
            assert any(
                type(chosen.action) is choice.action
                and all(getattr(chosen.action, name) in values for name, values in choice.values.items())
                for choice in given.choices
                if not choice.idle
            )


def blind_pairs(game: Game, random: Random) -> Iterator[tuple[Sight, Sight]]:
    """What a bot is given in either of two matches that differ only in what it has not seen."""
    for _ in range(40):
        match = random_match(game, random, random.choice((8, 25)))
        for twins in twins_of(match, random):
            for seat in twins.blind:
                if seat > 0 and any(not choice.idle for choice in game.choices(match.view(seat), seat)):
                    at = len(match.steps)
                    yield sight(Position(twins.one, at, seat)), sight(Position(twins.other, at, seat))


@pytest.mark.parametrize("game", all_games())
def test_two_matches_that_a_seat_cannot_tell_apart_get_the_same_move(game: str) -> None:
    pairs = list(islice(blind_pairs(GAMES[game], Random(f"{game}/twins")), 3))
    for one, other in pairs:
        assert SearchBot(8).choose(one, Random(2)) == SearchBot(8).choose(other, Random(2))
    assert pairs


def test_alone_it_scores_more_than_chance_does() -> None:
    """Some 40 points a match are to be had in Aucteraden, so that a few matches show it."""
    game = GAMES["aucteraden"]

    def score(name: str, number: int) -> int:
        match = random_match(game, Random(number), 0)
        seats = BotSeats(match, [name], f"seed {number}", limit=500)
        while (move := seats.move(match.state, len(match.steps))) is not None:
            match = match.play(*move, STAMP)
            seats.told(len(match.steps), move.seat, match.steps[-1])
        (found,) = game.result(match.state).scores
        assert isinstance(found, int)
        return found

    assert sum(score("search:12", number) - score("random", number) for number in range(2)) > 30


A_BAD_CASTLE = """\
{"ludograph": 2, "game": "conundruze", "players": ["Ann", "Ben", "Cat"],
 "options": {"play_to": 0, "betting": "chips"}, "deal": {"rolls": [20, 3, 7], "caster": "Ann", "castles": {
 "Ann": ["Ds", "10f", "5f", "Jv", "9v", "3f", "Rs", "Rv"], "Ben": ["Cs", "2s", "Rv", "Dv", "Ks", "5v", "6s", "7s"],
 "Cat": ["1v", "7f", "6s", "Wf", "9f", "Kf", "1w", "Cf"]}}}
{"seat": "Ben", "do": "flip", "first": "r3c2", "second": "r2c1", "drawn": ["5v", "Rv"]}
{"seat": "Cat", "do": "flip", "first": "r4c2", "second": "r3c1", "drawn": ["Cf", "9f"]}
{"seat": "Ann", "do": "flip", "first": "r1c1", "second": "r1c2", "drawn": ["Ds", "10f"]}
{"seat": "Ann", "do": "wager", "amount": 5}
{"seat": "Ben", "do": "bump", "amount": 27}
"""


def test_nobody_gives_up_a_single_game_for_a_smaller_loss() -> None:
    """In Conundruze of one game who ducks has lost it, however far behind a bad castle would leave them (CZ-10.5)."""
    source = A_BAD_CASTLE.replace("\n ", " ").encode()
    (chunk,) = chunks(BytesIO(source))
    match = Builder(chunk, stamp).match()
    given = sight(Position(match, len(match.steps), 3))
    assert {choice.action.__name__ for choice in given.choices} >= {"Duck", "Match"}
    for number in range(3):
        assert type(SearchBot(60).choose(given, Random(number)).action).__name__ != "Duck"


def test_candidates_begin_with_one_of_each_kind() -> None:
    game = GAMES["sorcerous-futures"]
    (position,) = positions(game, 1, Random(4))
    known = sight(position)
    moves = candidates(game, known.view, known.openings, Random(1))
    kinds = {choice.action for choice in known.choices}
    assert {type(move) for move in moves[: len(kinds)]} == kinds
    assert len({*moves}) == len(moves) <= MOST


def test_bots_are_known_by_name() -> None:
    assert isinstance(bot_called("random"), RandomBot)
    seven = bot_called("search:7")
    assert isinstance(seven, SearchBot)
    assert seven.playouts == 7
    for wrong in ("", "serch", "search:", "search:0", "search:x", "search:1.5", "random:3"):
        with pytest.raises(UnknownBot):
            bot_called(wrong)


def test_shared_wins_are_shared() -> None:
    comparison = Comparison()
    comparison.add(0, ("a", "b"), (Effort(3, 30), Effort(2, 0)), Result(True, (5, 5), (1, 2)))
    first, second = comparison.records()
    assert (first.win.mean, second.win.mean, first.playouts, first.matches) == (0.5, 0.5, 30, 1)
