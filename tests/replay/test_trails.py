"""Where what moved came from: by the card where both ends show it, by number where only one reading is left."""

import pytest

from ludograph.domain.games import GAMES
from ludograph.domain.kernel.scene import Ledger, Part, Pile, Row, Scene, Zone
from ludograph.replay.beats.beats import beats_of
from ludograph.replay.beats.marks import aimed_at
from ludograph.replay.beats.movements import GONE, Movement, movements
from ludograph.replay.timeline.timeline import Timeline
from tests.playthrough import golden_match

DECK, HAND = Pile("Deck", 9), Row("Hand", ("NV", "??"))


def table(*zones: tuple[Part, ...]) -> Scene:
    return Scene("A title", tuple(Zone(f"Zone {number}", parts) for number, parts in enumerate(zones)))


def gold(**lines: int) -> Ledger:
    return Ledger("Gold", tuple((name, str(number)) for name, number in lines.items()))


def gone(before: Scene, after: Scene) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    return [(tuple(trail.source), tuple(trail.target)) for trail in movements(before, after)]  # type: ignore[misc]


def test_at_the_start_nothing_came_from_anywhere() -> None:
    assert movements(None, table((DECK,))) == ()


def test_a_card_is_known_again_by_its_face() -> None:
    pool = Row("Pool", ())
    before, after = table((pool, DECK), (HAND,)), table((Row("Pool", ("NV",)), DECK), (Row("Hand", ("??",)),))
    assert gone(before, after) == [((1, 0), (0, 0))]


def test_unseen_cards_come_from_the_only_place_that_has_fewer() -> None:
    before, after = table((DECK,), (HAND,)), table((Pile("Deck", 7),), (Row("Hand", ("NV", "??", "??", "9MS")),))
    assert gone(before, after) == [((0, 0), (1, 0))]
    both = table((DECK, Pile("Pack", 3)), (HAND,))
    assert gone(both, table((Pile("Deck", 8), Pile("Pack", 2)), (Row("Hand", ("NV", "??", "??")),))) == []


def test_a_card_that_is_turned_up_where_it_lies_comes_from_nowhere() -> None:
    """Though somebody had seen it, and it was listed among what they know."""
    before, after = table((Row("Seen", ("NV",)),), (Row("Under it", ("??",)),)), table((), (Row("Under it", ("NV",)),))
    assert gone(before, after) == []


def test_a_card_takes_the_place_of_an_unseen_one() -> None:
    before, after = (
        table((Row("Held", ("NV",)), DECK), (HAND,)),
        table((Pile("Deck", 10),), (Row("Hand", ("NV", "NV")),)),
    )
    assert ((0, GONE), (1, 0)) in gone(before, after)


def test_a_part_that_is_gone_leaves_its_zone() -> None:
    before, after = table((Row("Bid", ("NV",)),), (Row("Take", ()),)), table((), (Row("Take", ("NV",)),))
    assert gone(before, after) == [((0, GONE), (1, 0))]


def test_coins_go_where_as_many_are_more() -> None:
    before = table((gold(Pot=3),), (gold(Ann=5),), (gold(Bob=5),))
    assert gone(before, table((gold(Pot=5),), (gold(Ann=3),), (gold(Bob=5),))) == [((1, 0), (0, 0))]
    assert gone(before, table((gold(Pot=7),), (gold(Ann=3),), (gold(Bob=3),))) == [((1, 0), (0, 0)), ((2, 0), (0, 0))]
    assert gone(before, table((gold(Pot=0),), (gold(Ann=6),), (gold(Bob=7),))) == [((0, 0), (1, 0)), ((0, 0), (2, 0))]
    assert gone(before, table((gold(Pot=9),), (gold(Ann=3),), (gold(Bob=5),))) == []


def test_a_line_that_is_gone_paid_nothing() -> None:
    assert gone(table((gold(Bid=2),), (gold(Ann=5),)), table((gold(),), (gold(Ann=7),))) == []


@pytest.mark.parametrize("game", GAMES)
def test_every_trail_joins_two_places_of_the_table(game: str) -> None:
    match, before, found = golden_match(game), None, set[Movement]()
    timeline = Timeline(match, 1)
    for frame in timeline:
        for beat in beats_of(timeline, frame.number):
            scene = match.game.scene(beat.state)
            for trail in movements(before, scene):
                assert all(GONE <= spot.part < len(scene.zones[spot.zone].parts) for spot in trail)
                found.add(trail)
            before = scene
    assert found


def test_a_step_is_aimed_at_whom_its_action_names() -> None:
    match = golden_match("hand-of-the-hanataz")
    aimed = {type(step.action).__name__: aimed_at(step.action, step.actor) for step in match.steps}
    assert len(aimed["Rogue"]) == 1
    assert not aimed["Pass"]
    assert not aimed_at(None, 1)
