"""What a beat tells is in sight on a terminal: all of its sentences, what went where, and at whom it was aimed."""

import re
from itertools import product

import pytest
from msgspec.structs import replace
from textual.pilot import Pilot

from ludograph.domain.games import GAMES
from ludograph.domain.kernel.game import JUDGE, TABLE
from ludograph.replay.beats.marks import aimed_at
from ludograph.replay.player.app import PlayerApp
from ludograph.replay.player.layout import layout
from ludograph.replay.player.screen import table, told_lines
from ludograph.replay.player.session import ReplaySession
from ludograph.replay.player.widgets import Lines
from tests.large import ALL, most_slow
from tests.playthrough import golden_match
from tests.replay.playing import LARGE, SMALL, played, pressed, screen


@pytest.mark.parametrize(("game", "size"), most_slow([*product(GAMES, [SMALL, (120, 40)])], 3))
def test_all_that_a_beat_tells_is_in_sight(game: str, size: tuple[int, int]) -> None:
    """The list of steps gives way for it; the table keeps ten lines."""
    session = ReplaySession(golden_match(game), TABLE)
    width = layout(*size).side
    while not session.ended:
        session.step_beat(1)
        lines = told_lines(session, width, False)
        plan = layout(*size, board=1, told=len(lines))
        assert plan.told == len(lines), session.at
        assert plan.rows >= 10


def test_where_something_went_is_told() -> None:
    """From where to where, or to whom; nobody's own pieces of the table need a name but their owner."""
    match = golden_match("sun-bid")
    bid = ReplaySession(match, TABLE)
    bid.go(4, 2)
    assert "Centre → Bob: Won for the next round · Pool → Bob: Take · Bob → Centre\n" in pressed(bid)
    assert "Ann; Cat; Dan → Chips\n" in pressed(ReplaySession(golden_match("fools-down"), TABLE, 14))
    assert "→" not in pressed(ReplaySession(match, TABLE, 2)).rpartition("←→")[0]


def test_cards_that_go_and_cards_that_come_in_their_place_are_told_apart() -> None:
    """As many backs lie in the hand before and after: beat by beat it is seen that some went and others came."""
    match = golden_match("hand-of-the-hanataz")
    told = pressed(ReplaySession(match, TABLE, 2), "home", "right", "right", size=LARGE)
    assert "Ann: Hand → Discard · Ann → Silvs · Deck → Ann: Hand" in " ".join(told.split())


def test_what_whoever_acted_has_is_in_sight_before_what_was_discarded() -> None:
    """All of a castle, on a small screen too, and of the others as much as there is room for."""
    match = golden_match("conundruze")
    step = max(step.number for step in match.steps if type(step.action).__name__ == "Place" and step.actor == 3)
    lines = pressed(ReplaySession(match, TABLE, step - 1), "right").split("\n")
    (heading,) = [at for at, line in enumerate(lines) if line.startswith("── Cat")]
    castle = [line.split()[0] for line in lines[heading + 2 : heading + 6]]
    assert castle == ["1", "2", "3", "4"]
    assert sum("»" in line for line in lines[heading + 2 : heading + 6]) == 1


def test_the_list_of_steps_gives_way_on_a_small_screen_to_what_is_decided() -> None:
    session = ReplaySession(golden_match("conundruze"), TABLE, 38)
    assert "┏━ " in pressed(session)
    assert "─ Steps ─" not in pressed(session)
    assert "─ Steps ─" in pressed(session, "l")


def test_whom_a_step_is_aimed_at_is_told() -> None:
    match = golden_match("hand-of-the-hanataz")
    step, name = next(
        (step.number, name)
        for step in match.steps
        for name, seat in zip(match.players, range(1, 5), strict=True)
        if seat in aimed_at(step.action, step.actor)
    )
    assert re.search(rf"(^|· )aimed at {name}$", pressed(ReplaySession(match, TABLE, step)), re.MULTILINE)


def test_a_name_that_turns_letters_round_does_so_nowhere() -> None:
    """In the scoreboard, on the table, in the list, in what is told and in where something went."""
    match = golden_match("sun-bid")
    named = replace(match, start=replace(match.start, players=("A\u202enn", "B\u2066ob")))
    seen = []

    async def look(player: PlayerApp, pilot: Pilot[None]) -> None:
        for key in ("left", "right", "f", "f", "w", "escape", "a", "escape", "c", "end"):
            await pilot.press(key)
            await pilot.pause()
            seen.append(screen(player))

    for size in (SMALL, LARGE):
        played(PlayerApp(ReplaySession(named, TABLE, 4)), look, size)
    assert len({*seen}) > 10
    assert not {"\u202e", "\u2066"} & {*"".join(seen)}
    bid = ReplaySession(named, TABLE)
    bid.go(4, 2)
    assert r"Pool → B\u2066ob: Take" in " ".join(pressed(bid).split())


@pytest.mark.parametrize("game", GAMES)
def test_marked_cards_are_in_sight_at_every_beat(game: str) -> None:
    """On a small terminal some of them, and all where the table has the rows for it; so whoever is to act."""
    session = ReplaySession(golden_match(game), JUDGE)
    session.go(session.last - (200 if ALL else 6))
    strayed, seen = [], 0

    async def watch(player: PlayerApp, pilot: Pilot[None]) -> None:
        nonlocal seen
        while not session.ended:
            player.move("step_beat", 1)
            await pilot.pause()
            drawn = table(session, 80, player.query_one("#table", Lines).rows)
            cards = [card for line in drawn for card in marked_cards(session, line.plain)]
            shown = [card for line in screen(player).split("\n") for card in marked_cards(session, line)]
            seen += bool(cards)
            if cards and not shown:
                strayed.append((session.at, session.beat))

    played(PlayerApp(session), watch)
    assert seen
    assert strayed == []


def marked_cards(session: ReplaySession, line: str) -> list[str]:
    """The cards on a line of the table that have signs round them."""
    if line.startswith("──"):
        return []
    inner = re.findall("[»›]([^»›«‹]+)[«‹]", line)  # noqa: RUF001
    return [text for text in inner if text in session.match.game.deck.by_code or text.startswith("▒")]
