"""`judge` tells luck from play, and where somebody erred."""

from contextlib import closing
from pathlib import Path

import pytest

import ludograph as program
from ludograph.analytics.archive_paths import judgements_file
from ludograph.cli.printing import judging
from ludograph.domain.judging import judging_work
from ludograph.domain.judging.judged_match import by_players
from ludograph.domain.judging.judgement import JudgePlan
from ludograph.domain.judging.judging_work import judged_match
from ludograph.domain.kernel.game import JUDGE
from ludograph.domain.kernel.marks import ALL_SEATS
from ludograph.domain.match.aggregate import Match
from ludograph.domain.store.recorder import Recorder
from ludograph.replay.beats.judged_highlights import with_errors
from ludograph.replay.player.overview import overview
from ludograph.replay.player.session import ReplaySession
from ludograph.replay.sentences.judgement_sentences import shown_judgement
from ludograph.replay.sentences.notes import said_of
from ludograph.replay.service.routes.judged_pages import kept_judged
from ludograph.replay.timeline.timeline import Timeline
from tests.cli.conftest import Ludograph

FEW = ("--playouts", "8")


@pytest.fixture
def short(ludograph: Ludograph) -> str:
    """A match of Fool's Down of one hand between Ann and Bob that is over."""
    ludograph("simulate", "fools-down", "-o", "hands=1", "--seats", "2", "--seed", "3", "--players", "Ann,Bob")
    return str(ludograph.lines("matches")[0]["match"])


def test_each_step_has_its_values_and_they_add_up(ludograph: Ludograph, short: str) -> None:
    *steps, sums = ludograph.lines("judge", short, *FEW)
    assert [step["step"] for step in steps] == list(range(1, len(steps) + 1))
    for step in steps:
        assert set(step) == {"step", "actor", "value", "luck", "play", "se", "error"}
        assert set(step["value"]) == {"Ann", "Bob"}
        if step["error"] is not None:
            assert {"amount", "se", "sure", "best", "tried"} <= set(step["error"])
            assert step["error"]["tried"] > 1
    for name in ("Ann", "Bob"):
        assert abs(sums["start"][name] + sums["luck"][name] + sums["play"][name] - sums["result"][name]) < 1e-9
        own = sum(step["play"][name] for step in steps if step["actor"] == name)
        assert sums["own_play"][name] == pytest.approx(own, abs=1e-9)
        assert sums["own_play"][name] + sums["others_play"][name] == pytest.approx(sums["play"][name], abs=1e-9)
    assert sum(sums["result"].values()) == pytest.approx(1)


def test_it_reads_as_sentences(ludograph: Ludograph, short: str) -> None:
    text = " ".join(ludograph("judge", short, *FEW).split())
    assert "as all players together knew it" in text
    assert all(word in text for word in (" by luck, ", " by own play, ", " by others' play, "))
    assert "Luck is what chance brought that no player could know" in text
    assert "free decision" in text


def test_one_player_is_judged_by_what_they_knew(ludograph: Ludograph, short: str) -> None:
    *steps, _ = ludograph.lines("judge", short, "--as", "Ann", *FEW)
    assert any(step["error"] for step in steps)
    assert all(step["error"] is None for step in steps if step["actor"] != "Ann")
    text = " ".join(ludograph("judge", short, "--as", "Ann", *FEW).split())
    assert "as Ann knew it" in text
    assert "also what Ann learns by it" in text


def test_a_running_match_is_judged_for_one_player_alone(ludograph: Ludograph, recorded: str) -> None:
    assert "--as Ann" in ludograph.refused("judge", recorded)
    assert "No player" in ludograph.refused("judge", recorded, "--as", "judge")
    *steps, sums = ludograph.lines("judge", recorded, "--as", "Ann", *FEW)
    assert len(steps) == 2
    assert sums["result"] == steps[-1]["value"]


def test_what_was_worked_out_is_kept_and_may_be_deleted(
    ludograph: Ludograph, short: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = ludograph("judge", short, *FEW, "--json")
    (kept,) = ludograph.folder.glob("*.judgements")
    with monkeypatch.context() as patched:
        patched.setattr(judging_work, "judged", None)
        assert ludograph("judge", short, *FEW, "--json") == first
    kept.unlink()
    assert ludograph("judge", short, *FEW, "--json") == first


def test_work_that_is_broken_off_goes_on_where_it_was(
    ludograph: Ludograph, short: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = ludograph("judge", short, *FEW, "--json")
    next(ludograph.folder.glob("*.judgements")).unlink()
    done: list[int] = []

    def interrupted(*given: object) -> object:
        done.append(1)
        if len(done) == 5:
            raise KeyboardInterrupt
        return by_players(*given)  # type: ignore[arg-type]

    with monkeypatch.context() as patched:
        patched.setattr("ludograph.domain.judging.judging_work.by_players", interrupted)
        assert "4 of " in ludograph.refused("judge", short, *FEW, code=130)
    assert ludograph("judge", short, *FEW, "--json") == whole


def test_several_processes_work_out_the_same(ludograph: Ludograph, short: str) -> None:
    alone = ludograph("judge", short, *FEW, "--json")
    next(ludograph.folder.glob("*.judgements")).unlink()
    assert ludograph("judge", short, *FEW, "--jobs", "2", "--json") == alone


def test_programs_get_the_same(ludograph: Ludograph, short: str) -> None:
    sums = ludograph.lines("judge", short, *FEW)[-1]
    with program.open(Path(ludograph.store)) as archive:
        found = archive.judge(short, playouts=8)
        assert (found.start, found.luck, found.play, found.result) == tuple(
            sums[name] for name in ("start", "luck", "play", "result")
        )
        assert archive.judge(short, as_="Ann", playouts=8).players == ("Ann", "Bob")
        with pytest.raises(program.NotJudged):
            archive.judge(short, as_="table", playouts=8)


def test_who_is_forgotten_is_not_kept_in_what_was_judged(ludograph: Ludograph, short: str) -> None:
    ludograph("judge", short, *FEW)
    ludograph("forget", "Ann", "--as", "Somebody", "--reason", "she asked", "--by", "Ida", "--yes")
    assert all(b"Ann" not in file.read_bytes() for file in ludograph.folder.glob("*.judgements*"))
    assert "Somebody" in ludograph("judge", short, *FEW)


def test_a_page_marks_what_its_eyes_may_know(ludograph: Ludograph, short: str) -> None:
    page = ludograph.folder / "page.html"
    ludograph("render", short, "--judged", "--as", "judge", "--with", "Ann", "-o", page)
    assert "Ann: " in page.read_text()
    assert "--as PLAYER" in ludograph.refused("render", short, "--judged", "-o", page)
    ludograph.refused(
        "render", short, "--judged", "--as", "Ann", "--step", "1", "-o", ludograph.folder / "a.svg", code=2
    )


def test_what_is_judged_stands_among_what_was_said(ludograph: Ludograph, short: str) -> None:
    match = recorded_match(ludograph, short)
    plan = JudgePlan(ALL_SEATS, 8)
    found = judged_match(match, plan)
    shown = shown_judgement(match, found, plan)
    said = said_of(match, JUDGE, shown)
    marked = {one.step for one in found.steps if one.error is not None and one.error.mark}
    assert shown.notes.keys() == marked
    assert [one.step for one in shown.worths] == list(range(len(match.states)))
    assert all(said[step][0].kind == "judgement" for step in marked)
    assert all(one.kind != "judgement" for some in said_of(match, JUDGE).values() for one in some)


def test_the_overview_of_the_terminal_has_what_it_was_worth_up_to_where_one_is(
    ludograph: Ludograph, short: str
) -> None:
    match = recorded_match(ludograph, short)
    plan = JudgePlan(ALL_SEATS, 8)
    shown = shown_judgement(match, judged_match(match, plan), plan)
    for at in (0, 3, len(match.steps)):
        session = ReplaySession(match, JUDGE, at, 0, {JUDGE: shown})
        lines = [line.plain for line in overview(session, 80)]
        first = lines.index("What it was worth, as judged, in per cent of the win") + 1
        for name, line in zip(match.players, lines[first:], strict=False):
            value = f"{shown.worths[at].value[name]:.0%}".replace("%", " %")
            assert line.startswith(name)
            assert f" {value}: " in line
    unjudged = " ".join(line.plain for line in overview(ReplaySession(match, JUDGE, 3), 80))
    assert "as judged" not in unjudged
    assert "Errors are marked with --judged" in " ".join(unjudged.split())


def recorded_match(ludograph: Ludograph, match: str) -> Match:
    with closing(Recorder(ludograph.store, making=False)) as recorder:
        return recorder.load(recorder.find(match))


def test_a_result_says_how_it_is_judged_until_it_is(ludograph: Ludograph, short: str) -> None:
    assert f"judge {short}" in ludograph.run("result", short).stderr
    ludograph("judge", short, *FEW)
    assert ludograph.run("result", short).stderr == ""


def test_of_several_judgements_the_most_thorough_one_is_shown_everywhere(
    ludograph: Ludograph, short: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing is judged for it: `highlights`, `render` and `replay` have what the page of the service has."""
    for playouts in ("12", "24", "16"):
        ludograph("judge", short, "--playouts", playouts)
    match = recorded_match(ludograph, short)
    plan = JudgePlan(ALL_SEATS, 24)
    thorough = judged_match(match, plan)
    monkeypatch.setattr(judging_work, "judged", None)
    monkeypatch.setattr(judging, "store_place", lambda: ludograph.store)
    assert judging.judged_as(match, JUDGE) == (thorough, plan)
    assert kept_judged(match, JUDGE, judgements_file(ludograph.store)) == {
        JUDGE: shown_judgement(match, thorough, plan)
    }


def test_the_largest_errors_are_among_the_moments(ludograph: Ludograph) -> None:
    ludograph("simulate", "sorcerous-futures", "--seats", "3", "--seed", "2", "--players", "Ann,Ben,Cat")
    id = str(ludograph.lines("matches")[0]["match"])
    match = recorded_match(ludograph, id)
    judgement, name = judged_match(match, JudgePlan(3, 16)), match.name(3)
    found = with_errors(Timeline(match, 3), (), judgement)
    errors = [one for one in found if "error" in one.kinds]
    assert 0 < len(errors) <= 3
    assert all(one.why[0].startswith("?") for one in errors)
    fall = min(judgement.steps, key=lambda one: one.luck[name] + one.play[name])
    assert [one.step for one in found if "fall" in one.kinds] == [fall.step]
    assert "--as PLAYER" in ludograph.refused("highlights", id, "--judged")
