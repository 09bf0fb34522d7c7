"""What reports say of how matches went: nobody reads in them what they have not seen."""

from pathlib import Path

import pytest

from ludograph.analytics.archive.archive import ArchiveSpec, archive
from ludograph.analytics.derived.derived_tables import TABLES
from ludograph.analytics.extract.observers import ObserverName
from ludograph.analytics.reports.answers import report_answer
from ludograph.analytics.reports.reports import report_named
from ludograph.domain.store.recorder import Recorder
from ludograph.replay.beats.match_story import story_of
from ludograph.replay.timeline.timeline import Timeline
from tests.analytics.test_concealed import written
from tests.large import most_slow
from tests.test_secrets import HIDDEN, Twins
from tests.worlds import STAMP

REPORTS = (
    "lead-changes", "comebacks", "decided", "unusual-matches", "card-holders", "form", "streaks", "pace", "decisions",
    "swings", "variants",
)  # fmt: skip


def told(store: Path, eyes: str) -> dict[str, str]:
    """What somebody is told: these reports, one of them by seats, the views under them, and the story of the match."""
    found: dict[str, str] = {}
    with archive(ArchiveSpec(store, ObserverName(eyes), needs=frozenset(TABLES))) as opened:
        for name in REPORTS:
            answer = report_answer(opened.connection, report_named(name), {"by": "seats"} if name == "form" else {})
            found[name] = f"{answer.relation.to_arrow_table().to_pylist()} {answer.joined}"
        for view in ("decisions", "worth_changes", "leaders"):
            rows = opened.connection.sql(f"SELECT * FROM {view} ORDER BY ALL").to_arrow_table().to_pylist()
            found[view] = str(rows)
    with Recorder(store, reading=True) as reading:
        (match,) = (reading.load(one.head.match) for one in reading.listed())
    observer = ObserverName(eyes).seat(match.players)
    return found | {"story": str(story_of(Timeline(match, observer)))}


@pytest.mark.parametrize("hidden", most_slow(HIDDEN, 1), ids=lambda hidden: hidden.__name__)
def test_twins_are_told_the_same(hidden: object, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Recorder, "stamp", lambda self: STAMP)
    made = hidden()  # type: ignore[operator]
    twins = made if isinstance(made, Twins) else next(made)
    one, other = written(tmp_path / "one.sqlite", twins.one), written(tmp_path / "other.sqlite", twins.other)
    eyes = twins.observers[0]
    ours, theirs = told(one, eyes), told(other, eyes)
    assert ours.keys() == theirs.keys()
    assert [f"{eyes} can tell by {name}" for name in ours if ours[name] != theirs[name]] == []
