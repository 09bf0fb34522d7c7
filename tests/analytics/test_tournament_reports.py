"""Reports on tournaments say what the commands of the organiser say, and follow every correction."""

import json
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any
from uuid import UUID

import pytest

from ludograph.analytics.archive.archive import ArchiveSpec, archive
from ludograph.analytics.reports.reports import report_named, report_rows
from ludograph.domain.store.recorder import Recorder
from ludograph.domain.tournaments.service import TournamentService
from tests.cli.conftest import Ludograph, ludograph
from tests.stores import run_sql
from tests.tournaments.cup import AWKWARD, played_cup
from tests.tournaments.organiser import Organiser
from tests.tournaments.slow import as_printed, standings

__all__ = ["ludograph"]

Row = dict[str, Any]
ON_PAPER = ("Dora=1", "Farah=3", f"{AWKWARD}=-2")


@pytest.fixture
def cup(ludograph: Ludograph) -> Ludograph:
    played_cup(ludograph)
    return ludograph


def report(cup: Ludograph, name: str, *given: str) -> list[Row]:
    """The rows of a report."""
    return cup.lines("report", name, *(word for one in given for word in ("-p", one)))


def told(line: Row) -> Row:
    """How one stands, in what the command and the report have alike; NULL stands for `??`."""
    names = ("place", "player", "points", "played", "byes", "withdrawn")
    found = {name: None if line[name] == "??" else line[name] for name in names}
    breaks = line["tie_breaks"]
    return found | {"tie_breaks": json.loads(breaks) if isinstance(breaks, str) else breaks}


def check(cup: Ludograph) -> list[Row]:
    """The report's standings, which are those of the command, in the same order."""
    found = report(cup, "standings", "event=cup <i>")
    assert [told(one) for one in found] == [told(one) for one in cup.lines("tournament", "standings", "C")]
    return found


def test_standings_are_those_of_the_organiser_after_each_correction(cup: Ludograph) -> None:
    assert check(cup)[0]["penalties"] == 0
    cup("rule", "C-1-1", "late", "--adjust", "Emil=-20", "--by", "Ida")
    cup("tournament", "result", "C", "1", "2", *ON_PAPER, "--correct", "--reason", "misread")
    cup("tournament", "penalty", "C", "Kurt", "2.5", "--reason", "late")
    taken = {row["player"]: row["penalties"] for row in check(cup)}
    assert (taken["Kurt"], taken["Emil"]) == (2.5, 0)
    cup("tournament", "withdraw", "C", "Lena")
    cup("tournament", "result", "C", "1", "2", "Dora=??", *ON_PAPER[1:], "--correct", "--reason", "misread")
    assert {row["place"] for row in check(cup)} >= {None, 1}


def test_standings_after_each_round(cup: Ludograph) -> None:
    cup("tournament", "seat", "C", "--game", "sun-bid", "--file", cup.folder / "round-2.csv")
    cup("tournament", "enter", "C", "Olga")
    every = report(cup, "standings", "event=C", "round=all")
    assert Counter(row["after_round"] for row in every) == {1: 8, 2: 9}
    assert [row for row in every if row["after_round"] == 1] == report(cup, "standings", "round=1")


def test_tables_and_byes_say_what_they_are_worth(cup: Ludograph) -> None:
    first, second, bye = report(cup, "tournament", "event=C")
    assert (first["table"], first["stage"], first["points"]) == ("1", "over", "Emil 5, Kurt 3, Lena 1")
    assert (second["match"], second["winners"]) == (None, "Dora")
    assert second["scores"] == f"Dora 4, Farah 3, {AWKWARD} -2"
    assert (bye["table"], bye["scores"], bye["points"]) == ("bye", "Ann, Ivo", "Ann 5, Ivo 5")
    assert [row["table"] for row in report(cup, "tournament", "player=ivo")] == ["bye"]


def test_what_counts_for_no_table_is_there_and_said_to_be_so(cup: Ludograph) -> None:
    header = ("--event", "Cup <i>", "--round", "1", "--table", "1")
    cup("new", "sun-bid", "Emil", "Kurt", "Lena", "--seed", "7", "--id", "again", *header)
    cup("new", "sun-bid", "Emil", "Kurt", "--seed", "7", "--event", "Elsewhere", "--round", "1")
    assert [row["counts"] for row in report(cup, "tournament", "event=C")] == [True, False, True, True]
    (elsewhere,) = report(cup, "tournament", "event=elsewhere")
    assert (elsewhere["counts"], elsewhere["points"], elsewhere["scores"]) == (None, None, "Emil -, Kurt -")
    cup("tournament", "place", "C", "1", "1", "again", "--reason", "played anew")
    assert [row["counts"] for row in report(cup, "tournament", "event=C")] == [True, False, True, True]
    assert report(cup, "tournament", "event=C")[0]["stage"] == "running"


def test_ratings_after_each_round_follow_what_is_put_right(cup: Ludograph) -> None:
    cup("tournament", "seat", "C", "--game", "sun-bid", "--file", cup.folder / "round-2.csv")
    rows = {(row["round"], row["player"]): row for row in report(cup, "tournament-ratings", "event=C")}
    emil, after = rows[1, "Emil"], rows[2, "Emil"]
    assert (emil["rating_before"], emil["matches"]) == (0, 1)
    assert emil["change"] == emil["rating_after"] > 0
    assert (after["rating_before"], after["rating_after"], after["change"]) == (emil["rating_after"],) * 2 + (0,)
    assert rows[1, "Dora"]["matches"] == rows[1, "Dora"]["rating_after"] == 0, "nobody recorded her table"
    ratings = {row["player"]: row["rating"] for row in report(cup, "ratings", "event=C", "game=all games")}
    assert ratings == {name: rows[2, name]["rating_after"] for name in ("Emil", "Kurt", "Lena")}
    cup("rule", "C-1-1", "played out of turn", "--forfeit", "Emil", "--by", "Ida")
    rows = {(row["round"], row["player"]): row for row in report(cup, "tournament-ratings", "event=C")}
    assert rows[1, "Emil"]["rating_after"] < emil["rating_after"]


def test_a_tournament_that_there_is_not_is_told(cup: Ludograph) -> None:
    for name in ("standings", "tournament", "tournament-ratings"):
        said = " ".join(cup.run("report", name, "-p", "event=Cup <j>").stderr.split())
        assert "There is no tournament Cup <j>: did you mean Cup <i>?" in said
        assert "Nothing recorded fits." in said
        assert "Nothing recorded fits." in cup.run("report", name, "-p", "event=C", "-p", "round=9").stderr


def test_a_tournament_that_cannot_be_read_is_named_and_the_others_answer(cup: Ludograph) -> None:
    lost = UUID(cup("tournament", "new", "Lost Cup").strip()).hex
    run_sql(cup.store, f"UPDATE stored_events SET state = x'7b7d' WHERE originator_id = '{lost}'")
    for _ in ("caught up", "current"):
        said = cup.run("report", "standings")
        assert f"Left out: tournament {lost}" in said.stderr
        assert {row["event"] for row in map(json.loads, cup("report", "standings", "--json").splitlines())} == {
            "Cup <i>"
        }
    assert "Left out" not in cup.run("report", "scores").stderr


@pytest.mark.parametrize("number", range(5))
def test_random_tournaments_stand_in_the_archive_as_they_do_by_slow_counting(number: int, tmp_path: Path) -> None:
    with Recorder(tmp_path / "store.sqlite") as recorder:
        organiser = Organiser(TournamentService(recorder), Random(f"archive/{number}"))
        for _ in range(60):
            organiser.step()
        told = organiser.told()
    slowly = []
    for after in range(1, len(told["rounds"]) + 1) if told["rounds"] else (0,):
        lines = (as_printed(line, len(told["lots"])) for line in standings(told, after))
        slowly += [(after, *_bare(line), line["tie_breaks"]) for line in lines]
    with archive(ArchiveSpec(tmp_path / "store.sqlite", needs=frozenset(("organised",)))) as opened:
        rows = report_rows(opened.connection, report_named("standings"), {"round": "all"}).to_arrow_table().to_pylist()
    assert [(row["after_round"], *_bare(row), json.loads(row["tie_breaks"])) for row in rows] == slowly


def _bare(line: Row) -> tuple[Any, ...]:
    """A line without its tie-breaks; NULL stands for `??`."""
    place, points = (None if line[name] == "??" else line[name] for name in ("place", "points"))
    points = None if points is None else round(points, 6)
    return place, line["player"], points, line["played"], line["byes"], line["withdrawn"]
