"""The tie-breaks by opponents, by hand: rounds not played, late entries and tables of several sizes."""

from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from pathlib import Path

import pytest

from ludograph.domain.store.recorder import Recorder
from ludograph.domain.tournaments.aggregate import Tournament
from ludograph.domain.tournaments.events import Scored, SeatedRound
from ludograph.domain.tournaments.scores.ranking import standings
from ludograph.domain.tournaments.service import TournamentService
from ludograph.domain.tournaments.terms import Terms

BREAKS = "opponents-mean,buchholz,buchholz-cut-1,buchholz-median"
Table = Mapping[str, int]


class Cup:
    """A tournament by places=4,2 whose tables are entered as they are written here: names with their scores."""

    def __init__(self, recorder: Recorder, *players: str, bye: int = 3) -> None:
        self.service = TournamentService(recorder)
        self.now: Tournament = self.service.open(Terms("Cup", "places=4,2", BREAKS, Decimal(bye)))
        self.enter(*players)

    def enter(self, *players: str) -> None:
        self.now = self.service.record(self.now.enter(players, self.service.recorder.stamp()))

    def withdraw(self, player: str) -> None:
        self.now = self.service.record(self.now.withdraw(player, "", self.service.recorder.stamp()))

    def close(self) -> None:
        self.now = self.service.record(self.now.close(self.service.recorder.stamp()))

    def play(self, *tables: Table, byes: Sequence[str] = (), over: int | None = None) -> None:
        """Seats a round and enters its tables, or the first so many that are over."""
        stamp, number = self.service.recorder.stamp, len(self.now.state.rounds) + 1
        seated = SeatedRound("sun-bid", {}, tuple(tuple(table) for table in tables), tuple(byes))
        now = self.now.seat(number, [seated], stamp(), method="file")
        for at, table in enumerate(tables[:over], start=1):
            scores = [Scored(name, score) for name, score in table.items()]
            now = now.score((number, at), scores, "", stamp())
        self.now = self.service.record(now)

    def breaks(self, player: str) -> list[object]:
        lines = standings(self.now, self.service.tables(self.now).results)
        found = next(line for line in lines if line.player == player)
        return [found.points, *found.tie_breaks.values()]


@pytest.fixture
def cup(tmp_path: Path) -> Iterator[Cup]:
    with Recorder(tmp_path / "store.sqlite") as recorder:
        yield Cup(recorder, "Ann", "Ben", "Cleo", "Dora", "Emil", "Farah", "Gita")


def test_a_larger_table_weighs_no_more_than_a_smaller_one(cup: Cup) -> None:
    cup.play({"Ann": 9, "Ben": 8, "Cleo": 7, "Dora": 6}, {"Emil": 9, "Farah": 8, "Gita": 7})
    cup.play({"Ann": 9, "Emil": 8, "Farah": 7}, {"Ben": 9, "Cleo": 8, "Dora": 7, "Gita": 6})
    # Ann 8, Ben 6, Cleo 2, Dora 0, Emil 6, Farah 2, Gita 0.
    assert cup.breaks("Ann") == [8, Fraction(6 + 2 + 0 + 6 + 2, 5), Fraction(8, 3) + 4, 4, 0]


def test_a_bye_is_played_against_ones_equal_who_has_no_more_than_average_seats(cup: Cup) -> None:
    cup.play({"Ann": 9, "Ben": 8, "Cleo": 7}, {"Dora": 9, "Emil": 8, "Farah": 7}, byes=["Gita"])
    cup.play({"Gita": 9, "Ben": 8, "Cleo": 7}, {"Dora": 9, "Emil": 8, "Ann": 7}, byes=["Farah"])
    # Gita has 3 + 4, and an average seat is worth 2: her equal has 4. Ben has 4, Cleo 0.
    assert cup.breaks("Gita") == [7, 2, 4 + 2, 4, 0]
    # Farah has 3: no more has her equal. Dora has 8, Emil 4.
    assert cup.breaks("Farah") == [3, 6, 6 + 3, 6, 0]


def test_a_round_counts_for_those_without_opponents_once_it_is_complete(cup: Cup) -> None:
    cup.play({"Ann": 9, "Ben": 8, "Cleo": 7}, {"Dora": 9, "Emil": 8, "Farah": 7}, byes=["Gita"])
    cup.withdraw("Ben")
    before = [cup.breaks(player) for player in ("Ben", "Ann")]
    cup.play({"Ann": 9, "Cleo": 8, "Dora": 7}, {"Emil": 9, "Gita": 8}, byes=["Farah"], over=1)
    # Ben has 2 and met 4 and 0; nothing of the round that is played counts for him, and he counts for Ann what he has.
    assert before == [[2, 2, 2, 0, 0], [4, 1, 1, 0, 0]]
    assert cup.breaks("Ben") == [2, Fraction(8 + 2, 2), Fraction(8 + 2, 2), 0, 0]
    assert cup.breaks("Farah") == [3, 3, 3, 0, 0]
    cup.close()
    # Then the round is what it is: an average seat of it is worth 2, and Farah's equal has her 3.
    assert cup.breaks("Ben") == [2, 5, 5 + 2, 5, 0]
    assert cup.breaks("Farah") == [3, 3, 3 + 3, 3, 0]


def test_a_round_that_somebody_missed_is_cut_first(cup: Cup) -> None:
    cup.play({"Ann": 9, "Ben": 8, "Cleo": 7}, {"Dora": 9, "Emil": 8, "Farah": 7}, byes=["Gita"])
    cup.enter("Hugo")
    cup.play({"Hugo": 9, "Ben": 8, "Cleo": 7, "Farah": 6}, {"Dora": 9, "Emil": 8, "Ann": 7, "Gita": 6})
    # Hugo met those with 4, 0 and 0. He has 4 himself, an average seat of both rounds 2 + 3/2: that is cut.
    assert cup.breaks("Hugo") == [4, Fraction(4, 3), Fraction(4, 3) + Fraction(7, 2), Fraction(4, 3), 0]


def test_whoever_left_counts_an_average_seat_for_each_round_since(cup: Cup) -> None:
    cup.play({"Ann": 9, "Ben": 8, "Cleo": 7}, {"Dora": 9, "Emil": 8, "Farah": 7}, byes=["Gita"])
    cup.withdraw("Ben")
    cup.play({"Ann": 9, "Cleo": 8, "Dora": 7}, {"Emil": 9, "Farah": 8, "Gita": 7})
    # Ben has 2, and 2 more for round 2. Ann met him, Cleo (2) twice and Dora (4).
    assert cup.breaks("Ann") == [8, Fraction(4 + 2 + 2 + 4, 4), 3 + 3, 3, 0]
    assert cup.breaks("Ben")[0] == 2
