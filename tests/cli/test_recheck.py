"""`recheck` decides matches again without Spark, also with other options, and changes nothing."""

import re

import pytest

from ludograph.domain.rules_files.changed_rules import RulesFile
from ludograph.domain.store.recorder import Recorder
from ludograph.domain.verify.rechecker import Rechecker
from ludograph.domain.verify.store_recheck import recheck_heads, recheck_store
from tests.cli.conftest import Ludograph
from tests.stores import run_sql

NEVER = """GAME = "sun-bid"
class Flip:
    def decide(self, state, seat, chance):
        raise Refused("SB-3.1", "Nobody flips any more.")
"""


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Ludograph:
    """Matches of two games, one of which has the option that is tried."""
    ludograph = Ludograph(tmp_path_factory.mktemp("recheck"))
    ludograph("simulate", "sun-bid", "-n", "4", "--seats", "2", "--seed", "1", "--max-steps", "40")
    ludograph("simulate", "aucteraden", "-n", "2", "--seed", "1")
    ludograph("new", "sun-bid", "Ann", "Bob", "--seed", "2", "--id", "just begun")
    return ludograph


def test_under_todays_rules_all_is_the_same(made: Ludograph) -> None:
    counts = made.lines("recheck", "--json")
    assert [(one["game"], one["matches"], one["same"]) for one in counts] == [("aucteraden", 2, 2), ("sun-bid", 5, 5)]


def test_with_other_options_it_says_of_each_match_what_becomes_of_it(made: Ludograph) -> None:
    count, *differences = made.lines("recheck", "-o", "equal_pawns=true", "--json")
    assert (count["game"], count["matches"]) == ("sun-bid", 5), "games without the option are left out"
    assert count["differs"] + count["refused"] == len(differences) > 0
    for one in differences:
        assert one["step"] is not None
        told = "It goes otherwise from " if one["outcome"] == "differs" else "Refused (SB-"
        assert one["message"].startswith(told)
    assert made.lines("recheck", "-o", "equal_pawns=true", "--json", "--first", "1") == [count, differences[0]]
    table = made.run("recheck", "--all", "-o", "equal_pawns=true", "--first", "1")
    assert (table.exit_code, table.stdout.splitlines()[1].split()[:2]) == (0, ["sun-bid", "5"])
    assert table.stderr == "5 matches: 5 refused.\n"


def test_several_processes_say_the_same(made: Ludograph) -> None:
    asked = ("recheck", "-o", "equal_pawns=true", "--json")
    assert made.lines(*asked, "--jobs", "2") == made.lines(*asked)


def test_matches_are_named_as_everywhere(made: Ludograph) -> None:
    assert [one["matches"] for one in made.lines("recheck", "just begun", "--json")] == [1]
    assert "There is no match nix" in made.refused("recheck", "nix")
    assert "is of the games that are meant" in made.refused("recheck", "--game", "aucteraden", "just begun")
    assert "No such option: nix" in made.refused("recheck", "-o", "nix=1")
    assert made.run("recheck", "--all", "just begun").exit_code == 2


def test_a_match_that_was_altered_ends_it_with_1(ludograph: Ludograph) -> None:
    ludograph("simulate", "aucteraden", "-n", "1", "--seed", "1")
    run_sql(ludograph.store, "UPDATE stored_events SET topic = 'aucteraden.pass' WHERE originator_version = 3")
    told = ludograph.run("recheck")
    assert told.exit_code == 1
    assert "event 3: " in told.stdout


def test_a_rule_that_a_file_changes_makes_others_of_exactly_the_matches_that_it_is_about(made: Ludograph) -> None:
    """Pawns and Courts score more: of the matches in which none scored nothing becomes another."""
    rules = made.file(
        "courts.py",
        'GAME = "sun-bid"',
        "",
        "",
        "def court_points(take):",
        "    return 5 * pairs(take)",
        "",
        "",
        "def pairs(take):",
        "    return sum(card in PAWNS_AND_COURTS for card in take)",
    )
    scored = {}
    for one in made.lines("matches", "--game", "sun-bid"):
        facts = [fact for step in made.lines("log", one["match"], "--as", "judge") for fact in step["facts"]]
        seats = [score for fact in facts if fact["fact"] == "RoundScored" for score in fact["scores"].values()]
        scored[one["match"]] = sum(score["courts"] for score in seats)
    count, *differences = made.lines("recheck", "--rules", rules, "--json")
    assert count["matches"] == 5
    assert {one["match"] for one in differences} == {match for match, courts in scored.items() if courts}
    assert 0 < count["differs"] == len(differences) < 5
    assert all(one["message"].startswith("It goes otherwise from step ") for one in differences)
    assert "courts.py changes court_points." in made.run("recheck", "--rules", rules).stderr
    assert made.lines("recheck", "--rules", rules, "--jobs", "2", "--json") == [count, *differences]
    assert [one["same"] for one in made.lines("recheck", "--game", "sun-bid", "--json")] == [5], (
        "the rules are put back"
    )


def test_a_result_that_alone_is_another_is_told(made: Ludograph) -> None:
    rules = made.file(
        "lowest.py",
        'GAME = "aucteraden"',
        "from ludograph.domain.kernel.game import Result",
        "",
        "def result(state):",
        "    return Result(True, (0,), (1,))",
    )
    count, *differences = made.lines("recheck", "--rules", rules, "--json")
    assert (count["game"], count["differs"]) == ("aucteraden", 2)
    assert (count["other_winners"], count["before"], count["after"]) == (2, {}, {"Bot 1": 2})
    told = made("recheck", "--rules", rules)
    assert "aucteraden  2 matches have other winners. Wins: Bot 1 from 0 to 2." in told
    assert "`ludograph compare` has bots play under both." in " ".join(told.split())
    for one in differences:
        assert re.fullmatch(
            r"It goes as it went\. Scores: Bot 1 from -?\d+ to 0\. Bot 1 wins; before nobody\.", one["message"]
        )
        sides = {side: (stood["scores"], stood["winners"]) for side, stood in one["result"].items()}
        assert sides == {"before": (sides["before"][0], []), "after": ({"Bot 1": 0}, ["Bot 1"])}


def test_wins_that_are_shared_and_players_who_go_out_otherwise_are_told(ludograph: Ludograph) -> None:
    """In Conundruze everybody with so many points is out after a game: here with none."""
    ludograph("simulate", "conundruze", "-n", "1", "--seats", "2", "--seed", "3", "-o", "play_to=20")
    rules = ludograph.file(
        "even.py",
        'GAME = "conundruze"',
        "from ludograph.domain.kernel.game import Result",
        "def result(state):",
        "    return Result(True, (0, 0), (1, 2))",
        "def eliminated(state):",
        "    return (1,)",
    )
    count, one = ludograph.lines("recheck", "--rules", rules, "--json")
    assert (count["shared_before"], count["shared_after"], sum(count["after"].values())) == (0, 1, 2)
    assert (one["result"]["after"]["out"], one["result"]["after"]["places"]) == (["Bot 1"], {"Bot 1": 1, "Bot 2": 1})
    told = " ".join(ludograph("recheck", "--rules", rules).split())
    assert "Bot 1 and Bot 2 win; before " in told
    assert "Out: Bot 1; before " in told
    assert "Several win together in 0 matches before and in 1 after: each of them has a win there, so that " in told


def test_what_would_not_have_been_legal_is_refused_at_its_step(made: Ludograph) -> None:
    rules = made.file("never.py", NEVER)
    count, *differences = made.lines("recheck", "--rules", rules, "--json")
    assert count["refused"] == 4
    assert {one["message"] for one in differences} == {"Refused (SB-3.1): Nobody flips any more."}
    assert "is about sun-bid: name that game, or none." in made.refused(
        "recheck", "--game", "aucteraden", "--rules", rules
    )


def test_the_same_otherwise_refused_and_not_checked_are_told_apart(ludograph: Ludograph) -> None:
    """What is not checked ends it with 1, under other rules too: that it is not otherwise was not found out."""
    ludograph("simulate", "sun-bid", "-n", "6", "--seats", "2", "--seed", "2", "--max-steps", "25")
    rules = ludograph.file(
        "rules.py",
        'GAME = "sun-bid"',
        "COURT_POINTS = 5",
        "class Play:",
        "    def decide(self, state, seat, chance):",
        '        raise Refused("SB-6.1", "Nobody fetches any more.")',
    )
    told = ludograph.run("recheck", "--rules", rules)
    assert (told.exit_code, told.stderr.splitlines()[-1]) == (0, "6 matches: 2 the same, 1 otherwise, 3 refused.")
    count, *found = ludograph.lines("recheck", "--rules", rules, "--json")
    assert [count[kind] for kind in ("same", "differs", "refused", "unchecked")] == [2, 1, 3, 0]
    assert sorted(one["outcome"] for one in found) == ["differs", "refused", "refused", "refused"]
    unread = next(one["match"] for one in found if one["outcome"] == "refused").replace("-", "")
    run_sql(ludograph.store, f"UPDATE stored_events SET state = 'x' WHERE originator_id = '{unread}'")
    told = ludograph.run("recheck", "--rules", rules)
    assert (told.exit_code, told.stderr.splitlines()[-1]) == (
        1,
        "6 matches: 2 the same, 1 otherwise, 2 refused, 1 not checked.",
    )


def test_rules_that_fail_in_a_match_are_blamed_by_their_line(made: Ludograph) -> None:
    rules = made.file("slip.py", 'GAME = "sun-bid"', "def court_points(take):", "    return 3 * paws")
    told = made.run("recheck", "--rules", rules, "--first", "1")
    assert told.exit_code == 1
    wanted = (
        r"slip.py, line 3: with court_points step \d+ fails in court_points: NameError: name 'paws' is not defined."
    )
    assert re.search(wanted, " ".join(told.stdout.split()))
    assert told.stderr.splitlines()[-1] == "5 matches: 1 the same, 4 not checked."


def test_what_todays_rules_do_not_allow_is_refused_and_not_otherwise(made: Ludograph) -> None:
    """Without options too: the check that `verify` makes names the rule."""

    rules = RulesFile("never.py", NEVER).in_force
    with Recorder(made.store) as recorder:
        found = recheck_store(recorder, recheck_heads(recorder, [], ["sun-bid"]), Rechecker(rules=rules))
    assert [(count.same, count.differs, count.refused) for count in found.counts] == [(1, 0, 4)]


def test_forks_are_decided_again_where_they_are_asked_for(ludograph: Ludograph) -> None:
    ludograph("new", "aucteraden", "Max", "--seed", "1", "--id", "m")
    ludograph("fork", "m", "--id", "f")
    assert [one["matches"] for one in ludograph.lines("recheck", "--json")] == [1]
    assert [one["matches"] for one in ludograph.lines("recheck", "--forks", "--json")] == [2]
    assert [one["matches"] for one in ludograph.lines("recheck", "f", "--json")] == [1]


def test_an_option_that_came_into_play_nowhere_changes_nothing(ludograph: Ludograph) -> None:
    ludograph("new", "sun-bid", "Ann", "Bob", "Cleo", "--seed", "2", "--id", "m")
    (count,) = ludograph.lines("recheck", "-o", "equal_pawns=true", "--json")
    assert (count["matches"], count["same"]) == (1, 1)
