"""Luck apart from play: what holds of every judgement, in every game."""

import json
from collections import Counter
from random import Random
from uuid import UUID

import pytest
from msgspec import to_builtins

from ludograph.domain.games import GAMES
from ludograph.domain.games.fools_down.actions import Bump, Deal, Duck, Keep, Show, Wager, Wink
from ludograph.domain.games.fools_down.actions import Match as Call
from ludograph.domain.games.sorcerous_futures.facts import BidsRevealed
from ludograph.domain.judging.judged_match import JudgedMatch
from ludograph.domain.judging.judgement import JudgePlan, NotJudged, judged
from ludograph.domain.judging.judging_work import judged_match
from ludograph.domain.judging.luck_and_play import step_values
from ludograph.domain.judging.possible_cards import possible_cards, spots
from ludograph.domain.judging.seen_match import seen_match
from ludograph.domain.judging.win_shares import shares_task, win_shares
from ludograph.domain.kernel.cards import UNKNOWN
from ludograph.domain.kernel.game import TABLE, Action
from ludograph.domain.kernel.marks import ALL_SEATS
from ludograph.domain.lab.short_playouts import ShortPlayouts
from ludograph.domain.match.aggregate import Match, Setting, start_match
from ludograph.domain.match.views import concealed
from tests.judging.evidence import evidence, played
from tests.judging.planted import BLUNDERS, planted
from tests.judging.twins import differences, pairs
from tests.large import slow, slow_but
from tests.twins import twins_of
from tests.worlds import STAMP, all_games, played_on, random_start, read_back

FEW = JudgePlan(ALL_SEATS, 8, "test")


def adds_up(found: JudgedMatch) -> bool:
    """Whether start + luck + play = result for each player, and step by step."""
    whole = all(
        abs(found.start[name] + found.luck[name] + found.play[name] - found.result[name]) < 1e-9
        for name in found.players
    )
    before = found.first
    for step in found.steps:
        for name in found.players:
            whole &= abs(before.value[name] + step.luck[name] + step.play[name] - step.value[name]) < 1e-9
        before = step
    return whole


@pytest.mark.parametrize("game", slow_but(all_games(), "sorcerous-futures"))
def test_start_luck_and_play_add_up_to_the_result(game: str) -> None:
    random = Random(f"judging {game}")
    match = played_on(random_start(GAMES[game], random), random, 25)
    assert adds_up(judged_match(match, FEW._replace(observer=1)))
    assert adds_up(judged_match(played(GAMES[game], ["random"] * min(3, GAMES[game].seats[-1]), "1"), FEW))


@pytest.mark.parametrize("game", all_games())
def test_all_seats_together_see_every_action_whole(game: str) -> None:
    """Else what chance brought after it would be told as play."""
    match = played(GAMES[game], ["random"] * min(3, GAMES[game].seats[-1]), "whole")
    assert [step.action for step in seen_match(match, ALL_SEATS).steps if not step.seen_whole] == []


def test_cards_that_come_after_somebody_ducks_are_luck() -> None:
    """A duck says all there is to say, though no Fool is turned up: the cards for the others' pot are chance."""
    lucky = 0
    for number in range(4):
        match = played(GAMES["fools-down"], ["random"] * 3, f"ducks {number}")
        worths = step_values(seen_match(match, ALL_SEATS), 24, "test")
        steps = zip(match.steps, list(worths)[1:], strict=True)
        lucky += sum(any(worth.luck) for step, worth in steps if isinstance(step.action, Duck) and step.drawn)
    assert lucky


def test_what_others_sealed_is_their_play_whoever_seals_last() -> None:
    """To one seat: with all hands known together it is known before it is shown."""
    match, shown = played(GAMES["sorcerous-futures"], ["random"] * 3, "sealed"), 0
    for seat in (1, 2):
        found, name = judged_match(match, JudgePlan(seat, 8)), match.name(seat)
        assert adds_up(found)
        for step, one in zip(match.steps, found.steps, strict=True):
            if any(isinstance(fact, BidsRevealed) for fact in step.facts):
                assert not any(one.luck.values())
                shown += one.actor == name and one.others_play(name) != 0
                assert one.own_play(name) + one.others_play(name) == pytest.approx(one.play[name], abs=1e-9)
    assert shown
    assert not any(one.shown for one in judged_match(match, FEW).steps)


def test_who_shows_the_winning_hand_had_it_before() -> None:
    """With all hands open nothing is decided at a showdown but who throws away a hand: to show it changes nothing."""
    game = GAMES["fools-down"]
    match = start_match(game, UUID(int=4), Setting(("Ann", "Bob", "Cat"), game.options(hands=1), None, "2"), STAMP)
    while (move := shown_down(match)) is not None:
        match = match.play(*move, STAMP)
    worths = list(step_values(seen_match(match, ALL_SEATS), 8, "test"))[1:]
    shows = [worth for step, worth in zip(match.steps, worths, strict=True) if isinstance(step.action, Show)]
    assert len(shows) > 1
    assert all(max(map(abs, (*worth.luck, *worth.play))) < 1e-6 for worth in shows)


def shown_down(match: Match) -> tuple[int, Action] | None:
    """What somebody does so that a hand comes to its showdown and all show; None once the match is over."""
    for seat in range(1, len(match.players) + 1):
        for choice in match.game.choices(match.state, seat):
            if choice.action in (Deal, Wink, Call, Keep, Show):
                return seat, choice.action()
    return None


@pytest.mark.parametrize("game", slow_but(all_games(), "hand-of-the-hanataz"))
def test_where_chance_told_a_player_nothing_there_was_no_luck(game: str) -> None:
    """The player's own steps and those of the table, such as `next`, where cards come that others alone see."""
    match, untold = played(GAMES[game], ["random"] * min(3, GAMES[game].seats[-1]), "untold"), set[str]()
    seen = seen_match(match, 1)
    for step, worth in zip(match.steps, list(step_values(seen, 6, "test"))[1:], strict=True):
        told = any(outcome != UNKNOWN for outcome in concealed(step, 1).drawn or ())
        if step.actor in (TABLE, 1) and not told:
            assert not any(worth.luck), step.number
            untold.add(type(step.action).__name__)
    assert "Next" in untold or (untold and game != "hand-of-the-hanataz")


@pytest.mark.parametrize("game", slow_but(all_games(), "fools-down"))
def test_a_record_with_gaps_is_judged_too(game: str) -> None:
    random = Random(f"gaps {game}")
    match = read_back(played_on(random_start(GAMES[game], random), random, 20), 1)
    assert adds_up(judged_match(match, FEW._replace(observer=1)))


@pytest.mark.parametrize("game", all_games())
def test_all_seats_together_know_what_any_of_them_knows(game: str) -> None:
    random = Random(f"together {game}")
    match = played_on(random_start(GAMES[game], random), random, 40)
    together = json.dumps(to_builtins(seen_match(match, ALL_SEATS).steps[-1].after)).count("??")
    alone = (json.dumps(to_builtins(match.view(seat))).count("??") for seat in range(1, len(match.players) + 1))
    assert all(together <= blanks for blanks in alone)


@pytest.mark.parametrize("game", slow_but(all_games(), "sorcerous-futures"))
def test_two_matches_that_a_seat_cannot_tell_apart_are_judged_the_same(game: str) -> None:
    random, counts = Random(f"twins {game}"), Counter[str]()
    match = played_on(random_start(GAMES[game], random), random, 8)
    made = {pair.made: pair for pair in pairs(match, random)}
    assert [told for pair in made.values() for told in differences(pair, counts)] == []
    assert counts["compared"] > 10


@pytest.mark.parametrize("game", [game for game in GAMES if GAMES[game].seats[-1] > 1])
def test_shares_of_the_win_are_the_same_in_matches_that_the_public_cannot_tell_apart(game: str) -> None:
    random, compared = Random(f"shares {game}"), 0
    for _ in range(12):
        match = played_on(random_start(GAMES[game], random), random, 10)
        for twins in [one for one in twins_of(match, random) if TABLE in one.blind][:1]:
            tasks = [shares_task(one) for one in (twins.one, twins.other)]
            shares = [win_shares(task) for task in tasks if task is not None]
            assert shares[:1] == shares[1:]
            assert all(one is not None and abs(sum(one.shares) - 1) < 0.01 for one in shares)
            compared += len(shares) // 2
        if compared > 1:
            break
    assert compared


def test_copies_of_a_card_lie_anywhere() -> None:
    """In Conundruze each card is there twice: side by side in a castle once in 129, and in a row they are worth 0."""
    game = GAMES["conundruze"]
    match = start_match(game, UUID(int=7), Setting(("Ann", "Bob", "Cat"), game.options(), None, "7"), STAMP)
    worlds = ShortPlayouts(game, 3, "copies").worlds(match.view(1), range(150))
    castles = [side.castle for world in worlds for side in world.sides]
    pairs = sum(castle[at] == castle[at + 1] for castle in castles for at in range(0, 8, 2))
    assert 0 < pairs < 0.02 * 4 * len(castles)


def test_a_running_match_is_judged_from_one_seat_alone() -> None:
    random = Random(1)
    match = played_on(random_start(GAMES["sun-bid"], random), random, 5)
    with pytest.raises(NotJudged, match="not over"):
        judged_match(match, FEW)
    with pytest.raises(NotJudged):
        judged_match(match, FEW._replace(observer=-1))


@slow
def test_two_judgements_agree_and_luck_is_even() -> None:
    found = evidence(GAMES["sorcerous-futures"], ["random"], 2, 40)
    assert found.agreement > 0.7
    assert abs(found.luck_z) < 4


@pytest.mark.parametrize("game", ["sorcerous-futures", "last-years-magic", "hand-of-the-hanataz", "fools-down"])
def test_what_a_card_can_be_is_the_same_in_matches_that_a_seat_cannot_tell_apart(game: str) -> None:
    random, compared = Random(f"know {game}"), 0
    for _ in range(8):
        match = played_on(random_start(GAMES[game], random), random, 10)
        for twins in twins_of(match, random):
            for seat in [seat for seat in twins.blind if seat > 0][:1]:
                compared += compare_places(twins.one, twins.other, seat)
        if compared > 3:
            break
    assert compared


def compare_places(one: Match, other: Match, seat: int) -> int:
    """Compares what the first hidden cards can be, and says how many these were."""
    scene, step = one.game.scene(one.view(seat)), len(one.steps)
    places = [spot.name for spot in spots(scene, one.players) if spot.card == UNKNOWN][:2]
    for place in places:
        first, second = (possible_cards(twin, seat, step, place) for twin in (one, other))
        assert first == second
    return len(places)


def test_a_move_is_told_once_and_the_best_one_first() -> None:
    """Before the first raise of a hand `wager 99` and `bump 99` are the same."""
    raises = 0
    for number in range(2):
        match = played(GAMES["fools-down"], ["random"] * 3, f"raises {number}")
        for error in [one.error for one in judged(match, JudgePlan(ALL_SEATS, 24)) if one.error is not None]:
            values = [one.value for one in error.alternatives]
            assert values == sorted(values, reverse=True)
            to = [one.move.to for one in (error.played, *error.alternatives) if isinstance(one.move, Wager | Bump)]
            assert len(to) == len(set(to))
            assert (
                len(
                    {
                        type(one.move)
                        for one in (error.played, *error.alternatives)
                        if isinstance(one.move, Wager | Bump)
                    }
                )
                < 2
            )
            raises += len(to)
    assert raises


@pytest.mark.parametrize("game", slow_but(list(BLUNDERS), "conundruze"))
def test_a_planted_blunder_is_marked_and_a_sound_move_is_not(game: str) -> None:
    bad, sound = planted(GAMES[game], 1, 60)
    assert bad == [True]
    # Of a showdown of Fool's Down nothing but to show is sensible: that is no decision, and not judged.
    assert sound == [False, False] or (game, sound) == ("fools-down", [])
