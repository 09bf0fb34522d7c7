"""What belongs to a lake: the manifest that lies in each run of it, beside the folders of the tables."""

from datetime import datetime
from pathlib import Path
from typing import Final

from msgspec import DecodeError, Struct, json

from ludograph.analytics.lake.files import LakeFile
from ludograph.analytics.lake.folders import LakeColumn, Within
from ludograph.analytics.lake.history import DecidedEvents
from ludograph.analytics.lake.partitions import Partition

VERSION: Final = 4
RAW_SINCE: Final = 3
"""The first version with raw events, so that a store can be made of a lake that nobody brings up any more."""
MANIFEST: Final = "manifest.json"
NOW: Final = "now"
"""The link at the top of a lake that leads to the newest whole run."""
RUNS: Final = "runs"


class LakeError(Exception):
    """The lake cannot be written, or read; the message says why and what to do."""


class Version(Struct, frozen=True):
    """What every manifest says."""

    ludograph_lake: int


class Manifest(Struct, frozen=True):
    """What belongs to a lake. `made_by` changes when the tables do; then everything is written anew."""

    ludograph_lake: int
    observer: str
    made_by: str
    written_at: datetime | None = None
    runs: int = 0
    at_steps: bool = False
    parts: tuple[Partition, ...] = ()
    files: tuple[LakeFile, ...] = ()
    tables: dict[str, tuple[LakeColumn, ...]] = {}
    """Every table and view with its columns, whether it has a folder of its own or not."""
    folders: dict[str, tuple[LakeColumn, ...]] = {}
    """Every folder with the columns of its files."""
    within: dict[str, Within] = {}
    """Where those tables and views lie that have no folder of their own."""
    views: tuple[str, ...] = ()
    decisions: int = 0
    """How many events the tournaments have in all."""
    decided: dict[str, DecidedEvents] = {}
    """Where every tournament stood when it was written."""
    restorable: bool = False
    """Whether the raw events are in it, which are for the judge alone, so that a store can be made of it."""
    left_out: tuple[str, ...] = ()
    """The matches and tournaments whose raw events are not in it, for they cannot be read."""


def read_manifest(path: Path) -> Manifest:
    """The manifest in a file. Raises `LakeError`."""
    try:
        data = path.read_bytes()
        if json.decode(data, type=Version).ludograph_lake > VERSION:
            raise LakeError(f"{path} was written by a newer Ludograph: update this one to use it.")
        return json.decode(data, type=Manifest)
    except (DecodeError, FileNotFoundError) as wrong:
        raise LakeError(f"{path} is no manifest of a lake ({wrong}): name another folder, or remove it.") from wrong
