"""Marked decisions that are made again in the terminal: hidden until one has chosen, by whatever way one goes."""

import pytest
from textual.pilot import Pilot

from ludograph.domain.games.fools_down.actions import Bump, Wager
from ludograph.domain.judging.judged_match import ToldError, ToldMove
from ludograph.domain.kernel.game import TABLE
from ludograph.domain.match.aggregate import Match
from ludograph.replay.player.app import PlayerApp
from ludograph.replay.player.session import ReplaySession
from ludograph.replay.sentences.graded_moves import graded_moves
from ludograph.replay.sentences.notes import Details, Judged, StepNotes
from tests.playthrough import golden_match
from tests.replay.playing import played, pressed, screen, until

MARKED = 8
"""Dan passes: he could raise to 7-90."""
LATER = 11
KNOWN = Details("What Dan knew then", ("Face down, but known: a Crown.",))
PASSED = ToldMove({"do": "pass"}, 0.2, 0.01, 0.1, 0.01, True)
RAISED = [
    ToldMove({"do": "raise", "amount": to}, value, 0.01, behind, 0.005, behind > 0.1)
    for to, value, behind in ((20, 0.3, 0.0), (21, 0.28, 0.02), (50, 0.1, 0.2))
]
ERROR = ToldError(0.1, 0.01, True, RAISED[0].do, 20, "?", PASSED, tuple(RAISED))


def notes(match: Match) -> dict[int, StepNotes]:
    graded = graded_moves(match, MARKED, ERROR)
    later = StepNotes("judgement", "! Cat found the one good move.", graded=graded)
    return {MARKED: StepNotes("judgement", "?! Dan erred.", KNOWN, graded), LATER: later}


def test_a_move_by_another_verb_that_does_the_same_is_told_the_same() -> None:
    match = golden_match("fools-down")
    open_at = ((one.number, match.game.choices(match.states[one.number - 1], one.actor)) for one in match.steps)
    step, choices = next((step, found) for step, found in open_at if {Wager, Bump} <= {one.action for one in found})
    bump = next(one for one in choices if one.action is Bump)
    best, duck = ({"do": "wager", "to": bump.values["to"][0]}, {"do": "duck", "fool": None})
    moves = [ToldMove(do, 0.3, 0.01, behind, 0.01, behind > 0) for do, behind in ((best, 0.0), (duck, 0.1))]
    graded = graded_moves(match, step, ToldError(0.1, 0.01, True, best, 20, "?", moves[1], (moves[0],)))
    assert graded.of([bump], 0, best["to"]).good


@pytest.fixture
def match() -> Match:
    return golden_match("sorcerous-futures")


@pytest.fixture
def session(match: Match) -> ReplaySession:
    """A replay from the start, in which two decisions are marked."""
    return ReplaySession(match, TABLE, 0, 0, {TABLE: Judged(notes(match))})


@pytest.mark.parametrize(
    "keys",
    [
        ("end",),
        ("right",) * 40,
        ("full_stop",) * 80,
        ("pagedown", "pagedown"),
        ("h",) * 5,
        ("greater_than_sign", "greater_than_sign"),
        ("g", "3", "0", "enter"),
        ("4",) * 9,
        ("v", "end"),
        ("end", "m"),
        ("end", "r"),
        ("end", "f"),
    ],
)
def test_a_marked_decision_is_shown_on_no_way_before_one_has_chosen(
    session: ReplaySession, keys: tuple[str, ...]
) -> None:
    shown = " ".join(pressed(session, "e", *keys, size=(110, 60)).split())
    assert session.at < MARKED
    assert "Dan passes" not in shown
    assert "Dan erred" not in shown


def test_it_is_asked_with_what_could_be_done_and_what_was_known(session: ReplaySession) -> None:
    shown = pressed(session, "e", "end", "f", size=(110, 60))
    assert session.at == MARKED - 1
    assert "What does Dan do now?" in shown
    assert "1 raise to 7-90 (such as 1 7) · 2 pass" in shown
    assert "Face down, but known: a Crown." in shown


@pytest.mark.parametrize(
    ("answer", "said", "good"),
    [
        ("2", "That is what was played, and it cost 10.0 ± 2.0 % of the win. Best found: raise 20 (30.0 ± 2.0 %).", 0),
        ("1 20", "As good as the best found: raise 20 (30.0 ± 2.0 %).", 1),
        ("1 21", "As good as the best found: raise 21 (28.0 ± 2.0 %). Best found: raise 20 (30.0 ± 2.0 %).", 1),
        ("1 50", "Not as good as the best found, by 20.0 ± 1.0 %: raise 50 (10.0 ± 2.0 %).", 0),
        ("1 60", "Nothing is known of that: it was not measured. Best found: raise 20 (30.0 ± 2.0 %).", None),
    ],
)
def test_one_chooses_and_is_told_how_good_that_is(
    session: ReplaySession, answer: str, said: str, good: int | None
) -> None:
    typed = ("space" if letter == " " else letter for letter in answer)
    shown = " ".join(pressed(session, "e", "end", "enter", *typed, "enter", size=(160, 60)).split())
    assert session.at == MARKED
    for text in (said, "▸ 8 ?! Dan passes", "Dan erred"):
        assert text in shown
    assert (f"{good} of 1 as good as the best found." in shown) == (good is not None)
    assert "of 0 as good" not in shown


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        ("3", "3 is no choice: the numbers go from 1 to 2, and 0 shows it."),
        ("1", "Choice 1 takes a number from 7 to 90, such as 1 7."),
        ("x", "x is no choice"),
        ("-1", "-1 is no choice"),
    ],
)
def test_what_is_no_choice_is_refused_with_what_is_one(session: ReplaySession, answer: str, said: str) -> None:
    keys = ("minus" if letter == "-" else letter for letter in answer)
    assert said in pressed(session, "e", "end", "enter", *keys, "enter", size=(110, 60))
    assert session.at == MARKED - 1


def test_the_next_one_is_asked_after_it_and_all_is_shown_once_it_ends(session: ReplaySession) -> None:
    shown = pressed(session, "e", "end", "enter", "0", "enter", "end", size=(110, 60))
    assert (session.at, session.decided) == (LATER - 1, 0)
    assert "What does Cat do now?" in shown
    pressed(session, "e", "end")
    assert session.at == session.last


def test_one_goes_back_and_comes_again_without_being_asked_twice(session: ReplaySession) -> None:
    pressed(session, "e", "end", "enter", "2", "enter", "home", "end")
    assert session.at == LATER - 1


def test_playing_by_itself_stops_at_the_question(session: ReplaySession) -> None:
    async def play(player: PlayerApp, pilot: Pilot[None]) -> None:
        await pilot.press("plus", "plus", "plus", "g", "6", "enter", "e", "space")
        await until(pilot, lambda: session.question is not None)
        await until(pilot, lambda: "plays" not in screen(player))

    played(PlayerApp(session), play)
    assert session.at == MARKED - 1


def test_where_nothing_was_judged_it_says_so(match: Match) -> None:
    session = ReplaySession(match, TABLE)
    assert "No marked decision comes after this" in pressed(session, "e", size=(110, 60))
    assert not session.learning
