"""`lake` writes everything ever recorded as Parquet, and the next time only what is new."""

import json
from hashlib import sha256
from pathlib import Path
from typing import Any

import duckdb
import pyarrow.dataset
import pytest

from domain.records.recorder import Recorder
from tests.cli.conftest import Ludograph

Lake = dict[str, Any]


@pytest.fixture
def archived(ludograph: Ludograph) -> Ludograph:
    for game in ("sun-bid", "fools-down"):
        ludograph("simulate", game, "-n", "2", "--seed", "1", "--max-steps", "30")
    ludograph("new", "sun-bid", "Ann", "Bob", "--seed", "2", "--id", "open")
    ludograph("act", "open", "Bob flip", "Ann flip", "Bob call")
    return ludograph


def manifest(folder: Path) -> Lake:
    found: Lake = json.loads((folder / "manifest.json").read_text())
    return found


def count(folder: Path, table: str) -> int:
    path = f"{folder}/{table}/**/*.parquet"
    rows = duckdb.connect().execute("SELECT count(*) FROM read_parquet(?, hive_partitioning = true)", [path])
    return int(rows.fetchall()[0][0])


def asked(ludograph: Ludograph, sql: str) -> Any:
    (row,) = ludograph.lines("query", sql)[:1]
    return next(iter(row.values()))


def test_every_table_is_there_with_all_its_rows(archived: Ludograph, tmp_path: Path) -> None:
    lake = tmp_path / "lake"
    archived("lake", lake)
    for table in ("steps", "matches", "seats", "results", "sun_bid.card_flipped", "fools_down.hand_started"):
        assert count(lake, table) == asked(archived, f"SELECT count(*) AS n FROM {table}") > 0


def test_the_manifest_names_every_file_with_its_digest(archived: Ludograph, tmp_path: Path) -> None:
    lake = tmp_path / "lake"
    told = archived.json("lake", lake)
    files = manifest(lake)["files"]
    assert {file["path"] for file in files} == {str(path.relative_to(lake)) for path in lake.glob("**/*.parquet")}
    assert told["files"] == told["new"] == len(files)
    assert told["rows"] == sum(file["rows"] for file in files)
    for file in files:
        assert sha256((lake / file["path"]).read_bytes()).hexdigest() == file["sha256"]


def test_nothing_is_written_where_nothing_is_new(archived: Ludograph, tmp_path: Path) -> None:
    lake = tmp_path / "lake"
    archived("lake", lake)
    before = (lake / "manifest.json").read_bytes()
    assert archived.json("lake", lake)["new"] == 0
    assert (lake / "manifest.json").read_bytes() == before


def test_finished_matches_lie_still_and_a_running_one_is_written_again(archived: Ludograph, tmp_path: Path) -> None:
    lake = tmp_path / "lake"
    archived("lake", lake)
    before = {file["path"]: file["sha256"] for file in manifest(lake)["files"]}
    archived("undo", "open", "--reason", "a slip")
    archived("simulate", "sun-bid", "-n", "1", "--seed", "9")
    archived("lake", lake)
    after = {file["path"]: file["sha256"] for file in manifest(lake)["files"]}
    assert {path for path in before if "over" in path} <= set(after)
    assert not {path for path in before if "running" in path} & set(after)
    fallen = duckdb.connect().execute(f"SELECT count(taken_back_by) FROM '{lake}/history.steps/*/*/*.parquet'")
    assert fallen.fetchall()[0][0] == 1
    assert count(lake, "steps") == asked(archived, "SELECT count(*) AS n FROM steps")


def test_what_a_run_that_was_cut_short_left_behind_is_removed(archived: Ludograph, tmp_path: Path) -> None:
    lake = tmp_path / "lake"
    archived("lake", lake)
    folder = next(lake.glob("steps/game=sun-bid/*"))
    (folder / "part-000002-over.parquet").write_bytes(b"left over")
    (folder / "part-000003-over.parquet.unfinished").write_bytes(b"half")
    archived("lake", lake)
    assert not list(lake.glob("**/*.unfinished"))
    assert count(lake, "steps") == asked(archived, "SELECT count(*) AS n FROM steps")


def test_other_tools_read_it(archived: Ludograph, tmp_path: Path) -> None:
    lake = tmp_path / "lake"
    archived("lake", lake)
    steps = pyarrow.dataset.dataset(lake / "steps", partitioning="hive").to_table()
    assert set(steps.column("game").to_pylist()) == {"sun-bid", "fools-down"}
    assert all(isinstance(match, str) for match in steps.column("match").to_pylist())


def test_a_lake_is_for_one_observer_and_holds_only_what_they_know(archived: Ludograph, tmp_path: Path) -> None:
    lake = tmp_path / "lake"
    archived("lake", lake, "--as", "Ann")
    assert manifest(lake)["observer"] == "ann"
    assert "name another folder for judge" in archived.refused("lake", lake)
    seeds = duckdb.connect().execute(f"SELECT count(seed) FROM '{lake}/matches/*/*/*.parquet'")
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


def test_an_empty_store_makes_an_empty_lake(ludograph: Ludograph, tmp_path: Path) -> None:
    Recorder(ludograph.store).close()
    assert ludograph.json("lake", tmp_path / "lake")["files"] == 6
    assert ludograph.json("lake", tmp_path / "lake")["new"] == 0


def test_the_files_have_the_columns_and_types_that_the_manifest_says(ludograph: Ludograph, tmp_path: Path) -> None:
    """A field of a game that is called as a folder is has `_` behind its name there."""
    ludograph("simulate", "conundruze", "-n", "2", "--seed", "1")
    lake = tmp_path / "lake"
    ludograph("lake", lake)
    told = manifest(lake)
    said = {name: [(one["name"], one["type"]) for one in columns] for name, columns in told["tables"].items()}
    assert ("game_", "BIGINT") in said["conundruze.game_started"]
    for file in told["files"]:
        read = f"DESCRIBE SELECT * FROM read_parquet('{lake}/{file['path']}', hive_partitioning = false)"
        assert [row[:2] for row in duckdb.execute(read).fetchall()] == said[file["table"]], file["path"]
    files = f"'{lake}/conundruze.game_started/**/*.parquet', hive_partitioning = true"
    deals = f"SELECT game_, game FROM read_parquet({files})"
    assert {(type(number), game) for number, game in duckdb.execute(deals).fetchall()} == {(int, "conundruze")}
