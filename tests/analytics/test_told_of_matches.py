"""What reports say of how matches went: nobody reads in them what they have not seen."""

from pathlib import Path

import pytest

from ludograph.analytics.archive.archive import ArchiveSpec, archive
from ludograph.analytics.derived.derived_tables import TABLES
from ludograph.analytics.extract.observers import ObserverName
from ludograph.analytics.reports.answers import report_answer
from ludograph.analytics.reports.reports import report_named
from ludograph.domain.kernel.game import JUDGE
from ludograph.domain.match.final_result import final_of
from ludograph.domain.store.recorder import Recorder
from ludograph.replay.beats.match_story import story_of
from ludograph.replay.timeline.timeline import Timeline
from tests.analytics.test_concealed import written
from tests.large import most_slow
from tests.replay.test_climax import RECORDED, sample
from tests.stamps import stamp_always
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
    stamp_always(monkeypatch, STAMP)
    made = hidden()  # type: ignore[operator]
    twins = made if isinstance(made, Twins) else next(made)
    one, other = written(tmp_path / "one.sqlite", twins.one), written(tmp_path / "other.sqlite", twins.other)
    eyes = twins.observers[0]
    ours, theirs = told(one, eyes), told(other, eyes)
    assert ours.keys() == theirs.keys()
    assert [f"{eyes} can tell by {name}" for name in ours if ours[name] != theirs[name]] == []


@pytest.mark.skipif(not RECORDED, reason="the shared samples are not beside this checkout")
def test_the_last_to_lead_a_sample_has_won_it_and_the_story_counts_the_same_leads(tmp_path: Path) -> None:
    """But where several end with as much: then nobody is ahead alone, and something else says who has won."""
    played = [sample(name, tmp_path) for name in RECORDED]
    with archive(ArchiveSpec(tmp_path / "store.sqlite", needs=frozenset(TABLES))) as opened:
        led = opened.connection.sql(
            "SELECT l.match, count(*) FILTER (l.new), max_by(l.seat, l.from_step) FILTER (l.to_step = m.steps) "
            "FROM leaders AS l JOIN matches AS m USING (match) GROUP BY l.match"
        ).fetchall()
    found = {match: (changes, last) for match, changes, last in led}
    ahead_at_end = 0
    for match in (one for one in played if one.game.result(one.state).over):
        changes, last = found.get(match.id, (0, None))
        story = story_of(Timeline(match, JUDGE))
        assert story.lead_changes == changes
        winners = final_of(match).winners
        if last is not None:
            ahead_at_end += 1
            assert isinstance(winners, str) or last in winners
            assert story.leads[-1].seat == last
        elif len(match.players) > 1 and len(winners) == 1 and not isinstance(winners, str):
            scores = match.game.result(match.state).scores
            assert scores.count(scores[winners[0] - 1]) > 1
    assert ahead_at_end > 30
