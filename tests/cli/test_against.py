"""`play GAME Ann --against search:8`: recorded like any match, against bots that know what their seat does."""

from pathlib import Path

from tests.cli.conftest import Ludograph

FIRST = "pass"
START = ("play", "sun-bid", "Ann", "--seed", "4", "--id", "evening")


def test_bots_move_until_it_is_a_persons_turn(ludograph: Ludograph) -> None:
    told = ludograph(*START, "--against", "search:4,random", input=f"{FIRST}\nquit\n")
    assert told.index("Ann>") > told.index("   1  Bot 2")  # the lead of this deal
    assert told.count("Ann>") == 2
    (listed,) = ludograph.lines("matches")
    assert "Bots: Bot 2 is search:4, Bot 3 is random." in ludograph("log", listed["match"], "--as", "table")
    by = ludograph.lines("query", 'SELECT DISTINCT player, "by" FROM entered.steps ORDER BY player')
    assert [(row["player"], row["by"]) for row in by] == [("Ann", ""), ("Bot 2", "search:4"), ("Bot 3", "random")]
    assert all(line["ok"] for line in ludograph.lines("verify", "--all"))


def test_a_match_goes_on_with_the_same_bots_and_takebacks_are_no_trouble(ludograph: Ludograph) -> None:
    ludograph(*START, "--against", "search:4,random", input=f"{FIRST}\nquit\n")
    again = ludograph("play", "evening", "--against", "search:4,random", input="undo 2\nquit\n")
    assert "Ann>" in again
    assert ludograph("log", "evening", "--as", "table").count("Bots:") == 1
    refused = ludograph.refused("play", "evening", "--against", "random")
    assert "2 bots sit" in refused


def test_the_screen_is_for_the_eyes_of_the_player(ludograph: Ludograph) -> None:
    told = ludograph("play", "hand-of-the-hanataz", "Ann", "--seed", "1", "--against", "random,random", input="look\n")
    hand = ludograph("show", ludograph.lines("matches")[0]["match"], "--as", "Ann")
    own = next(line for line in hand.splitlines() if line.startswith("  Hand "))
    assert "▒▒▒" not in own
    assert own in told


def test_against_bots_the_program_deals(ludograph: Ludograph, tmp_path: Path) -> None:
    deal = tmp_path / "deal.json"
    deal.write_text("{}")
    ludograph.refused("play", "sun-bid", "Ann", "--against", "random", "--deal", str(deal), code=2)
    assert "no bot `chess`" in ludograph.refused("play", "sun-bid", "Ann", "--against", "chess", code=2)


def test_a_word_without_a_name_is_of_the_player_who_is_left_and_not_of_the_table(ludograph: Ludograph) -> None:
    ludograph("new", "hand-of-the-hanataz", "Ann", "Bob", "Cat", "--seed", "28", "--id", "lone")
    ludograph("act", "lone", "Ann keep", "Bob keep", "Cat keep", "Ann play Dw")
    assert "Who? Bob and Cat" in ludograph.refused("act", "lone", "let")
    ludograph("act", "lone", "Bob let")
    assert "Cat lets it be" in ludograph("act", "lone", "let")
