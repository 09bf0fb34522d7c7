"""A name put right: every view is that of a match recorded so from the start, and nothing else is another."""

import json
from random import Random

import pytest
from msgspec.structs import replace

from ludograph.domain.corrections.amend import Reason, corrected_match, header_correction
from ludograph.domain.corrections.rename import only_renames, renamed_player
from ludograph.domain.exchange.exporter import exported
from ludograph.domain.games import GAMES
from ludograph.domain.kernel.game import JUDGE
from ludograph.domain.match.aggregate import Match, rebuilt
from ludograph.domain.match.events import AnyAmended, StepsAmended
from ludograph.domain.match.final_result import in_force
from ludograph.domain.match.official_decisions import confirmed
from ludograph.domain.verify.recheck import recheck_problem
from tests.worlds import STAMP, all_games, observers, random_match

WHY = Reason("misread", "Eve")


def problems(match: Match) -> list[str]:
    """What `verify` says of its events."""
    before, found = None, []
    for event in match.history:
        found.append(recheck_problem(before, event))
        before = rebuilt(before, [event])
    return [one for one in found if one]


def correction_of(match: Match) -> AnyAmended:
    event = match.history[-1]
    assert isinstance(event, StepsAmended)
    return event


def named(text: str, old: str) -> str:
    """An export with another name for a player; the id of what one player knows has the name in it."""
    return text.replace(f'"{old}"', '"Zebedee"').replace(f'@{old}"', '@Zebedee"')


@pytest.mark.parametrize("game", all_games())
def test_every_view_is_that_of_a_match_recorded_under_the_new_name(game: str) -> None:
    for seed in range(3):
        match = random_match(GAMES[game], Random(seed), steps=40)
        old = match.players[-1]
        now = renamed_player(match, old, "Zebedee", WHY, STAMP)
        for observer in observers(match):
            was = json.dumps(list(exported(match, observer)), default=str)
            assert json.dumps(list(exported(now, observer)), default=str) == named(was, old)
        assert only_renames(match, correction_of(now))
        assert not problems(now)


@pytest.mark.parametrize("game", all_games())
def test_agreement_to_a_result_stays_for_a_name_changes_none(game: str) -> None:
    for seed in range(20):
        match = random_match(GAMES[game], Random(seed))
        if match.game.result(match.state).over:
            break
    for seat in (1, JUDGE):
        match = confirmed(match, seat, STAMP)
    now = renamed_player(match, match.players[0], "Zebedee", WHY, STAMP)
    assert [one.name for one in in_force(now)] == ["Zebedee", "judge"]
    assert not problems(now)


def test_a_correction_that_changes_more_is_not_taken_for_one_of_names() -> None:
    match = random_match(GAMES["sun-bid"], Random(1), steps=12)
    swapped = header_correction(match, {"players": [match.players[1], match.players[0], *match.players[2:]]})
    otherwise = header_correction(match, {"round": "9"})
    for correction in (swapped, otherwise):
        now = corrected_match(match, replace(correction, how="rename"), WHY, STAMP).match
        assert not only_renames(match, correction_of(now))
        assert problems(now) == ["It says that it puts names of players right, and something else is another in it."]
