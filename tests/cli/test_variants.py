"""Reports over variants of the rules: what is joined is told, an option chooses, and groups stand apart."""

from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

import ludograph as library
from tests.cli.conftest import Ludograph

PLAYED = (
    ("sun-bid", "--seats", "2", "-n", "3"),
    ("sun-bid", "--seats", "3", "-n", "2", "-o", "equal_pawns=true"),
    ("aucteraden", "-n", "1", "-o", "market=rolling"),
)


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Ludograph:
    """Three matches of Sun Bid for two, two of three players with an option, and one of another game."""
    ludograph = Ludograph(tmp_path_factory.mktemp("variants"))
    ludograph.store = ludograph.folder / "store.sqlite"
    for words in PLAYED:
        ludograph("simulate", *words, "--players", "Ann,Bob,Cy,Dora", "--seed", "1")
    return ludograph


def test_matches_by_different_rules_are_not_joined_without_a_word(played: Ludograph) -> None:
    told = played.run("report", "head-to-head", "-p", "game=sun-bid").stderr
    assert "joined" in told
    assert "sun-bid: 2 (3 matches) and 3 (2) players, equal_pawns false (3 matches) and true (2)" in told
    assert "-p by=seats tells them apart" in told
    assert "-p option.equal_pawns=VALUE chooses one" in told


def test_what_stands_apart_or_depends_on_no_rules_is_no_matter(played: Ludograph) -> None:
    assert " players" not in played.run("report", "lengths", "-p", "game=sun-bid").stderr
    for quiet in (("games",), ("sun-bid/options",), ("seats", "-p", "game=sun-bid", "-p", "option.equal_pawns=true")):
        assert played.run("report", *quiet).stderr == ""


def test_an_option_chooses_matches(played: Ludograph) -> None:
    (row,) = played.lines("report", "lengths", "-p", "option.equal_pawns=true")
    assert (row["game"], row["players"], row["matches"]) == ("sun-bid", 3, 2)
    assert played.lines("report", "lengths", "-p", "option.equal_pawns=yes") == [row]
    (other,) = played.lines("report", "lengths", "-p", "option.market=rolling")
    assert other["game"] == "aucteraden"
    assert played.lines("report", "lengths", "-p", "option.market=volatile") == []


def test_ratings_of_a_variant_come_of_its_matches_alone(played: Ludograph) -> None:
    of_three = played.lines("report", "ratings", "-p", "game=sun-bid", "-p", "option.equal_pawns=true")
    assert {row["matches"] for row in of_three} <= {1, 2}
    plain = played.lines("report", "ratings", "-p", "game=sun-bid")
    assert sum(row["matches"] for row in plain) == 3 * 2 + 2 * 3
    assert sum(row["matches"] for row in of_three) == 2 * 3


def test_each_group_stands_apart_with_its_value_in_front(played: Ludograph) -> None:
    rows = played.lines("report", "scores", "-p", "game=sun-bid", "-p", "by=seats")
    assert [(next(iter(row)), row["by_seats"], row["players"], row["matches"]) for row in rows] == [
        ("by_seats", 2, 2, 3),
        ("by_seats", 3, 3, 2),
    ]
    by_option = played.lines("report", "scores", "-p", "by=option.equal_pawns")
    assert [row["by_equal_pawns"] for row in by_option] == ["false", "true"]
    assert played.lines("report", "scores", "-p", "by=equal_pawns") == by_option


def test_a_player_that_a_report_takes_itself_is_what_a_group_says(played: Ludograph) -> None:
    rows = played.lines("report", "win-rates", "-p", "game=sun-bid", "-p", "by=player")
    assert all(row["by_player"] == row.pop("player") for row in rows)
    ours = played.lines("report", "win-rates", "-p", "game=sun-bid", "-p", "player=Ann")
    assert [row["won"] for row in rows if row["by_player"] == "Ann"] == [row["won"] for row in ours]


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (("option.equal_pawn=true",), "No game has an option equal_pawn. Did you mean equal_pawns"),
        (("game=sun-bid", "option.market=rolling"), "sun-bid has no option market. There are two_player_stacks"),
        (("option.market=roling",), "The option market cannot be roling. Did you mean rolling?"),
        (("by=set",), "Matches cannot be told apart by set. Did you mean seats"),
        (("game=last-years-magic", "option.any=1"), "last-years-magic has no option any. It has none."),
    ],
)
def test_what_there_is_not_is_told_with_what_is_near(played: Ludograph, given: tuple[str, ...], said: str) -> None:
    words = [word for one in given for word in ("-p", one)]
    result = played.run("report", "scores", *words)
    assert result.stderr.startswith(said)
    assert result.stdout == ""


def test_a_picture_has_the_groups_too(played: Ludograph, tmp_path: Path) -> None:
    drawn = played("report", "seats", "--plot", "-p", "game=sun-bid", "-p", "by=seats")
    assert "2" in drawn
    refused = played.refused("report", "aucteraden/cells", "--plot", "-p", "by=seats")
    assert "leave out by" in refused


def test_programs_ask_alike_and_are_warned(played: Ludograph) -> None:
    with library.open(played.store) as archive:
        with pytest.warns(library.JoinedVariantsWarning, match='by="option.equal_pawns" tells them apart') as told:
            every = archive.report("scores", game="sun-bid")
        assert '**{"option.equal_pawns": VALUE} chooses one' in str(told[0].message)
        assert every.columns[0] == "game"
        wanted: dict[str, Any] = {"option.equal_pawns": True, "by": "seats"}
        found = archive.report("sun-bid/options", **wanted)
        assert [(row["by_seats"], row["equal_pawns"]) for row in found.dicts()] == [(3, True)]
        assert len(every) == 2  # read after another was asked for


def test_the_story_of_a_match_is_told_in_sentences(played: Ludograph) -> None:
    match = played.lines("matches", "--game", "sun-bid")[-1]["match"]
    headline, *rest = played("report", "story", match).splitlines()
    text = " ".join(rest)
    assert " at Sun Bid" in headline
    assert "played Sun Bid on" in text
    assert "It ended after step" in text
    (story,) = played.lines("report", "story", match)
    assert story["headline"] == headline
    seats = [lead["seat"] for lead in story["leads"]]
    assert all(one != other for one, other in pairwise(seats))
    assert story["lead_changes"] == max(0, len(story["leads"]) - 1)
    assert "Say which match" in played.refused("report", "story", code=2)
    assert "Only story is about one match" in played.refused("report", "games", match, code=2)
