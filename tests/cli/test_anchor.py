"""An anchor kept elsewhere tells what is gone from a store without a trace, however much was recorded since."""

import json
import os
import subprocess
import sys
from pathlib import Path
from shutil import copyfile
from signal import SIGKILL

import pytest

from ludograph.cli.table.prompts import Prompts
from tests.anchors import check_world
from tests.cli.conftest import Ludograph
from tests.places import of_file
from tests.stores import asked, reseal, run_sql
from tests.tournaments.cup import played_cup

NOTING = (
    "import sys, time\nfrom pathlib import Path\nfrom ludograph.domain.store.recorder import Recorder\n"
    "store = Recorder(Path(sys.argv[1]))\nmatch = store.load(store.find(sys.argv[2]))\n"
    "for number in range(10):\n    match = store.annotate(match, 0, f'remark {number}')\n"
    "print('confirmed', flush=True)\ntime.sleep(60)\n"
)


@pytest.fixture
def two(ludograph: Ludograph, recorded: str) -> tuple[str, str]:
    """Two matches with some steps, the ids of both."""
    ludograph("new", "sun-bid", "Cat", "Dan", "--seed", "1", "--id", "second")
    ludograph("act", "second", "Dan flip")
    names = [ludograph.json("show", name)["match"] for name in (recorded, "second")]
    return names[0], names[1]


def anchored(ludograph: Ludograph) -> tuple[Path, str]:
    """The store's anchor as a file, and as it is printed."""
    path = ludograph.folder / "anchor.json"
    return path, ludograph("anchor", "-o", path).strip()


def wrong(ludograph: Ludograph, anchor: str | Path) -> tuple[list[dict[str, object]], dict[str, object]]:
    """What `verify --anchor` says is not as anchored, and what of the anchor itself."""
    result = ludograph.run("verify", "--anchor", anchor, "--json")
    assert result.exit_code == 1, result.output
    lines = [json.loads(line) for line in result.stdout.splitlines()]
    return [line for line in lines if "anchored" in line], lines[-1]


def test_an_anchor_says_how_much_it_is_of_and_fits_as_long_as_nothing_is_gone(
    ludograph: Ludograph, two: tuple[str, str]
) -> None:
    path, short = anchored(ludograph)
    told = ludograph.json("anchor")
    assert (told["matches"], told["tournaments"], told["events"]) == (2, 0, 5)
    assert short == f"5:{told['anchor']}"
    assert set(told) <= set(json.loads(path.read_text()))
    ludograph("act", "second", "Cat flip")
    ludograph("undo", "second", "--reason", "a slip")
    ludograph("amend", two[0], "1", "Ann flip > 7ML", "--cut", "--reason", "misread")
    ludograph("simulate", "aucteraden", "--seed", "1")
    ludograph("tournament", "new", "Cup")
    for anchor in (path, short, short.upper(), f"{short[:30]} {short[30:]}"):
        ludograph("verify", "--anchor", anchor)


def test_a_match_that_vanished_is_named(ludograph: Ludograph, two: tuple[str, str]) -> None:
    path, short = anchored(ludograph)
    name = two[1].replace("-", "")
    head = ludograph.json("verify", two[1])["head"]
    run_sql(
        ludograph.store,
        f"DELETE FROM stored_events WHERE originator_id = '{name}'",
        f"DELETE FROM heads WHERE match = '{name}'",
    )
    assert ludograph.run("verify", two[0]).exit_code == 0
    found, last = wrong(ludograph, path)
    assert [(one["match"], one["stands"]) for one in found] == [(two[1], None)]
    assert found[0]["anchored"] == {"event": 2, "head": head, "recorded_at": last["recorded_at"]}
    assert "5 events stood then, and 3 are there now" in str(wrong(ludograph, short)[1]["errors"])
    assert two[1] in ludograph.run("verify", "--anchor", path).stdout


@pytest.mark.parametrize("event", [1, 2])
def test_an_end_that_was_cut_with_its_head_is_found(ludograph: Ludograph, two: tuple[str, str], event: int) -> None:
    ludograph("act", "second", "Cat flip", "Dan flip")
    path, short = anchored(ludograph)
    name = two[1].replace("-", "")
    ((digest,),) = asked(
        ludograph.store,
        "SELECT state FROM stored_events WHERE originator_id = ? AND originator_version = ?",
        (name, event),
    )
    run_sql(
        ludograph.store,
        f"DELETE FROM stored_events WHERE originator_id = '{name}' AND originator_version > {event}",
        f"UPDATE heads SET version = {event}, steps = {event - 1}, digest = '{json.loads(digest)['digest']}' "
        f"WHERE match = '{name}'",
    )
    ((one,), _) = wrong(ludograph, path)
    assert (one["anchored"]["event"], one["stands"]["event"]) == (4, event)  # type: ignore[index]
    assert "The end was cut" in str(one["error"])
    wrong(ludograph, short)


def test_a_chain_that_was_sealed_again_is_found(ludograph: Ludograph, two: tuple[str, str]) -> None:
    path, short = anchored(ludograph)
    reseal(ludograph.store, lambda event: event.update(by="Eve"), two[1].replace("-", ""))
    assert ludograph.run("verify").exit_code == 0
    ((one,), _) = wrong(ludograph, path)
    assert (one["match"], one["error"]) == (two[1], "Event 2 is another than it was then.")
    assert "do not come to this anchor" in str(wrong(ludograph, short)[1]["errors"])


def test_the_end_of_a_tournament_is_anchored_too(ludograph: Ludograph) -> None:
    ludograph("tournament", "new", "Cup", "--id", "C")
    ludograph("tournament", "enter", "C", "Ann", "Bob")
    path, _ = anchored(ludograph)
    run_sql(ludograph.store, "DELETE FROM stored_events", "DELETE FROM heads")
    ((one,), _) = wrong(ludograph, path)
    assert (one["anchored"]["event"], one["stands"]) == (2, None)  # type: ignore[index]
    assert "tournament" in one


def test_in_a_store_of_another_order_the_file_tells_what_the_digest_cannot(
    ludograph: Ludograph, two: tuple[str, str], tmp_path: Path
) -> None:
    ludograph("act", two[0], "Ann pass")
    path, short = anchored(ludograph)
    other = Ludograph(tmp_path)
    other.store = tmp_path / "other.sqlite"
    for name in reversed(two):
        ludograph("copy", other.store, name)
    assert other("anchor").strip() == short
    other("verify", "--anchor", short)
    other("act", two[1], "Cat flip")
    other("verify", "--anchor", path)
    third = Ludograph(tmp_path)
    third.store = tmp_path / "third.sqlite"
    third("merge", other.store)
    third("verify", "--anchor", path)
    _, told = wrong(third, short)
    assert "they came in another order" in str(told["errors"])


def test_a_file_of_anchors_that_was_altered_says_so(ludograph: Ludograph, two: tuple[str, str]) -> None:
    path, _ = anchored(ludograph)
    path.write_text(path.read_text().replace('"match"', '"tournament"', 1))
    _, told = wrong(ludograph, path)
    assert "the file was altered" in str(told["errors"])
    assert "is no file of anchors" in ludograph.refused("verify", "--anchor", ludograph.file("none", "[]"))
    assert "cannot be read" in ludograph.refused("verify", "--anchor", ludograph.folder / "nowhere")
    ludograph.refused("verify", two[0], "--anchor", path, code=2)


@pytest.mark.parametrize("count", ["events", "matches", "tournaments"])
def test_the_counts_of_an_anchor_are_those_of_what_stood(
    ludograph: Ludograph, two: tuple[str, str], count: str
) -> None:
    path, _ = anchored(ludograph)
    said = json.loads(path.read_text())
    said[count] = 99999
    path.write_text(json.dumps(said) + "\n")
    _, last = wrong(ludograph, path)
    assert "the file was altered" in str(last["errors"])


def test_nothing_damaged_is_anchored(ludograph: Ludograph, two: tuple[str, str]) -> None:
    run_sql(ludograph.store, "UPDATE stored_events SET topic = 'sun-bid.pass' WHERE originator_version = 2")
    assert "verify --all" in ludograph.refused("anchor")


@of_file
def test_a_store_that_was_copied_without_its_log_after_a_kill_is_found_out(ludograph: Ludograph, recorded: str) -> None:
    command = [sys.executable, "-c", NOTING, str(ludograph.store), recorded]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "confirmed\n"
        os.kill(process.pid, SIGKILL)
        process.wait()
    alone, both = Ludograph(ludograph.folder), Ludograph(ludograph.folder)
    alone.store, both.store = ludograph.folder / "alone.sqlite", ludograph.folder / "both.sqlite"
    copyfile(ludograph.store, alone.store)
    index = Path(f"{ludograph.store}-shm").read_bytes()
    for ending in ("", "-wal"):
        copyfile(f"{ludograph.store}{ending}", f"{both.store}{ending}")
    path, short = anchored(both)
    for store in (both, ludograph):
        store("verify", "--anchor", path)
        store("verify", "--anchor", short)
    Path(f"{alone.store}-shm").write_bytes(index)
    assert "-wal is not" in alone.run("doctor").stdout
    Path(f"{alone.store}-shm").write_bytes(index)
    result = alone.run("verify")
    assert result.exit_code == 0
    assert result.stderr.count("left out its newest events") == 1
    ((one,), _) = wrong(alone, path)
    assert (one["anchored"]["event"], one["stands"]["event"]) == (13, 3)  # type: ignore[index]
    assert "13 events stood then, and 3 are there now: 10 at least" in str(wrong(alone, short)[1]["errors"])


@of_file
def test_a_recorder_that_is_closed_leaves_the_file_whole_while_others_have_it_open(
    ludograph: Ludograph, recorded: str
) -> None:
    from ludograph.domain.store.recorder import Recorder

    with Recorder(ludograph.store) as open_elsewhere:
        assert open_elsewhere.has(open_elsewhere.find(recorded))
        ludograph("note", recorded, "seen by all")
        assert Path(f"{ludograph.store}-wal").exists()
        copy = Ludograph(ludograph.folder)
        copy.store = ludograph.folder / "copy.sqlite"
        copyfile(ludograph.store, copy.store)
    assert copy.json("verify", recorded)["head"] == ludograph.json("verify", recorded)["head"]


@of_file
def test_while_somebody_thinks_what_play_recorded_is_in_the_file_alone(
    ludograph: Ludograph, recorded: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy, alone = ludograph.folder / "copy.sqlite", []
    ask = Prompts.line

    def line(prompts: Prompts, prompt: str) -> str:
        copyfile(ludograph.store, copy)
        alone.append(asked(copy, "SELECT count(*) FROM stored_events")[0][0])
        return ask(prompts, prompt)

    monkeypatch.setattr(Prompts, "line", line)
    monkeypatch.setattr("ludograph.cli.table.recording.on_terminal", lambda: True)
    ludograph("play", recorded, input="note one\nnote two\n")
    assert alone == [3, 4, 5]


def test_a_slip_of_a_match_that_is_over_has_the_anchor(ludograph: Ludograph) -> None:
    played_cup(ludograph)
    path = ludograph.folder / "sheet.html"
    ludograph("tournament", "sheet", "C", "--round", "1", "-o", path)
    short = ludograph("anchor").strip()
    assert path.read_text().count(f"<code>{short}</code>") == 1
    ludograph("verify", "--anchor", short)


def test_what_serve_writes_is_not_written_over(ludograph: Ludograph, recorded: str) -> None:
    if not isinstance(ludograph.store, Path):
        pytest.skip("it lies beside a file")
    said = ludograph.refused("anchor", "-o", f"{ludograph.store}.anchors.jsonl")
    assert "holds the anchors that `serve` wrote" in said


@of_file
def test_whatever_is_done_to_a_store_between_anchors_is_told_by_them(tmp_path: Path) -> None:
    told = check_world(tmp_path, seed=1, rounds=12)
    assert told["harmed"] == told["found"] > 0
    assert told["sound"] > 0


def test_a_match_in_which_a_name_was_forgotten_is_told_as_that_and_the_others_are_compared(
    ludograph: Ludograph, two: tuple[str, str]
) -> None:
    path, _ = anchored(ludograph)
    ludograph("forget", "Cat", "--reason", "asked for it", "--by", "Olga")
    (one,), told = wrong(ludograph, path)
    assert (one["match"], told["ok"]) == (two[1], False)
    assert str(one["error"]).startswith("A name was forgotten in it since, by event 3")
    assert str(one["error"]).endswith("That was its newest digest before.")
