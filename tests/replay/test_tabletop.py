"""The table on a screen: seats stand side by side only where they would not fit one under the other."""

import pytest

from ludograph.domain.games import GAMES
from ludograph.domain.kernel.decks.decktet import DECKTET
from ludograph.domain.kernel.game import TABLE
from ludograph.domain.kernel.scene import Ledger, Row, Scene, Zone
from ludograph.domain.kernel.sentences import Speaker
from ludograph.replay.beats.changes import ScenePlace
from ludograph.replay.beats.marks import Marks
from ludograph.replay.player.table_layout import tabletop
from ludograph.replay.timeline.timeline import Timeline
from tests.playthrough import golden_match

PLAYERS = ("Ann", "Bob", "Cat")
SCENE = Scene(
    "A title",
    (
        Zone("Table", (Row("Pool", ("9MS",)),)),
        *(Zone(f"Seat {seat}", (Row("Hand", ("??", "NV")),), seat) for seat in (1, 2, 3)),
        Zone("Bank", (Ledger("Chips", (("All", "9"),)),)),
    ),
)


def lines(width: int, height: int, *moved: ScenePlace) -> list[str]:
    drawn = tabletop(SCENE, Speaker(DECKTET, PLAYERS), Marks(frozenset(moved)), width, height)
    return [line.plain.rstrip() for line in drawn]


def test_zones_stand_under_each_other_where_they_fit() -> None:
    assert len(lines(80, 14)) == 14
    assert lines(80, 14)[4] == "  Hand  ▒▒▒ [NV]"


def test_empty_lines_go_first() -> None:
    assert len(lines(80, 10)) == 10
    assert "" not in lines(80, 10)


def test_then_seats_stand_side_by_side() -> None:
    shown = lines(80, 9)
    assert len(shown) == 8
    assert shown[3] == "  Hand  ▒▒▒ [NV]".ljust(41) + "  Hand  ▒▒▒ [NV]"
    assert [line[3:8].strip() for line in shown[::2]] == ["Table", "Ann ─", "Cat ─", "Bank"]
    assert len(lines(120, 7)) == 6


def test_what_moved_is_marked_wherever_it_stands() -> None:
    assert lines(80, 14, ScenePlace(2, 0, 1))[7] == "  Hand  ▒▒▒ »NV«"
    assert lines(80, 9, ScenePlace(2, 0, 1))[3] == "  Hand  ▒▒▒ [NV]".ljust(41) + "  Hand  ▒▒▒ »NV«"


def test_a_long_name_is_cut_where_it_stands_beside_another() -> None:
    long = Speaker(DECKTET, ("Bartholomew of the long and winding name", "Bob", "Cat"))
    shown = [line.plain for line in tabletop(SCENE, long, Marks(), 80, 8)]
    assert shown[2].startswith("── Bartholomew of the long and winding…  ── Bob")


@pytest.mark.parametrize("game", GAMES)
def test_no_line_is_wider_than_the_screen(game: str) -> None:
    match = golden_match(game)
    timeline, speaker = Timeline(match, TABLE), Speaker(match.game.deck, match.players)
    for step in range(0, len(timeline), 9):
        for width in (80, 120, 160):
            drawn = tabletop(match.game.scene(timeline[step].state), speaker, Marks(), width, 13)
            assert max(line.cell_len for line in drawn) <= width
