"""What is asked at the wrong moment is told and changes nothing; where there may be a reason, `--anyway` does it."""

import json
from typing import Any

import pytest

from tests.cli.conftest import Ludograph
from tests.cli.test_merge import beside

PLAYERS = ("Ann", "Ben", "Cleo", "Dora")
ROUNDS = ((("Ann", "Ben"), ("Cleo", "Dora")), (("Ann", "Cleo"), ("Ben", "Dora")), (("Ann", "Dora"), ("Ben", "Cleo")))


def seated(ludograph: Ludograph, *terms: str, game: str = "sun-bid", options: tuple[str, ...] = ()) -> Ludograph:
    """Four players and three rounds of two tables, nothing begun."""
    rows = [
        f"{number},{at},{name}"
        for number, tables in enumerate(ROUNDS, start=1)
        for at, table in enumerate(tables, start=1)
        for name in table
    ]
    file = ludograph.file("rounds.csv", "round,table,player", *rows)
    ludograph("tournament", "new", "Winter Cup", "--id", "WC", *terms)
    ludograph("tournament", "enter", "WC", *PLAYERS)
    ludograph("tournament", "seat", "WC", "--game", game, "--size", "2", "--file", file, *options)
    return ludograph


@pytest.fixture
def cup(ludograph: Ludograph) -> Ludograph:
    return seated(ludograph)


def said(ludograph: Ludograph, *words: str) -> str:
    """What a command that succeeds says to the organiser."""
    return " ".join(ludograph.run("tournament", *words).stderr.split())


def doubts(ludograph: Ludograph) -> list[str]:
    found: list[str] = ludograph.json("tournament", "show", "WC")["doubts"]
    return found


def states(ludograph: Ludograph, number: int) -> list[str]:
    tables: list[dict[str, Any]] = ludograph.json("tournament", "show", "WC")["rounds"][number - 1]["tables"]
    return [table["state"] for table in tables]


def test_a_result_of_a_later_round_waits_for_the_earlier_one(cup: Ludograph) -> None:
    cup("tournament", "result", "WC", "1", "1", "Ann=1", "Ben=0")
    later = ("tournament", "result", "WC", "2", "1", "Ann=3", "Cleo=2")
    told = cup.refused(*later)
    assert "Round 1 is not over: table 2 without a result." in told
    assert "If round 2 is meant all the same, say --anyway." in told
    assert states(cup, 2) == ["seated", "seated"]
    cup(*later, "--anyway")
    assert states(cup, 2) == ["over", "seated"]
    cup("tournament", "result", "WC", "2", "1", "Ann=3", "Cleo=4", "--correct", "--reason", "misread")


def test_a_later_round_is_not_started_while_one_runs(cup: Ludograph) -> None:
    cup("tournament", "start", "WC", "1")
    assert "Round 1 is not over: tables 1 and 2 still being played." in cup.refused("tournament", "start", "WC", "3")
    assert states(cup, 3) == ["seated", "seated"]
    cup("tournament", "start", "WC", "3", "--anyway")
    assert states(cup, 3) == ["running", "running"]


def test_who_has_withdrawn_is_not_sat_down_by_start(cup: Ludograph) -> None:
    cup("tournament", "withdraw", "WC", "Dora")
    told = cup.refused("tournament", "start", "WC", "1")
    assert "Dora has withdrawn, and has a seat at table 2 of round 1" in told
    assert "`ludograph tournament seat --again` seats anew what has not begun" in told
    cup("tournament", "start", "WC", "1", "--table", "1")
    assert "`ludograph tournament result` enters who forfeits" in cup.refused("tournament", "start", "WC", "1")
    assert states(cup, 1) == ["running", "seated"]
    cup("tournament", "start", "WC", "1", "--anyway")
    assert states(cup, 1) == ["running", "running"]


def test_a_match_with_other_options_is_placed_only_when_that_is_meant(ludograph: Ludograph) -> None:
    cup = seated(ludograph, game="conundruze", options=("-o", "play_to=0"))
    cup("new", "conundruze", "Ann", "Ben", "--seed", "1", "--id", "long")
    place = ("tournament", "place", "WC", "1", "1", "long", "--reason", "played by the fire")
    told = cup.refused(*place)
    assert "At table 1 of round 1 play_to 0 is played, and this match has play_to 50." in told
    assert states(cup, 1) == ["seated", "seated"]
    cup(*place, "--anyway")
    assert states(cup, 1) == ["running", "seated"]


def test_a_match_with_other_options_that_takes_its_place_by_itself_is_told(ludograph: Ludograph) -> None:
    cup = seated(ludograph, game="conundruze", options=("-o", "play_to=0"))
    about = ("--event", "Winter Cup", "--round", "1")
    other = ("new", "conundruze", "Ann", "Ben", "--seed", "1", "--id", "long", *about, "--table", "1")
    refused = " ".join(cup.refused(*other).split())
    assert "At table 1 of round 1 play_to 0 is played, and this match has play_to 50: say -o play_to=0" in refused
    assert not cup.lines("matches")
    cup(*other, "--anyway")
    cup("new", "conundruze", "Cleo", "Dora", "--seed", "2", *about, "--table", "2", "-o", "play_to=0")
    (doubt,) = doubts(cup)
    assert doubt.startswith("Round 1, table 1: play_to 0 is played, and this match has play_to 50 (match long).")
    assert states(cup, 1) == ["running", "running"]


@pytest.mark.parametrize(
    ("players", "round_", "table", "why"),
    [
        (("Ann", "Bem"), "1", "1", "at table 1 of round 1 sit Ann and Ben, and in this match Ann and Bem"),
        (("Ann", "Ben"), "7", "1", "round 7 is not seated"),
        (("Ann", "Ben"), "1", "9", "round 1 has no table 9"),
        (("Ann", "Ben"), "", "", "it does not say its round and table"),
    ],
)
def test_a_match_that_counts_nowhere_is_told(
    cup: Ludograph, players: tuple[str, ...], round_: str, table: str, why: str
) -> None:
    about = ("--event", "winter cup", "--round", round_, "--table", table)
    cup("new", "sun-bid", *players, "--seed", "1", "--id", "odd", *about)
    (doubt,) = doubts(cup)
    assert doubt == (
        f"Match odd counts for no table: {why}. `ludograph amend odd 0 ...` puts right what it says of itself, and "
        "`ludograph abandon odd --reason ...` gives it up."
    )
    assert doubt in said(cup, "standings", "WC")
    cup("abandon", "odd", "--reason", "a trial")
    assert not doubts(cup)


def test_it_is_told_at_once_what_will_count_nowhere_or_was_played_otherwise(ludograph: Ludograph) -> None:
    cup = seated(ludograph, game="conundruze", options=("-o", "play_to=0"))
    about = ("--event", "Winter Cup", "--round", "1", "--table", "1")
    new = cup.run("new", "conundruze", "Ann", "Dora", "--id", "odd", *about)
    assert "It will count for no table of Winter Cup: at table 1 of round 1 sit Ann and Ben" in new.stderr
    desk = beside(cup, "desk")
    desk("new", "conundruze", "Ann", "Ben", "--id", "long", *about, "--seed", "1")
    file = cup.file("long.jsonl", desk("export", "long").rstrip())
    told = " ".join(cup.run("import", file).stderr.split())
    assert "Round 1, table 1: play_to 0 is played, and this match has play_to 50 (match " in told
    assert "It counts; if it is not to, `ludograph abandon" in told
    desk("new", "conundruze", "Cleo", "Ben", "--id", "lost", *about[:-1], "2", "--seed", "1")
    merged = " ".join(cup.run("merge", desk.store).stderr.split())
    assert "Match lost counts for no table: at table 2 of round 1 sit Cleo and Dora" in merged
    assert "Match odd" not in merged


def test_duplicate_without_the_same_deal_is_warned_of(ludograph: Ludograph) -> None:
    cup = seated(ludograph, "--scoring", "duplicate")
    warning = "Round 1 was not started with --same-deal, so that `duplicate` has nothing to compare"
    assert not doubts(cup)
    assert warning in said(cup, "start", "WC", "1")
    assert warning in said(cup, "standings", "WC")
    cup("tournament", "undo", "WC", "--reason", "not alike")
    assert "--same-deal" not in said(cup, "start", "WC", "1", "--same-deal")
    assert not doubts(cup)


def test_matches_started_here_are_told_when_their_record_is_kept(ludograph: Ludograph) -> None:
    cup = seated(ludograph)
    desk = beside(cup, "desk")
    desk("merge", cup.store)
    cup("tournament", "result", "WC", "1", "1", "Ann=1", "Ben=0")
    desk("tournament", "start", "WC", "1")
    done = desk.run("merge", cup.store, "--keep", "theirs", "--reason", "she has the list")
    told = " ".join(done.stderr.split())
    assert "WC-1-2 was started here and goes on: it counts for table 2 of round 1." in told
    assert (
        "WC-1-1 was started here and goes on, but counts for no table now: `ludograph abandon WC-1-1 --reason ...`"
        in told
    )
    assert [one["status"] for one in desk.lines("matches")] == ["running", "running"]
    (line,) = (one for one in map(json.loads, _again(desk, cup)) if "tournament" in one)
    assert line["status"] == "already"


def _again(desk: Ludograph, cup: Ludograph) -> list[str]:
    return desk("merge", cup.store, "--json").splitlines()


def test_cards_are_not_dealt_from_the_seed_of_a_seating(ludograph: Ludograph) -> None:
    ludograph("tournament", "new", "Winter Cup", "--id", "WC")
    ludograph("tournament", "enter", "WC", *PLAYERS)
    seat = ("tournament", "seat", "WC", "--game", "sun-bid", "--size", "2", "--method", "random")
    ludograph(*seat, "--seed", "winter")
    assert "seed winter" in ludograph("tournament", "history", "WC")
    for seed, more in (("winter", ()), (" Winter", ()), ("winter", ("--same-deal",))):
        told = ludograph.refused("tournament", "start", "WC", "1", "--seed", seed, *more)
        assert "is the seed of a seating or of lots, which everybody may know" in told
    new = ("new", "sun-bid", "Ann", "Ben", "--event", "Winter Cup", "--round", "1", "--table", "1")
    assert "they could work out the cards" in ludograph.refused(*new, "--seed", "winter")
    assert states(ludograph, 1) == ["seated", "seated"]
    ludograph("tournament", "undo", "WC", "--reason", "once more")  # it stays readable
    ludograph(*seat, "--seed", "spring")
    assert "seed of a seating" in ludograph.refused("tournament", "start", "WC", "1", "--seed", "winter")


def test_the_seed_of_a_deal_is_never_told_by_a_seating(ludograph: Ludograph) -> None:
    cup = seated(ludograph)
    cup("tournament", "start", "WC", "1", "--seed", "summer")
    again = ("seat", "WC", "--game", "sun-bid", "--size", "2", "--method", "spread", "--again")
    for words in ((*again, "--seed", "summer"), (*again, "--seed", "Summer-1-2"), ("lot", "WC", "--seed", "summer")):
        assert "and the seed of a seating or of lots may be told to everybody" in cup.refused("tournament", *words)
    assert "ummer" not in cup("tournament", "history", "WC")
    cup("tournament", *again, "--seed", "dice")


def test_without_a_seed_cards_come_of_no_text_that_is_told(ludograph: Ludograph) -> None:
    """Two rounds that were seated by the same text are dealt otherwise."""
    decks = []
    for name in ("one", "two"):
        ludograph("tournament", "new", name)
        ludograph("tournament", "enter", name, *PLAYERS)
        words = ("--game", "sun-bid", "--size", "2", "--method", "random", "--seed", "dice")
        ludograph("tournament", "seat", name, *words)
        started = ludograph.json("tournament", "start", name, "1")["matches"]
        ids = [one["match"] for one in started]
        for id in ids:
            ludograph("abandon", id, "--reason", "so that the judge may see the orders")
        decks += [json.loads(ludograph("export", id, "--as", "judge").splitlines()[0])["deal"] for id in ids]
    assert len({json.dumps(deck) for deck in decks}) == 4
