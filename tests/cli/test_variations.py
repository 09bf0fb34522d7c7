"""Variations in the terminal player: what if, tried in memory, by whoever may know what comes of it."""

import shlex
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from ludograph.cli.variation_tools import variation_tools
from ludograph.domain.games import GAMES
from ludograph.domain.kernel.game import JUDGE, TABLE
from ludograph.domain.match.aggregate import Match
from ludograph.domain.store.recorder import Recorder
from ludograph.replay.player.app import PlayerApp
from ludograph.replay.player.session import ReplaySession
from ludograph.replay.player.variation import VariationTools
from tests.cli.conftest import Ludograph
from tests.large import most_slow, some
from tests.playthrough import golden_match
from tests.replay.playing import LARGE, SMALL, shown_after
from tests.replay.test_player_secrets import match_of
from tests.test_secrets import HIDDEN, Twins


@pytest.fixture
def tools(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[VariationTools]:
    monkeypatch.setattr("ludograph.cli.variation_tools.command_line", lambda *words: shlex.join(["ludograph", *words]))
    with Recorder(tmp_path / "variations.sqlite") as store:
        yield variation_tools(store, "m")


def player(match: Match, observer: int, at: int, tools: VariationTools | None) -> PlayerApp:
    return PlayerApp(ReplaySession(match, observer, at, 0), None, tools)


MOVE = ("i", "1", "enter")


@pytest.mark.parametrize("game", most_slow([*GAMES], 3))
def test_legal_moves_are_listed_done_and_taken_back(game: str, tools: VariationTools) -> None:
    match = golden_match(game)
    at = len(match.steps) // 2
    before = shown_after(player(match, JUDGE, at, tools), size=LARGE)
    listed = shown_after(player(match, JUDGE, at, tools), "i", size=LARGE)
    assert f"What if, after step {at}" in listed
    assert "Which move" in listed
    done = shown_after(player(match, JUDGE, at, tools), *MOVE, size=LARGE)
    if "type it out" not in done:
        assert f"variation after step {at}" in done
        assert f"▸{at + 1:>{len(str(at + 1))}}    └ " in done
        assert "└" not in shown_after(player(match, JUDGE, at, tools), *MOVE, "backspace", size=LARGE)
    assert shown_after(player(match, JUDGE, at, tools), *MOVE, "escape", "escape", size=LARGE) == before


@pytest.mark.parametrize("size", [SMALL, LARGE, (40, 12)])
def test_what_is_typed_is_done_and_what_is_wrong_is_said(size: tuple[int, int], tools: VariationTools) -> None:
    match = golden_match("sorcerous-futures")
    at = next(step.number for step in match.steps if type(step.action).__name__ == "Seal") - 1
    name = match.players[1]
    app = player(match, JUDGE, at, tools)
    wrong = shown_after(app, "i", *f"{name} seal 5000", "enter", size=size)
    assert app.variation is not None
    assert app.variation.lines == ()
    assert "SF-" in wrong
    assert "Who?" in shown_after(player(match, JUDGE, at, tools), "i", *"seal 5", "enter", size=size)
    app = player(match, JUDGE, at, tools)
    shown_after(app, "i", *f"{name} seal 5", "enter", "k", size=size)
    assert app.kept == [f"ludograph fork m --at {at} --do '{name} seal 5'"]
    app = player(match, 2, at, tools)
    shown_after(app, "i", "9", "9", "enter", "escape", "i", *f"{name} seal 5", "enter", "k", "o", size=size)
    assert app.kept == [f"ludograph fork m --at {at} --as {name} --seed variation --do '{name} seal 5'"]


def test_only_those_try_who_may_know_what_comes_of_it(tools: VariationTools) -> None:
    over = golden_match("sun-bid")
    assert "has not seen is drawn anew" in shown_after(player(over, TABLE, 5, tools), "i", size=LARGE)
    assert "without --follow" in shown_after(player(over, JUDGE, 5, None), "i", size=LARGE)
    running = ReplaySession(over, 1, 5).match
    running = Match(running.start, running.game, running.steps[:9], running.states[:10], running.history[:10])
    for eyes in (TABLE, 1):
        assert "This match is still played" in shown_after(player(running, eyes, 5, tools), "i", size=LARGE)
    assert "What if" in shown_after(player(running, JUDGE, 5, tools), "i", size=LARGE)


@pytest.mark.parametrize("hidden", most_slow(some([*HIDDEN], 4), 3), ids=lambda hidden: hidden.__name__)
def test_a_variation_tells_nobody_what_they_have_not_seen(
    hidden: Callable[[], Twins | Iterator[Twins]], tools: VariationTools, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever lies there, to whoever cannot tell two matches apart their variations are the same."""
    monkeypatch.setattr("ludograph.cli.variation_tools.status_of", lambda match: "over")
    made = hidden()
    for twins in some([made] if isinstance(made, Twins) else list(made), 3):
        pair = [match_of(lines) for lines in (twins.one, twins.other)]
        for name in twins.observers:
            seat = TABLE if name == "table" else pair[0].players.index(name) + 1
            last = len(pair[0].steps)
            for keys in (("i",), (*MOVE, "c"), (*MOVE, *MOVE, "k")):
                one, other = (shown_after(player(match, seat, last, tools), *keys, size=LARGE) for match in pair)
                assert one == other


def test_the_command_records_what_was_tried(ludograph: Ludograph, over: str) -> None:
    with Recorder(ludograph.store) as store:
        match = store.load(store.find(over))
        for eyes in (JUDGE, TABLE, 2):
            tools = variation_tools(store, over)
            app = PlayerApp(
                ReplaySession(match, eyes, 8, 0), None, tools._replace(command=lambda *asked: repr(asked[1:]))
            )
            shown_after(app, *MOVE, *MOVE, "k")
            assert app.variation is not None
            tried, lines = app.session.match, app.variation.lines
            asked = () if eyes == JUDGE else ("--as", match.name(eyes), "--seed", "variation")
            done = [word for line in lines for word in ("--do", line)]
            fork = ludograph.json("fork", over, "--at", "8", *asked, *done)
            recorded = store.load(store.find(fork["match"]))
            assert len(lines) == 2
            assert [step.facts for step in recorded.steps] == [step.facts for step in tried.steps]
            assert recorded.state == tried.state
