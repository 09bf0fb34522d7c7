"""Who is ahead: what a view is worth to each seat, up to the last step of every match."""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from io import BytesIO
from itertools import permutations
from random import Random

import pytest
from msgspec.structs import replace

from ludograph.domain.exchange.importer import Builder
from ludograph.domain.games import GAMES
from ludograph.domain.games.conundruze.scoring import row
from ludograph.domain.games.conundruze.state import can_come, side_of
from ludograph.domain.games.sorcerous_futures.state import can_be_placed
from ludograph.domain.kernel.cards import UNKNOWN
from ludograph.domain.kernel.game import JUDGE, TABLE, nobody_out
from ludograph.domain.kernel.worth import exact_mean, leaders, value_text
from ludograph.domain.match.aggregate import Match
from ludograph.domain.notation.matchfile import chunks
from ludograph.replay.beats.beats import beats_of
from ludograph.replay.timeline.timeline import Timeline
from tests.large import slow_but
from tests.test_samples import OURS, SAMPLES
from tests.twins import Twins, run
from tests.worlds import observers, random_match, stamp

RECORDED = [name for name, known in OURS.items() if known["status"] != "refused"]


def matches(game: str, many: int = 3) -> Iterator[Match]:
    for seed in range(many):
        yield random_match(GAMES[game], Random(seed))


def assert_ends_as_it_should(match: Match) -> None:
    """For every observer each step has a worth, and what counts is at the end what the game says."""
    for observer in observers(match):
        timeline = Timeline(match, observer)
        result = match.game.result(timeline[len(timeline) - 1].state)
        found = [match.game.worth_of(frame.state) for frame in timeline]
        assert all(len(one) == len(match.players) for one in found)
        if result.over:
            known = tuple(score if isinstance(score, int) else None for score in result.scores)
            assert found[-1] == known
            assert match.game.worth is not None
            counted = match.game.worth.count(timeline[len(timeline) - 1].state)
            assert [one for one, score in zip(counted, known, strict=True) if score is not None] == [
                score for score in known if score is not None
            ]


@pytest.mark.parametrize("game", GAMES)
def test_every_view_of_every_step_has_a_worth_and_the_last_is_the_result(game: str) -> None:
    for match in matches(game):
        assert match.game.result(match.state).over
        assert_ends_as_it_should(match)


@pytest.mark.parametrize("name", RECORDED)
def test_the_last_worth_of_a_sample_is_its_result(name: str) -> None:
    (chunk,) = chunks(BytesIO((SAMPLES / name).read_bytes()))
    assert_ends_as_it_should(Builder(chunk, stamp).match())


def ahead_at_end(match: Match, observer: int) -> tuple[int, ...]:
    """Who is ahead after the last step of a match as somebody knows it."""
    state = Timeline(match, observer)[len(match.steps)].state
    return leaders(match.game.worth_of(state), match.game.eliminated_in(state), fewest=match.game.fewest)


def assert_winners_are_ahead_at_the_end(match: Match) -> None:
    """Those who have won are ahead after the last step, for whoever knows the scores; of those a tie may be broken."""
    if len(match.players) == 1:
        return
    for observer in observers(match):
        result = match.game.result(Timeline(match, observer)[len(match.steps)].state)
        if result.over and isinstance(result.winners, tuple) and UNKNOWN not in result.scores:
            ahead = ahead_at_end(match, observer)
            assert {*ahead} >= {*result.winners}
            assert {*ahead} == {*result.winners} or result.order.ties


@pytest.mark.parametrize("game", GAMES)
def test_who_has_won_is_ahead_after_the_last_step(game: str) -> None:
    for match in matches(game, 8):
        assert_winners_are_ahead_at_the_end(match)


@pytest.mark.parametrize("name", RECORDED)
def test_who_has_won_a_sample_is_ahead_after_its_last_step(name: str) -> None:
    (chunk,) = chunks(BytesIO((SAMPLES / name).read_bytes()))
    assert_winners_are_ahead_at_the_end(Builder(chunk, stamp).match())


@pytest.mark.parametrize("game", [one for one, found in GAMES.items() if found.eliminated is not nobody_out])
def test_nobody_is_ahead_who_is_out_of_the_match(game: str) -> None:
    """From the step with which a seat goes out until it comes in again it is eliminated, and others are ahead."""
    gone = 0
    for match in matches(game, 12):
        for frame in Timeline(match, TABLE):
            facts = frame.step.facts if frame.step else ()
            out = {fact.seat for fact in facts if isinstance(fact, match.game.eliminations)}  # type: ignore[attr-defined]
            eliminated = match.game.eliminated_in(frame.state)
            if not out or len(match.players) == len(eliminated):
                continue
            gone += 1
            assert out <= {*eliminated} or match.game.result(frame.state).over
            ahead = leaders(match.game.worth_of(frame.state), eliminated, fewest=match.game.fewest)
            assert not {*ahead} & {*eliminated}
    assert gone


def differently_counted(twins: Twins, random: Random, counts: Counter[str]) -> Iterator[str]:
    """Those who cannot tell twins apart, and yet would see another curve."""
    for eyes in random.sample(twins.blind, min(len(twins.blind), 2)):
        one, other = Timeline(twins.one, eyes), Timeline(twins.other, eyes)
        for step in range(len(one)):
            for mine, theirs in zip(beats_of(one, step), beats_of(other, step), strict=True):
                counts["compared"] += 1
                if twins.one.game.worth_of(mine.state) != twins.one.game.worth_of(theirs.state):
                    yield f"what counts in {step}.{mine.number} for {eyes}"


@pytest.mark.parametrize("game", slow_but(GAMES, "fools-down", "sorcerous-futures"))
def test_what_counts_tells_nobody_what_they_have_not_seen(game: str) -> None:
    counts: Counter[str] = Counter()
    assert not list(run(game, 2, 11, counts, differently_counted))
    assert counts["compared"] or game != "fools-down"


def test_in_the_hanataz_the_pot_is_shared_by_those_who_can_still_win_it() -> None:
    """Who has nubbed out has their silvs, and no part of the pot."""
    match = random_match(GAMES["hand-of-the-hanataz"], Random(1), 200)
    compared = 0
    for frame in Timeline(match, JUDGE):
        players = frame.state.players
        out = [seat for seat, one in enumerate(players) if one.status == "nubbed" and not one.debts]
        if frame.state.phase != "turn" or not out or frame.state.bards:
            continue
        compared += 1
        assert all(match.game.worth_of(frame.state)[seat] == players[seat].silvs for seat in out)
    assert compared


@pytest.mark.parametrize("game", GAMES)
def test_a_game_that_does_not_say_is_worth_what_its_scoreboard_counts(game: str) -> None:
    match = random_match(GAMES[game], Random(4), 12)
    plain = replace(match.game, worth=None)
    stands = {zone.owner: zone.standing for zone in match.game.scene(match.state).zones if zone.standing}
    for seat, value in enumerate(plain.worth_of(match.state), start=1):
        assert value == int(stands[seat][1])


def test_a_row_face_down_is_worth_the_mean_of_all_pairs_that_can_lie_there() -> None:
    match = random_match(GAMES["conundruze"], Random(7), 0)
    view = Timeline(match, TABLE)[0].state
    hidden = can_come(view)
    assert {*side_of(view, 1).castle} == {UNKNOWN}
    pairs = list(permutations(hidden, 2))
    assert match.game.worth_of(view)[0] == 4 * Fraction(sum(row(*pair) for pair in pairs), len(pairs))
    assert all(isinstance(value, int) for value in match.game.worth_of(match.view(JUDGE)))


def test_bought_cards_are_worth_what_valuations_can_be() -> None:
    match = random_match(GAMES["sorcerous-futures"], Random(3), 30)
    view = Timeline(match, TABLE)[len(match.steps)].state
    each = exact_mean([1 if card[0] == "P" else int(card[0]) for card in can_be_placed(view)])
    assert {*view.valuations} == {UNKNOWN}
    for gold, bought, value in zip(view.gold, view.bought, match.game.worth_of(view), strict=True):
        suits = sum(len(card) - 1 for card in bought)
        # The Crown of a seat pays the Excuse for some of the cards, and never for more than all of them.
        assert gold + suits * each <= (value or 0) <= gold + (suits + len(bought)) * each


@pytest.mark.parametrize(
    ("value", "signed", "text"),
    [
        (12, False, "12"),
        (12, True, "+12"),
        (-3, True, "-3"),
        (0, True, "0"),
        (Fraction(317, 5), False, "63.4"),
        (Fraction(-1, 3), True, "-0.3"),
        (Fraction(1, 100), True, "0"),
        (None, True, ""),
    ],
)
def test_a_value_as_it_is_read(value: Fraction | int | None, signed: bool, text: str) -> None:
    assert value_text(value, signed=signed) == text


def test_in_fools_down_nobody_is_given_chips_that_they_cannot_win() -> None:
    """Who is all in wins no more of each stake than they have staked themselves (FD-8.2)."""
    compared = 0
    for match in matches("fools-down", 12):
        for frame in Timeline(match, TABLE):
            hand, state = frame.state.hand, frame.state
            if hand is None or hand.pots:
                continue
            counted = match.game.worth_of(state)
            for seat in hand.standing:
                own, worth = hand.staked[seat - 1], counted[seat - 1]
                if state.stacks[seat - 1] or worth is None:
                    continue
                most = hand.fees + hand.dues + sum(min(staked, own) for staked in hand.staked)
                assert worth <= state.stacks[seat - 1] - state.buy_ins[seat - 1] + most
                compared += 1
    assert compared > 20
