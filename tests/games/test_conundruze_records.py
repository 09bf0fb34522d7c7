"""Records of Conundruze: a draw pile made anew, castles nobody wrote down, and what becomes of a peek."""

from io import BytesIO
from json import dumps
from typing import Any
from uuid import UUID

import pytest

from ludograph.domain.exchange.exporter import exported
from ludograph.domain.exchange.importer import Builder
from ludograph.domain.games.conundruze import GAME
from ludograph.domain.games.conundruze.actions import Discard, Draw, Flip, Peek
from ludograph.domain.games.conundruze.facts import PileRebuilt
from ludograph.domain.games.conundruze.rules import GUIDE
from ludograph.domain.games.conundruze.state import ConundruzeOptions
from ludograph.domain.kernel.chance import Written
from ludograph.domain.kernel.conceal import Observer
from ludograph.domain.kernel.game import JUDGE, TABLE, Action, Refused
from ludograph.domain.kernel.scene import Grid
from ludograph.domain.kernel.sentences import Speaker
from ludograph.domain.match.aggregate import Match, Setting, start_match
from ludograph.domain.notation.matchfile import chunks
from ludograph.domain.notation.values import ValueWriter
from ludograph.replay.sentences.step_sentences import tell_facts
from ludograph.replay.timeline.timeline import Timeline
from tests.worlds import NAMES, STAMP, observers, read_back, stamp


def seeded(seats: int, **options: Any) -> Match:
    """A match that the program deals."""
    setting = Setting(NAMES[:seats], ConundruzeOptions(**options), None, "7")
    return start_match(GAME, UUID(int=1), setting, STAMP)


def read(*lines: dict[str, Any]) -> Match:
    """A match as a file tells it."""
    (chunk,) = chunks(BytesIO("".join(dumps(line) + "\n" for line in lines).encode()))
    return Builder(chunk, stamp).match()


def flipped(match: Match) -> Match:
    """The match after everybody has flipped the top row."""
    for seat in range(1, len(match.players) + 1):
        match = match.play(seat, Flip("r1c1", "r1c2"), STAMP)
    return match


def in_turn(match: Match, *actions: Action) -> Match:
    """The match after the seat in turn has done this."""
    for action in actions:
        match = match.play(match.state.turn, action, STAMP)
    return match


@pytest.fixture(scope="module")
def drawn_up() -> Match:
    """Eight players have drawn and discarded all 66 cards."""
    match = flipped(seeded(8))
    for _ in range(66):
        match = in_turn(match, Draw(), Discard())
    assert match.state.pile == 0
    return match


def test_the_discards_but_the_top_one_become_the_draw_pile(drawn_up: Match) -> None:
    rebuilt = in_turn(drawn_up, Draw())
    fact = rebuilt.steps[-1].facts[0]
    assert isinstance(fact, PileRebuilt)
    assert fact.cards == drawn_up.state.discards[:-1]
    assert sorted(fact.order) == sorted(fact.cards)
    assert rebuilt.steps[-1].shuffled == fact.order
    assert rebuilt.state.held == fact.order[0]
    assert rebuilt.state.discards == drawn_up.state.discards[-1:]
    assert rebuilt.state.pile == 64 == len(rebuilt.state.recycled)


def test_everybody_knows_what_is_in_it_and_nobody_in_which_order(drawn_up: Match) -> None:
    rebuilt = in_turn(drawn_up, Draw(), Discard(), Draw())
    for observer in observers(rebuilt)[1:]:
        view = rebuilt.view(observer)
        assert sorted(view.recycled) == sorted(rebuilt.state.recycled)
        assert set(view.order) == {"??"}
        again = read_back(rebuilt, observer)
        assert again.state == view
    assert read_back(rebuilt, JUDGE).state == rebuilt.state


def test_a_card_drawn_from_it_was_among_the_discards(drawn_up: Match) -> None:
    spare = next(card for card in ("2f", "9w", "Kf", "Rs") if card not in drawn_up.state.discards)
    assert refusal(drawn_up, [spare]) == "CZ-1.7"
    assert refusal(drawn_up, []) == "CZ-1.7"
    assert refusal(drawn_up, None) == "CZ-1.7"
    top = drawn_up.state.discards[-1]
    others = [card for card in drawn_up.state.discards[:-1] if card != top]
    drawn = drawn_up.play(drawn_up.state.turn, Draw(), STAMP, chance=Written(GAME.deck, [others[0]]))
    assert drawn.steps[-1].shuffled is None
    assert drawn.state.held == others[0]


def test_a_card_drawn_from_a_known_order_is_its_top(drawn_up: Match) -> None:
    rebuilt = in_turn(drawn_up, Draw(), Discard())
    first, second = rebuilt.state.order[:2]
    assert refusal(rebuilt, [second]) == "CZ-1.8"
    assert refusal(rebuilt, None) == "CZ-1.7"
    assert rebuilt.play(rebuilt.state.turn, Draw(), STAMP, chance=Written(GAME.deck, [first])).state.held == first


def refusal(match: Match, drawn: list[str] | None) -> str | None:
    """The rule by which a draw with this outcome is refused."""
    with pytest.raises(Refused) as wrong:
        match.play(match.state.turn, Draw(), STAMP, chance=Written(GAME.deck, drawn))
    return wrong.value.rule


def test_an_order_is_written_only_where_something_is_shuffled() -> None:
    match = flipped(seeded(2))
    with pytest.raises(Refused) as wrong:
        match.play(match.state.turn, Draw(), STAMP, chance=Written(GAME.deck, ["2f"], ("2f", "3f")))
    assert wrong.value.rule == "CZ-1.7"


def test_only_who_peeked_knows_the_pair_and_goes_on_knowing_it() -> None:
    match = flipped(seeded(3, betting="peek")).play(1, Peek(), STAMP)
    bottom = match.state.sides[0].castle[6:]
    assert match.view(1).sides[0].castle[2:] == ("??",) * 4 + bottom
    for observer in (TABLE, 2, 3):
        assert match.view(observer).sides[0].castle[2:] == ("??",) * 6
    assert f"({bottom[0]}) at r4c1 and" in told(match, 1)[-1]
    assert told(match, 2)[-1] == "Ann peeks at r4c1 and r4c2."


def told(match: Match, observer: Observer) -> list[str]:
    """The last step in sentences, as an observer hears it."""
    frame = Timeline(match, observer)[len(match.steps)]
    return list(tell_facts(GAME, Speaker(GAME.deck, match.players), frame.facts))


def test_a_castle_is_drawn_with_its_backs() -> None:
    match = flipped(seeded(2))
    castle = GAME.scene(match.state).zones[1].parts[0]
    assert isinstance(castle, Grid)
    assert [(cell.x, cell.y) for cell in castle.cells[:3]] == [(1, 1), (2, 1), (1, 2)]
    assert [cell.hidden for cell in castle.cells] == [False] * 2 + [True] * 6


def test_castles_are_an_object_by_player_in_a_match_file() -> None:
    header = next(exported(seeded(2)))
    assert list(header["deal"]["castles"]) == ["Ann", "Bob"]
    header = next(exported(seeded(2), TABLE))
    assert header["deal"]["castles"] == {"Ann": ["??"] * 8, "Bob": ["??"] * 8}
    state = ValueWriter(("Ann", "Bob")).struct(seeded(2).state)
    assert list(state["sides"]) == ["Ann", "Bob"]


def test_stacks_may_differ_from_seat_to_seat() -> None:
    options = {"betting": "chips", "stacks": [5, 9]}
    match = read({"ludograph": 1, "game": "conundruze", "players": ["Ann", "Bob"], "options": options,
                  "deal": {"caster": "Ann"}})  # fmt: skip
    assert [side.stack for side in match.state.sides] == [4, 8]


def test_the_guide_is_short() -> None:
    assert 200 <= len(GUIDE.split()) <= 300
