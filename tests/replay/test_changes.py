"""What moved in a step: by the cards themselves, whatever their order, and by values."""

from itertools import pairwise

import pytest

from ludograph.domain.games import GAMES
from ludograph.domain.kernel.game import TABLE
from ludograph.domain.kernel.scene import Cell, Grid, Ledger, Part, Pile, Row, Scene, Zone
from ludograph.replay.beats.changes import MARKERS, ScenePlace, changes
from ludograph.replay.timeline.timeline import Timeline
from tests.playthrough import golden_match


def scene(*parts: Part, markers: tuple[str, ...] = (), label: str = "Seat 1") -> Scene:
    return Scene("A title", (Zone("Table", ()), Zone(label, parts, 1, markers)))


def moved(before: Part, after: Part) -> list[int]:
    found = changes(scene(before), scene(after))
    assert all(place[:2] == (1, 0) for place in found)
    return sorted(place.item for place in found)


def test_at_the_start_nothing_has_moved() -> None:
    assert changes(None, scene(Row("Hand", ("1M",)))) == frozenset()


@pytest.mark.parametrize(
    ("before", "after", "items"),
    [
        ("1M 2SY", "2SY 1M", []),
        ("1M 2SY", "1M NV 2SY", [1]),
        ("1M 2SY", "2SY", []),
        ("1M", "1M 1M", [1]),
        ("?? ??", "?? ?? ??", [2]),
        ("?? ??", "?? NV", [1]),
        ("?? NV", "?? ??", []),
        ("?? NV", "?? ?? ??", [2]),
        ("", "?? NV", [0, 1]),
    ],
)
def test_cards_that_were_not_there_have_moved(before: str, after: str, items: list[int]) -> None:
    assert moved(Row("Hand", tuple(before.split())), Row("Hand", tuple(after.split()))) == items


def test_an_empty_place_has_not_moved() -> None:
    assert moved(Row("Slots", ("??", "", "")), Row("Slots", ("", "", "??"))) == []
    assert moved(Row("Slots", ("", "")), Row("Slots", ("", "NV"))) == [1]


def test_a_row_that_is_turned_over_has_moved_where_faces_are_known() -> None:
    assert moved(Row("Hand", ("1M", "??"), hidden=True), Row("Hand", ("1M", "??"))) == [0]


def test_piles_cells_and_lines_have_moved_if_they_changed() -> None:
    assert moved(Pile("Deck", 3), Pile("Deck", 2)) == [0]
    assert moved(Pile("Deck", 3), Pile("Deck", 3)) == []
    before = Grid("Castle", (Cell("??", 1, 1, hidden=True), Cell("2f", 2, 1)))
    after = Grid("Castle", (Cell("3f", 1, 1), Cell("2f", 2, 1), Cell("4f", 2, 2)))
    assert moved(before, after) == [0, 2]
    lines = Ledger("Gold", (("Gold", "9"), ("Bid", "3")))
    assert moved(Ledger("Gold", (("Gold", "9"),)), lines) == [1]


def test_a_part_is_known_again_though_a_number_in_its_label_changed() -> None:
    one, two = Row("Pool (1 of 4)", ("1M",), key="Pool"), Row("Pool (2 of 4)", ("1M", "NV"), key="Pool")
    assert moved(one, two) == [1]


def test_a_part_of_another_kind_is_another_part() -> None:
    assert moved(Row("Discards", ("1M",)), Pile("Discards", 1, "1M")) == [0]
    assert moved(Row("Fool's Down", ("1M",)), Row("Spells", ("1M",))) == [0]


def test_a_new_part_has_moved_as_a_whole_and_the_others_have_not() -> None:
    found = changes(scene(Row("Hand", ("1M",))), scene(Row("Bid", ("NV",)), Row("Hand", ("1M",))))
    assert found == {ScenePlace(1, 0, 0)}


def test_new_markers_have_moved() -> None:
    found = changes(scene(markers=("leads",)), scene(markers=("to act", "leads")))
    assert found == {ScenePlace(1, MARKERS, 0)}


@pytest.mark.parametrize("game", GAMES)
def test_most_steps_move_something_and_none_moves_what_is_not_there(game: str) -> None:
    match = golden_match(game)
    scenes = [match.game.scene(frame.state) for frame in Timeline(match, TABLE)]
    counts = []
    for before, after in pairwise(scenes):
        found = changes(before, after)
        counts.append(len(found))
        for zone, part, item in found:
            place = after.zones[zone]
            assert item < 200
            assert part == MARKERS or part < len(place.parts)
        assert changes(after, after) == frozenset()
    assert sum(map(bool, counts)) > 0.7 * len(counts)
