"""Fool's Down in SQL: what the views and reports tell is what was played."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from ludograph.domain.games.fools_down.dealing import HandShown
from ludograph.domain.games.fools_down.facts import HandEnded, HandStarted, PotAwarded
from ludograph.domain.games.fools_down.hands import RANKS, best_hand, strength
from ludograph.domain.games.fools_down.state import Best
from ludograph.domain.games.fools_down.wagering import Bumped, Ducked, Matched, Wagered, Winked
from tests.analytics.played import Asked, Row, asked, facts, near, played, written
from tests.analytics.scenes import scene

RUN_OUT = "fools-down/side-pots-a-run-out-and-the-grab"


@pytest.fixture(scope="module")
def bots(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Asked]:
    with asked(tmp_path_factory.mktemp("fools-down"), played("fools-down", 8, 12)) as archive:
        yield archive


@pytest.fixture(scope="module")
def run_out(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Asked]:
    with scene(tmp_path_factory.mktemp("run-out"), RUN_OUT) as archive:
        yield archive


def test_the_hand_of_example_10_5(run_out: Asked) -> None:
    (hand,) = run_out.rows("FROM fools_down.hands")
    assert (hand["dealer"], hand["fools_bettor"], hand["last_round"]) == ("Ann", "Bob", "down")
    assert hand["common"] == ["2f", "3s", "Kw", "9v", "7s", "Cw"]
    assert (hand["wilds_turned"], hand["ended_by"], hand["shown"]) == (1, "showdown", 3)
    assert (hand["pots"], hand["pot"], hand["house"]) == (2, 120, 6)


def test_the_players_of_example_10_5(run_out: Asked) -> None:
    cat, ann, bob = run_out.rows("FROM fools_down.holdings ORDER BY place")
    assert [(row["player"], row["role"]) for row in (cat, ann, bob)] == [
        ("Cat", "other"), ("Ann", "dealer"), ("Bob", "fools_bet"),
    ]  # fmt: skip
    assert (cat["down"], cat["staked"], cat["net"], cat["stack"]) == (["9f", "9s", "4f"], 50, 7, 107)
    assert (ann["category_name"], ann["from_pots"], ann["net"]) == ("Fool's Elements", 57, 37)
    assert (bob["category"], bob["from_pots"], bob["stack"]) == (15, 0, 0)


def test_the_pots_of_example_10_5(run_out: Asked) -> None:
    main, side = run_out.report("fools-down/pots")
    assert (main["pot"], main["how"], main["average_amount"], main["grab"]) == ("main", "best", 60, 3)
    assert (side["pot"], side["how"], side["average_amount"], side["grab"]) == ("side", "best", 60, 3)


def test_what_ducked_and_what_won_in_example_10_6(tmp_path: Path) -> None:
    with scene(tmp_path, "fools-down/the-fool-cuts") as archive:
        assert archive.report("fools-down/bluffs") == []
        (row,) = archive.report("fools-down/ducked")
        assert (row["ducked_in"], row["category_name"], row["better_than_winner_percent"]) == ("deal", "Twins", 0)
        fates = {row["last_card"]: row for row in archive.report("fools-down/fools-down")}
        assert (fates["the Fool, shown"]["average_won"], fates["the Fool, shown"]["average_net"]) == (15, 0)
        shown = {row["category_name"]: row for row in archive.report("fools-down/categories") if row["shown"]}
        assert set(shown) == {"Four Dandies", "The Castle"}
        assert (shown["The Castle"]["shown_percent"], shown["The Castle"]["won_percent"]) == (50, 100)


def test_a_fool_that_is_turned_up_by_ducking_is_shown(tmp_path: Path) -> None:
    with scene(tmp_path, "fools-down/the-third-fool-wins-the-bag") as archive:
        fates = {row["last_card"]: row for row in archive.report("fools-down/fools-down")}
        assert (fates["the Fool, shown"]["hands"], fates["the Fool, shown"]["taken_down"]) == (3, 2)
        assert "the Fool, ducked" not in fates


def test_categories_leave_hands_under_way_out(tmp_path: Path) -> None:
    text = """\
ludograph: 1
game: fools-down
players: ["Ann", "Bob"]
options: {"buy_in": [4, 2], "turning_the_trick": false}
deal: {"first_dealer": "Ann"}

Ann deal > 9v 3s 2f 9w
Ann match > ?? 5f 6s 7v ?? 8w 1f ?? 2v ?? Kf Ks
Bob show
"""
    with written(tmp_path, text) as archive:
        assert archive.rows("FROM fools_down.strengths")
        for row in archive.report("fools-down/categories"):
            assert (row["shown"], row["held"], row["won_percent"]) == (0, 0, None)


def test_what_ducked_in_a_hand_under_way_is_left_out(tmp_path: Path) -> None:
    text = """\
ludograph: 1
game: fools-down
players: ["Ann", "Bob", "Cat"]
deal: {"first_dealer": "Ann"}

Ann deal > 9v 3s 2f 9w 5v 4f
Cat duck
"""
    with written(tmp_path, text) as archive:
        assert archive.rows("FROM fools_down.laid_down")
        assert archive.report("fools-down/ducked") == []


def test_who_raises_with_less_than_what_ducks_has_bluffed(tmp_path: Path) -> None:
    text = """\
ludograph: 1
game: fools-down
players: ["Ann", "Bob", "Cat"]
deal: {"first_dealer": "Ann"}

Ann deal > 9v 3s 2f 9w 5v 4f
Cat match
Ann match
Bob wink > ?? 9s Ks 7w
Cat wink
Ann wager 20
Bob duck
Cat duck
"""
    with written(tmp_path, text) as archive:
        (win,) = archive.rows("FROM fools_down.unseen_wins")
        assert (win["player"], win["category_name"], win["best_ducked"]) == ("Ann", "High Card", "Three Dandies")
        assert (win["raised"], win["better_ducked"], win["bluff"], win["net"]) == (True, 1, True, 4)
        (row,) = archive.report("fools-down/bluffs")
        assert (row["category_name"], row["bluffs"], row["bluff_percent"]) == ("High Card", 1, 100)
        ducked = {row["category_name"]: row for row in archive.report("fools-down/ducked", round="cast")}
        assert ducked["Three Dandies"]["better_than_winner_percent"] == 100


def test_what_a_card_is_exchanged_for(tmp_path: Path) -> None:
    with scene(tmp_path, "fools-down/turning-the-trick") as archive:
        rows = {row["player"]: row for row in archive.rows("FROM fools_down.holdings")}
        assert (rows["Cat"]["down"], rows["Cat"]["exchanged_slot"]) == (["9f", "10w"], 2)
        assert (rows["Bob"]["down"], rows["Bob"]["exchanged_slot"]) == (["Ws", "7s"], 1)
        assert (rows["Ann"]["exchanged_slot"], rows["Dan"]["ducked_in"]) == (None, "cast")
        (hand,) = archive.rows("FROM fools_down.hands")
        assert (hand["exchange"], hand["trick"], hand["common"][5]) == (True, "Jv", "Dv")


def test_hands_are_as_strong_as_the_rules_say(bots: Asked) -> None:
    rows = bots.rows(
        "SELECT s.category, s.strength, p.down, h.common FROM fools_down.strengths AS s "
        "JOIN fools_down.holdings AS p USING (match, hand, seat) JOIN fools_down.hands AS h USING (match, hand)"
    )
    assert len(rows) > 100
    for row in rows:
        assert row["strength"] == _strength(best_hand(tuple(row["down"]), tuple(row["common"]))), row


def test_stacks_and_chips_won_are_those_of_the_facts(bots: Asked) -> None:
    for match in bots.matches:
        rows = bots.rows(f"FROM fools_down.holdings WHERE match = '{match.id}' ORDER BY hand, seat")
        for number, ended in enumerate(facts(match, HandEnded), start=1):
            of_hand = [row for row in rows if row["hand"] == number]
            assert [row["stack"] for row in of_hand] == [ended.stacks[row["seat"] - 1] for row in of_hand]
            before = {row["seat"]: row["stack"] - row["net"] for row in of_hand}
            assert all(stack >= 0 for stack in before.values())
        assert len(rows) == sum(len(fact.order) for fact in facts(match, HandStarted))
        assert near(sum(row["from_pots"] or 0 for row in rows if row["net"] is None), 0)


def test_what_players_lose_went_to_the_house_and_the_bag(bots: Asked) -> None:
    rows = bots.rows(
        "SELECT any_value(h.house + h.bag) AS kept, sum(p.net)::BIGINT AS net FROM fools_down.hands AS h "
        "JOIN fools_down.holdings AS p USING (match, hand) ANTI JOIN "
        "(SELECT match FROM fools_down.fools_bag_won) AS b USING (match) "
        "WHERE h.ended_by IS NOT NULL GROUP BY match, hand"
    )
    assert rows
    assert all(row["net"] == -row["kept"] for row in rows)


def test_categories_that_were_shown(bots: Asked) -> None:
    shown = Counter(fact.category for match in bots.matches for fact in facts(match, HandShown))
    assert shown
    rows = bots.report("fools-down/categories")
    assert [row["category"] for row in rows] == list(range(1, 16))
    assert {row["category"]: row["shown"] for row in rows if row["shown"]} == shown


def test_what_is_said_in_each_round(bots: Asked) -> None:
    kinds: list[type[Winked | Matched | Wagered | Bumped | Ducked]] = [Winked, Matched, Wagered, Bumped, Ducked]
    said: Counter[str] = Counter()
    wagers: Counter[str] = Counter()
    for match in bots.matches:
        said.update(fact.round for kind in kinds for fact in facts(match, kind) if fact.round is not None)
        wagers.update(fact.round for fact in facts(match, Wagered))
    rows = {row["betting_round"]: row for row in bots.report("fools-down/rounds")}
    for round, count in said.items():
        assert abs(rows[round]["wager_percent"] - 100 * wagers[round] / count) < 0.06
    assert rows["deal"]["hands"] == sum(len(facts(match, HandStarted)) for match in bots.matches)


def test_bluffs_are_raises_that_make_better_hands_duck(bots: Asked) -> None:
    strengths = {_key(row): row["strength"] for row in bots.rows("FROM fools_down.strengths")}
    holdings = bots.rows("FROM fools_down.holdings WHERE net IS NOT NULL")
    shown = {(row["match"], row["hand"]) for row in holdings if row["shown"]}
    found: Counter[Any] = Counter()
    for winner in holdings:
        unseen = winner["ducked_in"] is None and (winner["match"], winner["hand"]) not in shown
        raised, own = winner["wagers"] + winner["bumps"] > 0, strengths.get(_key(winner))
        if unseen and raised and own:
            rivals = [row for row in holdings if (row["match"], row["hand"]) == (winner["match"], winner["hand"])]
            better = any(strengths.get(_key(row), own) > own for row in rivals if row["seat"] != winner["seat"])
            found[winner["player"]] += better
    assert found.total()
    rows = bots.report("fools-down/players")
    assert {row["player"]: row["bluffs"] for row in rows if row["bluffs"]} == +found


def test_how_pots_are_won(bots: Asked) -> None:
    won = Counter(fact.how for match in bots.matches for fact in facts(match, PotAwarded))
    told: Counter[str] = Counter()
    for row in bots.report("fools-down/pots"):
        told[row["how"]] += row["pots"]
    assert told == won


def _key(row: Row) -> tuple[Any, ...]:
    return row["match"], row["hand"], row["seat"]


def _strength(best: Best) -> list[int]:
    """What the view calls the strength of a hand; there the lowest card has height 1."""
    _, ranks, suits = strength(best)
    assert len(ranks) == len(best.ranks) <= len(RANKS)
    return [16 - best.category, *(rank + 1 for rank in ranks), *suits]
