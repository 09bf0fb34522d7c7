"""Every report, of all games: it says what it is about, and answers sensibly whatever is recorded."""

from collections import Counter, defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from itertools import pairwise
from math import isnan
from pathlib import Path
from random import Random
from typing import Any

import duckdb
import pytest

from ludograph.analytics.archive.archive import Archive, ArchiveSpec, archive
from ludograph.analytics.reports.chart_data import chart_of
from ludograph.analytics.reports.charts import save
from ludograph.analytics.reports.plots import DRAWINGS, chart_lines
from ludograph.analytics.reports.reports import (
    NEEDS,
    USED,
    Parameter,
    Report,
    ReportError,
    report_named,
    report_rows,
    reports,
)
from ludograph.analytics.tables.views import views
from ludograph.domain.games import GAMES
from ludograph.domain.kernel.game import TABLE
from ludograph.domain.match.aggregate import Match
from ludograph.domain.store.recorder import Recorder
from tests.analytics.histories import histories
from tests.large import slow_but
from tests.worlds import random_match, read_back

GIVEN = {"VARCHAR": "Nobody", "DATE": "2026-01-31", "INTEGER": "3", "BIGINT": "3", "DOUBLE": "1.5", "BOOLEAN": "true"}
Rows = list[dict[str, Any]]


def value_for(parameter: Parameter) -> str:
    """Some value of its type; a game has to be one that there is, an ENUM names what it takes."""
    if parameter.name == "game":
        return "sun-bid"
    return parameter.type.split("'")[1] if parameter.type.startswith("ENUM") else GIVEN[parameter.type]


def matches_of(kind: str) -> list[Match]:
    if kind == "empty":
        return []
    if kind == "many":
        return list(histories(Random(4), 28, steps=30))
    played = [random_match(game, Random(game.id)) for game in GAMES.values()]
    return played if kind == "one of each game" else [read_back(match, TABLE) for match in played]


@contextmanager
def archive_with(folder: Path, matches: list[Match]) -> Iterator[Archive]:
    with Recorder(folder / "store.sqlite") as recorder:
        for match in matches:
            recorder.record(match)
    with archive(ArchiveSpec(folder / "store.sqlite")) as found:
        yield found


@pytest.fixture(scope="module")
def matches() -> list[Match]:
    return matches_of("many")


@pytest.fixture(scope="module")
def many(tmp_path_factory: pytest.TempPathFactory, matches: list[Match]) -> Iterator[Archive]:
    with archive_with(tmp_path_factory.mktemp("many"), matches) as found:
        yield found


def rows(found: Archive, report: Report, **given: Any) -> Rows:
    answered: Rows = report_rows(found.connection, report, given).to_arrow_table().to_pylist()
    return answered


@pytest.mark.parametrize("kind", slow_but(["empty", "one of each game", "unknown cards"], "empty"))
def test_every_report_answers_whatever_is_recorded(tmp_path: Path, kind: str) -> None:
    with archive_with(tmp_path, matches_of(kind)) as found:
        for report in reports():
            try:
                answered = rows(found, report)
            except duckdb.Error as wrong:
                raise AssertionError(f"{report.full_name} on {kind}: {wrong}") from wrong
            for name in answered[0] if answered else ():
                assert name == name.lower(), f"{report.full_name}: {name}"
                values = [row[name] for row in answered if isinstance(row[name], float)]
                assert not any(map(isnan, values)), f"{report.full_name}: {name} is no number"


def test_every_report_takes_its_parameters(tmp_path: Path) -> None:
    with archive_with(tmp_path, []) as found:
        for report in reports():
            try:
                report_rows(found.connection, report, {one.name: value_for(one) for one in report.parameters})
            except duckdb.Error as wrong:
                raise AssertionError(f"{report.full_name}: {wrong}") from wrong


@pytest.mark.parametrize("report", reports(), ids=lambda report: report.full_name)
def test_every_report_says_what_it_is_about(report: Report) -> None:
    assert report.title
    assert report.title[0].isupper()
    assert len(report.about.split()) >= 10
    assert report.about.startswith("One row per ")
    assert report.about.endswith((".", "?"))
    assert "event" in [parameter.name for parameter in report.parameters]
    assert {parameter.name for parameter in report.parameters} == set(USED.findall(report.sql))
    assert all(parameter.about.endswith(".") for parameter in report.parameters)
    assert set(report.needs) <= set(NEEDS)
    assert "ORDER BY" in report.sql


def test_a_report_is_in_a_settled_order_and_what_is_drawn_of_it_is_in_it(many: Archive) -> None:
    for report in reports():
        found = report_rows(many.connection, report, {}).to_arrow_table()
        assert found.equals(report_rows(many.connection, report, {}).to_arrow_table()), report.full_name
        if report.plot is None:
            continue
        assert report.plot.kind in DRAWINGS, report.full_name
        assert set(report.plot.columns) <= set(found.column_names), report.full_name
        table = list(zip(*(column.to_pylist() for column in found.columns), strict=True))
        chart = chart_of(report, found.column_names, table)
        for panel in chart.panels:
            again = [key for key, times in Counter((point.x, point.y) for point in panel.points).items() if times > 1]
            assert again == [], f"{report.full_name}: two of a name in {panel.title}"
        lines = list(chart_lines(chart, 80, False))
        assert lines[0] == report.title
        assert not any("\x1b" in line for line in lines), report.full_name
        assert max(map(len, lines)) <= 80, report.full_name


@pytest.mark.parametrize(
    ("name", "kind"),
    [("seats", "png"), ("rating-history", "svg"), ("score-distribution", "svg"), ("head-to-head", "png")],
)
def test_a_report_becomes_a_picture_that_is_the_same_each_time(many: Archive, name: str, kind: str) -> None:
    report = report_named(name)
    found = report_rows(
        many.connection, report, {} if name == "rating-history" else {"game": "sun-bid"}
    ).to_arrow_table()
    table = list(zip(*(column.to_pylist() for column in found.columns), strict=True))
    chart = chart_of(report, found.column_names, table)
    once, twice = BytesIO(), BytesIO()
    save(chart, "game: sun-bid", kind, once)
    save(chart, "game: sun-bid", kind, twice)
    assert once.getvalue() == twice.getvalue()
    assert once.getvalue().startswith(b"\x89PNG" if kind == "png" else b"<?xml")


def test_views_say_what_their_rows_are() -> None:
    for view in views():
        assert view.about.startswith("One row per "), view.full_name


def test_a_report_is_found_by_its_name_alone_where_that_is_enough() -> None:
    assert report_named("sun_bid/bidding-cards") == report_named("bidding-cards") == report_named("Bidding_Cards")
    with pytest.raises(ReportError, match="Did you mean standings"):
        report_named("standing")
    double = next(name for name, times in Counter(one.name for one in reports()).items() if times > 1)
    if all(report.game for report in reports() if report.name == double):
        with pytest.raises(ReportError, match="Several reports"):
            report_named(double)


def test_a_parameter_that_cannot_be_is_named(many: Archive) -> None:
    with pytest.raises(ReportError, match=r"no parameter evnt\. Did you mean event"):
        rows(many, report_named("win-rates"), evnt="x")
    with pytest.raises(ReportError, match="since is of type DATE, and soon is not"):
        rows(many, report_named("win-rates"), since="soon")
    with pytest.raises(ReportError, match="There is no game sunbid: did you mean sun-bid"):
        rows(many, report_named("win-rates"), game="sunbid")
    with pytest.raises(ReportError, match="period takes day, week, month, quarter, year, not fortnight"):
        rows(many, report_named("activity"), period="fortnight")


def test_win_rates_count_what_everybody_played_and_won(many: Archive, matches: list[Match]) -> None:
    played: Counter[tuple[str, str]] = Counter()
    won: Counter[tuple[str, str]] = Counter()
    for match in matches:
        result = match.game.result(match.state)
        for seat, player in enumerate(match.players, start=1):
            games = (match.game.id, "all games") if len(match.players) > 1 else (match.game.id,)
            for game in games if result.over else ():
                played[game, player] += 1
                won[game, player] += result.winners != "??" and seat in result.winners
    found = rows(many, report_named("win-rates"))
    assert {(row["game"], row["player"]): row["matches"] for row in found} == played
    assert {(row["game"], row["player"]): row["won"] for row in found} == {name: won[name] for name in played}


def test_win_rates_have_places_that_equals_share(many: Archive) -> None:
    by = ("won", "won_percent", "average_place", "average_score")
    found: dict[str, list[tuple[int, list[Any]]]] = defaultdict(list)
    for row in rows(many, report_named("win-rates")):
        found[row["game"]].append((row["place"], [row[name] for name in by]))
    for standing in found.values():
        assert standing[0][0] == 1
        for number, ((place, merits), (after, others)) in enumerate(pairwise(standing), start=2):
            assert after == (place if others == merits else number)
    assert any(len({place for place, _ in standing}) < len(standing) for standing in found.values())


def test_lengths_count_what_stands(many: Archive, matches: list[Match]) -> None:
    steps: dict[tuple[str, int], list[int]] = defaultdict(list)
    for match in matches:
        if match.game.result(match.state).over:
            steps[match.game.id, len(match.players)].append(len(match.steps))
    found = {(row["game"], row["players"]): row for row in rows(many, report_named("lengths"))}
    assert {key: (row["fewest_steps"], row["most_steps"], row["matches"]) for key, row in found.items()} == {
        key: (min(some), max(some), len(some)) for key, some in steps.items()
    }


def test_facts_count_what_stands(many: Archive, matches: list[Match]) -> None:
    counted: Counter[tuple[str, str]] = Counter()
    for match in matches:
        facts = [*match.start.facts, *(fact for step in match.steps for fact in step.facts)]
        counted.update((match.game.id, type(fact).__name__) for fact in facts)
    assert {(row["game"], row["fact"]): row["times"] for row in rows(many, report_named("facts"))} == counted


def test_pairs_meet_from_both_sides(many: Archive) -> None:
    found = {(row["player"], row["opponent"]): row for row in rows(many, report_named("head-to-head"))}
    assert found
    for (player, opponent), row in found.items():
        other = found[opponent, player]
        assert (row["matches"], row["ahead"], row["level"]) == (other["matches"], other["behind"], other["level"])
        assert row["ahead"] + row["level"] + row["behind"] == row["matches"]


def test_winners_are_first_and_their_rating_rises_most(many: Archive) -> None:
    many.connection.execute("SELECT count(*) FROM participations WHERE won <> (place = 1)")
    assert many.connection.fetchall() == [(0,)]
    first = [row for row in rows(many, report_named("rating-history"), players=100) if row["match_number"] == 1]
    begun = many.connection.execute("SELECT DISTINCT match FROM participations WHERE place IS NOT NULL").fetchall()
    assert {row["match"] for row in first} <= {str(match) for (match,) in begun}
    assert max(row["skill"] for row in first) > 25 > min(row["skill"] for row in first)


def test_places_are_the_ones_of_the_game_where_it_has_its_own(many: Archive, matches: list[Match]) -> None:
    told = "SELECT list(place ORDER BY seat) FROM placings WHERE match = ?"
    of_conundruze = [match for match in matches if match.game.id == "conundruze"]
    endings = [
        (match, match.steps[-1].facts[-1].places) for match in of_conundruze if match.game.result(match.state).over
    ]
    assert endings
    for match, places in endings:
        assert many.connection.execute(told, [match.id]).fetchall() == [(list(places),)]


def test_takebacks_are_told_with_who_made_them(many: Archive, matches: list[Match]) -> None:
    entered = {row["entered_by"]: row for row in rows(many, report_named("scribes"))}
    assert set(entered) == {"(not said)", "Zoe"}
    fallen = many.connection.execute("SELECT count(*) FROM history.steps").fetchall()[0][0]
    assert sum(row["taken_back_later"] for row in entered.values()) == fallen > 0
    assert sum(row["steps"] for row in rows(many, report_named("corrections"))) == fallen
