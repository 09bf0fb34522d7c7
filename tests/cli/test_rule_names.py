"""`rules GAME --functions` lists what a file of rules may change, and `--source` begins such a file."""

import pytest

from ludograph.domain.games import GAMES
from ludograph.domain.rules_files.rule_names import TOLD, files_of_names
from tests.cli.conftest import Ludograph

SHORT = {"conundruze": ("-o", "play_to=0"), "hand-of-the-hanataz": ("-o", "end=rounds", "-o", "rounds=1")}


@pytest.mark.parametrize("game", GAMES)
def test_a_file_of_all_that_is_listed_changes_nothing_of_any_match(ludograph: Ludograph, game: str) -> None:
    ludograph("simulate", game, "-n", "1", "--seed", "1", "--max-steps", "40", *SHORT.get(game, ()))
    listed = ludograph.lines("rules", game, "--functions", "--json")
    names = [one["name"] for one in listed]
    assert len(names) > 50
    assert all(one["about"] for one in listed if "=" in one["signature"].split("(")[0]), "of a constant it is said too"
    file = ludograph.file("mine.py", ludograph("rules", game, *(word for name in names for word in ("--source", name))))
    done = ludograph.run("recheck", "--rules", file)
    told, _, came_of_it = done.stderr.partition(f" are as {game} has them.\n")
    assert told.startswith("mine.py changes nothing, so that all will be the same: ")
    assert set(names) == {name.strip() for name in told.partition(": ")[2].split(",")}
    assert (done.exit_code, came_of_it) == (0, "1 match: 1 the same.\n")


def test_what_is_listed_has_its_parameters_its_purpose_and_the_rules_that_it_cites(ludograph: Ludograph) -> None:
    names = {one["name"]: one for one in ludograph.lines("rules", "sun-bid", "SB-6", "--functions", "--json")}
    assert names["Play.decide"] == {
        "name": "Play.decide",
        "part": "actions",
        "signature": "Play.decide(self, state: State, seat: Seat, chance: Chance) -> Iterator[Fact]",
        "about": "Fetch a card of the pool for a Pawn or Court.",
        "rules": ["SB-6.1", "SB-6.2", "SB-6.3"],
    }
    assert "court_points" not in names
    assert "  court_points(take: Cards) -> int: Step 2: " in ludograph("rules", "sun-bid", "court", "--functions")
    constants, _, functions = ludograph("rules", "sorcerous-futures", "--functions").partition("\nactions:\n")
    told = "  GOLD = 90  [rules]\n      What every seat begins with; nobody ever gets more (SF-5.2).\n"
    assert told in constants
    citing = ludograph.lines("rules", "sorcerous-futures", "SF-5.2", "--functions", "--json")
    assert ("GOLD", ["SF-5.2"]) in [(one["name"], one["rules"]) for one in citing]
    assert "GOLD = 90" not in functions, "constants stand before the functions, together"
    assert "Nothing of Sun Bid that a file may change has nix" in ludograph.refused(
        "rules", "sun-bid", "nix", "--functions"
    )


def test_a_name_that_the_game_does_not_have_is_refused_with_the_nearest(ludograph: Ludograph) -> None:
    assert "The nearest are court_points" in ludograph.refused("rules", "sun-bid", "--source", "court_point")
    lines = ('GAME = "sun-bid"', "COURT_POINTS = 5", "def court_point(take):", "    return 5")
    told = ludograph.refused("recheck", "--rules", ludograph.file("slip.py", *lines))
    assert "slip.py, line 3: sun-bid has no court_point, and nothing in the file uses it." in told
    assert "The nearest are court_points" in told
    lines = ('GAME = "sun-bid"', "class Play:", "    def decid(self, state, seat, chance):", "        return ()")
    told = ludograph.refused("recheck", "--rules", ludograph.file("slip.py", *lines))
    assert "The nearest are Play.decide" in told


@pytest.mark.parametrize(
    ("game", "text", "why"),
    [
        ("sun-bid", "def left_of(seat, seats):\n    return 1", "left_of is there for all games, and not sun-bid's own"),
        ("sun-bid", "def _auction(fact):\n    return ()", "_auction stands in "),
    ],
)
def test_a_name_that_is_not_one_thing_of_this_game_is_refused(
    ludograph: Ludograph, game: str, text: str, why: str
) -> None:
    file = ludograph.file("slip.py", f'GAME = "{game}"', *text.splitlines())
    assert f"slip.py, line 2: {why}" in " ".join(ludograph.refused("recheck", "--rules", file).split())


@pytest.mark.parametrize("game", GAMES)
def test_a_name_that_decides_something_stands_in_one_file_of_its_game(game: str) -> None:
    """Else nobody could change it in a file of rules."""
    twice = {name: files for name, files in files_of_names(game).items() if len({*files} - TOLD) > 1}
    assert not twice


def test_what_is_still_as_the_game_has_it_is_told_from_what_a_file_changes(ludograph: Ludograph) -> None:
    names = ("--source", "court_points", "--source", "COURT_POINTS")
    copied = ludograph("rules", "sun-bid", *names).replace("Step 2", "x")
    file = ludograph.file("mine.py", copied)
    same = "mine.py changes nothing, so that all will be the same: COURT_POINTS, court_points are as sun-bid has them."
    assert same in ludograph.run("recheck", "--rules", file).stderr
    file = ludograph.file("mine.py", copied.replace("COURT_POINTS = 3", "COURT_POINTS = 5"))
    told = ludograph.run("recheck", "--rules", file).stderr
    assert "mine.py changes COURT_POINTS; court_points is as sun-bid has it." in told


def test_a_file_uses_names_of_all_files_of_the_game(ludograph: Ludograph) -> None:
    """The file of this game that has `court_points` does not know the Pawns: who writes rules need not know that."""
    ludograph("simulate", "sun-bid", "-n", "1", "--seats", "2", "--seed", "1", "--max-steps", "40")
    lines = ('GAME = "sun-bid"', "def court_points(take):", "    return 3 * sum(c in PAWNS + COURTS for c in take)")
    (count,) = ludograph.lines("recheck", "--rules", ludograph.file("courts.py", *lines), "--json")
    assert (count["matches"], count["same"]) == (1, 1)


def test_a_constant_that_does_not_go_with_the_rest_is_told_with_where_it_failed(ludograph: Ludograph) -> None:
    """Also one by which what follows of itself never ends; and what was worked out of it and does not follow."""
    ludograph("new", "sun-bid", "Ann", "Bob", "--id", "m")
    file = ludograph.file("deck.py", 'GAME = "sun-bid"', "STACKS = {3: STACKS[3]}")
    told = " ".join(ludograph.run("recheck", "--rules", file).stdout.split())
    assert "deck.py: with STACKS the deal fails in stacks_for (state.py, line " in told
    assert "KeyError: 2. `ludograph rules sun-bid --source stacks_for` prints what failed." in told
    file = ludograph.file("row.py", 'GAME = "sorcerous-futures"', "ROW = 0")
    told = " ".join(ludograph.refused("compare", "sorcerous-futures", "--b", f"rules={file}", "-n", "2").split())
    assert "row.py: with ROW = 0 " in told
    assert "What follows by itself does not come to an end: RowDealt comes again and again." in told
    file = ludograph.file("size.py", 'GAME = "aucteraden"', "SIZE = 5")
    told = " ".join(ludograph.run("recheck", "--rules", file).stderr.split())
    assert "size.py changes SIZE. FULL is worked out of SIZE when the game is loaded, and stays as before: " in told
    file = ludograph.file("size.py", 'GAME = "aucteraden"', "SIZE = 5", "FULL = SIZE * SIZE")
    assert "size.py changes FULL, SIZE.\n" in ludograph.run("recheck", "--rules", file).stderr
