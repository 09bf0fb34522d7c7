"""Records of Sorcerous Futures: what a program may not invent, what messages say, what is shown to whom."""

from io import BytesIO
from json import dumps
from typing import Any
from uuid import UUID

import pytest

from ludograph.domain.exchange.importer import Builder
from ludograph.domain.games.sorcerous_futures import GAME
from ludograph.domain.games.sorcerous_futures.actions import Give, Offer, Pass, Seal
from ludograph.domain.games.sorcerous_futures.rules import GUIDE
from ludograph.domain.games.sorcerous_futures.state import FuturesOptions
from ludograph.domain.kernel.conceal import Observer
from ludograph.domain.kernel.game import JUDGE, TABLE, Refused
from ludograph.domain.kernel.scene import Row
from ludograph.domain.kernel.sentences import Speaker
from ludograph.domain.match.aggregate import Match, Setting, start_match
from ludograph.domain.notation.matchfile import chunks
from ludograph.replay.sentences.step_sentences import tell_facts
from ludograph.replay.timeline.timeline import Timeline
from tests.worlds import STAMP, stamp

THREE: dict[str, Any] = {
    "ludograph": 1, "game": "sorcerous-futures", "players": ["Ann", "Bob", "Cat"],
    "deal": {
        "aces": [["1M", "1S"], ["1V", "1L"], ["1Y", "1K"]], "crowns": ["??", "NS", "??"], "set_aside": ["??"] * 3,
        "valuations": ["??", "??", "2VL", "5ML", "??", "??", "??"], "row": ["8YK", "4MS", "2SY", "9LK", "PVLY"],
    },
}  # fmt: skip
OFFER = {"seat": "Ann", "do": "offer", "card": "8YK", "format": "closed"}


def seeded(*players: str, **options: Any) -> Match:
    """A match that the program deals."""
    return start_match(GAME, UUID(int=1), Setting(players, FuturesOptions(**options), None, "7"), STAMP)


def read(*lines: dict[str, Any]) -> Match:
    """A match as a file tells it."""
    (chunk,) = chunks(BytesIO("".join(dumps(line) + "\n" for line in lines).encode()))
    return Builder(chunk, stamp).match()


def refused(*lines: dict[str, Any]) -> Refused:
    """How a match is refused."""
    with pytest.raises(Refused) as wrong:
        read(*lines)
    return wrong.value


def bought_up(match: Match) -> Match:
    """The match up to its last decision; every card goes to the active seat, for its opening bid or for nothing."""
    while not match.game.result(match.state).over:
        state = match.state
        if state.auction is None:
            seat = state.active
            move: Any = Offer(state.row[0], "open" if state.gold[seat - 1] >= 10 else "closed")
        else:
            seat = state.auction.waiting[0]
            move = Pass() if state.phase == "open" else Seal(0)
        if state.group == 4 and not state.row and state.auction and len(state.auction.waiting) == 1:
            return match
        match = match.play(seat, move, STAMP)
    return match


def test_a_sealed_bid_that_nobody_noted_is_never_made_up() -> None:
    match = seeded("Ann", "Bob", "Cat")
    first = match.state.active
    match = match.play(first, Offer(match.state.row[0], "closed"), STAMP)
    match = match.play(1, Seal(None), STAMP).play(2, Seal(5), STAMP)
    with pytest.raises(Refused, match="bids of all seats") as wrong:
        match.play(3, Seal(4), STAMP)
    assert wrong.value.rule == "SF-2.5"
    done = match.play(3, Seal(4), STAMP, chance=match.chance((3, 5, 4)))
    assert done.state.gold == (90, 85, 90)


def test_a_crown_that_nobody_noted_is_never_made_up() -> None:
    match = seeded("Ann", "Bob", "Cat", "Dan", excuse_seat=4)
    match = bought_up(match.play(4, Give(("??",) * 4), STAMP))
    seat = match.state.auction.waiting[0]
    with pytest.raises(Refused, match="each seat's Crown") as wrong:
        match.play(seat, Pass() if match.state.phase == "open" else Seal(0), STAMP)
    assert wrong.value.rule == "SF-2.5"


def test_null_is_no_way_to_write_a_bid_that_is_not_known() -> None:
    wrong = refused(THREE, OFFER, {"seat": "Bob", "do": "seal", "amount": None})
    assert wrong.rule == "SF-2.4"
    assert "??" in wrong.why
    assert read(THREE, OFFER, {"seat": "Bob", "do": "seal", "amount": "??"}).state.auction.bids == (None,) * 3


@pytest.mark.parametrize(
    ("deal", "rule", "says"),
    [
        ({"crowns": ["NM", "??", "??"]}, "SF-1.4", "Ann cannot have"),
        ({"crowns": ["??", "??", "NV"], "set_aside": ["??", "??", "NL"]}, "SF-1.4", "Crowns of Cat"),
        ({"crowns": ["8MS", "??", "??"]}, "SF-1.4", "are Crowns"),
        ({"valuations": ["??"] * 6}, "SF-1.5", "seven cards"),
        ({"row": ["8YK", "4MS", "2SY", "9LK"]}, "SF-1.5", "`row` has five"),
        ({"pack": ["??"] * 27, "valuations": None, "row": None}, "SF-1.5", "28 cards"),
        ({"pack": ["??"] * 28, "valuations": None, "row": None}, "SF-1.5", "entries 8 to 12"),
    ],
)
def test_a_message_about_a_deal_names_players_and_what_is_wrong(deal: dict[str, Any], rule: str, says: str) -> None:
    changed = {key: value for key, value in (THREE["deal"] | deal).items() if value is not None}
    wrong = refused(THREE | {"deal": changed})
    assert wrong.rule == rule
    assert says in wrong.told(THREE["players"])


def rows(match: Match, observer: Observer, owner: int) -> dict[str, tuple[str, ...]]:
    """The rows of cards in a seat's part of the table, as an observer sees it."""
    scene = GAME.scene(match.view(observer))
    parts = next(zone.parts for zone in scene.zones if zone.owner == owner)
    return {part.label: part.cards for part in parts if isinstance(part, Row)}


def roles(match: Match) -> list[str]:
    """What is said of each seat."""
    return [", ".join(zone.markers) for zone in GAME.scene(match.view(TABLE)).zones[1:]]


def test_the_sly_excuse_keeps_the_valuations_seen_before_them_and_nobody_else_does() -> None:
    match = seeded("Ann", "Bob", "Cat", "Dan", excuse_seat=4, sly_excuse=True)
    assert len(rows(match, TABLE, 4)["Crowns to give"]) == 6
    match = gave(match)
    assert sorted(rows(match, 4, 4)["Valuations seen"]) == sorted(match.state.valuations)
    assert "Crowns to give" not in rows(match, 4, 4)
    for observer in (TABLE, 1, 2, 3):
        assert "Valuations seen" not in rows(match, observer, 4)
    assert "Valuations seen" in rows(match, JUDGE, 4)


def gave(match: Match) -> Match:
    """The match after the first gift that is legal."""
    return match.play(4, Give(GAME.choices(match.state, 4)[0].values["crowns"][0]), STAMP)


def test_the_table_shows_who_still_has_a_chance_to_bid() -> None:
    match = read(THREE, OFFER | {"format": "open"})
    assert roles(match) == ["active, still to bid", "to act", "still to bid"]
    match = match.play(2, Pass(), STAMP)
    assert roles(match) == ["active, still to bid", "", "to act"]


def test_everybody_is_told_who_looks_at_a_valuation() -> None:
    match = read(THREE)
    for observer in (JUDGE, TABLE, 1, 2, 3):
        told = " ".join(tell_facts(GAME, Speaker(GAME.deck, match.players), Timeline(match, observer)[0].facts))
        _, _, lying = told.partition("The valuations lie face down under ")
        first, second, _, excuse = lying.partition(".")[0].split("; ")
        assert first.startswith("Moons and Suns (Ann looks")
        assert excuse == "the Excuse"
        assert ("2VL" in second) == (observer in (JUDGE, 2))


def test_the_guide_is_short_and_names_the_parts_of_the_game() -> None:
    assert 150 <= len(GUIDE.split()) <= 260
    assert 4 <= GUIDE.count("\n\n") + 1 <= 6
    assert GAME.guide == GUIDE
