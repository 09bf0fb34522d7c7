"""`lake` writes everything ever recorded as Parquet, and the next time only what is new."""

import json
import os
import shutil
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

import duckdb
import pyarrow.dataset
import pytest

from ludograph.domain.store.recorder import Recorder
from tests.cli.conftest import FLIP, HEADER, Ludograph
from tests.large import large, slow, some

Lake = dict[str, Any]


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Ludograph:
    """A store with its archive: four matches that are over, and one that is not."""
    ludograph = Ludograph(tmp_path_factory.mktemp("made"))
    for game in ("sun-bid", "fools-down"):
        ludograph("simulate", game, "-n", "2", "--seed", "1", "--max-steps", "30")
    ludograph("new", "sun-bid", "Ann", "Bob", "--seed", "2", "--id", "open")
    ludograph("act", "open", "Bob flip", "Ann flip", "Bob call")
    ludograph("query", "FROM ratings")
    return ludograph


@pytest.fixture
def archived(made: Ludograph, tmp_path: Path) -> Ludograph:
    """A copy of the store and its archive, for tests that change it."""
    for file in made.folder.glob("store.sqlite*"):
        if not file.name.endswith(".lock"):
            shutil.copy(file, tmp_path / file.name)
    return Ludograph(tmp_path)


class Written(NamedTuple):
    """A lake of that store, and what was told of it when it was written."""

    lake: Path
    told: Lake


@pytest.fixture(scope="module")
def written(made: Ludograph) -> Written:
    """Of which tests only read."""
    lake = made.folder / "lake"
    return Written(lake, made.json("lake", lake))


@pytest.fixture
def lake(written: Written, tmp_path: Path) -> Path:
    """A copy for tests that change it; what is written once is linked, for there are hundreds of files."""

    def taken(source: str, target: str) -> None:
        (os.link if source.endswith(".parquet") else shutil.copy2)(source, target)

    return shutil.copytree(written.lake, tmp_path / "lake", symlinks=True, copy_function=taken)


def manifest(folder: Path) -> Lake:
    found: Lake = json.loads((folder / "manifest.json").read_text())
    return found


def there(folder: Path) -> set[str]:
    """The files that lie in a lake."""
    newest = (folder / "now").resolve()
    return {str(path.relative_to(newest)) for path in newest.rglob("*") if path.is_file()} - {"manifest.json"}


def count(folder: Path, table: str) -> int:
    """How many rows a table or view has, in its folder or within another."""
    within = manifest(folder)["within"].get(table)
    rows = f"FROM read_parquet('{folder}/{within['folder'] if within else table}/*.parquet')"
    where = f"WHERE table_name = '{within['table_name']}'" if within else ""
    return int(duckdb.execute(f"SELECT count(*) {rows} {where}").fetchall()[0][0])


def asked(ludograph: Ludograph, sql: str) -> Any:
    (row,) = ludograph.lines("query", sql)[:1]
    return next(iter(row.values()))


def test_every_table_is_there_with_all_its_rows(made: Ludograph, written: Written) -> None:
    for table in ("steps", "matches", "seats", "results", "sun_bid.card_flipped", "fools_down.hand_started"):
        assert count(written.lake, table) == asked(made, f"SELECT count(*) AS n FROM {table}") > 0


def test_the_manifest_names_every_file_with_its_digest(written: Written) -> None:
    lake, told = written
    files = manifest(lake)["files"]
    assert {file["path"] for file in files} == there(lake)
    assert told["files"] == told["new"] == len(files)
    assert told["rows"] == sum(file["rows"] for file in files)
    for file in files:
        assert sha256((lake / file["path"]).read_bytes()).hexdigest() == file["sha256"]


def test_nothing_is_written_where_nothing_is_new(archived: Ludograph, lake: Path) -> None:
    before = (lake / "manifest.json").read_bytes()
    assert archived.json("lake", lake)["new"] == 0
    assert (lake / "manifest.json").read_bytes() == before


@slow
def test_finished_matches_lie_still_and_a_running_one_is_written_again(archived: Ludograph, lake: Path) -> None:
    before = {file["path"]: file["sha256"] for file in manifest(lake)["files"]}
    archived("undo", "open", "--reason", "a slip")
    archived("simulate", "sun-bid", "-n", "1", "--seed", "9")
    archived("lake", lake)
    after = {file["path"]: file["sha256"] for file in manifest(lake)["files"]}
    assert {path for path in before if "over" in path} <= set(after)
    assert not {path for path in before if "running" in path} & set(after)
    fallen = duckdb.connect().execute(f"SELECT count(taken_back_by) FROM '{lake}/history.steps/*.parquet'")
    assert fallen.fetchall()[0][0] == 1
    assert count(lake, "steps") == asked(archived, "SELECT count(*) AS n FROM steps")


@slow
def test_what_a_run_that_was_cut_short_left_behind_is_removed(archived: Ludograph, lake: Path) -> None:
    half = lake / "runs" / "000002" / "steps"
    half.mkdir(parents=True)
    (half / "part-000002-over.parquet").write_bytes(b"half")
    assert count(lake, "steps") == asked(archived, "SELECT count(*) AS n FROM steps")
    archived("lake", lake)
    assert [path.name for path in (lake / "runs").iterdir()] == ["000001"]


@slow
@pytest.mark.parametrize(
    "fails",
    some(
        [
            "ludograph.analytics.lake.writer._finish",
            "ludograph.analytics.lake.files.LakeFileWriter._whole",
            "ludograph.analytics.lake.writer._link",
        ],
        3,
    ),
)
def test_a_run_that_fails_leaves_the_old_lake_as_it_was(
    archived: Ludograph, lake: Path, fails: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = contents(lake)
    archived("act", "open", "Ann pass")

    def killed(*_: Any) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(fails, killed)
        assert archived.run("lake", lake).exit_code == 130
    assert contents(lake) == before
    if "Writer" in fails:
        assert [path.name for path in (lake / "runs").iterdir()] == ["000001"]
    archived("lake", lake)
    assert count(lake, "steps") == asked(archived, "SELECT count(*) AS n FROM steps")


def contents(lake: Path) -> dict[str, bytes]:
    """What a reader finds: every file under the folder of each table."""
    return {
        str(path): path.read_bytes()
        for table in (*manifest(lake)["folders"], "manifest.json", "tables.sql")
        for path in ((lake / table).glob("**/*.parquet") if (lake / table).is_dir() else [lake / table])
    }


@slow
def test_a_reader_of_the_run_before_finds_its_files_till_the_next(archived: Ludograph, lake: Path) -> None:
    old = (lake / "now").resolve()
    rows = count(old, "steps")
    archived("act", "open", "Ann pass")
    archived("lake", lake)
    assert (count(old, "steps"), count(lake, "steps")) == (rows, rows + 1)
    archived("lake", lake)
    assert not old.exists()


def test_views_come_along_as_rows(made: Ludograph, written: Written) -> None:
    views = manifest(written.lake)["views"]
    assert {"facts", "player_matches", "sun_bid.auctions"} <= set(views)
    for view in ("facts", "player_matches", "participations", "sun_bid.auctions"):
        assert count(written.lake, view) == asked(made, f"SELECT count(*) AS n FROM {view}"), view


def test_every_table_and_view_has_a_file_with_its_columns(written: Written) -> None:
    lake = written.lake
    told = manifest(lake)
    for name, columns in told["folders"].items():
        found = pyarrow.dataset.dataset(lake / name)
        assert [one["name"] for one in columns] == found.schema.names, name
        assert found.count_rows() == count(lake, name), name
    for name, within in told["within"].items():
        there = {one["name"]: one["type"] for one in told["folders"][within["folder"]]}
        for one in told["tables"][name]:
            assert there[within["columns"].get(one["name"], one["name"])] == one["type"], (name, one)
    assert set(told["tables"]) == (set(told["folders"]) & set(told["tables"])) | set(told["within"])
    assert count(lake, "conundruze.game_started") == 0


@slow
def test_every_row_tells_the_game_and_the_month_of_play(ludograph: Ludograph, tmp_path: Path) -> None:
    header = json.dumps({**json.loads(HEADER), "played_on": "2019-03-30"})
    ludograph("import", ludograph.file("match.jsonl", header, FLIP))
    ludograph("lake", tmp_path / "lake")
    rows = duckdb.execute(f"SELECT DISTINCT game, month FROM '{tmp_path}/lake/sun_bid.facts/*.parquet'").fetchall()
    assert rows == [("sun-bid", "2019-03")]


def in_parts(lake: Path) -> int:
    return len(list((lake / "steps").glob("*-over.parquet")))


@large
def test_small_files_are_put_together_when_asked_and_when_they_are_many(
    archived: Ludograph, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ludograph.analytics.lake.partitions.MANY", 3)
    lake, many = tmp_path / "lake", []
    for seed in range(20, 25):
        archived("simulate", "sun-bid", "-n", "1", "--seed", str(seed))
        archived("lake", lake)
        many.append(in_parts(lake))
        assert count(lake, "steps") == asked(archived, "SELECT count(*) AS n FROM steps")
    assert max(many) == 3
    assert min(many[3:]) < 3
    archived("simulate", "sun-bid", "-n", "1", "--seed", "30")
    assert archived.json("lake", lake, "--compact")["removed"] > 0
    assert in_parts(lake) == 1
    assert count(lake, "steps") == asked(archived, "SELECT count(*) AS n FROM steps")
    assert archived.json("lake", lake, "--compact")["new"] == 0


@slow
def test_a_part_has_no_more_events_than_suit_a_file(
    archived: Ludograph, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ludograph.analytics.lake.partitions.LARGEST", 50)
    lake = tmp_path / "lake"
    archived("lake", lake)
    assert len(list((lake / "steps").glob("*-over*.parquet"))) > 1
    assert count(lake, "steps") == asked(archived, "SELECT count(*) AS n FROM steps")
    assert archived.json("lake", lake, "--compact")["new"] == 0, "large parts are never written again"


@slow
def test_the_lake_of_another_store_is_replaced_only_by_force(
    lake: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    before = contents(lake)
    other = Ludograph(tmp_path_factory.mktemp("other"))
    other("simulate", "sun-bid", "-n", "1", "--seed", "5")
    assert "5 matches of which this store knows nothing" in other.refused("lake", lake)
    assert contents(lake) == before
    other("lake", lake, "--force")
    assert count(lake, "matches") == 1
    assert "as judge knows it" in other.refused("lake", lake, "--as", "Ann")
    other("lake", lake, "--as", "table", "--force")
    assert manifest(lake)["observer"] == "table"


@large
def test_the_tables_at_steps_come_along_when_asked_and_from_then_on(archived: Ludograph, tmp_path: Path) -> None:
    lake = tmp_path / "lake"
    archived("lake", lake)
    assert not (lake / "cards_at").exists()
    archived("lake", lake, "--at-steps")
    archived("act", "open", "Ann pass")
    archived("lake", lake)
    for table in ("cards_at", "amounts_at", "markers_at", "rounds_at"):
        assert count(lake, table) == asked(archived, f"SELECT count(*) AS n FROM {table}") > 0


def test_other_tools_read_it(written: Written) -> None:
    """As docs/lake.md shows it; who reads with Hive's partitions goes on to do so."""
    steps = pyarrow.dataset.dataset(written.lake / "steps", partitioning="hive").to_table()
    assert set(steps.column("game").to_pylist()) == {"sun-bid", "fools-down"}
    assert all(isinstance(match, str) for match in steps.column("match").to_pylist())


@slow
def test_a_lake_is_for_one_observer_and_holds_only_what_they_know(archived: Ludograph, tmp_path: Path) -> None:
    lake = tmp_path / "lake"
    archived("lake", lake, "--as", "Ann")
    assert manifest(lake)["observer"] == "ann"
    assert "name another folder for judge" in archived.refused("lake", lake)
    seeds = duckdb.connect().execute(f"SELECT count(seed) FROM '{lake}/matches/*.parquet'")
    assert seeds.fetchall()[0][0] == 0


def test_a_folder_with_other_things_is_left_alone(archived: Ludograph, tmp_path: Path) -> None:
    mine = tmp_path / "mine"
    mine.mkdir()
    (mine / "mine.txt").write_text("mine")
    assert "is not empty, and no lake" in archived.refused("lake", mine)
    assert [path.name for path in mine.iterdir() if path.name != ".lock"] == ["mine.txt"]
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "manifest.json").write_text("{}")
    assert "is no manifest of a lake" in archived.refused("lake", tmp_path / "other")


@slow
def test_an_empty_store_makes_an_empty_lake(ludograph: Ludograph, tmp_path: Path) -> None:
    Recorder(ludograph.store).close()
    told = ludograph.json("lake", tmp_path / "lake")
    assert told["files"] == len(manifest(tmp_path / "lake")["folders"]) + 1
    assert ludograph.json("lake", tmp_path / "lake")["new"] == 0


@slow
def test_the_files_have_the_columns_and_types_that_the_manifest_says(ludograph: Ludograph, tmp_path: Path) -> None:
    """The number of a game within a match is beside the id of the game, which the name of the folder tells."""
    ludograph("simulate", "conundruze", "-n", "2", "--seed", "1")
    lake = tmp_path / "lake"
    ludograph("lake", lake)
    told = manifest(lake)
    said = {name: [(one["name"], one["type"]) for one in columns] for name, columns in told["folders"].items()}
    assert ("game_number", "BIGINT") in said["conundruze.facts"]
    for file in told["files"]:
        if file["path"].endswith(".parquet"):
            read = f"DESCRIBE SELECT * FROM read_parquet('{lake}/{file['path']}', hive_partitioning = false)"
            assert [row[:2] for row in duckdb.execute(read).fetchall()] == said[file["table"]], file["path"]


def test_duckdb_has_every_table_and_view_under_its_name(made: Ludograph, written: Written) -> None:
    """With the script in the lake; a column that is called otherwise in the files has its own name again."""
    with duckdb.connect() as connection:
        connection.execute(f"SET VARIABLE lake = '{written.lake}'")
        connection.execute((written.lake / "tables.sql").read_text())
        for table in ("steps", "sun_bid.card_flipped", "fools_down.hand_started", "sun_bid.auctions", "history.steps"):
            ((rows,),) = connection.execute(f"SELECT count(*) FROM {table}").fetchall()
            assert rows == asked(made, f"SELECT count(*) AS n FROM {table}"), table
        for name, columns in manifest(written.lake)["tables"].items():
            found = connection.execute(f"DESCRIBE {name}").fetchall()
            assert [row[:2] for row in found] == [(one["name"], one["type"]) for one in columns], name


def test_there_are_few_files(written: Written) -> None:
    assert written.told["files"] < 130
