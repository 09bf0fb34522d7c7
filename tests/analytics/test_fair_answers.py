"""What reports divide by, and what they leave out: each of these answers was wrong once, or misled."""

from collections import defaultdict
from collections.abc import Iterator
from datetime import timedelta
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest

from ludograph.domain.bots.moves import Bots
from ludograph.domain.corrections.amend import Reason, corrected_match, header_correction, inserted
from ludograph.domain.corrections.redo import redone
from ludograph.domain.games import GAMES
from ludograph.domain.kernel.game import TABLE, Fact, verb_of
from ludograph.domain.match.aggregate import Match, Stamp
from tests.analytics.histories import histories
from tests.analytics.played import Asked, asked, facts, near, played
from tests.worlds import STAMP, random_match, random_start


def finished(matches: list[Match]) -> list[tuple[Match, Any]]:
    """Matches that are over, with their results."""
    found = [(match, match.game.result(match.state)) for match in matches]
    return [(match, result) for match, result in found if result.over]


def every(match: Match) -> list[Any]:
    """All facts that stand in a match."""
    return facts(match, Fact)


def named(fact: Any) -> str:
    """What kind of fact it is."""
    return type(fact).__name__


def test_nothing_is_gained_where_nothing_was_sold(tmp_path: Path) -> None:
    with asked(tmp_path, played("sun-bid", 7, 8)) as archive:
        rows = archive.rows("SELECT sold, suns_gained FROM sun_bid.auctions")
    unsold = [row["suns_gained"] for row in rows if not row["sold"]]
    assert unsold
    assert set(unsold) == {None}
    assert all(row["suns_gained"] is not None for row in rows if row["sold"])


def test_what_is_paid_in_a_round_is_over_the_hands_that_were_wagered_on_in_it(tmp_path: Path) -> None:
    kinds = ("Winked", "Matched", "Wagered", "Bumped", "Ducked")
    paid: dict[str, list[int]] = defaultdict(list)
    matches = played("fools-down", 5, 8)
    for match in matches:
        of_hand: dict[str, int] = {}
        for fact in every(match):
            if named(fact) == "HandStarted":
                for name, sum_ in of_hand.items():
                    paid[name].append(sum_)
                of_hand = {}
            elif named(fact) in kinds and fact.round is not None:
                of_hand[fact.round] = of_hand.get(fact.round, 0) + getattr(fact, "paid", 0)
        for name, sum_ in of_hand.items():
            paid[name].append(sum_)
    with asked(tmp_path, matches) as archive:
        rows = {row["betting_round"]: row for row in archive.report("fools-down/rounds")}
    assert any(row["hands"] > row["hands_wagered"] for row in rows.values())
    for name, sums in paid.items():
        assert rows[name]["hands_wagered"] == len(sums)
        assert near(rows[name]["average_paid"], round(sum(sums) / len(sums), 2))


def later(seconds: float) -> Stamp:
    """So many seconds after the start."""
    return STAMP._replace(now=STAMP.now + timedelta(seconds=seconds))


def timed(match: Match, *seconds: float) -> Match:
    """The match with a step more at each of these times."""
    bots = Bots(match.game, len(match.players), Random(2))
    for at in seconds:
        move = bots.move(match.state, len(match.steps))
        assert move is not None
        match = match.play(*move, later(at))
    return match


def taken(folder: Path, match: Match) -> list[float | None]:
    """How many seconds each step took."""
    with asked(folder, [match]) as archive:
        return [row["seconds"] for row in archive.rows("SELECT seconds FROM step_times ORDER BY step")]


def test_after_a_takeback_a_step_took_as_long_as_since_the_takeback(tmp_path: Path) -> None:
    match = timed(random_start(GAMES["sun-bid"], Random(1)), 10, 20)
    match = timed(match.take_back(1, "a slip", later(320)), 325, 337)
    assert taken(tmp_path, match) == [None, 5, 12]


def test_what_a_correction_left_as_it_was_took_as_long_as_before(tmp_path: Path) -> None:
    match = timed(random_start(GAMES["sun-bid"], Random(1)), 10, 20, 27)
    for at, event in ((900, "One"), (950, "Other")):
        match = corrected_match(match, header_correction(match, {"event": event}), Reason("its name"), later(at)).match
    assert taken(tmp_path, timed(match, 954)) == [None, 10, 7, 4]


def test_the_mean_over_castles_is_one_over_castles(tmp_path: Path) -> None:
    matches = played("conundruze", 3, 8)
    with asked(tmp_path, matches) as archive:
        told = archive.report("conundruze/castles-finished")
        castles = archive.rows(
            "SELECT finished_in AS turns, c.score FROM conundruze.castles AS c "
            "JOIN conundruze.games AS g USING (match, game_number) WHERE finished_in IS NOT NULL"
        )
    by_turns: dict[int, list[int]] = defaultdict(list)
    for row in castles:
        if row["score"] is not None:
            by_turns[row["turns"]].append(row["score"])
    for row in told:
        scores = by_turns[row["turns"]]
        assert near(row["average_score"], sum(scores) / len(scores) if scores else None)


def test_who_wins_together_leads_by_nothing(tmp_path: Path) -> None:
    matches = [random_match(GAMES["last-years-magic"], Random(seed)) for seed in range(40)]
    leads: dict[int, list[int]] = defaultdict(list)
    shared = 0
    for match, result in finished(matches):
        shared += len(result.winners) > 1
        ordered = sorted(result.scores, reverse=True)
        leads[len(match.players)].append(ordered[0] - ordered[1])
    assert shared > 0
    with asked(tmp_path, matches) as archive:
        rows = archive.report("scores", game="last-years-magic")
    for row in rows:
        own = leads[row["players"]]
        assert near(row["average_lead"], sum(own) / len(own))


def test_solitaires_are_won_by_their_rules_and_are_not_among_all_games(tmp_path: Path) -> None:
    matches = [*played("aucteraden", 1, 6), *played("sun-bid", 1, 3)]
    alone = [(match, result) for match, result in finished(matches) if len(match.players) == 1]
    many = [(match, result) for match, result in finished(matches) if len(match.players) > 1]
    with asked(tmp_path, matches) as archive:
        rows = archive.report("win-rates")
    of_all = {row["player"]: row["matches"] for row in rows if row["game"] == "all games"}
    assert sum(of_all.values()) == sum(len(match.players) for match, _ in many)
    solitaire = [row for row in rows if row["game"] == "aucteraden"]
    assert sum(row["won"] for row in solitaire) == sum(bool(result.winners) for _, result in alone)
    assert sum(row["matches"] for row in solitaire) == len(alone)


def test_who_is_asked_for_alone_has_the_place_among_all(tmp_path: Path) -> None:
    with asked(tmp_path, [random_match(GAMES["sun-bid"], Random(seed)) for seed in range(8)]) as archive:
        places = {(row["game"], row["player"]): row["place"] for row in archive.report("win-rates")}
        alone = [row for player in ("Ann", "Bob", "Cat", "Dan") for row in archive.report("win-rates", player=player)]
    assert {(row["game"], row["player"]): row["place"] for row in alone} == places
    assert len(set(places.values())) > 1


def test_what_a_correction_put_in_and_another_left_has_no_time(tmp_path: Path) -> None:
    match = timed(random_start(GAMES["sun-bid"], Random(1)), 10, 20, 27)
    match = timed(
        corrected_match(match, inserted(match, 4, [flipped(match)]), Reason("left out"), later(900)).match, 950
    )
    again = corrected_match(match, header_correction(match, {"event": "One"}), Reason("its name"), later(990)).match
    assert taken(tmp_path, again) == [None, 10, 7, None, 50]


def flipped(match: Match) -> str:
    """What is written of one card more that is turned up."""
    step = timed(match, 30).steps[-1]
    return f"{match.players[step.actor - 1]} flip > {step.drawn[0]}"


def test_a_takeback_of_what_the_table_did_is_about_no_player(tmp_path: Path) -> None:
    match = random_match(GAMES["conundruze"], Random(1))
    first = next(step for step, after in pairwise(match.steps) if step.actor == TABLE and after.actor != TABLE)
    with asked(tmp_path, [match.take_back(first.number - 1, "", STAMP)]) as archive:
        (row,) = archive.report("corrections")
    assert (row["player"], row["verb"]) == (None, verb_of(type(first.action).__name__))


def test_what_is_brought_back_and_taken_back_again_was_entered_once(tmp_path: Path) -> None:
    match = timed(random_start(GAMES["sun-bid"], Random(1)), 10, 20).take_back(0, "", later(30))
    again = redone(match, later(40), "")
    assert again is not None
    with asked(tmp_path, [again.take_back(0, "", later(50))]) as archive:
        rows, (by,) = archive.report("takebacks"), archive.report("scribes")
    assert [(row["entered"], row["taken_back"], row["taken_back_percent"]) for row in rows] == [
        (1, 1, 100),
        (1, 1, 100),
    ]
    assert (by["steps"], by["taken_back_later"], by["takebacks_made"]) == (2, 2, 2)


def test_dues_are_no_winnings(tmp_path: Path) -> None:
    matches = played("fools-down", 5, 8)
    won = sum(sum(fact.shares) for match in matches for fact in every(match) if named(fact) == "PotAwarded")
    dues = sum(fact.amount for match in matches for fact in every(match) if named(fact) == "DuesCollected")
    bags = sum(
        fact.half + fact.each * len(fact.seats)
        for match in matches
        for fact in every(match)
        if named(fact) == "FoolsBagWon"
    )
    with asked(tmp_path, matches) as archive:
        (told,) = archive.rows(
            "SELECT sum(from_pots)::BIGINT AS won, sum(collected)::BIGINT AS collected, "
            "bool_and(net = from_pots + collected - staked) AS adds FROM fools_down.holdings WHERE net IS NOT NULL"
        )
    assert dues > 0
    assert told["adds"]
    assert abs(told["won"] - won) <= won / 10, "but for a hand under way"
    assert told["collected"] <= dues + bags


@pytest.fixture(scope="module")
def many(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Asked]:
    with asked(tmp_path_factory.mktemp("many"), list(histories(Random(9), 42, 10_000))) as archive:
        yield archive


@pytest.mark.parametrize("ranges", [1, 2, 3, 5, 7, 20])
@pytest.mark.parametrize("name", ["score-distribution", "length-distribution"])
def test_there_are_never_more_ranges_than_asked(name: str, ranges: int, many: Asked) -> None:
    rows, matches = many.report(name, ranges=ranges), many.matches
    what = "score" if name.startswith("score") else "steps"
    by_game: dict[str, list[Any]] = defaultdict(list)
    for row in rows:
        by_game[row["game"]].append(row)
    counted = sum(row["players" if what == "score" else "matches"] for row in rows)
    assert counted == (
        sum(isinstance(score, int) for _, result in finished(matches) for score in result.scores)
        if what == "score"
        else len(finished(matches))
    )
    for own in by_game.values():
        assert (own[-1][f"to_{what}"] - own[0][f"from_{what}"] + 1) <= ranges * (
            own[0][f"to_{what}"] - own[0][f"from_{what}"] + 1
        )
        assert len(own) <= ranges
