"""`fork`: a match that begins as another one, names it, goes on otherwise, and counts nowhere unless asked."""

import json
from typing import Any

import pytest

from ludograph.domain.games import GAMES
from tests.cli.conftest import Ludograph

UNLIKE = ("match", "recorded_at")
"""What is another in a fork: its id, and when it was recorded."""


def recorded(ludograph: Ludograph, game: str, *options: str) -> str:
    """The id of a match of bots, which is over."""
    ludograph("simulate", game, "-n", "1", "--seed", "3", "--max-steps", "120", *options)
    return str(ludograph.lines("matches", "--game", game)[-1]["match"])


def told(ludograph: Ludograph, match: str, observer: str) -> list[Any]:
    """All that an observer is told and shown of a match, but for what is another in every record."""
    steps = ludograph.lines("log", match, "--as", observer)
    shown = [ludograph.json("show", match, "--as", observer, *at) for at in ((), ("--at", "3"))]
    return [{key: value for key, value in one.items() if key not in UNLIKE} for one in (*steps, *shown)]


def observers(ludograph: Ludograph, match: str) -> list[str]:
    return [*ludograph.json("result", match)["scores"], "table", "judge"]


def forked(ludograph: Ludograph, *args: str) -> Any:
    return ludograph.json("fork", *args)


@pytest.mark.parametrize("game", GAMES)
def test_a_fork_gone_on_with_the_same_actions_equals_its_origin_in_all_views(ludograph: Ludograph, game: str) -> None:
    match = recorded(ludograph, game)
    steps = ludograph.json("result", match)["steps"]
    fork = forked(ludograph, match, "--at", str(steps // 2), "--as-played")
    assert (fork["steps"], fork["as_played"], fork["stopped"]) == (steps, steps - steps // 2, None)
    for observer in observers(ludograph, match):
        assert told(ludograph, fork["match"], observer) == told(ludograph, match, observer)
    assert ludograph.json("verify", fork["match"])["ok"]


@pytest.mark.parametrize("game", GAMES)
def test_so_does_one_of_a_record_in_which_not_all_cards_are_known(ludograph: Ludograph, game: str) -> None:
    whole = recorded(ludograph, game)
    player = observers(ludograph, whole)[0]
    file = ludograph.file("known.jsonl", ludograph("export", whole, "--as", player).rstrip("\n"))
    (known,) = ludograph.lines("import", file)
    fork = forked(ludograph, known["match"], "--at", str(known["steps"] // 3), "--as-played")
    assert (fork["steps"], fork["stopped"]) == (known["steps"], None)
    for observer in observers(ludograph, whole):
        assert told(ludograph, fork["match"], observer) == told(ludograph, known["match"], observer)


@pytest.fixture
def corrected(ludograph: Ludograph) -> Ludograph:
    """A match with a takeback and a correction, which stands after step 5."""
    ludograph("new", "sun-bid", "Ann", "Bob", "--seed", "2", "--id", "first")
    ludograph("act", "first", "Bob flip", "Ann flip", "Bob call", "Ann bid 3SK", "Bob bid the-pact")
    ludograph("undo", "first", "--reason", "he meant the Penitent")
    ludograph("act", "first", "Bob bid 6SY")
    ludograph("amend", "first", "4", "Ann bid 4MS", "--reason", "the wrong card was noted")
    return ludograph


def test_a_fork_of_a_corrected_match_begins_as_that_stands(corrected: Ludograph) -> None:
    fork = forked(corrected, "first", "--at", "3", "--as-played", "--id", "again")
    assert (fork["steps"], fork["stopped"]) == (5, None)
    for observer in ("Ann", "Bob", "table", "judge"):
        standing = [one for one in told(corrected, "first", observer) if not one.get("superseded")]
        for one in standing:
            one.pop("was", None)
        assert [one.get("facts") for one in told(corrected, "again", observer)] == [
            one.get("facts") for one in standing
        ]
        assert corrected.json("show", "again", "--as", observer)["state"] == standing[-2]["state"]
    assert len(corrected.lines("history", "again")) == 6, "what was taken back and put right stays with the origin"


def test_what_was_taken_back_can_be_gone_on_with(corrected: Ludograph) -> None:
    forked(corrected, "first", "--as-of", "6", "--id", "the pact")
    assert corrected.lines("log", "the pact")[-1]["action"] == {"do": "bid", "card": "9MS"}
    assert "There is no step 6" in corrected.refused("fork", "first", "--at", "6")


def test_a_fork_names_match_step_and_head_and_so_do_its_own(corrected: Ludograph) -> None:
    head = corrected.json("verify", "first")["head"]
    match = corrected.json("show", "first")["match"]
    one = forked(corrected, "first", "--at", "2", "--id", "one")
    assert one["fork"] == {"match": match, "step": 2, "head": head}
    corrected("fork", "one", "--do", "Bob flip", "--id", "two", "--by", "Ida")
    corrected("fork", "first", "--at", "1", "--id", "other")
    tree = corrected.json("show", "first", "--forks")
    assert [(fork["source"], fork["fork"]["step"]) for fork in tree["forks"]] == [("other", 1), ("one", 2)]
    assert [fork["source"] for fork in tree["forks"][1]["forks"]] == ["two"]
    lines = corrected("show", "first", "--forks").splitlines()
    assert [line.split("  after")[0] for line in lines] == ["other", "one", "  two"]
    assert f"A fork of match {one['match']}, after step 2." in corrected("show", "two", "--forks")
    assert f"Forked from match {match} after step 2." in " ".join(corrected("history", "one").split())


def test_another_move_is_made_and_the_rest_follows_as_far_as_it_is_legal(corrected: Ludograph) -> None:
    fork = forked(corrected, "first", "--at", "4", "--do", "Bob pass", "--as-played")
    assert (fork["steps"], fork["as_played"], fork["stopped"]) == (5, 0, None)
    fork = forked(corrected, "first", "--at", "3", "--do", "Ann bid 8MS", "--as-played")
    assert (fork["stopped"]["step"], fork["stopped"]["rule"]) == (5, "SB-4.2")
    assert "Legal now: bid" in corrected.refused("fork", "first", "--at", "3", "--do", "Ann bid 9MS")
    assert len(corrected.lines("matches", "--forks")) == 3, "what is refused is not recorded"


def test_it_begins_with_other_options_where_its_steps_are_legal_then(ludograph: Ludograph) -> None:
    ludograph("new", "sun-bid", "Ann", "Bob", "Cleo", "--seed", "2", "--id", "m")
    ludograph("act", "m", ludograph.json("show", "m")["to_act"][0] + " flip")
    fork = forked(ludograph, "m", "-o", "sequence_points=per_suit", "--id", "f")
    assert fork["steps"] == 1
    assert json.loads(ludograph("export", "f").splitlines()[0])["options"] == {"sequence_points": "per_suit"}
    assert "Step 0" in ludograph.refused("fork", "m", "-o", "two_player_stacks=nix").replace("step 0", "Step 0")


def test_bots_play_it_to_its_end_and_the_same_seed_gives_the_same(ludograph: Ludograph) -> None:
    ludograph("new", "sun-bid", "Ann", "Bob", "--seed", "2", "--id", "m")
    ludograph("act", "m", "Bob flip")
    asked = ("m", "--bots", "random", "--seed", "7")
    one, other = forked(ludograph, *asked), forked(ludograph, *asked)
    assert one["over"]
    assert [one[key] for key in ("scores", "steps")] == [other[key] for key in ("scores", "steps")]
    assert {step["by"] for step in ludograph.lines("log", one["match"], "--as", "judge")[2:]} == {"random"}
    assert "3 bots are named for 2 seats" in ludograph.refused("fork", "m", "--bots", "random,random,random", code=2)


def test_played_on_many_times_it_tells_how_results_lie_beside_what_was_played(corrected: Ludograph) -> None:
    asked = ("fork", "first", "--at", "4", "--do", "Bob pass", "--play", "12", "--seed", "s")
    other, played = corrected.lines(*asked)
    assert (other["do"], other["n"], played["do"]) == ("Bob pass", 12, "Bob bid 6SY")
    assert other["score"].keys() == other["win"].keys() == {"Ann", "Bob"}
    for name in ("Ann", "Bob"):
        for what in ("score", "win"):
            mean = other["difference"][what][name]["mean"]
            assert mean == pytest.approx(other[what][name]["mean"] - played[what][name]["mean"], abs=2e-6)
    assert corrected.lines(*asked) == [other, played]
    (alone,) = corrected.lines("fork", "first", "--play", "3", "--seed", "s")
    assert (alone["do"], alone["n"]) == (None, 3)
    assert "More than what was played, on the same luck:" in corrected(*asked)
    assert corrected.lines(*asked, "--jobs", "2") == [other, played], "the same in several processes"
    assert "--jobs goes with --play" in corrected.refused("fork", "first", "--jobs", "2", code=2)
    assert not [one for one in corrected.lines("matches", "--forks") if "fork" in one], "nothing is recorded"


def test_what_only_a_table_knows_is_refused_in_several_processes_as_in_one(ludograph: Ludograph) -> None:
    whole = recorded(ludograph, "sorcerous-futures")
    file = ludograph.file("known.jsonl", ludograph("export", whole, "--as", "table").rstrip("\n"))
    (known,) = ludograph.lines("import", file)
    asked = ("fork", known["match"], "--at", "12", "--play", "2", "--seed", "s")
    refused = ludograph.refused(*asked)
    assert refused.startswith("SF-")
    assert ludograph.refused(*asked, "--jobs", "2") == refused


def test_forks_stand_in_no_list_rating_or_report_unless_asked(ludograph: Ludograph) -> None:
    match = recorded(ludograph, "sun-bid")
    fork = forked(ludograph, match, "--at", "5", "--as-played")["match"]
    assert [one["match"] for one in ludograph.lines("matches")] == [match]
    assert [one["match"] for one in ludograph.lines("matches", "--forks")] == [match, fork]
    assert f"{match[:8]}, step 5" in ludograph("matches", "--forks")
    tables = ("matches", "steps", "results", "rating_history", "sun_bid.bid", "sun_bid.match_started", "seats")
    counts = ", ".join(f"(SELECT count(*) FROM {table}) AS n{at}" for at, table in enumerate(tables))
    asked = ("query", f"SELECT {counts}, (SELECT count(fork_of) FROM matches) AS forks", "--format", "ndjson")
    (without,), (with_forks,) = ludograph.lines(*asked), ludograph.lines(*asked, "--forks")
    assert (without.pop("forks"), with_forks.pop("forks")) == (0, 1)
    assert with_forks == {name: 2 * count for name, count in without.items()}
    (known,) = ludograph.lines(*asked, "--forks", "--as", "table")
    assert known["forks"] == 1


def test_files_copies_and_merges_keep_the_origin(corrected: Ludograph) -> None:
    fork = forked(corrected, "first", "--at", "4", "--id", "f")
    file = corrected.file("f.jsonl", corrected("export", "f").rstrip("\n"))
    text = corrected.file("f.txt", corrected("export", "f", "--format", "text").rstrip("\n"))
    assert [one["status"] for one in corrected.lines("import", file)] == ["already"]
    other = Ludograph(corrected.folder / "other")
    other.folder.mkdir()
    assert [one["status"] for one in other.lines("import", text)] == ["recorded"]
    third = corrected.folder / "third.sqlite"
    corrected("copy", third, "f")
    merged = Ludograph(corrected.folder / "merged")
    merged.folder.mkdir()
    merged("simulate", "aucteraden", "-n", "1", "--seed", "1")
    merged("merge", third)
    for one in (other, merged):
        (found,) = [listed for listed in one.lines("matches", "--forks") if "fork" in listed]
        assert found["fork"] == {key: fork["fork"][key] for key in ("match", "step")}
        assert json.loads(one("export", found["match"]).splitlines()[0])["fork"] == fork["fork"]
        assert not [listed for listed in one.lines("matches") if "fork" in listed]
    known = json.loads(corrected("export", "f", "--as", "Ann").splitlines()[0])["fork"]
    assert known == {key: fork["fork"][key] for key in ("match", "step")}, "the digest seals what Ann has not seen"


def test_a_file_that_says_something_else_of_its_origin_is_refused(ludograph: Ludograph) -> None:
    header = {"ludograph": 1, "game": "aucteraden", "players": ["Ann"], "options": {}}
    for fork, why in (
        ({"match": "x", "step": 1}, "is the id of a match"),
        ({"match": "5a44599b-c3c3-4ab5-a995-f0ff82a2bd2a", "step": -1}, "a whole number from 0 on"),
        ({"match": "5a44599b-c3c3-4ab5-a995-f0ff82a2bd2a", "step": 1, "head": "abc"}, "a digest of 64 characters"),
        ({"step": 1}, "is written as"),
        ([], "is written as"),
    ):
        file = ludograph.file("f.jsonl", json.dumps(header | {"fork": fork}))
        (found,) = [json.loads(line) for line in ludograph.run("import", file, "--json").stdout.splitlines()]
        assert found["status"] == "refused"
        assert why in found["error"]["message"]
