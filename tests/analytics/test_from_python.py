"""`import ludograph`: what programs ask is what commands answer, whoever else reads the file."""

import ast
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from datetime import timedelta
from itertools import chain, islice
from pathlib import Path
from random import Random
from typing import Any

import duckdb
import pytest
from click.testing import CliRunner

import ludograph
from ludograph.analytics.api.late_notice import LateNotice
from ludograph.analytics.api.recorded_match import RecordedMatch
from ludograph.cli.main import main
from ludograph.domain.games import GAMES
from ludograph.domain.kernel.game import TABLE
from ludograph.domain.match.aggregate import Match
from tests.large import slow
from tests.twins import twins_of
from tests.worlds import STAMP, random_match

ROOT = Path(__file__).parents[2]
NOTEBOOK = ROOT / "docs" / "from-python.ipynb"


def run(store: Path, *words: str) -> str:
    done = CliRunner().invoke(main, ["--store", str(store), *words])
    assert done.exit_code == 0, done.output
    return done.stdout


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("python") / "store.sqlite"
    run(path, "simulate", "sun-bid", "--players", "Ann,Bob", "-n", "2", "--seed", "5")
    run(path, "new", "fools-down", "Ann", "Bob", "Cy", "--seed", "1", "--id", "running")
    return path


@pytest.fixture
def archive(store: Path) -> Iterator[ludograph.ArchiveReader]:
    with ludograph.open(store) as found:
        yield found


def test_importing_it_loads_nothing_but_what_says_what_there_is() -> None:
    code = "import sys; before = set(sys.modules); import ludograph; print(*(set(sys.modules) - before))"
    loaded = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    names = loaded.stdout.split()
    assert {name for name in names if name.partition(".")[0] not in sys.stdlib_module_names} == {"ludograph"}
    assert "asyncio" not in names


def test_an_answer_is_rows_for_every_library(archive: ludograph.ArchiveReader) -> None:
    found = archive.query("SELECT game, count(*) AS n FROM matches GROUP BY ALL ORDER BY ALL")
    assert found.columns == ["game", "n"]
    assert found.fetchall() == list(found) == [("fools-down", 1), ("sun-bid", 2)]
    assert found.dicts() == found.arrow().to_pylist() == found.df().to_dict("records")
    assert len(found) == 2
    assert "fools-down" in (found._repr_html_() or "")


def test_times_with_a_zone_are_rows_too(archive: ludograph.ArchiveReader) -> None:
    """DuckDB alone needs a library for them that nobody has to have."""
    (row, *_) = archive.query("SELECT started_at FROM matches").fetchall()
    assert row[0].utcoffset() == timedelta(0)


def test_what_is_not_installed_is_named(archive: ludograph.ArchiveReader, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ludograph.analytics.queries.result_set.find_spec", lambda name: None)
    for method, library in (("df", "pandas"), ("pl", "polars")):
        with pytest.raises(ImportError, match=f"pip install {library}"):
            getattr(archive.query("SELECT 1"), method)()


def test_a_notebook_shows_the_first_rows_and_no_markup_of_theirs(archive: ludograph.ArchiveReader) -> None:
    shown = archive.query("SELECT '<b>' AS \"<i>\", i FROM range(60) AS t(i)")._repr_html_()
    assert ("<b>" in shown, "&lt;b&gt;" in shown, "The first 50 rows" in shown) == (False, True, True)


def test_a_wrong_game_or_status_gets_the_nearest_one(archive: ludograph.ArchiveReader) -> None:
    with pytest.raises(LookupError, match="Did you mean sun-bid"):
        archive.matches(game="sunbid")
    with pytest.raises(LookupError, match="running, over, abandoned"):
        archive.matches(status="xyz")


USER = """
import ludograph

with ludograph.open("tour.sqlite") as archive:
    rows: list[tuple[object, ...]] = archive.query("FROM matches", as_="Ann", params={"x": 1}).fetchall()
    names: tuple[str, ...] = archive.match("m").players
    wins = [one.winners for one in archive.matches(game="sun-bid", limit=3)]
    archive.report("ratings", game="sun-bid").df()
    text: str = archive.match("m").view("Ann", 3).text
    reveal_type(archive.tables()[0].full_name)
    archive.qeury("FROM matches")
"""


@slow
def test_a_program_of_a_user_is_checked_by_mypy(tmp_path: Path) -> None:
    """Types come with it: what is right passes, and a name that there is not is found."""
    (tmp_path / "user.py").write_text(USER)
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--follow-imports=silent", str(tmp_path / "user.py")],
        cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    told = [line.partition("user.py:")[2] for line in done.stdout.splitlines() if "user.py:" in line]
    assert [line for line in told if "error" in line] == [line for line in told if 'no attribute "qeury"' in line]
    assert any('"str"' in line or "builtins.str" in line for line in told)


def test_an_answer_is_a_frame_of_polars(archive: ludograph.ArchiveReader) -> None:
    pytest.importorskip("polars")
    assert archive.query("SELECT 1 AS one").pl().rows() == [(1,)]


def test_values_are_no_sql(archive: ludograph.ArchiveReader) -> None:
    sql = "SELECT count(*) FROM seats WHERE player = $player"
    assert archive.query(sql, params={"player": "Ann"}).fetchall() == [(3,)]
    with pytest.raises(ludograph.SqlError, match="player"):
        archive.query(sql)


def test_reports_and_tables_say_what_commands_print(archive: ludograph.ArchiveReader, store: Path) -> None:
    printed = [json.loads(line) for line in run(store, "report", "seats", "-p", "game=sun-bid", "--json").splitlines()]
    assert archive.report("seats", game="sun-bid").dicts() == printed
    listed = [json.loads(line)["name"] for line in run(store, "tables", "--json", "--all").splitlines()]
    assert [table.name for table in archive.tables()] == listed
    with pytest.raises(ludograph.ReportError, match="Did you mean game"):
        archive.report("seats", gmae="sun-bid")


def test_reports_are_listed_as_the_command_lists_them(archive: ludograph.ArchiveReader, store: Path) -> None:
    printed = [json.loads(line) for line in run(store, "report", "--json").splitlines()]
    assert [(one.name, one.title) for one in archive.reports()] == [(one["report"], one["title"]) for one in printed]
    assert {one.game for one in archive.reports("sun-bid")} == {"sun-bid"}
    ratings = next(one for one in archive.reports() if one.name == "ratings")
    assert "game" in [parameter.name for parameter in ratings.parameters]


def test_an_id_is_the_same_text_wherever_it_comes_from(archive: ludograph.ArchiveReader) -> None:
    listed = {one.id for one in archive.matches()}
    found = archive.query("SELECT match, seats FROM matches")
    assert {row[0] for row in found} == {row["match"] for row in found.dicts()} == listed
    assert set(found.df()["match"]) == set(found.arrow()["match"].to_pylist()) == listed
    (one, *_) = sorted(listed)
    assert archive.match(one).id == one
    assert len(archive.query("FROM matches WHERE match = $id", params={"id": one})) == 1
    found.keep()
    assert {row[0] for row in found} == listed


def test_what_python_is_told_names_what_python_takes(archive: ludograph.ArchiveReader, store: Path) -> None:
    """And a command names its own options."""
    with pytest.raises(ludograph.SqlError, match=r'add params=\{"name": \.\.\.\}') as refused:
        archive.query("FROM seats WHERE player = $name")
    assert "-p" not in str(refused.value)
    done = CliRunner().invoke(main, ["--store", str(store), "query", "FROM seats WHERE player = $name"])
    assert "add -p name=..." in done.output


def test_a_player_who_never_played_is_told_with_the_nearest_one(archive: ludograph.ArchiveReader, store: Path) -> None:
    with pytest.warns(ludograph.UnknownNameWarning, match="There is no player Anne: did you mean Ann?"):
        assert archive.report("form", player="Anne").fetchall() == []
    said = CliRunner().invoke(main, ["--store", str(store), "report", "form", "-p", "player=Anne"])
    assert "There is no player Anne: did you mean Ann?" in said.output
    assert len(archive.report("form", player="ann")) == 1


def test_a_long_first_question_is_told_by_the_logger(caplog: pytest.LogCaptureFixture) -> None:
    told = LateNotice(patience=0)
    told(0.25)
    told(0.5)
    assert [record.name for record in caplog.records] == ["ludograph"]
    assert "25% so far" in caplog.text
    assert "50%" not in caplog.text
    quiet = LateNotice()
    quiet(0.0)
    quiet(1.0)
    assert len(caplog.records) == 1


def test_matches_are_those_that_the_command_lists(archive: ludograph.ArchiveReader, store: Path) -> None:
    listed = [json.loads(line)["match"] for line in run(store, "matches", "--game", "sun-bid", "--json").splitlines()]
    assert [one.id for one in archive.matches(game="sun-bid")] == listed
    assert [one.status for one in archive.matches(status="running")] == ["running"]


def test_a_match_has_its_steps_and_the_table_at_each_of_them(archive: ludograph.ArchiveReader, store: Path) -> None:
    listed = archive.matches(game="sun-bid")[0]
    match = archive.match(listed.id)
    assert sorted(match.players) == ["Ann", "Bob"]
    assert len(match.steps) == listed.steps
    said = json.loads(run(store, "result", match.id, "--json"))
    assert dict(zip(match.players, match.result.scores, strict=True)) == said["scores"]
    assert list(match.winners) == said["winners"] == list(listed.winners or ())
    shown = run(store, "show", match.id, "--as", "Ann", "--at", "3")
    assert str(match.view("Ann", 3)) in shown
    with pytest.raises(IndexError, match="no step"):
        match.view(at=10_000)
    with pytest.raises(LookupError, match="Ann"):
        match.view("Zoe")


def test_it_says_what_it_leaves_out(store: Path) -> None:
    with ludograph.open(store) as found, pytest.warns(ludograph.LeftOutWarning, match="Zoe"):
        found.query("FROM matches", as_="Zoe")
    with pytest.raises(ludograph.StoreError, match="Nothing is recorded"):
        ludograph.open(store.with_name("none.sqlite"))
    assert not store.with_name("none.sqlite").exists()


def test_tables_that_are_made_on_demand_leave_answers_that_are_there(archive: ludograph.ArchiveReader) -> None:
    before = archive.query("SELECT count(*) AS n FROM matches")
    assert archive.query("SELECT count(*) FROM cards_at").fetchall()[0][0] > 0
    assert before.fetchall() == [(3,)]


def test_others_read_the_file_beside_it(archive: ludograph.ArchiveReader, store: Path) -> None:
    """With a connection of their own, in a process of their own; and what is new is recorded and asked meanwhile."""
    archive.query("SELECT 1")
    file = store.with_name(f"{store.name}.duckdb")
    with duckdb.connect(file, read_only=True) as connection:
        assert connection.sql("SELECT count(*) FROM matches").fetchall() == [(3,)]
    code = f"import duckdb; print(duckdb.connect({str(file)!r}, read_only=True).sql('FROM matches').shape[0])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "3"


@pytest.mark.parametrize("game", GAMES)
def test_what_differs_only_in_what_somebody_does_not_know_gives_them_the_same(game: str) -> None:
    random = Random(7)
    found = chain.from_iterable(twins_of(random_match(GAMES[game], random, 30), random) for _ in range(9))
    for pair in islice(found, 2):
        for eyes in pair.blind:
            assert len({_told(match, eyes) for match in (pair.one, pair.other)}) == 1


def _told(match: Match, eyes: int) -> str:
    """Whatever an observer can ask of a match."""
    found, name = RecordedMatch(match), "table" if eyes == TABLE else str(eyes)
    steps = [step._replace(recorded_at=STAMP.now) for step in found.steps_as(name)]
    told = repr((steps, [found.view(name, at) for at in range(0, len(steps) + 1, 5)], found.view(name)))
    return re.sub(r" at 0x\w+", "", told)


@slow
def test_the_notebook_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its cells one after the other, each ending in what a notebook would show."""
    monkeypatch.chdir(tmp_path)
    assert CliRunner().invoke(main, ["demo", "--keep", "tour.sqlite"]).exit_code == 0
    names: dict[str, Any] = {}
    shown = [_shown("".join(cell["source"]), names) for cell in _cells() if cell["cell_type"] == "code"]
    assert all("_repr_html_" not in str(one) for one in shown)
    assert sum(one is not None for one in shown) >= 6


def _cells() -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(NOTEBOOK.read_text())["cells"]
    return found


def _shown(source: str, names: dict[str, Any]) -> Any:
    """Runs a cell; what its last line is worth."""
    *before, last = ast.parse(source).body
    if not isinstance(last, ast.Expr):
        exec(source, names)
        return None
    exec(compile(ast.Module(before, []), "cell", "exec"), names)
    return eval(compile(ast.Expression(last.value), "cell", "eval"), names)


def test_a_match_is_what_the_archive_is_open_for(tmp_path: Path) -> None:
    """Neither steps nor views tell an observer of an archive more than a question in SQL does."""
    store = tmp_path / "store.sqlite"
    run(store, "simulate", "sorcerous-futures", "--players", "Ann,Bob,Cy", "-n", "1", "--seed", "5")
    with ludograph.open(store, as_="Ann") as hers, ludograph.open(store) as all_of_it:
        name = all_of_it.matches()[0].id
        own, whole = hers.match(name), all_of_it.match(name)
        assert str(own.view(at=9)) == str(whole.view("Ann", 9)) != str(whole.view(at=9))
        assert own.steps == whole.steps_as("Ann") != whole.steps
        assert own.story() == whole.story("Ann")
    with ludograph.open(store, as_="Nobody") as others:
        assert str(others.match(name).view(at=9)) == str(whole.view("table", 9))


def test_what_was_recorded_since_is_in_no_match_of_an_earlier_time(store: Path) -> None:
    with ludograph.open(store) as now:
        began = now.matches()[0].started_at
    with ludograph.open(store, as_of=began) as then:
        assert then.match(str(now.matches()[0].id)).steps == ()
        with pytest.raises(ValueError, match="as_of"):
            then.matches()


def test_rows_are_there_while_somebody_holds_them_and_a_round_may_be_a_number(store: Path) -> None:
    assert ludograph.open(store).query("SELECT 1 AS one").fetchall() == [(1,)]
    with ludograph.open(store) as archive:
        assert archive.report("tournament", round=2).fetchall() == []
        assert str(archive.match(str(archive.matches()[0].id)).story()).count("\n\n") > 2
