"""Scenes as text: what lies on the table, in as many columns as there are."""

import pytest

from ludograph.domain.games import GAMES
from ludograph.domain.kernel.decks.decktet import DECKTET
from ludograph.domain.kernel.scene import Cell, Grid, Ledger, Part, Pile, Row, Scene, Zone
from ludograph.domain.kernel.sentences import Speaker
from ludograph.replay.beats.changes import MARKERS, ScenePlace
from ludograph.replay.beats.marks import Marks
from ludograph.replay.drawing.text_table import SUIT_COLORS, draw_table
from ludograph.replay.sentences.terminal_widths import wide

SPEAKER = Speaker(DECKTET, ("Ann", "Böb 漢字"))


def drawn(*parts: Part, owner: int | None = None, label: str = "Table", width: int = 80) -> list[str]:
    return draw_table(Scene("A title", (Zone(label, parts, owner),)), SPEAKER, width=width).splitlines()


def test_cards_stand_side_by_side_behind_their_label() -> None:
    assert drawn(Row("Pool", ("9MS", "NV")))[-1] == "  Pool  [9MS] [NV]"


def test_unknown_cards_are_backs_and_many_of_them_are_counted() -> None:
    assert drawn(Row("Hand", ("9MS", "??", "??")))[-1] == "  Hand  [9MS] ▒▒▒ ▒▒▒"
    assert drawn(Row("Hand", ("??",) * 12))[-1] == "  Hand  ▒▒▒ × 12"  # noqa: RUF001


def test_a_card_that_lies_face_down_shows_its_face_only_to_who_knows_it() -> None:
    assert drawn(Row("Won", ("9MS", "??"), hidden=True))[-1] == "  Won  ▒9MS▒ ▒▒▒"


def test_piles_are_counted() -> None:
    lines = drawn(Pile("Deck", 12), Pile("Discards", 1, "NV"), Pile("Rest", 0))
    assert lines[-3:] == ["  Deck      ▒▒▒ 12 cards", "  Discards  [NV] 1 card", "  Rest      –"]  # noqa: RUF001


def test_a_grid_shows_the_numbers_of_its_columns_and_rows() -> None:
    cells = (Cell("9MS", -1, 0), Cell("NV", 0, 0), Cell("1M", 0, 1))
    assert drawn(Grid("Tableau", cells))[-3:] == [
        "  Tableau     -1     0",
        "           0 [9MS] [NV]",
        "           1   ·   [1M]",
    ]
    assert drawn(Grid("Tableau", ()))[-1] == "  Tableau  –"  # noqa: RUF001


def test_a_ledger_stands_on_one_line_if_it_can() -> None:
    assert drawn(Ledger("Score", (("Gold", "90"), ("Role", "leads"))))[-1] == "  Score  Gold 90   Role leads"


def test_a_zone_is_named_after_its_owner() -> None:
    assert drawn(owner=1, label="Seat 1")[2].startswith("── Ann ──")
    assert drawn(owner=2, label="Castle")[2].startswith("── Böb 漢字: Castle ──")


@pytest.mark.parametrize("width", [20, 40, 80, 120])
def test_nothing_is_wider_than_the_terminal(width: int) -> None:
    parts = (
        Row("Take", ("9MS",) * 40),
        Ledger("Score", tuple((f"L{n}", "12") for n in range(20))),
        Row("A label that is longer than any label should be", ("NV",)),
    )
    lines = drawn(*parts, owner=2, width=width)
    assert max(map(wide, lines)) <= max(width, 2 + 24 + 2 + 16, 2 + len(parts[2].label))
    assert width < 80 or max(map(wide, lines)) <= width


def test_markers_stand_beside_the_name_of_their_zone() -> None:
    scene = Scene("A title", (Zone("Seat 1", (), 1, ("leads", "to act")),))
    assert draw_table(scene, SPEAKER).splitlines()[2].startswith("── Ann: leads, to act ──")


def test_an_empty_place_is_a_dot() -> None:
    assert drawn(Row("Slots", ("??", "", "9MS")))[-1] == "  Slots  ▒▒▒ · [9MS]"


def test_what_moved_stands_between_marks() -> None:
    parts = (
        Row("Hand", ("9MS", "??", "NV")),
        Row("Won", ("9MS",), hidden=True),
        Pile("Deck", 3),
        Pile("Rest", 0),
        Grid("Castle", (Cell("NV", 0, 0),)),
        Ledger("Score", (("Gold", "90"), ("Points", "3"))),
    )
    scene = Scene("A title", (Zone("Table", ()), Zone("Seat 1", parts, 1, ("leads", "to act"))))
    moved = [(0, 0), (0, 1), (1, 0), (2, 0), (3, 0), (4, 0), (5, 1), (MARKERS, 1)]
    lines = draw_table(
        scene, SPEAKER, marks=Marks(frozenset(ScenePlace(1, part, item) for part, item in moved))
    ).splitlines()
    assert lines[4].startswith("── Ann: leads, »to act« ──")
    assert lines[5:] == [
        "  Hand    »9MS« »▒▒▒« [NV]",
        "  Won     »▒9MS▒«",
        "  Deck    ▒▒▒ »3 cards«",
        "  Rest    »–«",  # noqa: RUF001
        "  Castle     0",
        "          0 »NV«",
        "  Score   Gold 90   Points »3«",
    ]


def test_colour_changes_nothing_but_colour() -> None:
    import re

    scene = Scene("A title", (Zone("Table", (Row("Pool", ("9MS", "??", "0")), Ledger("Score", (("Gold", "9"),)))),))
    colored = draw_table(scene, SPEAKER, color=True)
    assert "\x1b[" in colored
    assert [line.rstrip() for line in re.sub(r"\x1b\[[0-9;]*m", "", colored).splitlines()] == draw_table(
        scene, SPEAKER
    ).splitlines()


@pytest.mark.parametrize("game", GAMES)
def test_suits_are_told_apart_and_read_on_white(game: str) -> None:
    """Bright green, yellow, cyan and white are not."""
    used = [SUIT_COLORS[name.lower()] for name in GAMES[game].deck.suit_names.values()]
    assert len(set(used)) == len(used)
    assert not {"92", "93", "96", "97"} & set(used)
