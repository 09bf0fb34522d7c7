"""Stores with all that may be recorded, what lies in them and in their lakes, and lakes that somebody altered."""

import json
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any

import duckdb
import pyarrow as pa
import pyarrow.parquet as pq

from ludograph.domain.store.recorder import Recorder
from ludograph.domain.store.url import Place
from tests.cli.conftest import CALL, FLIP, HEADER, Ludograph
from tests.stores import contents

Rows = list[tuple[Any, ...]]
Events = list[dict[str, Any]]
EVENTS = """SELECT match, version, topic, encode(state), digest
    FROM read_parquet(?) ORDER BY position, match, version"""


def worked(ludograph: Ludograph) -> None:
    """Records an imported match with a takeback, a correction and a remark, two that are over, and a tournament."""
    ludograph("import", ludograph.file("match.jsonl", HEADER, FLIP, CALL))
    ludograph("simulate", "sun-bid", "-n", "2", "--seats", "2", "--seed", "1")
    ludograph("new", "sorcerous-futures", "Ann", "Bob", "Cat", "--seed", "3", "--id", "SEALED", "--sealed")
    changed(ludograph, "AO26-2-5")
    ludograph("tournament", "new", "Cup")
    ludograph("tournament", "enter", "Cup", "Zoë", "Yan", "Xu", "Will")


def changed(ludograph: Ludograph, match: str) -> None:
    """Takes back the last step of a match, puts right who played, and remarks on it."""
    steps = len([line for line in ludograph.lines("log", match) if not line["superseded"]])
    ludograph("undo", match, "--reason", "a slip")
    ludograph("amend", match, "0", 'players: ["Änne", "Bob"]', "--reason", "a name", "--yes")
    ludograph("note", match, str(steps - 1), "a remark ✍")


def held(store: Place) -> Rows:
    """The events of a store in the order in which they lie there."""
    return contents(store)[0]


def heads(store: Place) -> Rows:
    """Where every match and tournament of a store stands."""
    return contents(store)[1]


def is_empty(store: Place) -> bool:
    """Whether nothing was ever recorded in a store; the file of one is not even there."""
    if isinstance(store, Path):
        return not store.exists()
    with Recorder(store) as recorder:
        return recorder.recorder.max_notification_id() is None


def raw(lake: Path) -> Rows:
    """The events of a lake in the order in which they lay in the store, as `held` has them."""
    found = duckdb.execute(EVENTS, [f"{lake}/stored_events/**/*.parquet"]).fetchall()
    assert all(json.loads(state)["digest"] == digest for *_, state, digest in found)
    return [(match.replace("-", ""), version, topic, state) for match, version, topic, state, _ in found]


def manifest(lake: Path) -> dict[str, Any]:
    """What the manifest of a lake says."""
    found: dict[str, Any] = json.loads((lake / "manifest.json").read_text())
    return found


def raw_file(lake: Path, kind: str = "running") -> Path:
    """The file with the raw events of the matches that are running, or over."""
    (found,) = (lake / "now" / "stored_events").glob(f"part-??????-{kind}.parquet")
    return found


def altered(lake: Path, change: Callable[[Events], Events | None], kind: str = "running") -> None:
    """Alters the rows of Sun Bid in a file with raw events as somebody does who has the manifest say so too."""
    path = raw_file(lake, kind)
    table = pq.read_table(path)
    rows = [row for row in table.to_pylist() if row["game"] == "sun-bid"]
    rest = [row for row in table.to_pylist() if row["game"] != "sun-bid"]
    other = change(rows)
    pq.write_table(pa.Table.from_pylist([*(rows if other is None else other), *rest], schema=table.schema), path)
    signed(lake, path)


def signed(lake: Path, path: Path) -> None:
    """Has the manifest name a file as it is now."""
    content, told = path.read_bytes(), manifest(lake)
    (file,) = [one for one in told["files"] if str(path).endswith(one["path"])]
    file |= {"bytes": len(content), "sha256": sha256(content).hexdigest()}
    rewritten(lake, told)


def rewritten(lake: Path, told: dict[str, Any]) -> None:
    """Puts another manifest into a lake."""
    (lake / "now" / "manifest.json").write_text(json.dumps(told))


def resealed(rows: Events, change: Callable[[dict[str, Any]], None]) -> None:
    """Alters events and gives all of them digests that fit."""
    digest, match = "", None
    for row in rows:
        digest, match = (digest if row["match"] == match else ""), row["match"]
        event = json.loads(row["state"])
        change(event)
        event |= {"previous": digest, "digest": event.pop("digest") and ""}
        body = json.dumps(event, separators=(",", ":"), ensure_ascii=False)[:-2]
        digest = sha256(f"{row['topic']}\n{body}".encode()).hexdigest()
        row |= {"state": f'{body}{digest}"}}', "digest": digest}
