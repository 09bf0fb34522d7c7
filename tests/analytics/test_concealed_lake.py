"""The lake of an observer is the same to the byte where matches differ only in what that observer has not seen."""

import re
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

import pytest

from ludograph.analytics.archive.archive import ArchiveSpec, archive
from ludograph.analytics.derived.derived_tables import TABLES
from ludograph.analytics.extract.observers import ObserverName
from ludograph.analytics.lake.writer import LakeOptions, LakeSource, write_lake
from tests.analytics.test_concealed import written
from tests.large import most_slow, slow, some
from tests.stamps import stamp_always
from tests.test_secrets import HIDDEN, Twins
from tests.worlds import STAMP

MARKS: Final = re.compile(rb"[0-9a-f]{64}")


def lake(store: Path, eyes: str, folder: Path) -> dict[str, bytes]:
    """Every file of a lake, with its name and all that stands in it: rows, statistics, the manifest."""
    with archive(ArchiveSpec(store, ObserverName(eyes), files=True, needs=frozenset(TABLES))) as found:
        source = LakeSource(found.connection, store, datetime(2026, 11, 20, tzinfo=UTC))
        write_lake(source, folder, LakeOptions(eyes, at_steps=True))
    newest = (folder / "now").resolve()
    files = {str(path.relative_to(newest)): path.read_bytes() for path in newest.rglob("*") if path.is_file()}
    # Its marks are hashes of digests, which have 16 random bytes of the judge's in them; here those are the same.
    return files | {"manifest.json": MARKS.sub(b"M", files["manifest.json"])}


@slow
@pytest.mark.parametrize("hidden", most_slow(some(HIDDEN, 6), 2), ids=lambda hidden: hidden.__name__)
def test_nobody_finds_in_a_lake_what_they_have_not_seen(
    hidden: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stamp_always(monkeypatch, STAMP)
    made = hidden()
    twins = made if isinstance(made, Twins) else next(made)
    stores = [
        written(tmp_path / f"{name}.sqlite", lines) for name, lines in (("one", twins.one), ("other", twins.other))
    ]
    eyes = twins.observers[0]
    ours, theirs = (lake(store, eyes, tmp_path / f"lake-{store.stem}") for store in stores)
    assert ours.keys() == theirs.keys()
    assert [f"{eyes} can tell by {name}" for name in ours if ours[name] != theirs[name]] == []
