"""Hand of the Hanataz in SQL: what the views and reports tell is what was played."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from ludograph.domain.games.hand_of_the_hanataz.face_facts import CardCountered, FacePlayed, PlayerPutOut
from ludograph.domain.games.hand_of_the_hanataz.facts import (
    ChallengeDecided,
    ControlTaken,
    HandEnded,
    HandOpened,
    MatchEnded,
    PlayerNubbedOut,
    SilvsMoved,
    TurnBegan,
)
from ludograph.domain.kernel.decks.perilous import RANK_OF
from ludograph.domain.match.aggregate import Match
from tests.analytics.played import Asked, asked, facts, mean, near, played
from tests.analytics.scenes import scene

HERE = "hand-of-the-hanataz"


@pytest.fixture(scope="module")
def bots(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Asked]:
    with asked(tmp_path_factory.mktemp("hanataz"), played(HERE, 5, 8)) as archive:
        yield archive


@pytest.fixture(scope="module")
def worked(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Asked]:
    name = f"{HERE}/a-hand-from-the-deal-to-the-next-stocking"
    with scene(tmp_path_factory.mktemp("worked"), name) as archive:
        yield archive


def test_the_worked_hand(worked: Asked) -> None:
    first, second = worked.rows("FROM hand_of_the_hanataz.hands ORDER BY hand")
    assert (first["starter"], first["players"], first["turns"], first["controls"]) == ("Ann", 3, 6, 2)
    assert (first["cause"], first["paid_in"], first["pot"], first["to_players"]) == ("challenge", 6, 3, 3)
    assert (second["starter"], second["turns"], second["cause"], second["pot"]) == ("Cid", 1, None, None)


def test_the_purses_of_the_worked_hand(worked: Asked) -> None:
    rows = worked.rows("FROM hand_of_the_hanataz.purses ORDER BY hand, seat")
    assert [(row["after_starter"], row["gain"], row["silvs"]) for row in rows] == [
        (1, -2, 13), (2, 1, 16), (3, 1, 16), (2, -2, 11), (3, -2, 14), (1, -1, 15),
    ]  # fmt: skip
    assert [row["challenge"] for row in rows[:3]] == [None, None, "won"]
    assert [row["silvs"] for row in worked.report(f"{HERE}/purses") if row["player"] == "Ann"] == [13, 11]


def test_the_face_cards_of_the_worked_hand(worked: Asked) -> None:
    rogue, dragon = worked.rows("FROM hand_of_the_hanataz.faces ORDER BY version")
    assert (rogue["player"], rogue["target"], rogue["demand"], rogue["countered_by"]) == ("Ann", "Bob", "silvs", "Bob")
    assert (dragon["player"], dragon["countered_by"], dragon["gained"], dragon["hand_won"]) == ("Bob", None, 3, False)


def test_the_challenge_of_the_worked_hand(worked: Asked) -> None:
    (row,) = worked.report(f"{HERE}/challenges")
    assert (row["number"], row["won_percent"], row["average_pot"], row["kept_percent"]) == (7, 100, 3, 100)
    assert worked.report(f"{HERE}/challenges", player="ann") == []


def test_what_a_crown_brings(tmp_path: Path) -> None:
    with scene(tmp_path, f"{HERE}/a-crown-taxes-everybody") as archive:
        (row,) = archive.report(f"{HERE}/face-cards")
        assert (row["card"], row["average_into_pot"], row["average_nubbed_out"]) == ("Crown", 3, 1)


def test_who_refuses_is_put_out(tmp_path: Path) -> None:
    with scene(tmp_path, f"{HERE}/a-hand-put-out-is-shown") as archive:
        (row,) = archive.report(f"{HERE}/rogues")
        assert (row["players"], row["demand"], row["put_out_percent"], row["paid_percent"]) == (3, "card", 100, 0)


def test_the_house_wins_and_loses_what_was_moved(bots: Asked) -> None:
    rows = bots.rows("SELECT * REPLACE (match::VARCHAR AS match) FROM hand_of_the_hanataz.hands")
    told = {(row["match"], row["hand"]): row for row in rows}
    walked = {(str(match.id), number): hand for match in bots.matches for number, hand in _hands(match).items()}
    assert set(told) == set(walked)
    for key, hand in walked.items():
        row = told[key]
        moved = [fact for fact in hand if isinstance(fact, SilvsMoved)]
        house = sum(fact.amount * ((fact.receiver == "house") - (fact.giver == "house")) for fact in moved)
        paid = sum(fact.amount for fact in moved if fact.receiver == "pot" and isinstance(fact.giver, int))
        kinds = Counter(type(fact) for fact in hand)
        assert (row["house_gain"], row["paid_in"]) == (house, paid)
        assert (row["turns"], row["controls"]) == (kinds[TurnBegan], kinds[ControlTaken])
        assert (row["nubbed_out"], row["put_out"]) == (kinds[PlayerNubbedOut], kinds[PlayerPutOut])
        assert row["cause"] == next((fact.cause for fact in hand if isinstance(fact, HandEnded)), None)


def test_the_house_edge_adds_up(bots: Asked) -> None:
    rows = bots.report(f"{HERE}/house-edge", fewest=1)
    (sums,) = bots.rows(
        "SELECT sum(h.house_gain)::BIGINT AS gain, sum(h.paid_in)::BIGINT AS paid, count(*) AS hands "
        "FROM hand_of_the_hanataz.hands AS h JOIN hand_of_the_hanataz.match_started AS start USING (match) "
        "WHERE h.cause IS NOT NULL AND NOT start.no_house"
    )
    assert sum(row["house_gain"] for row in rows) == sums["gain"]
    assert sum(row["matches"] for row in rows) == sums["hands"]
    (month,) = bots.report(f"{HERE}/house-edge-by-date", period="year")
    assert (month["house_gain"], month["paid_in"], month["hands"]) == (sums["gain"], sums["paid"], sums["hands"])
    assert near(month["edge_percent"], round(100 * sums["gain"] / sums["paid"], 1))


def test_purses_end_as_the_match_does(bots: Asked) -> None:
    over = {str(match.id): fact for match in bots.matches for fact in facts(match, MatchEnded)}
    assert over
    for row in bots.rows(
        "SELECT match::VARCHAR AS match, seat, arg_max(silvs, hand) AS silvs "
        "FROM hand_of_the_hanataz.purses GROUP BY ALL"
    ):
        if row["match"] in over:
            assert row["silvs"] == over[row["match"]].silvs[row["seat"] - 1]


def test_challenges_by_the_number_that_controls(bots: Asked) -> None:
    decided = [fact for match in bots.matches for fact in facts(match, ChallengeDecided)]
    rows = bots.report(f"{HERE}/challenges")
    assert {row["number"]: row["challenges"] for row in rows} == Counter(int(RANK_OF[one.control]) for one in decided)
    for row in rows:
        won = [one.result == "won" for one in decided if int(RANK_OF[one.control]) == row["number"]]
        assert abs(row["won_percent"] - 100 * sum(won) / len(won)) < 0.06


def test_every_face_card_and_every_knight_that_stops_one_is_told(bots: Asked) -> None:
    played_on_turns = Counter(RANK_OF[fact.card] for match in bots.matches for fact in facts(match, FacePlayed))
    rows = bots.rows("FROM hand_of_the_hanataz.faces")
    assert Counter(row["rank"] for row in rows) == played_on_turns
    countered = sum(len(facts(match, CardCountered)) for match in bots.matches)
    assert sum(row["countered_by"] is not None for row in rows) == countered
    put_out = sum(len(facts(match, PlayerPutOut)) for match in bots.matches)
    assert sum(row["put_out"] for row in rows) == put_out
    stolen = [fact for match in bots.matches for fact in facts(match, SilvsMoved)]
    gains = sum(fact.amount for fact in stolen if fact.why in ("theft", "dragon", "toll"))
    assert sum(row["gained"] for row in rows) == gains


def test_where_silvs_go(bots: Asked) -> None:
    moved: Counter[str] = Counter()
    for match in bots.matches:
        for fact in facts(match, SilvsMoved):
            moved[fact.why] += fact.amount
    assert {row["why"]: row["silvs"] for row in bots.report(f"{HERE}/silvs")} == moved


def test_players_in_the_game_take_turns_from_the_starter_on(bots: Asked) -> None:
    rows = bots.rows(
        "SELECT h.players, count(*) AS purses, max(p.after_starter) AS last, "
        "arg_min(p.seat, p.after_starter) = any_value(h.starter_seat) AS starts "
        "FROM hand_of_the_hanataz.purses AS p JOIN hand_of_the_hanataz.hands AS h USING (match, hand) "
        "GROUP BY p.match, p.hand, h.players"
    )
    assert all(row["players"] == row["purses"] == row["last"] and row["starts"] for row in rows)
    turns = [row["turns"] for row in bots.rows("FROM hand_of_the_hanataz.hands WHERE cause IS NOT NULL")]
    told = bots.report(f"{HERE}/endings")
    assert near(sum(row["average_turns"] * row["hands"] for row in told) / len(turns), mean(turns))


def _hands(match: Match) -> dict[int, list[object]]:
    """The facts of each hand, from its opening to the next."""
    steps: list[tuple[int, list[object]]] = [
        (0, list(match.start.facts)),
        *((step.number, list(step.facts)) for step in match.steps),
    ]
    opened = [(number, fact.hand) for number, found in steps for fact in found if isinstance(fact, HandOpened)]
    ends = [number for number, _ in opened[1:]] + [len(match.steps) + 1]
    return {
        hand: [fact for number, found in steps if begin <= number < end for fact in found]
        for (begin, hand), end in zip(opened, ends, strict=True)
    }


def test_what_stays_in_a_pot_without_a_house_is_not_kept(tmp_path: Path) -> None:
    with scene(tmp_path, f"{HERE}/without-a-house-half-a-pot-stays") as archive:
        (told,) = archive.report(f"{HERE}/challenges")
    assert (told["average_pot"], told["average_won"], told["kept_percent"]) == (7, 4, 57.1)


@pytest.mark.parametrize("name", ["a-debt-token-for-who-has-nothing", "what-is-left-in-the-end-is-shared-out"])
def test_a_hand_brings_nothing_that_comes_after_it(tmp_path: Path, name: str) -> None:
    with scene(tmp_path, f"{HERE}/{name}") as archive:
        purses = archive.report(f"{HERE}/purses")
    last = purses[-1]["hand"]
    assert sum(row["silvs"] for row in purses if row["hand"] == last) == {1: 41, 2: 9}[last]
