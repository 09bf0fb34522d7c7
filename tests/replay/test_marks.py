"""What is marked besides what moved: the cards that a sentence names, counts or compares, where they lie."""

from collections.abc import Iterator

import pytest

from ludograph.domain.games import GAMES
from ludograph.domain.games.fools_down.facts import PotAwarded
from ludograph.domain.kernel.cards import UNKNOWN
from ludograph.domain.kernel.conceal import Observer
from ludograph.domain.kernel.game import JUDGE, TABLE
from ludograph.domain.kernel.scene import Grid, Row, Scene
from ludograph.domain.match.aggregate import Match
from ludograph.replay.beats.beats import Beat
from ludograph.replay.beats.changes import ScenePlace
from ludograph.replay.player.recording import Recording
from tests.playthrough import golden_match


def beats(match: Match, observer: Observer, *kinds: str) -> Iterator[tuple[Beat, Scene, dict[ScenePlace, str]]]:
    """The beats with a fact of one of these kinds, or all; each with its scene, and the cards marked as told of."""
    recording = Recording(match, observer)
    for step in range(1, len(recording)):
        for beat in recording.beats(step):
            if not kinds or {type(fact).__name__ for fact in beat.facts} & {*kinds}:
                scene = recording.scene(step, beat.number)
                places = recording.marks(step, beat.number).named
                yield beat, scene, {place: card_at(scene, place) for place in places}


def card_at(scene: Scene, place: ScenePlace) -> str:
    part = scene.zones[place.zone].parts[place.part]
    if isinstance(part, Grid):
        return part.cells[place.item].card
    return part.cards[place.item] if isinstance(part, Row) else getattr(part, "top")  # noqa: B009


def only(beat: Beat, kind: str) -> dict[str, object]:
    (fact,) = (one for one in beat.facts if type(one).__name__ == kind)
    return {name: getattr(fact, name) for name in fact.__struct_fields__}


def test_the_cards_of_a_chain_are_marked_where_they_are_counted() -> None:
    marked = 0
    for beat, _, named in beats(golden_match("aucteraden"), TABLE, "SuitScored"):
        chain = only(beat, "SuitScored")["chain"]
        assert isinstance(chain, tuple)
        assert sorted(named.values()) == sorted(laid.card for laid in chain)
        marked += len(named)
    assert marked


def test_the_hand_that_wins_a_pot_is_marked_and_no_other() -> None:
    found = 0
    for beat, scene, named in beats(golden_match("fools-down"), TABLE, "PotAwarded"):
        pots = [fact for fact in beat.facts if isinstance(fact, PotAwarded)]
        winners = {seat for pot in pots for seat, share in enumerate(pot.shares, start=1) if share}
        assert {scene.zones[place.zone].owner for place in named} <= winners
        found += len(named) >= 5
    assert found


def test_why_a_hand_is_the_best_stands_over_it_where_several_were_shown() -> None:
    """By its kind, or by the first card that is of another height; no cards that lie face down count for it."""
    told = set()
    for _, scene, _ in beats(golden_match("fools-down"), TABLE, "PotAwarded"):
        shown = [part.label for zone in scene.zones for part in zone.parts if isinstance(part, Row) and part.key]
        better = [label for label in shown if ", better" in label]
        assert len(better) == (len(shown) > 1)
        told |= {*better}
    assert told


def test_the_cards_of_the_prime_suit_are_marked_before_whoever_put_them_forward() -> None:
    found = 0
    for beat, scene, named in beats(golden_match("last-years-magic"), TABLE, "RoundJudged"):
        judged = only(beat, "RoundJudged")
        prime, winner = judged["prime"], judged["winner"]
        if prime is not None:
            assert {card[-1] for card in named.values()} == {prime}
            assert winner in {scene.zones[place.zone].owner for place in named}
            found += 1
    assert found


@pytest.mark.parametrize(("game", "kind"), [("conundruze", "CastleScored"), ("sorcerous-futures", "SeatScored")])
def test_what_is_counted_for_a_seat_is_marked_before_it(game: str, kind: str) -> None:
    found = 0
    for beat, scene, named in beats(golden_match(game), TABLE, kind):
        seat = only(beat, kind)["seat"]
        assert {scene.zones[place.zone].owner for place in named} <= {seat}
        found += bool(named)
    assert found


@pytest.mark.parametrize("game", GAMES)
def test_no_card_is_marked_that_the_observer_does_not_know(game: str) -> None:
    """And none twice, as moved and as told of."""
    match = golden_match(game)
    for observer in (TABLE, JUDGE, *range(1, len(match.players) + 1)):
        recording = Recording(match, observer)
        for _, _, named in beats(match, observer):
            assert UNKNOWN not in named.values()
        for step in range(1, len(recording)):
            both = recording.marks(step)
            assert not both.moved & both.named
