"""The lake of the judge holds the raw events with their digests; nobody else's does."""

import json
import shutil
from pathlib import Path

from tests.cli.conftest import Ludograph
from tests.lakes import changed, held, manifest, raw, worked
from tests.large import slow
from tests.stores import run_sql

KINDS = ("over", "running", "tournaments-running")


def test_every_event_is_there_to_the_byte_and_only_what_went_on_is_written_again(
    ludograph: Ludograph, tmp_path: Path
) -> None:
    lake = tmp_path / "lake"
    worked(ludograph)
    ludograph("lake", lake)
    assert raw(lake) == held(ludograph.store)
    before = parts(lake)
    assert sorted(before) == [f"stored_events/part-000001-{kind}.parquet" for kind in KINDS]
    over = next(line for line in ludograph.lines("matches") if line["status"] == "over")["match"]
    changed(ludograph, over)
    ludograph("tournament", "enter", "Cup", "Vic")
    assert ludograph.json("lake", lake)["left_out"] == 0
    assert raw(lake) == held(ludograph.store)
    still = {path for path in before if path.endswith("-000001-running.parquet")}
    assert set(parts(lake)) & set(before) == still


def parts(lake: Path) -> dict[str, str]:
    """The files of the raw events with their digests."""
    return {file["path"]: file["sha256"] for file in manifest(lake)["files"] if file["table"] == "stored_events"}


@slow
def test_nobody_but_the_judge_has_them_and_what_the_judge_had_goes_at_once(
    ludograph: Ludograph, tmp_path: Path
) -> None:
    lake = tmp_path / "lake"
    ludograph("new", "sun-bid", "Ann", "Bob", "--seed", "1", "--id", "open")
    ludograph("lake", lake)
    assert manifest(lake)["restorable"]
    assert raw(lake) == held(ludograph.store)
    ludograph("lake", lake, "--as", "Ann", "--force")
    told = manifest(lake)
    assert not told["restorable"]
    assert "stored_events" not in told["tables"]
    assert not list(lake.glob("**/stored_events*"))
    assert [path.name for path in (lake / "runs").iterdir()] == ["000002"]
    for command in (("restore", lake), ("verify", "--lake", lake)):
        assert "is as ann knows it, without the raw events" in ludograph.refused(*command)


@slow
def test_what_cannot_be_read_is_left_out_and_told(ludograph: Ludograph, tmp_path: Path) -> None:
    lake = tmp_path / "lake"
    worked(ludograph)
    damaged = next(line for line in ludograph.lines("matches") if line["status"] == "over")["match"]
    where = f"originator_id = '{damaged.replace('-', '')}'"
    run_sql(ludograph.store, f"UPDATE stored_events SET state = 'altered' WHERE {where} AND originator_version = 2")
    result = ludograph.run("lake", lake)
    assert "Of 1 record the raw events are not in it: `ludograph verify --all` says what is wrong." in result.stderr
    assert manifest(lake)["left_out"] == [damaged]
    assert raw(lake) == [row for row in held(ludograph.store) if row[0] != damaged.replace("-", "")]


@slow
def test_a_lake_of_the_version_before_is_brought_up(ludograph: Ludograph, tmp_path: Path) -> None:
    lake = tmp_path / "lake"
    ludograph("new", "sun-bid", "Ann", "Bob", "--seed", "1", "--id", "open")
    ludograph("lake", lake)
    older(lake)
    ludograph("lake", lake)
    assert manifest(lake)["ludograph_lake"] == 4
    assert raw(lake) == held(ludograph.store)


def older(lake: Path) -> None:
    """Takes out of a lake what the version before did not have."""
    path = (lake / "manifest.json").resolve()
    told = manifest(lake)
    del told["restorable"], told["left_out"], told["tables"]["stored_events"]
    told["files"] = [file for file in told["files"] if file["table"] != "stored_events"]
    path.write_text(json.dumps(told | {"ludograph_lake": 2}))
    shutil.rmtree(path.parent / "stored_events")
    (lake / "stored_events").unlink()
