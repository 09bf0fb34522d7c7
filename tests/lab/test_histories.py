"""Histories: whole matches of which a seat would have been told, byte for byte, what it was told."""

from random import Random

import pytest

from ludograph.domain.bots.knowledge import record_of
from ludograph.domain.games import GAMES
from ludograph.domain.kernel.cards import UNKNOWN
from ludograph.domain.lab.histories import NoHistory, sampled_history
from ludograph.domain.lab.seat_record import SeatRecord
from tests.lab.histories import faults, hidden_cards
from tests.lab.positions import positions
from tests.worlds import all_games

EACH = 4
"""Positions of each game; `python -m tests.lab.histories` tries hundreds."""


@pytest.mark.parametrize("game", all_games())
def test_a_history_tells_its_seat_what_the_match_did(game: str) -> None:
    found = list(positions(GAMES[game], EACH, Random(f"{game}/told")))
    records = [record_of(one.match, one.seat, one.at) for one in found]
    made = [sampled_history(record, Random(number)) for number, record in enumerate(records)]
    assert not [fault for one, position in zip(made, found, strict=True) for fault in faults(one, position)]


@pytest.mark.parametrize("game", ["fools-down", "last-years-magic", "hand-of-the-hanataz"])
def test_what_others_hold_differs_from_history_to_history(game: str) -> None:
    position = next(one for one in positions(GAMES[game], 30, Random(f"{game}/differs")) if 8 < one.at < 40)
    record = record_of(position.match, position.seat, position.at)
    hands = {hidden_cards(sampled_history(record, Random(seed)), record) for seed in range(6)}
    assert len(hands) > 3
    assert not any(UNKNOWN in hand for hand in hands)


def test_the_same_record_and_chance_give_the_same_history() -> None:
    (position,) = positions(GAMES["fools-down"], 1, Random("again"))
    record = record_of(position.match, position.seat, position.at)
    assert sampled_history(record, Random(3)) == sampled_history(record, Random(3))


def test_a_record_that_no_match_can_have_has_no_history() -> None:
    (position,) = positions(GAMES["sun-bid"], 1, Random("wrong"))
    record = record_of(position.match, position.seat, position.at)
    doubled = SeatRecord(*record[:-1], (*record.steps, record.steps[0]))
    with pytest.raises(NoHistory):
        sampled_history(doubled, Random(1), tries=2)
