"""Two tables of one deal beside each other: which steps stand together, what is marked, and who learns what."""

from collections.abc import Callable, Iterator
from itertools import pairwise
from random import Random
from uuid import UUID

import pytest

from ludograph.domain.forks.fork import NewFork, forked
from ludograph.domain.games import GAMES
from ludograph.domain.kernel.game import JUDGE, TABLE
from ludograph.domain.match.aggregate import Match
from ludograph.replay.page.beside import SHOWN, page_of_two, record_of_two
from ludograph.replay.page.page_record import page_record
from ludograph.replay.player.side_by_side_app import SideBySideApp
from ludograph.replay.sentences.terminal_widths import wide
from tests.large import most_slow, some
from tests.playthrough import golden_match
from tests.replay.playing import LARGE, SMALL, shown_after
from tests.replay.test_player_secrets import match_of
from tests.test_secrets import HIDDEN, Twins
from tests.worlds import observers, played_on, stamp

SIZES = (SMALL, LARGE, (40, 12), (109, 15), (110, 12), (200, 50))


def beside(match: Match, at: int = 0) -> Match:
    """Another table of the deal, which goes on otherwise after so many steps."""
    return played_on(forked(match, at, NewFork(UUID(int=2), stamp)), Random("other"))


@pytest.mark.parametrize("game", GAMES)
def test_decisions_of_the_same_player_stand_beside_each_other_and_every_step_comes_once(game: str) -> None:
    one = golden_match(game)
    other = beside(one, len(one.steps) // 3)
    found = record_of_two(one, other, JUDGE)
    rows, parted = found["rows"], found["parted"]
    assert rows[:parted] == tuple((step, step) for step in range(parted))
    assert one.steps[parted - 2].facts == other.steps[parted - 2].facts
    assert one.steps[parted - 1].facts != other.steps[parted - 1].facts
    together = 0
    for before, row in pairwise(rows):
        goes = [now - was for was, now in zip(before, row, strict=True)]
        assert goes in ([1, 1], [1, 0], [0, 1])
        if goes == [1, 1]:
            together += 1
            assert one.steps[row[0] - 1].actor == other.steps[row[1] - 1].actor
    assert rows[-1] == (len(one.steps), len(other.steps))
    assert together >= parted


@pytest.mark.parametrize("game", most_slow([*GAMES], 3))
def test_each_side_of_the_page_holds_what_a_page_of_that_table_alone_holds(game: str) -> None:
    one = golden_match(game)
    other = beside(one)
    for observer in some(observers(one), 2):
        found = record_of_two(one, other, observer)
        faces = set()
        for match, side in zip((one, other), found["sides"], strict=True):
            alone = page_record(match, observer)
            assert side["steps"] == [{key: step[key] for key in SHOWN if key in step} for step in alone["steps"]]
            for name in ("zones", "parts", "boards"):
                assert side[name] == alone[name], name
            faces |= {code for code, *_ in alone["cards"]}
        assert {code for code, *_ in found["cards"]} == faces


def test_a_table_beside_itself_differs_in_nothing() -> None:
    match = golden_match("sun-bid")
    found = record_of_two(match, match, TABLE)
    assert found["parted"] == len(found["rows"]) == len(match.steps) + 1
    assert [side["differences"] for side in found["sides"]] == [[[]], [[]]]


@pytest.mark.parametrize("hidden", most_slow(some([*HIDDEN], 4), 3), ids=lambda hidden: hidden.__name__)
def test_nobody_can_tell_what_they_have_not_seen_at_either_table(
    hidden: Callable[[], Twins | Iterator[Twins]],
) -> None:
    """Nor where the tables part: to those who cannot tell two tables apart they are the same throughout."""
    made = hidden()
    for twins in some([made] if isinstance(made, Twins) else list(made), 3):
        one, other = match_of(twins.one), match_of(twins.other)
        third = match_of(twins.one[: 1 + (len(twins.one) + 1) // 2])
        for name in twins.observers:
            observer = TABLE if name == "table" else one.players.index(name) + 1
            assert page_of_two(one, one, observer) == page_of_two(one, other, observer)
            assert page_of_two(one, third, observer) == page_of_two(other, third, observer)
            assert page_of_two(third, one, observer) == page_of_two(third, other, observer)
            screens = {
                shown_after(SideBySideApp(*pair, observer), "right", "c", size=LARGE)
                for pair in ((one, third), (other, third))
            }
            assert len(screens) == 1


@pytest.mark.parametrize("game", most_slow([*GAMES], 3))
def test_every_screen_of_two_tables_fits(game: str) -> None:
    one = golden_match(game)
    other = beside(one, 2)
    for size in some(SIZES, 2):
        for keys in ((), ("right", "c"), ("question_mark",), ("end",), ("pagedown", "pageup", "o")):
            lines = shown_after(SideBySideApp(one, other, 1), *keys, size=size).split("\n")
            assert len(lines) == size[1]
            assert max(map(wide, lines)) <= size[0]


def test_it_begins_where_they_part_with_what_differs_marked() -> None:
    one = golden_match("sun-bid")
    other = beside(one, 4)
    wide_screen = shown_after(SideBySideApp(one, other, TABLE), size=(160, 40))
    parted = record_of_two(one, other, TABLE)["parted"]
    assert f"apart since step {parted}" in wide_screen
    assert f"step {parted} of {len(one.steps)}" in wide_screen
    assert f"step {parted} of {len(other.steps)}" in wide_screen
    assert "≠" in wide_screen
    low = shown_after(SideBySideApp(one, other, TABLE)).split("\n")
    assert [line.startswith(str(match.id)[:8]) for match, line in ((one, low[1]), (other, low[12]))] == [True, True]
    same = shown_after(SideBySideApp(one, other, TABLE), "left")
    assert "the same so far" in same
    assert "≠" not in same
    assert "the same way as far as both go" in shown_after(SideBySideApp(one, one, TABLE), "x")


def test_the_same_seat_looks_at_both() -> None:
    one = golden_match("sorcerous-futures")
    other = beside(one, 6)
    shown = shown_after(SideBySideApp(one, other, TABLE), "o", size=LARGE)
    assert shown.split("\n")[0].endswith(f"as {one.players[0]}")
    assert shown_after(SideBySideApp(one, other, 1), size=LARGE) == shown
    assert shown_after(SideBySideApp(one, other, 1), "O", "t", "t", "q", size=LARGE)
