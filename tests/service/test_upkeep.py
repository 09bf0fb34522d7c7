"""A service anchors its store by itself, tells the public an anchor as late as all else, and takes in the log."""

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from datetime import timedelta
from pathlib import Path
from shutil import copyfile
from typing import Any
from uuid import UUID

import pytest

from ludograph.replay.service.http.settings import Settings
from tests.places import of_file, place
from tests.service.running import Service, running, wait_until

OFTEN = timedelta(seconds=0.1)
DELAY = timedelta(minutes=10)


def written(file: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in file.read_text().splitlines()] if file.exists() else []


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "elsewhere" / "anchors.jsonl"


@pytest.fixture
def anchoring(tmp_path: Path, file: Path) -> Iterator[Service]:
    """A service that anchors ten times a second, and is ten minutes ahead of the public."""
    with running(place(tmp_path / "store.sqlite"), Settings(delay=DELAY, anchors=file, anchor_every=OFTEN)) as found:
        yield found


def test_an_anchor_is_written_while_it_runs_and_when_it_stops(anchoring: Service, file: Path) -> None:
    match = anchoring.new("sun-bid", "Ann", "Bob")
    wait_until(lambda: written(file) and written(file)[-1]["events"] == 1)
    anchoring.run("act", match, "Bob flip")
    wait_until(lambda: written(file)[-1]["events"] == 2)
    anchoring.run("act", match, "Ann flip")
    anchoring.stop()
    lines = written(file)
    assert lines[-1]["anchor"] == anchoring.json("anchor")["anchor"]
    assert [one[2] for line in lines for one in line["stood"]] == [1, 2, 3]
    anchoring.run("verify", "--anchor", file)
    anchoring.start()
    anchoring.stop()
    assert "fault" not in anchoring.log.getvalue()


def test_the_public_is_told_an_anchor_only_when_it_is_as_old_as_the_public_is_behind(
    anchoring: Service, file: Path
) -> None:
    anybody = anchoring.client()
    nothing = dict.fromkeys(("anchor", "matches", "tournaments", "events", "recorded_at"))
    match = anchoring.new("sun-bid", "Ann", "Bob")
    wait_until(lambda: written(file))
    for asking in (anybody, anchoring.client(anchoring.token("director"))):
        assert asking.get("/api/anchor").json() == nothing
    first = written(file)[0]
    anchoring.clock.turn(DELAY.total_seconds() - 2)
    anchoring.run("act", match, "Bob flip")
    wait_until(lambda: written(file)[-1]["events"] == 2)
    anchoring.clock.turn(2)
    told = anybody.get("/api/anchor").json()
    assert (told["events"], told["anchor"]) == (1, first["anchor"])
    anchoring.clock.turn(DELAY.total_seconds())
    wait_until(lambda: anybody.get("/api/anchor").json()["events"] == 2)


def test_where_one_tournament_is_shown_it_is_not_told_how_much_there_is_of_others(tmp_path: Path, file: Path) -> None:
    with running(place(tmp_path / "store.sqlite")) as service:
        cup = service.json("tournament", "new", "Cup")["tournament"]
        service.new("sun-bid", "Ann", "Bob")
        service.stop()
        service.settings = Settings(UUID(cup), anchors=file, anchor_every=OFTEN)
        service.start()
        wait_until(lambda: written(file))
        told = service.client().get("/api/anchor").json()
        assert told["anchor"] == written(file)[0]["anchor"]
        assert [told["matches"], told["tournaments"], told["events"]] == [None, None, None]


def test_a_service_that_cannot_write_anchors_says_so_in_its_log_and_goes_on(tmp_path: Path) -> None:
    tmp_path.joinpath("elsewhere").write_text("a file where a folder should be")
    settings = Settings(anchors=tmp_path / "elsewhere" / "anchors.jsonl", anchor_every=OFTEN)
    with running(place(tmp_path / "store.sqlite"), settings) as service:
        match = service.new("sun-bid", "Ann", "Bob")
        wait_until(lambda: '"fault"' in service.log.getvalue())
        assert service.client().get(f"/api/matches/{match}").status_code == 200
        assert service.client().get("/api/anchor").json()["anchor"] is None


def test_a_line_that_was_half_written_is_no_anchor_and_the_next_takes_its_place(anchoring: Service, file: Path) -> None:
    match = anchoring.new("sun-bid", "Ann", "Bob")
    wait_until(lambda: written(file))
    anchoring.stop()
    with file.open("ab") as out:
        out.write(b'{"anchor": "12')
    anchoring.run("verify", "--anchor", file)
    anchoring.run("act", match, "Bob flip")
    anchoring.start()
    wait_until(lambda: file.read_bytes().endswith(b"\n") and written(file)[-1]["events"] == 2)
    anchoring.run("verify", "--anchor", file)


@of_file
def test_when_nobody_records_the_file_alone_is_whole(service: Service, tmp_path: Path) -> None:
    match = service.new("sun-bid", "Ann", "Bob")
    scribe = service.client(service.token("scribe", match=match))
    head = {"If-Match": '"1"'}
    assert scribe.post(f"/api/matches/{match}/actions", json={"line": "Bob flip"}, headers=head).status_code == 201
    assert Path(f"{service.store}-wal").stat().st_size > 0

    def is_whole() -> bool:
        copyfile(service.store, tmp_path / "copy.sqlite")
        with closing(sqlite3.connect(f"file:{tmp_path / 'copy.sqlite'}?immutable=1", uri=True)) as database:
            try:
                return bool(database.execute("SELECT count(*) FROM stored_events").fetchone() == (2,))
            except sqlite3.DatabaseError:  # copied while it was brought up
                return False

    wait_until(is_whole)
