"""What playouts take for likely: seats that give nothing away, and gain nothing once they are out."""

from json import dumps
from pathlib import Path
from random import Random
from typing import Any
from uuid import UUID

import pytest

from ludograph.domain.bots.moves import Bots
from ludograph.domain.bots.roster import SearchBot
from ludograph.domain.games import GAMES
from ludograph.domain.games.conundruze.wagering import Duck
from ludograph.domain.games.fools_down.actions import Show
from ludograph.domain.games.hand_of_the_hanataz.actions import Refuse
from ludograph.domain.games.sorcerous_futures.actions import Pass
from ludograph.domain.games.sorcerous_futures.scoring import cards_worth, crown_bonus, total
from ludograph.domain.kernel.cards import UNKNOWN
from ludograph.domain.kernel.game import Action
from ludograph.domain.lab.candidates import candidates, worthwhile
from ludograph.domain.lab.playouts import Outcome, PlayoutPlayer
from ludograph.domain.lab.search import Sight
from ludograph.domain.match.aggregate import Match, Setting, start_match
from tests.scenario import Play
from tests.worlds import STAMP, random_match

HANDS = [["Rf", "Rs", "Rv", "Rw", "9w"], ["2f", "3f", "4f", "5f", "6f"], ["2s", "3s", "4s", "5s", "6s"]]
DEMAND = f"""\
ludograph: 1
game: hand-of-the-hanataz
players: ["Ann", "Bob", "Cid"]
options: {{"end": "rounds", "rounds": 2}}
deal: {dumps({"starter": "Ann", "hands": HANDS, "slots": ["2w", "3w", "4w", "5w", "6w"]})}

Ann keep
Bob keep
Cid keep
Ann rogue Rf Bob card
Bob let
Cid let
"""


def demanded(tmp_path: Path) -> Play:
    """Ann's Rogue demands a card of Bob, who has five."""
    path = tmp_path / "demand.txt"
    path.write_text(DEMAND)
    play = Play(path)
    play.run()
    return play


def chosen(match: Match, seat: int, seed: int, playouts: int = 40) -> Action:
    """What the search does at that seat."""
    view = match.view(seat)
    sight = Sight(match.game, len(match.players), seat, view, match.game.choices(view, seat), len(match.steps))
    return SearchBot(playouts).choose(sight, Random(seed)).action


def test_who_can_pay_a_rogue_is_not_put_out_for_nothing(tmp_path: Path) -> None:
    match = demanded(tmp_path).match
    assert {type(chosen(match, 2, seed)).__name__ for seed in range(6)} == {"Pay"}


def test_who_is_out_has_no_part_of_the_win(tmp_path: Path) -> None:
    match = demanded(tmp_path).match
    player = PlayoutPlayer(match.game, 3)
    assert player.standing(match.state, 2, match.state).share > 0.2
    out = match.play(2, Refuse(), STAMP)
    assert player.standing(out.state, 2, out.state) == Outcome(0.0, -15.5)
    assert sum(player.standing(out.state, seat, out.state).share for seat in (1, 3)) == pytest.approx(1)


def test_a_first_card_is_not_bought_for_all_there_is() -> None:
    """Each of these three cards is worth some thirty gold: with seats that spend all at random it bid 54 to 71."""
    game, bids = GAMES["sorcerous-futures"], []
    for seed in (1, 3, 5):
        setting = Setting(("Ann", "Bob", "Cat"), game.options(), None, str(seed))
        match = start_match(game, UUID(int=seed, version=4), setting, STAMP)
        bots = Bots(game, 3, Random(seed), thrift=20)
        while match.state.phase != "closed" and (move := bots.move(match.state, len(match.steps))) is not None:
            match = match.play(*move, STAMP)
        bids.append(chosen(match, 1, seed, 60).amount)  # type: ignore[attr-defined]
    assert max(bids) < 40


def test_no_bid_is_searched_that_the_card_cannot_pay() -> None:
    """Whatever a card pays a seat in Sorcerous Futures is at most the seat's reservation, and no bid is above that."""
    game, bids = GAMES["sorcerous-futures"], 0
    match = random_match(game, Random(3))
    for at, state in enumerate(match.states):
        for seat, choice in game.all_choices(state, len(match.players)):
            if not any(isinstance(values, range) for values in choice.values.values()):
                continue
            bids += 1
            card, crown, excuse = state.auction.card, state.crowns[seat - 1], state.valuations[-1]
            pays = cards_worth((card,), state.valuations), crown_bonus((card,), crown or UNKNOWN, excuse)
            assert game.reservation is not None
            paid = game.reservation(state, seat)
            assert paid == total(pays)
            view = match.view(seat, at)
            most = game.reservation(view, seat)
            tried: list[Any] = candidates(game, view, [(seat, one) for one in game.choices(view, seat)], Random(at))
            assert most >= paid
            assert all(isinstance(move, Pass) or move.amount <= most for move in tried)
    assert bids > 20


def with_chips(phase: str) -> Match:
    """A single game of Conundruze with betting, in that phase."""
    game = GAMES["conundruze"]
    setting = Setting(("Ann", "Bob", "Cat"), game.options(play_to=0, betting="chips"), None, "1")
    match = start_match(game, UUID(int=1, version=4), setting, STAMP)
    bots = Bots(game, 3, Random(1))
    while match.state.phase != phase and (move := bots.move(match.state, len(match.steps))) is not None:
        match = match.play(*move, STAMP)
    return match


def test_nobody_leaves_a_game_for_nothing() -> None:
    """To duck instead of a turn in Conundruze gives up the pot, where a card may be drawn and discarded at no cost."""
    match = with_chips("turn")
    seat = match.state.turn
    openings = [*match.game.all_choices(match.state, 3)]
    assert Duck in {choice.action for _, choice in openings}
    assert Duck not in {choice.action for _, choice in worthwhile(match.game, match.state, openings)}
    assert not isinstance(chosen(match, seat, 1, 20), Duck)


def test_who_has_no_score_has_as_little_as_whoever_has_least() -> None:
    """A castle that will not be scored is none of 0 points, which would be the best."""
    match = with_chips("turn")
    seat = match.state.turn
    ducked = match.play(seat, Duck(), STAMP)
    player = PlayoutPlayer(match.game, 3)
    assert match.game.worth_of(ducked.state)[seat - 1] is None
    lead = player.standing(ducked.state, seat, ducked.state).lead
    assert lead is None or lead <= 0


def test_at_a_showdown_playouts_throw_no_hand_away() -> None:
    """Not to show a hand is open to those asked in Fool's Down, and never taken where it may have won."""
    random, wasteful = Random(5), 0
    for _ in range(6):
        match = random_match(GAMES["fools-down"], random)
        for state in match.states:
            openings = [*match.game.all_choices(state, len(match.players))]
            if any(choice.waives for _, choice in openings):
                wasteful += 1
                assert {choice.action for _, choice in worthwhile(match.game, state, openings)} == {Show}
    assert wasteful
