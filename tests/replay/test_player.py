"""The terminal player: what stands on its screen, and what keys, mouse and time do to it."""

from itertools import product
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from textual.pilot import Pilot

from ludograph.domain.games import GAMES
from ludograph.domain.games.last_years_magic.actions import Say
from ludograph.domain.kernel.game import JUDGE, TABLE
from ludograph.domain.kernel.worth import value_text
from ludograph.domain.match.aggregate import Match
from ludograph.domain.store.errors import StoreError
from ludograph.replay.player.app import PACES, PlayerApp
from ludograph.replay.player.board import board
from ludograph.replay.player.keys import KEYS
from ludograph.replay.player.layout import WIDE, layout
from ludograph.replay.player.screen import HELP, MARK, help_lines, step_line, table
from ludograph.replay.player.session import ReplaySession
from ludograph.replay.player.widgets import Lines
from ludograph.replay.sentences.terminal_widths import wide
from tests.large import most_slow, some
from tests.playthrough import golden_match
from tests.replay.playing import FOLDER, LARGE, SMALL, page, played, pressed, screen, until
from tests.replay.test_session import cut_off
from tests.worlds import STAMP


@pytest.fixture(scope="module")
def match() -> Match:
    return golden_match("sun-bid")


@pytest.fixture
def session(match: Match) -> ReplaySession:
    return ReplaySession(match, TABLE)


# Screens


@pytest.mark.parametrize("game", GAMES)
def test_every_game_is_shown_as_it_was(game: str) -> None:
    expected = (FOLDER / f"{game}.txt").read_text()
    assert page(game) == expected, "If this is better, write them anew: python -m tests.generate screens"


SIZES = (SMALL, LARGE, (40, 10), (20, 6), (109, 15), (110, 12))


@pytest.mark.parametrize(("game", "size"), most_slow(some([*product(GAMES, SIZES)], 5), 2))
def test_every_screen_fits(game: str, size: tuple[int, int]) -> None:
    match = golden_match(game)

    async def look(player: PlayerApp, pilot: Pilot[None]) -> None:
        for key in ("right", "pagedown", "c", "f", "m", "r", "question_mark", "escape", "l", "end", "l"):
            await pilot.press(key)
            lines = screen(player).split("\n")
            assert len(lines) == size[1]
            assert max(map(wide, lines)) <= size[0]
            assert "Step" in "".join(lines)

    played(PlayerApp(ReplaySession(match, 1)), look, size)


@pytest.mark.parametrize("height", range(3, 60, 7))
@pytest.mark.parametrize("width", [40, WIDE])
def test_all_rows_are_given_away(width: int, height: int) -> None:
    for told in (1, 5, 50):
        for listing in range(3):
            plan = layout(width, height, told=told, listing=listing)
            beside = width >= WIDE
            used = plan.rows if beside else plan.rows + plan.told + 1 + (plan.steps + 1 if plan.steps else 0)
            assert min(plan.rows, plan.told) >= 1
            assert used == max(height - 2, 3)
            assert not beside or plan.steps + plan.told + 2 == max(height - 2, plan.told + 3)


@pytest.mark.parametrize("size", [SMALL, (120, 40)])
@pytest.mark.parametrize("game", GAMES)
def test_the_scoreboard_has_all_final_scores_and_who_has_won(game: str, size: tuple[int, int]) -> None:
    match = golden_match(game)
    result = match.game.result(match.state)
    strip = pressed(ReplaySession(match, TABLE, len(match.steps)), "end", size=size).split("\n")[1]
    for seat, (name, score) in enumerate(zip(match.players, result.scores, strict=True), start=1):
        text = value_text(None if isinstance(score, str) else score, signed=match.game.ending.signed)
        assert f"{'★ ' if seat in result.winners else '  '}{name} {text}" in strip


def test_the_scoreboard_says_who_is_to_act_and_what_changed() -> None:
    session = ReplaySession(golden_match("sorcerous-futures"), TABLE, 46)
    session.go(46, len(session.recording.beats(46)))
    assert (
        pressed(session).split("\n")[1] == "Score:   Ann 31.3 (-3.3)   Bob 50 (-10.9)   Cat 25 (-2.6)   ▸ Dan 22 (-2.5)"
    )


def test_many_players_have_a_strip_of_several_lines() -> None:
    from tests.replay.test_page import long_match

    lines = pressed(ReplaySession(long_match(50), TABLE, 50)).split("\n")
    strip = "".join(lines[1:4])
    assert all(name[:9] in strip for name in long_match(50).players)
    assert max(map(wide, lines)) <= 80


def test_what_moved_is_marked_and_brought_into_sight(match: Match) -> None:
    """On a screen where the table does not fit."""
    session = ReplaySession(match, TABLE)

    async def step_through(player: PlayerApp, pilot: Pilot[None]) -> None:
        for _ in range(20):
            await pilot.press("right")
            assert not session.recording.marks(session.at).moved or "»" in screen(player)

    played(PlayerApp(session), step_through, (80, 18))


def test_the_list_marks_the_step_rounds_and_remarks(match: Match) -> None:
    """`▸` before the step that is shown, the round that begins with one, `✎` where something was remarked on it."""
    session = ReplaySession(match.annotate(3, "a long think", STAMP), JUDGE, 4)
    width = len(str(session.last))
    begins = next(step for step in range(5, session.last) if session.recording.begins(step))
    marks = {0: "[Round 1] ", 3: "✎ ", begins: "[Round 2] "}
    for step in (0, 3, 4, 5, begins):
        line = step_line(session, step)
        assert (
            line.plain
            == f"{'▸' if step == 4 else ' '}{step:>{width}} {marks.get(step, '')}{session.recording.line(step)}"
        )
        assert line.style == ("reverse" if step == 4 else "")


def test_the_table_is_scrolled_up_to_what_moved_with_the_name_over_it(match: Match) -> None:
    session = ReplaySession(match, TABLE)
    scrolled = []

    async def step_through(player: PlayerApp, pilot: Pilot[None]) -> None:
        part = player.query_one("#table", Lines)
        for _ in range(20):
            part.scroll_by(99)
            bottom = part.top
            await pilot.press("right")
            lines = [line.plain for line in table(session, player.size.width, part.rows)]
            marked = [at for at, line in enumerate(lines) if MARK in line]
            if marked and marked[-1] < bottom:
                name = max(at for at in range(marked[0] + 1) if lines[at].startswith("──"))
                if marked[-1] - name < part.rows - 2:
                    scrolled.append((part.top, name, marked[-1] - part.rows + 1))

    played(PlayerApp(session), step_through, (80, 19))
    assert any(top for top, _, _ in scrolled)
    assert all(lowest <= top <= name for top, name, lowest in scrolled)


def test_what_is_to_come_is_not_on_the_screen(match: Match) -> None:
    session = ReplaySession(match, TABLE, 3)
    later = [session.recording.line(step)[:30] for step in range(4, 20)]
    told = {session.recording.line(step)[:30] for step in range(4)}
    for size in (SMALL, LARGE):
        assert not any(line in pressed(session, size=size) for line in set(later) - told)
        assert session.recording.line(4)[:30] in pressed(session, "v", size=size)
        assert session.recording.line(4)[:30] not in pressed(session, "v", size=size)


def test_the_parts_find_their_places_when_the_terminal_changes(match: Match) -> None:
    async def resize(player: PlayerApp, pilot: Pilot[None]) -> None:
        small = screen(player)
        await pilot.resize_terminal(*LARGE)
        await until(pilot, lambda: screen(player) == pressed_large)
        await pilot.resize_terminal(*SMALL)
        await until(pilot, lambda: screen(player) == small)

    pressed_large = pressed(ReplaySession(match, TABLE, 9), "o", "O", size=LARGE)
    played(PlayerApp(ReplaySession(match, TABLE, 9)), resize)


# Keys


def test_arrows_step_and_stop_at_both_ends(session: ReplaySession) -> None:
    pressed(session, "right", "right", "left")
    assert session.at == 1
    pressed(session, "left", "left")
    assert session.at == 0
    pressed(session, "end", "right")
    assert session.at == session.last
    pressed(session, "home")
    assert session.at == 0


def test_a_step_is_gone_to_by_its_number(session: ReplaySession) -> None:
    pressed(session, "g", *"13", "backspace", "2", "enter")
    assert session.at == 12
    pressed(session, "g", "7", "escape", "right")
    assert session.at == 13
    assert "n is no step or beat: steps go from 0 to" in pressed(session, "g", "n", "enter")
    assert "from 0 to 77" in pressed(session, "g", *"99999", "enter")
    assert session.at == 13


def test_seats_rounds_and_players_are_gone_to(session: ReplaySession) -> None:
    pressed(session, "2")
    assert session.recording.actor(session.at) == 2
    pressed(session, "p", "a", "n", "enter")
    assert session.recording.actor(session.at) == 1
    pressed(session, "pagedown")
    assert session.recording.begins(session.at - 1) == "Round 2"
    pressed(session, "pageup")
    assert session.at == 0
    assert "is called zoe" in pressed(session, "p", *"zoe", "enter")
    assert "Bob has no later step" in pressed(session, "end", "2")
    assert "no later step of theirs" in pressed(session, "right_square_bracket")
    pressed(session, "left_square_bracket")
    assert session.at < session.last


def test_a_text_is_searched_for(session: ReplaySession) -> None:
    assert "in no step told so far" in pressed(session, "slash", *"calls", "enter")
    assert "calls an auction" in pressed(session, "v", "slash", *"calls", "enter")
    assert "Search:" in pressed(session, "N")


def test_a_search_goes_on_and_back(session: ReplaySession) -> None:
    async def search(player: PlayerApp, pilot: Pilot[None]) -> None:
        await pilot.press("end", "slash", *"calls", "enter")
        first = session.at
        await pilot.press("n")
        assert session.at > first
        await pilot.press("N")
        assert session.at == first

    played(PlayerApp(session), search)


def test_other_eyes_see_other_things() -> None:
    session = ReplaySession(golden_match("sorcerous-futures"), TABLE, 6)
    seen = [pressed(session, "o") for _ in range(5)]
    assert [text.split("\n")[0].split()[-1] for text in seen] == ["Ann", "Bob", "Cat", "Dan", "judge"]
    assert len(set(seen)) == 5
    pressed(session, "O")
    assert session.observer == 4


def test_keys_are_those_of_a_page_and_the_last_line_names_those_of_a_story(session: ReplaySession) -> None:
    """What decided the match is found from the first screen on, by the letters that a page has for it."""
    foot = pressed(session).rstrip().split("\n")[-1]
    assert all(hint in foot for hint in ("h moment", "m ahead", "c choices", "? help", "q quit"))
    assert "What decided the match" in pressed(session, "end", "m")


def test_the_name_of_the_game_stands_first_and_the_round_gives_way() -> None:
    session = ReplaySession(golden_match("conundruze"), TABLE)
    session.go_end()
    for width, wanted in ((120, "Conundruze · step 45.24 of 45 · "), (50, "Conundruze · step 45.24 of 45")):
        assert pressed(session, size=(width, 24)).split("\n")[0].startswith(wanted.rstrip())


@pytest.mark.parametrize("width", [60, layout(120, 40).table, 80])
def test_the_help_is_whole_on_every_width(width: int) -> None:
    """Nothing of it is cut off at the edge of its column, beside the list of steps too."""
    lines = [line.plain for line in help_lines(width)]
    assert max(map(wide, lines)) <= width
    assert " ".join(lines).split() == HELP.split()


def test_panels_come_and_go(session: ReplaySession) -> None:
    assert "As it is recorded" in pressed(session, "f")
    assert "As it is recorded" not in pressed(session, "f", "f")
    assert "Remarks" in pressed(session, "f", "r")
    assert "one step back, one step on" in pressed(session, "question_mark")
    assert "one step back, one step on" not in pressed(session, "question_mark", "escape")


def test_a_key_tells_the_rules_of_the_words_in_what_is_told(session: ReplaySession) -> None:
    session.go(4)
    shown = pressed(session, "w", size=(80, 60))
    told = session.recording.glossary.found(" ".join(session.recording.told(4)))
    for word, explained in told:
        assert f"{word}" in shown
        assert " ".join(explained.text.split()) in " ".join(shown.split())
    assert "Words of the game" not in pressed(session, "w", "w", size=(80, 60))
    assert "Words of the game" not in pressed(session, "w", "escape", size=(80, 60))
    assert len(pressed(session, "w", "c", size=(80, 60)).split()) > len(shown.split())


def test_help_names_every_key(session: ReplaySession) -> None:
    shown = "".join(pressed(session, "question_mark", size=(80, 60)).split())
    names = {"right_square_bracket": "]", "left_square_bracket": "[", "slash": "/", "question_mark": "q", "plus": "+"}
    names |= {"minus": "-", "equals_sign": "+", "pagedown": "PgDn", "pageup": "PgUp", "up": "↑", "down": "↓"}
    names |= {
        "left": "←",
        "right": "→",
        "full_stop": ",.",
        "comma": ",.",
        "greater_than_sign": "<>",
        "less_than_sign": "<>",
        "home": "Home",
        "end": "End",
        "escape": "Escape",
        "enter": "Enter",
    }
    names |= {str(seat): "1to9" for seat in range(1, 10)}
    assert [key for key in KEYS if names.get(key, key) not in shown] == []


def test_remarks_stand_with_their_step(match: Match) -> None:
    noted = match.annotate(4, "a long think\x1b[31m", STAMP)
    for observer, seen in ((JUDGE, True), (1, False)):
        session = ReplaySession(noted, observer, 4)
        assert ("Note on step 4: a long think\\x1b[31m" in pressed(session)) is seen
        assert ("Note on step 4" in pressed(session, "left", "r")) is seen
        assert "Note on step 4" not in pressed(ReplaySession(noted, observer, 3), "r")


def test_a_long_table_is_scrolled(match: Match) -> None:
    session = ReplaySession(match, TABLE)
    first = pressed(session, size=(80, 16))
    assert "more lines" in first

    async def scroll(player: PlayerApp, pilot: Pilot[None]) -> None:
        await pilot.press(*["down"] * 40)
        assert "lines above" in screen(player)
        await pilot.press(*["up"] * 40)
        assert screen(player) == first

    played(PlayerApp(session), scroll, (80, 16))


def test_room_for_the_list_is_made_and_taken(session: ReplaySession) -> None:
    assert "Steps" in pressed(session)
    assert "─ Steps" not in pressed(session, "l", "l")
    assert len(pressed(session, "l").partition("─ Steps")[2]) > len(pressed(session).partition("─ Steps")[2])


def test_ctrl_c_and_q_end_it(session: ReplaySession) -> None:
    async def interrupt(player: PlayerApp, pilot: Pilot[None]) -> None:
        await pilot.press("ctrl+c")

    async def leave(player: PlayerApp, pilot: Pilot[None]) -> None:
        await pilot.press("q")

    assert played(PlayerApp(session), interrupt).return_code == 130
    assert played(PlayerApp(session), leave).return_code == 0


# Mouse, time, and what comes in


def test_a_click_on_a_step_goes_there(match: Match) -> None:
    session = ReplaySession(match, TABLE, 20)

    async def click(player: PlayerApp, pilot: Pilot[None]) -> None:
        line = next(at for at, line in enumerate(screen(player).split("\n")) if line[LARGE[0] // 2 :].find(" 7 ") > 0)
        await pilot.click(offset=(LARGE[0] - 20, line))
        await pilot.pause()
        assert session.at == 7

    played(PlayerApp(session), click, LARGE)


def test_it_plays_by_itself_to_the_end(match: Match) -> None:
    session = ReplaySession(match, TABLE, len(match.steps) - 15)

    async def play(player: PlayerApp, pilot: Pilot[None]) -> None:
        await pilot.press(*["plus"] * 9, "space")
        assert "plays, 0.1 s a line" in screen(player)
        await until(pilot, lambda: session.at == session.last and "plays" not in screen(player))

    played(PlayerApp(session), play)


def test_it_stops_when_somebody_steps(match: Match) -> None:
    async def play(player: PlayerApp, pilot: Pilot[None]) -> None:
        await pilot.press("minus", "minus", "space")
        assert f"plays, {PACES[1]:g} s a line" in screen(player)
        await pilot.press("right")
        assert "plays" not in screen(player)
        await pilot.press("space", "space")
        assert "plays" not in screen(player)

    played(PlayerApp(ReplaySession(match, TABLE)), play)


def test_a_match_is_followed(match: Match) -> None:
    """New steps come, some are taken back, and for a while the store cannot be read."""
    news: list[Any] = [cut_off(match, 9), cut_off(match, 9).take_back(4, "wrong", STAMP), StoreError("It is locked.")]

    def refreshed(_: Match) -> Match:
        if isinstance(news[0], StoreError):
            raise news[0]
        return news[0]  # type: ignore[no-any-return]

    async def follow(player: PlayerApp, pilot: Pilot[None]) -> None:
        assert "following" in screen(player)
        player.poll()
        await pilot.pause()
        assert "step 9 of 9" in screen(player)
        news.pop(0)
        player.poll()
        await pilot.pause()
        assert "step 4 of 4" in screen(player)
        assert "Steps were taken back" in screen(player)
        news.pop(0)
        player.poll()
        await pilot.pause()
        assert "cannot be followed now: It is locked." in screen(player)

    played(PlayerApp(ReplaySession(cut_off(match, 5), TABLE, 5), refreshed), follow)


def test_every_snapshot_has_a_game() -> None:
    assert {path.stem for path in Path(FOLDER).glob("*.txt")} == set(GAMES)


def test_a_name_is_shown_as_it_is_written(match: Match) -> None:
    """Square brackets mean something to the screen, and control characters to the terminal."""
    named = replace(match, start=replace(match.start, players=("[red]A[/red]", "B\x9b\u202eb")))
    assert "Step 1: [red]A[/red]" in pressed(ReplaySession(named, TABLE, 1), size=LARGE)
    assert r"as B\x9b\u202eb" in pressed(ReplaySession(named, 2))


def test_a_beat_is_gone_to_by_its_number_and_begun_with() -> None:
    match = golden_match("fools-down")
    assert "step 13.2 of" in pressed(ReplaySession(match, TABLE), "g", *"13", "full_stop", "2", "enter")
    assert "13.9 is no step or beat" in pressed(ReplaySession(match, TABLE), "g", *"13", "full_stop", "9", "enter")
    begun = ReplaySession(match, TABLE, 13, 2)
    assert (begun.at, begun.beat, begun.beats_told(13)) == (13, 2, 2)


def test_space_and_page_keys_scroll_the_help_and_the_match_stays() -> None:
    session = ReplaySession(golden_match("sun-bid"), TABLE, 5)
    first = pressed(session, "question_mark")
    assert "lines above" not in first
    for key in ("pagedown", "space"):
        assert "lines above" in pressed(session, "question_mark", key)
        assert pressed(session, "question_mark", key, "pageup") == first
    assert session.at == 5


def test_a_scoreboard_counts_the_same_for_all_in_the_middle_of_the_scoring_too() -> None:
    session = ReplaySession(golden_match("sorcerous-futures"), TABLE)
    lines = []
    while not session.ended:
        session.step_beat(1)
        lines.append(" ".join(line.plain for line in board(session, 120, 24)))
    assert all(line.startswith("Score:") for line in lines)


def test_the_ending_comes_with_the_step_that_ends_the_match() -> None:
    """And stays while somebody says good night."""
    match = golden_match("last-years-magic")
    last = len(match.steps)
    session = ReplaySession(match.play(1, Say("Good night"), STAMP), TABLE)
    assert not session.recording.ending(last - 1)
    for step in (last, last + 1):
        assert session.recording.ending(step)
        assert any(one.won for one in session.recording.standings(step))
