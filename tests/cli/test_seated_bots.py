"""Who played as a bot: said by a remark that everybody reads, kept in `seats`, and what reports tell apart by."""

import json
from pathlib import Path

import pytest

import ludograph as library
from ludograph.domain.match.seated_bots import bots_in_remark, bots_remark
from tests.cli.conftest import Ludograph

ASKED = "SELECT s.player, s.bot FROM seats AS s JOIN matches AS m USING (match) WHERE m.source = '{}' ORDER BY s.seat"


@pytest.mark.parametrize(
    ("players", "names"),
    [
        (("Ann", "Bot 2"), {2: "search:100"}),
        (("Bot 1", "Bot 2", "Bot 3"), {1: "random", 2: "search:4", 3: "exec:python3 bot.py --is b, c, Bot 9 is it"}),
        (("Ann is", "Ann", "An, Bo"), {1: "random", 3: "search:7"}),
        (("Ann", "Bo", "Cy"), {1: "exec:run 1.5", 2: "random"}),
    ],
)
def test_the_remark_is_read_as_it_is_written(players: tuple[str, ...], names: dict[int, str]) -> None:
    assert bots_in_remark(players, bots_remark(players, names)) == names


@pytest.mark.parametrize(
    "text", ["", "Bots: ", "Bots: none.", "Ann is random.", "Bots: Ann is random", "Bots: Zoe is random."]
)
def test_another_remark_says_nothing_of_bots(text: str) -> None:
    assert bots_in_remark(("Ann", "Bo"), text) == {}


def seats(ludograph: Ludograph, sql: str, *more: str) -> list[tuple[str, str | None]]:
    return [(row["player"], row["bot"]) for row in ludograph.lines("query", sql, *more)]


def test_the_table_of_players_says_who_is_a_bot_whoever_asks(ludograph: Ludograph) -> None:
    ludograph(
        "play", "sun-bid", "Ann", "--seed", "4", "--id", "evening", "--against", "search:4,random", input="quit\n"
    )
    ludograph("new", "sun-bid", "Ann", "Bo", "--seed", "1", "--id", "people")
    wanted = [("Ann", None), ("Bot 2", "search:4"), ("Bot 3", "random")]
    for eyes in ("judge", "table", "Ann"):
        assert seats(ludograph, ASKED.format("evening"), "--as", eyes) == wanted
        assert seats(ludograph, ASKED.format("people"), "--as", eyes) == [("Ann", None), ("Bo", None)]


def test_names_put_right_and_a_remark_made_later_are_taken_in(ludograph: Ludograph) -> None:
    ludograph("play", "sun-bid", "Ann", "--seed", "4", "--id", "evening", "--against", "random", input="quit\n")
    assert seats(ludograph, ASKED.format("evening")) == [("Ann", None), ("Bot 2", "random")]
    ludograph("rename", "evening", "Ann", "Anna", "--yes")
    assert seats(ludograph, ASKED.format("evening")) == [("Anna", None), ("Bot 2", "random")]
    ludograph("note", "evening", "0", "Bots: Anna is search:9.")
    assert seats(ludograph, ASKED.format("evening")) == [("Anna", None), ("Bot 2", "random")]  # for the judge alone
    ludograph("note", "evening", "0", "Bots: Anna is search:9.", "--public")
    assert seats(ludograph, ASKED.format("evening")) == [("Anna", "search:9"), ("Bot 2", "random")]


def test_reports_tell_matches_apart_by_bots(ludograph: Ludograph) -> None:
    ludograph("simulate", "sun-bid", "-n", "2", "--bots", "random,random", "--seed", "2")
    ludograph("simulate", "sun-bid", "-n", "1", "--players", "Ann,Bo", "--seed", "2")
    rows = ludograph.lines("report", "games", "-p", "by=bot")
    found = {row["by_bot"]: row["matches"] for row in rows if row["game"] == "sun-bid"}
    assert found == {"person": 1, "random": 2}
    with library.open(ludograph.store) as archive:
        rows = archive.report("win-rates", by="bot").dicts()
        assert {(row["by_bot"], row["player"]) for row in rows} == {
            *(("random", f"Bot {seat}") for seat in (1, 2)), ("person", "Ann"), ("person", "Bo"),
        }  # fmt: skip


def test_a_rehearsal_says_which_bots_played_in_it(ludograph: Ludograph, tmp_path: Path) -> None:
    ludograph("tournament", "new", "Winter Cup", "--id", "WC")
    ludograph("tournament", "enter", "WC", "Ann", "Bo")
    ludograph("tournament", "seat", "WC", "--game", "aucteraden", "--seed", "1")
    copy = tmp_path / "copy.sqlite"
    ludograph("tournament", "rehearse", "WC", "--pace", "0", "--seed", "s", "--bots", "random", "--into", str(copy))
    rows = ludograph("--store", str(copy), "query", "--json", "SELECT DISTINCT bot FROM seats")
    assert [json.loads(line)["bot"] for line in rows.splitlines()] == ["random"]
    by = ludograph("--store", str(copy), "query", "--json", 'SELECT DISTINCT "by" FROM entered.steps WHERE actor > 0')
    assert [json.loads(line)["by"] for line in by.splitlines()] == ["random"]
