import pytest

from ludograph.domain.games import GAMES
from tests.cli.conftest import CALL, FLIP, HEADER, Ludograph
from tests.large import slow


@pytest.fixture(scope="module")
def archived(tmp_path_factory: pytest.TempPathFactory) -> Ludograph:
    """A store with one match of Sun Bid, and its archive."""
    ludograph = Ludograph(tmp_path_factory.mktemp("archived"))
    ludograph("import", ludograph.file("match.jsonl", HEADER, FLIP, CALL))
    return ludograph


def test_it_lists_what_is_about_all_games_and_how_much_there_is_of_each(archived: Ludograph) -> None:
    listed = archived("tables")
    assert listed.splitlines()[0] == "All games"
    assert all(f"{game.title}: " in listed for game in GAMES.values())
    assert ["steps", "2", "One"] in [line.split()[:3] for line in listed.splitlines()]
    assert ["ratings", "-", "One"] in [line.split()[:3] for line in listed.splitlines()], "made when it is asked"
    assert "internal" not in listed
    assert "sun_bid.bid_placed" not in listed


@slow
def test_all_of_it_is_listed_when_asked(archived: Ludograph) -> None:
    listed = archived("tables", "--all")
    for name in ("sun_bid.bid_placed", "history.steps", "history.sun_bid_bid_placed", "entered.steps"):
        assert f"  {name} " in listed


def test_a_word_finds_names_columns_and_what_they_hold(archived: Ludograph) -> None:
    found = {line["schema"] + "." + line["name"]: line["columns"] for line in archived.lines("tables", "bid")}
    assert next(iter(found)) == "sun_bid.bid"
    assert {"sun_bid.bid_placed", "sorcerous_futures.bids"} <= set(found)
    assert "next_bid" in found["sorcerous_futures.purchases"]
    assert not any(name.startswith(("history.", "entered.")) for name in found)
    assert "sorcerous_futures.purchases" in archived("tables", "bid")
    assert "bidding card" in archived("tables", "sun_bid.takes")


@slow
def test_a_table_says_by_what_a_row_is_known(archived: Ludograph) -> None:
    keys = {(line["schema"], line["name"]): line["key"] for line in archived.lines("tables", "--all")}
    assert keys["main", "steps"] == ["match", "step"]
    assert keys["history", "sun_bid_bid_placed"] == ["match", "version", "step", "nr"]
    assert keys["sun_bid", "auctions"] == ["match", "round", "auction"]
    assert [place for place, key in keys.items() if not key and place != ("main", "unread")] == []
    assert "Key: match, step." in archived("tables", "steps")


def test_it_lists_the_tables_of_one_game(archived: Ludograph) -> None:
    assert archived("tables", "sun-bid") == archived("tables", "sun_bid")
    lines = archived("tables", "sun-bid").splitlines()
    assert lines[0] == "Sun Bid: sun_bid"
    assert all(line.startswith("  sun_bid.") for line in lines[1:])


def test_it_tells_about_one_table(archived: Ludograph) -> None:
    told = archived("tables", "sun_bid.flip")
    assert told.startswith("sun_bid.flip (1 row): One row for each `flip`.")
    assert ["match", "UUID", "The", "match,", "see", "`matches`."] in [line.split() for line in told.splitlines()]


def test_it_tells_about_a_view_with_its_sql(archived: Ludograph) -> None:
    told = archived("tables", "taken_back")
    assert told.startswith("taken_back (view): One row per step that was taken back")
    assert "FROM history.steps" in told


def test_a_name_in_several_games_lists_them(archived: Ludograph) -> None:
    listed = archived("tables", "match_started")
    assert all(f"{game.id.replace('-', '_')}.match_started" in listed for game in GAMES.values())


def test_an_unknown_name_is_answered_with_what_it_looks_like(archived: Ludograph) -> None:
    assert "Did you mean steps" in archived.refused("tables", "stepps")
    assert "sun_bid.bid_placed" in archived.refused("tables", "bid_placd")
    assert "`ludograph tables` lists them" in archived.refused("tables", "zzzzzz")


def test_json_tells_the_same(archived: Ludograph) -> None:
    listed = {(line["schema"], line["name"]): line for line in archived.lines("tables")}
    assert listed["main", "matches"]["rows"] == 1
    assert listed["main", "matches"]["kind"] == "table"
    assert listed["main", "taken_back"]["rows"] is None
    told = archived.json("tables", "steps")
    assert {"name": "step", "type": "BIGINT"}.items() <= told["columns"][3].items()


def test_every_table_says_what_it_holds(archived: Ludograph) -> None:
    assert all(line["about"].startswith("One row ") for line in archived.lines("tables"))


def test_a_column_of_words_says_which_there_are(archived: Ludograph) -> None:
    (how,) = [one for one in archived.json("tables", "fools_down.pot_awarded")["columns"] if one["name"] == "how"]
    assert how["about"] == "One of alone, best, fool, cut."
    (bard,) = [
        one for one in archived.json("tables", "hand_of_the_hanataz.bard_discarded")["columns"] if one["name"] == "bard"
    ]
    assert bard["about"] == "One of 1, 2."


def test_functions_of_the_archive_are_found_too(archived: Ludograph) -> None:
    assert "percent_from(n, of_all)" in archived("tables")
    found = [line for line in archived.lines("tables", "percent_to") if line["kind"] == "macro"]
    assert [(one["name"], one["parameters"]) for one in found] == [("percent_to", ["n", "of_all"])]
    assert "shortly(points)" in archived("tables", "shortly")
