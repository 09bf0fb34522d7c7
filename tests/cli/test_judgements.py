"""`judge --all`, the table `judgements`, and the reports `play` and `luck`."""

from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

import pytest

from ludograph.analytics.archive.archive import ArchiveSpec, archive
from ludograph.analytics.derived.needs import JUDGED
from ludograph.analytics.reports.reports import report_named, report_rows
from ludograph.domain.games import GAMES
from ludograph.domain.judging import judging_work
from ludograph.domain.judging.judged_match import by_players
from ludograph.domain.match.aggregate import Match
from ludograph.domain.store.recorder import Recorder
from tests.cli.conftest import Ludograph
from tests.twins import twins_of
from tests.worlds import played_on, random_start

FEW = ("--playouts", "8")


@pytest.fixture
def two(ludograph: Ludograph) -> list[str]:
    """Two matches of Fool's Down of one hand between Ann and Bob that are over."""
    for seed in ("3", "4"):
        ludograph("simulate", "fools-down", "-o", "hands=1", "--seats", "2", "--seed", seed, "--players", "Ann,Bob")
    return [str(one["match"]) for one in ludograph.lines("matches")]


def id_of(ludograph: Ludograph, source: str) -> str:
    """The id of the match that came from a file with this id."""
    return next(str(one["match"]) for one in ludograph.lines("matches") if one["source"] == source)


def rows(ludograph: Ludograph, *args: str) -> list[Any]:
    """The rows of the table, for the judge or whoever is named."""
    return ludograph.lines("query", "FROM judgements ORDER BY match, step, seat", *args)


def test_without_a_judgement_it_is_said_how_to_judge(ludograph: Ludograph, two: list[str]) -> None:
    assert rows(ludograph) == []
    for report in ("play", "luck"):
        assert "`ludograph judge --all`" in ludograph.run("report", report).stderr
    assert "`ludograph judge --all`" in ludograph("tables", "judgements")


def test_all_matches_are_judged_and_stand_in_the_archive(ludograph: Ludograph, two: list[str]) -> None:
    assert rows(ludograph) == []
    told = ludograph.lines("judge", "--all", *FEW)
    assert {one["match"] for one in told} == set(two)
    for one in told:
        *steps, sums = ludograph.lines("judge", one["match"], *FEW)
        assert {name: sums[name] for name in ("luck", "play", "errors")} == {
            name: one[name] for name in ("luck", "play", "errors")
        }
        own = [row for row in rows(ludograph) if row["match"] == one["match"]]
        assert len(own) == 2 * (len(steps) + 1)
        for row in own[2:]:
            step = steps[row["step"] - 1]
            assert (row["value"], row["luck"], row["play"], row["se"]) == (
                *(step[what][row["player"]] for what in ("value", "luck", "play")),
                step["se"],
            )
            error = step["error"] if step["actor"] == row["player"] else None
            assert (row["error"], row["sure"]) == ((error["amount"], error["sure"]) if error else (None, None))
            assert (row["playouts"], row["seed"]) == (8, "0")


def test_nothing_is_judged_twice_and_ctrl_c_loses_nothing(
    ludograph: Ludograph, two: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = ludograph("judge", "--all", *FEW, "--json")
    with monkeypatch.context() as patched:
        patched.setattr(judging_work, "judged", None)
        assert ludograph("judge", "--all", *FEW, "--json") == whole
    next(ludograph.folder.glob("*.judgements")).unlink()
    done: list[int] = []
    first = len(ludograph.lines("log", two[0]))

    def interrupted(*given: object) -> object:
        done.append(1)
        if len(done) == first + 3:
            raise KeyboardInterrupt
        return by_players(*given)  # type: ignore[arg-type]

    with monkeypatch.context() as patched:
        patched.setattr("ludograph.domain.judging.judging_work.by_players", interrupted)
        assert "1 of 2 matches" in ludograph.refused("judge", "--all", *FEW, code=130)
    assert {row["match"] for row in rows(ludograph)} == {two[0]}
    assert ludograph("judge", "--all", *FEW, "--json") == whole


def test_which_matches_are_meant_can_be_said(ludograph: Ludograph, two: list[str], recorded: str) -> None:
    assert "has to be over" in ludograph.refused("judge", "--all", "--game", "sun-bid", *FEW)
    assert "has to be over" in ludograph.refused("judge", "--all", "--event", "No such", *FEW)
    ludograph.refused("judge", code=2)
    ludograph.refused("judge", two[0], "--all", code=2)
    ludograph.refused("judge", two[0], "--game", "sun-bid", code=2)
    (only,) = ludograph.lines("judge", "--all", "--event", "autumn open", "--as", "ann", *FEW)
    assert only["match"] == id_of(ludograph, recorded)


def test_the_most_thorough_judgement_counts(ludograph: Ludograph, two: list[str]) -> None:
    for playouts in ("8", "16", "9"):
        ludograph("judge", two[0], "--playouts", playouts)
    assert {row["playouts"] for row in rows(ludograph)} == {16}


def test_a_match_that_goes_otherwise_is_not_judged_any_more_but_remarks_change_nothing(
    ludograph: Ludograph, two: list[str]
) -> None:
    ludograph("judge", two[0], *FEW)
    ludograph("judge", two[0], "--as", "Ann", *FEW)
    before = rows(ludograph), rows(ludograph, "--as", "Ann")
    assert all(before)
    ludograph("note", two[0], "for the judge alone")
    assert (rows(ludograph), rows(ludograph, "--as", "Ann")) == before
    ludograph("undo", two[0], "--yes", "--reason", "a slip")
    assert (rows(ludograph), rows(ludograph, "--as", "Ann")) == ([], [])


def test_an_observer_is_told_by_their_own_judgement_alone(ludograph: Ludograph, two: list[str], recorded: str) -> None:
    ludograph("judge", "--all", *FEW)
    for eyes in ("Ann", "Bob", "Cat", "table"):
        assert rows(ludograph, "--as", eyes) == []
    ludograph("judge", "--all", "--as", "Ann", *FEW)
    own = rows(ludograph, "--as", "Ann")
    assert {row["match"] for row in own} == {*two, id_of(ludograph, recorded)}
    assert all(row["player"] == "Ann" for row in own if row["error"] is not None)
    assert {row["match"] for row in rows(ludograph)} == set(two), "a running match is for who plays alone"
    for eyes in ("Bob", "Cat", "table"):
        assert rows(ludograph, "--as", eyes) == []
    assert {row["player"] for row in ludograph.lines("report", "play", "--as", "Ann")} == {"Ann"}
    assert ludograph.lines("report", "luck", "--as", "Bob") == []


def test_what_was_judged_is_asked_by_groups(ludograph: Ludograph, two: list[str]) -> None:
    ludograph("judge", "--all", *FEW)
    for report in ("play", "luck"):
        (alone,) = ludograph.lines("report", report, "-p", "player=ann")
        (grouped,) = ludograph.lines("report", report, "-p", "player=ann", "-p", "by=seats")
        assert alone["matches"] == 2
        assert {**alone, "by_seats": 2} == grouped
    for row in ludograph.lines("report", "luck"):
        assert (row["variance_without_luck"] is not None) == row["varies_less"]
        assert (row["result_without_luck"] is not None) == row["varies_less"]


def test_results_without_luck_are_told_where_they_vary_less(ludograph: Ludograph, two: list[str]) -> None:
    """With luck that explains all of the results, and with luck that goes the other way."""
    ludograph("judge", "--all", *FEW)
    with archive(ArchiveSpec(ludograph.store, needs=frozenset((JUDGED,)))) as found:
        for times, less in ((1, True), (-1, False)):
            found.connection.execute(
                "CREATE OR REPLACE TEMP TABLE judgements AS SELECT * REPLACE (if(step = 0, "
                f"{times} * (arg_max(value, step) OVER (PARTITION BY match, seat) - 0.5), 0) AS luck) "
                "FROM main.judgements"
            )
            told = report_rows(found.connection, report_named("luck"), {}).to_arrow_table().to_pylist()
            assert {row["variance"] for row in told} == {0.25}
            without = {(row["varies_less"], row["variance_without_luck"], row["result_without_luck"]) for row in told}
            assert without == ({(True, 0.0, 0.5)} if less else {(False, None, None)})


def test_matches_that_a_player_cannot_tell_apart_have_the_same_rows(tmp_path: Path) -> None:
    random = Random("judgements")
    twins, seat = next(
        (twins, seat)
        for _ in range(20)
        for twins in twins_of(played_on(random_start(GAMES["sorcerous-futures"], random), random, 8), random)
        for seat in twins.blind
        if seat > 0
    )
    name = twins.one.players[seat - 1]
    assert judged_apart(tmp_path / "one", twins.one, name) == judged_apart(tmp_path / "other", twins.other, name)


def judged_apart(folder: Path, match: Match, name: str) -> list[str]:
    """What a player is told of a store with one match that was judged for them and, where that can be, for all."""
    folder.mkdir()
    ludograph = Ludograph(folder)
    with closing(Recorder(ludograph.store)) as recorder:
        recorder.record(match)
    ludograph("judge", str(match.id), "--as", name, *FEW)
    asked = (("query", "FROM judgements"), ("report", "play"), ("report", "luck"))
    found = [ludograph(*words, "--as", name, "--json") for words in asked]
    assert name in found[0]
    return found
