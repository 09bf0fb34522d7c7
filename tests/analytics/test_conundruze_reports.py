"""Conundruze in SQL: what the views and reports tell is what was played."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from ludograph.domain.games.conundruze.bets import BettingOpened, Bumped, Matched, Wagered
from ludograph.domain.games.conundruze.endings import CastleScored, FinalRoundStarted, GameEnded
from ludograph.domain.games.conundruze.facts import (
    CardDiscarded,
    CardDrawn,
    CardPlaced,
    CastleSealed,
    DiscardTaken,
    FoolStole,
    GameStarted,
    GatehouseFilled,
    TurnStarted,
)
from ludograph.domain.games.conundruze.powers import Gloated, Mocked, PowerTried
from ludograph.domain.kernel.game import Fact, Seat
from ludograph.domain.match.aggregate import Match
from tests.analytics.played import Asked, asked, facts, mean, near, played
from tests.analytics.scenes import scene


@pytest.fixture(scope="module")
def bots(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Asked]:
    with asked(tmp_path_factory.mktemp("conundruze"), played("conundruze", 3, 10)) as archive:
        yield archive


@pytest.fixture(scope="module")
def whole_game(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Asked]:
    with scene(tmp_path_factory.mktemp("whole"), "conundruze/a-whole-game") as archive:
        yield archive


def test_the_game_of_example_k(whole_game: Asked) -> None:
    (game,) = whole_game.rows("FROM conundruze.games")
    assert (game["caster"], game["players"], game["turns"], game["rounds"]) == ("Bob", 2, 13, 7)
    assert (game["finisher"], game["finished_in"], game["finisher_won"]) == ("Bob", 6, False)
    assert (game["ended_by"], game["winner_seats"], game["pot"]) == ("final_round", [1], 13)


def test_the_castles_of_example_k(whole_game: Asked) -> None:
    ann, bob = whole_game.rows("FROM conundruze.castles ORDER BY seat")
    assert (ann["after_caster"], ann["sealed_in"], ann["rows"], ann["score"]) == (1, 4, [20, 7, 10, 14], 51)
    assert (bob["after_caster"], bob["sealed_in"], bob["rows"], bob["score"]) == (2, 2, [9, 8, 15, 20], 52)
    assert (ann["won"], bob["won"], ann["finished"], bob["finished"]) == (True, False, False, True)


def test_the_cards_of_example_k(whole_game: Asked) -> None:
    rows = whole_game.rows("FROM conundruze.plays ORDER BY version")
    assert [(row["turn"], row["card"], row["source"], row["use"]) for row in rows[:4]] == [
        (1, "7s", "pile", "place"), (2, "F", "pile", "steal"), (3, "Rw", "pile", "gate"),
        (4, "9w", "discards", "place"),
    ]  # fmt: skip
    assert [(row["card"], row["removed"]) for row in rows if row["turn"] == 6] == [("Kv", "Jw"), ("Wf", "10s")]


def test_what_powers_did_in_example_k(whole_game: Asked) -> None:
    rows = whole_game.rows("FROM conundruze.powers ORDER BY version")
    assert [(row["player"], row["card"], row["power"], row["roll"], row["effect"]) for row in rows] == [
        ("Bob", "F", "mock", None, "words"),
        ("Ann", "Rw", "pilfer", 12, "pilfered"),
        ("Ann", "F", None, None, None),
        ("Bob", "Kv", "riposte", 17, "another card"),
        ("Bob", "Wf", "arcane", 12, "recalled"),
        ("Ann", "Ds", "gloat", None, "words"),
        ("Ann", "Cs", "influence", 4, "failed"),
        ("Bob", "Rs", "backstab", 20, "swapped"),
        ("Ann", "Ww", "arcane", 11, "failed"),
    ]
    assert (rows[1]["chips"], rows[4]["gained"], rows[7]["target"]) == (5, 11, "Ann")
    (arcane,) = [row for row in whole_game.report("conundruze/powers") if row["power"] == "arcane"]
    assert (arcane["times"], arcane["success_percent"], arcane["used"], arcane["average_gained"]) == (2, 50, 1, 11)
    assert (arcane["average_score_after_success"], arcane["average_score_after_failure"]) == (52, 51)


def test_the_bets_of_example_k(whole_game: Asked) -> None:
    rows = whole_game.report("conundruze/betting")
    assert [(row["betting_round"], row["wagered_percent"], row["average_paid"]) for row in rows] == [
        ("first", 100, 6), ("sixth", 100, 10), ("end", 0, 0),
    ]  # fmt: skip


def test_when_the_castle_of_example_k_is_finished(whole_game: Asked) -> None:
    (row,) = whole_game.report("conundruze/castles-finished")
    assert (row["turns"], row["games"], row["finisher_won_percent"]) == (6, 1, 0)
    assert (row["average_finisher_score"], row["average_score"]) == (52, 51.5)
    assert whole_game.report("conundruze/castles-finished", players=3) == []


def test_what_a_fool_steals(tmp_path: Path) -> None:
    with scene(tmp_path, "conundruze/a-fool-steals") as archive:
        (row,) = [row for row in archive.report("conundruze/steals") if row["stolen"] == "D"]
        assert (row["steals"], row["from_others"], row["with_a_fool_from_the_discards"]) == (1, 1, 1)
        assert (row["average_thief_saved"], row["average_victim_lost"]) == (13, 13)


def test_every_game_turn_and_castle_is_told(bots: Asked) -> None:
    games = bots.rows("FROM conundruze.games")
    assert len(games) == sum(len(facts(match, GameStarted)) for match in bots.matches)
    assert sum(row["turns"] for row in games) == sum(len(facts(match, TurnStarted)) for match in bots.matches)
    ended = Counter(fact.reason for match in bots.matches for fact in facts(match, GameEnded))
    assert Counter(row["ended_by"] for row in games if row["ended_by"]) == ended
    scored = [fact for match in bots.matches for fact in facts(match, CastleScored)]
    castles = bots.rows("FROM conundruze.castles")
    assert len(castles) == sum(len(fact.dealt_in) for match in bots.matches for fact in facts(match, GameStarted))
    told = Counter((tuple(row["rows"]), row["score"]) for row in castles if row["rows"] is not None)
    assert told == Counter((fact.rows, fact.score) for fact in scored)
    assert sum(row["sealed_in"] is not None for row in castles) == sum(
        len(facts(match, CastleSealed)) for match in bots.matches
    )


def test_finishers_are_those_that_the_facts_name(bots: Asked) -> None:
    finishers = Counter(fact.finisher for match in bots.matches for fact in facts(match, FinalRoundStarted))
    assert finishers
    assert Counter(row["seat"] for row in bots.rows("FROM conundruze.castles WHERE finished")) == finishers
    assert sum(row["games"] for row in bots.report("conundruze/castles-finished")) == finishers.total()


def test_every_card_that_is_played_is_told_once(bots: Asked) -> None:
    uses: dict[str, type[Fact]] = {
        "place": CardPlaced, "discard": CardDiscarded, "gate": GatehouseFilled, "steal": FoolStole,
    }  # fmt: skip
    told = Counter(row["use"] for row in bots.rows("FROM conundruze.plays"))
    assert told == {use: sum(len(facts(match, kind)) for match in bots.matches) for use, kind in uses.items()}
    sources = Counter(row["source"] for row in bots.rows("FROM conundruze.plays"))
    assert sources["discards"] <= sum(len(facts(match, DiscardTaken)) for match in bots.matches)
    assert sources["pile"] <= sum(len(facts(match, CardDrawn)) for match in bots.matches)


def test_every_power_that_is_used_is_told_once(bots: Asked) -> None:
    tried: Counter[str] = Counter(fact.power for match in bots.matches for fact in facts(match, PowerTried))
    tried["mock"] = sum(len(facts(match, Mocked)) for match in bots.matches)
    tried["gloat"] = sum(len(facts(match, Gloated)) for match in bots.matches)
    told = Counter(row["power"] for row in bots.rows("FROM conundruze.powers WHERE power IS NOT NULL"))
    assert told == +tried


def test_bets_add_up(bots: Asked) -> None:
    kinds: list[type[Wagered | Matched | Bumped]] = [Wagered, Matched, Bumped]
    paid = sum(fact.amount for match in bots.matches for kind in kinds for fact in facts(match, kind))
    rows = bots.report("conundruze/betting")
    assert near(sum(row["average_paid"] * row["rounds"] for row in rows) / max(paid, 1), 1)
    assert sum(row["rounds"] for row in rows) <= sum(len(facts(match, BettingOpened)) for match in bots.matches)


def test_the_caster_plays_last(bots: Asked) -> None:
    won: Counter[tuple[int, int]] = Counter()
    played: Counter[tuple[int, int]] = Counter()
    for match in bots.matches:
        for dealt, winners in _ended_games(match):
            at = dealt.dealt_in.index(dealt.caster) + 1
            order = (*dealt.dealt_in[at:], *dealt.dealt_in[:at])
            for place, seat in enumerate(order, start=1):
                played[len(order), place] += 1
                won[len(order), place] += seat in winners
    rows = bots.report("conundruze/caster")
    assert {(row["players"], row["after_caster"]): row["games"] for row in rows} == played
    for row in rows:
        key = (row["players"], row["after_caster"])
        assert abs(row["won_percent"] - 100 * won[key] / played[key]) < 0.06


def test_what_each_row_of_castles_comes_to(bots: Asked) -> None:
    rows = [fact.rows for match in bots.matches for fact in facts(match, CastleScored)]
    for row in bots.report("conundruze/rows"):
        points = [one[row["castle_row"] - 1] for one in rows]
        assert near(row["average_points"], mean(points))
        assert (row["castles"], row["lowest"], row["highest"]) == (len(points), min(points), max(points))


def _ended_games(match: Match) -> Iterator[tuple[GameStarted, tuple[Seat, ...]]]:
    """The games that are over: how each began, and who won it."""
    yield from zip(facts(match, GameStarted), (fact.winners for fact in facts(match, GameEnded)), strict=False)
