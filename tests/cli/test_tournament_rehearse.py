"""`tournament rehearse`: tables played by bots in a copy, of which nothing comes into the real tournament."""

import os
import signal
from time import sleep
from typing import Any

import pytest

from tests.cli.conftest import Ludograph
from tests.cli.test_tournament_moments import seated
from tests.places import of_file

pytestmark = of_file
COPY = "REHEARSAL-WC.sqlite"
REHEARSE = ("tournament", "rehearse", "WC", "--pace", "0", "--seed", "s")


@pytest.fixture
def cup(ludograph: Ludograph) -> Ludograph:
    return seated(ludograph, game="last-years-magic")


def copy_of(cup: Ludograph) -> Ludograph:
    """Commands on the copy."""
    other = Ludograph(cup.folder)
    other.store = cup.folder / COPY
    return other


def states(ludograph: Ludograph, name: str = "REHEARSAL-WC") -> list[list[str]]:
    """How every table stands."""
    rounds = ludograph.json("tournament", "show", name)["rounds"]
    return [[table["state"] for table in one["tables"]] for one in rounds]


def test_open_tables_are_played_in_a_copy_and_nothing_comes_into_the_real_one(cup: Ludograph) -> None:
    before = cup("verify", "--all"), cup("tournament", "show", "WC")
    told = cup.run(*REHEARSE)
    assert told.exit_code == 0
    assert "This is a rehearsal, in a copy:" in told.stderr
    assert "2 tables played to the end." in told.stdout
    copy = copy_of(cup)
    assert states(copy) == [["over", "over"], ["seated", "seated"], ["seated", "seated"]]
    assert (cup("verify", "--all"), cup("tournament", "show", "WC")) == before
    cup("merge", copy.store)
    assert cup("tournament", "show", "WC") == before[1]
    copy("verify", "--all")


def test_it_goes_on_where_the_copy_stands(cup: Ludograph) -> None:
    cup(*REHEARSE)
    assert "a copy" not in cup.run(*REHEARSE).stderr
    copy = copy_of(cup)
    assert states(copy) == [["over", "over"], ["over", "over"], ["seated", "seated"]]
    copy("tournament", "rehearse", "REHEARSAL-WC", "--pace", "0")
    assert states(copy)[2] == ["over", "over"]
    assert "`ludograph --store" in cup.refused(*REHEARSE)


def test_other_tables_are_left_to_record(cup: Ludograph) -> None:
    lines = cup.lines(*REHEARSE, "--table", "2")
    assert [(one["round"], one["table"], one["status"]) for one in lines] == [("1", "2", "over")]
    assert set(lines[0]["scores"]) == {"Cleo", "Dora"}
    assert states(copy_of(cup))[0] == ["seated", "over"]


def test_it_begins_with_what_was_played(cup: Ludograph) -> None:
    cup("tournament", "result", "WC", "1", "1", "Ann=3", "Ben=forfeit")
    cup("tournament", "start", "WC", "1")
    cup("tournament", "penalty", "WC", "Dora", "1", "--reason", "late")
    cup(*REHEARSE, "--table", "2")
    copy = copy_of(cup)
    assert "Ann 3 (winner), Ben (forfeited)" in copy("tournament", "show", "REHEARSAL-WC")
    assert "Dora loses 1 point" in copy("tournament", "history", "REHEARSAL-WC")
    assert states(cup, "WC")[0] == ["over", "running"]


def test_bots_write_down_what_comes_at_tables_with_real_cards(cup: Ludograph) -> None:
    cup(*REHEARSE, "--table", "1")
    copy = copy_of(cup)
    copy("tournament", "start", "REHEARSAL-WC", "1", "--table", "2", "--written")
    copy("tournament", "rehearse", "REHEARSAL-WC", "--pace", "0", "--seed", "s")
    assert states(copy)[0] == ["over", "over"]


def test_it_waits_for_what_staff_start_until_somebody_stops_it(cup: Ludograph, monkeypatch: pytest.MonkeyPatch) -> None:
    copy, naps = copy_of(cup), [0]

    def nap(seconds: float) -> None:
        naps[0] += 1
        if naps[0] == 2:
            assert copy.run("tournament", "start", "REHEARSAL-WC", "1").exit_code == 0
        if naps[0] > 400:
            os.kill(os.getpid(), signal.SIGINT)
        sleep(min(seconds, 0.01))

    monkeypatch.setattr("ludograph.cli.tournaments.rehearsing.sleep", nap)
    monkeypatch.setattr("ludograph.cli.tournaments.rehearsing.LOOK", 0.05)
    told: Any = cup.run(*REHEARSE, "--wait")
    assert told.exit_code == 130
    assert "what was played is kept" in told.stderr
    assert states(copy)[0] == ["over", "over"]


def test_a_store_of_something_else_is_no_copy(cup: Ludograph) -> None:
    assert "is the store itself" in cup.refused(*REHEARSE, "--into", cup.store)
    other = Ludograph(cup.folder)
    other.store = cup.folder / "other.sqlite"
    other("new", "aucteraden", "Ann", "--id", "a")
    assert "holds no rehearsal of Winter Cup" in cup.refused(*REHEARSE, "--into", other.store)
    assert not other.lines("tournament", "list")


def test_bots_that_think_may_play_it(cup: Ludograph) -> None:
    cup(*REHEARSE, "--table", "1", "--bots", "search:2")
    assert states(copy_of(cup))[0][0] == "over"
    assert "no bot `chess`" in cup.refused(*REHEARSE, "--bots", "chess", code=2)
