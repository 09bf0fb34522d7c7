"""Last Year's Magic in SQL: what the views and reports tell is what was played."""

from collections import Counter
from collections.abc import Iterator

import pytest

from ludograph.domain.games.last_years_magic.facts import CardsRevealed, PremonitionHad, RoundJudged, TrickTaken
from tests.analytics.played import Asked, asked, facts, mean, near, played, written

THREE_ROUNDS = f"""\
ludograph: 1
game: last-years-magic
players: ["Ann", "Bob", "Cat", "Dan"]

1 introduce "Ann the Brave"
2 introduce
3 introduce
4 introduce
1 deal > {"?? " * 28}
1 premonition 2 "An army of demons!" > 4h 7d
1 suggest 9h "Use the Baleful Wail."
2 comment Jh
3 comment 3h "Yes."
4 comment Tc
2 implement
2 premonition 0
2 suggest 9d "Hide."
3 comment Jd
4 comment 4c
1 comment 5c
2 escalate
3 suggest Ks "Build a wall."
4 comment 2s
1 comment 3s
2 comment 4s
3 implement
"""


@pytest.fixture(scope="module")
def bots(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Asked]:
    with asked(tmp_path_factory.mktemp("magic"), played("last-years-magic", 11, 10)) as archive:
        yield archive


@pytest.fixture(scope="module")
def example(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Asked]:
    with written(tmp_path_factory.mktemp("example"), THREE_ROUNDS) as archive:
        yield archive


def test_a_good_a_null_and_a_bad_round(example: Asked) -> None:
    rows = example.rows("SELECT * FROM last_years_magic.rounds ORDER BY round")
    assert [(row["leader"], row["why"], row["problem"], row["suit_called"], row["kind"]) for row in rows] == [
        ("Ann", "premonition", 1, "h", "good"), ("Bob", "premonition", 2, "d", "null"), ("Cat", "null", 2, "s", "bad"),
    ]  # fmt: skip
    assert [(row["winner"], row["prime"], row["points"]) for row in rows] == [
        ("Bob", "h", 3), (None, None, 0), ("Cat", "s", -4),
    ]  # fmt: skip


def test_the_suits_called_and_what_became_of_them(example: Asked) -> None:
    rows = {row["suit_called"]: row for row in example.report("last-years-magic/suits")}
    assert list(rows) == ["h", "d", "s"]
    assert (rows["h"]["good_percent"], rows["h"]["became_prime_percent"], rows["h"]["followed_percent"]) == (
        100, 100, 66.7,
    )  # fmt: skip
    assert (rows["d"]["null_percent"], rows["d"]["leader_won_percent"], rows["d"]["followed_percent"]) == (100, 0, 33.3)
    assert (rows["s"]["bad_percent"], rows["s"]["leader_won_percent"], rows["s"]["average_points"]) == (100, 100, -4)
    assert [row["suit_called"] for row in example.report("last-years-magic/suits", player="BOB")] == ["d"]
    assert example.report("last-years-magic/suits", players=3) == []


def test_the_problems_and_who_solved_them(example: Asked) -> None:
    first, second = example.rows("SELECT * FROM last_years_magic.problems ORDER BY problem")
    assert (first["prophet"], first["nature"], first["rounds"], first["solver"]) == ("Ann", "hd", 1, "Bob")
    assert (second["prophet"], second["nature"], second["rounds"], second["solved"]) == ("Bob", "void", 2, False)
    assert (second["null_rounds"], second["bad_tricks"], second["points"]) == (1, 1, -4)


def test_cards_by_position_and_by_value(example: Asked) -> None:
    won = {row["position"]: row["won_percent"] for row in example.report("last-years-magic/positions")}
    assert won == {1: 50, 2: 50, 3: 0, 4: 0}
    followed, other = example.report("last-years-magic/following")
    assert (followed["cards"], followed["won_good_percent"], other["cards"], other["won_percent"]) == (6, 16.7, 3, 0)
    kings = [row for row in example.report("last-years-magic/values") if row["rank"] == "K"]
    assert [(row["value"], row["led"], row["won_bad_percent"]) for row in kings] == [(13, 1, 100)]


def test_what_was_said(example: Asked) -> None:
    rows = {
        row["kind"]: (row["occasions"], row["spoken"], row["words"]) for row in example.report("last-years-magic/talk")
    }
    assert rows["introduction"] == (4, 1, 3)
    assert rows["suggestion"] == (3, 3, 8)
    assert rows["comment"] == (9, 1, 1)


def test_cards_add_up_to_the_scores(bots: Asked) -> None:
    told = {
        (row["match"], row["seat"]): row["points"]
        for row in bots.rows("SELECT match, seat, sum(points)::INT AS points FROM last_years_magic.plays GROUP BY ALL")
    }
    finished = [match for match in bots.matches if match.state.phase == "final_scene"]
    assert len(finished) > 5
    for row in bots.rows("SELECT match, seat, score FROM results"):
        assert told[row["match"], row["seat"]] == row["score"]


def test_rounds_are_counted_as_they_were_judged(bots: Asked) -> None:
    kinds = Counter((len(match.players), fact.kind) for match in bots.matches for fact in facts(match, RoundJudged))
    points = [fact.points for match in bots.matches for fact in facts(match, TrickTaken) if fact.kind == "bad"]
    told: Counter[tuple[int, str]] = Counter()
    for row in bots.report("last-years-magic/rounds"):
        for kind in ("good", "bad", "null"):
            told[row["players"], kind] += round(row["rounds"] * row[f"{kind}_percent"] / 100)
    assert +told == kinds
    (bad,) = bots.rows("SELECT sum(points)::INT AS points FROM last_years_magic.rounds WHERE kind = 'bad'")
    assert (bad["points"] or 0) == sum(points)


def test_suits_are_called_as_often_as_leaders_played_them(bots: Asked) -> None:
    called = Counter(fact.plays[0].card[-1] for match in bots.matches for fact in facts(match, CardsRevealed))
    assert {row["suit_called"]: row["rounds"] for row in bots.report("last-years-magic/suits")} == called


def test_premonitions_are_counted_by_their_nature(bots: Asked) -> None:
    finished = [match for match in bots.matches if match.game.result(match.state).over]
    had = Counter((fact.count, fact.nature) for match in finished for fact in facts(match, PremonitionHad))
    rows = bots.report("last-years-magic/premonitions")
    assert {(row["cards"], row["nature"]): row["problems"] for row in rows} == had


def test_every_wizard_has_the_points_of_the_tricks(bots: Asked) -> None:
    points: dict[str, list[int]] = {}
    for match in bots.matches:
        for name in match.players:
            points.setdefault(name, [])
        for fact in facts(match, TrickTaken):
            points[match.players[fact.seat - 1]].append(fact.points)
    for row in bots.report("last-years-magic/wizards"):
        assert row["points"] == sum(points[row["player"]])
        assert row["good_tricks"] + row["bad_tricks"] == len(points[row["player"]])
        assert near(row["average_points"], mean([row["points"] / row["matches"]]))


def test_rules_come_into_play_as_often_as_the_facts_tell(bots: Asked) -> None:
    finished = [match for match in bots.matches if match.state.phase == "final_scene"]
    told = {row["rule"]: row["times"] for row in bots.report("last-years-magic/rules")}
    judged = Counter(fact.kind for match in finished for fact in facts(match, RoundJudged))
    assert (told["a good trick"], told["a bad trick"], told["a null round"]) == (
        judged["good"], judged["bad"], judged["null"],
    )  # fmt: skip
    had = Counter(fact.count for match in finished for fact in facts(match, PremonitionHad))
    assert told["a premonition of two cards"] == had[2]
