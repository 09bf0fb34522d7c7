"""What of an archive follows from the program alone, remembered until a file changes from which it follows.

To work it out every game has to be loaded and every table described, which takes longer than most questions.
"""

import os
import re
import sys
from collections.abc import Iterator, Mapping
from functools import cache
from hashlib import sha256
from io import FileIO
from json import dumps, loads
from operator import attrgetter
from pathlib import Path
from typing import Final, NamedTuple

import ludograph
from ludograph.analytics.archive.disk_cache import cached

ROOT: Final = Path(__file__).parents[2]
FOLDERS: Final = ("domain/games", "domain/kernel", "analytics/tables", "analytics/derived", "analytics/sql/views")
"""All files from which it follows; `tests/analytics/test_program.py` finds that it loads no others."""
WORD: Final = re.compile(r"\w+")
UNNOTICED: Final = 2_000_000_000
"""So many nanoseconds clocks of disks may go behind ours, or tell the time in steps."""


class SchemaFacts(NamedTuple):
    """The fingerprint of the archive's schema, and for each group of derived tables the names that ask for them."""

    fingerprint: str
    names: Mapping[str, frozenset[str]]


@cache
def schema_facts() -> SchemaFacts:
    """What this program makes archives by: as remembered, or worked out."""
    contents, changed = _files()
    # What is loaded may be older than files that were just replaced: never remember it as what follows from those.
    settled = changed + UNNOTICED < ludograph.LOADED_AT
    facts = loads(cached("schema", contents, ".json", _worked_out) if settled else _worked_out())
    return SchemaFacts(facts["fingerprint"], {need: frozenset(names) for need, names in facts["names"].items()})


def needed(sql: str) -> frozenset[str]:
    """The derived tables that have to be made before SQL is run: those for which it may ask, or a view that it uses."""
    words = {word.casefold() for word in WORD.findall(sql)}
    return frozenset(need for need, names in schema_facts().names.items() if not words.isdisjoint(names))


def _worked_out() -> bytes:
    from ludograph.analytics.derived.derived_tables import names_by_need  # loads every game: just what is to be spared
    from ludograph.analytics.tables.schema import schema_fingerprint

    names = {need: sorted(names) for need, names in names_by_need().items()}
    return dumps({"fingerprint": schema_fingerprint(), "names": names}).encode()


def _files() -> tuple[str, int]:
    """A digest over the program's files, by their contents, and when one of them changed last.

    Contents are read, not times believed: an installer may give the files of two versions the same.
    """
    digest = sha256(f"{sys.version} {sys.flags.optimize}".encode())  # either may change docstrings, which are stored
    changed = 0
    for entry in sorted(_found(), key=attrgetter("path")):
        with FileIO(entry.path) as file:
            data = file.readall()
        digest.update(f"{entry.path.removeprefix(str(ROOT))} {len(data)} ".encode() + data)
        changed = max(changed, entry.stat().st_ctime_ns)
    return digest.hexdigest(), changed


def _found() -> Iterator["os.DirEntry[str]"]:
    folders = [str(ROOT.joinpath(folder)) for folder in FOLDERS]
    while folders:
        with os.scandir(folders.pop()) as entries:
            for entry in entries:
                if entry.is_dir():
                    folders += [entry.path] * (entry.name != "__pycache__")
                else:
                    yield entry
