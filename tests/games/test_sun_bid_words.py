"""What people read of Sun Bid: refusals, sentences, and the table as it is drawn."""

import json
from io import BytesIO

import pytest

from ludograph.domain.exchange.importer import Builder
from ludograph.domain.games import GAMES
from ludograph.domain.games.sun_bid.facts import RoundScored
from ludograph.domain.games.sun_bid.rules import GUIDE
from ludograph.domain.games.sun_bid.scoring import CrownValue, SeatScore
from ludograph.domain.kernel.decks.decktet import DECKTET
from ludograph.domain.kernel.game import Refused
from ludograph.domain.kernel.scene import Scene
from ludograph.domain.kernel.sentences import Speaker, tell
from ludograph.domain.match.aggregate import Match
from ludograph.domain.notation.matchfile import chunks
from tests.worlds import stamp

THREE = [["NS", "8MS", "5SV", "2SY"], ["TSLK", "9MS", "6SY", "3SK"], ["PSVK", "PMSL", "7SK", "4MS"]]
TWO = [["9MS", "6SY", "5SV", "2SY"], ["8MS", "7SK", "4MS", "3SK"]]
EXAMPLE_7 = ["Ann flip > 5ML", "Bob flip > 9LK", "Cat flip > 1K", "Ann call", "Bob bid 6SY", "Cat bid 7SK", "Ann pass"]


def played(stacks: list[list[str]], *actions: str, decks: list[list[str]] | None = None) -> Match:
    deal = {"stacks": stacks} | ({} if decks is None else {"decks": decks})
    names = json.dumps(["Ann", "Bob", "Cat"][: len(stacks)])
    header = ["ludograph: 1", "game: sun-bid", f"players: {names}", f"deal: {json.dumps(deal)}", ""]
    (chunk,) = chunks(BytesIO("\n".join([*header, *actions, ""]).encode()))
    return Builder(chunk, stamp).match()


def refusal(stacks: list[list[str]], *actions: str, decks: list[list[str]] | None = None) -> str:
    with pytest.raises(Refused) as refused:
        played(stacks, *actions, decks=decks)
    return f"{refused.value.rule} {refused.value.told(['Ann', 'Bob', 'Cat'])}"


def told(match: Match) -> str:
    """The last step in sentences."""
    speaker = Speaker(match.game.deck, match.players)
    return " ".join(tell(match.game, fact, speaker) for fact in match.steps[-1].facts)


def scene(match: Match) -> Scene:
    drawn: Scene = match.game.scene(match.state)
    return drawn


def roles(match: Match) -> list[str]:
    """What the markers of each seat say; empty where they say nothing."""
    return [", ".join(zone.markers) for zone in scene(match).zones if zone.owner is not None]


def test_a_card_won_in_this_round_is_refused_with_the_reason() -> None:
    """Example 14."""
    said = refusal(THREE, *EXAMPLE_7, "Bob flip > 8VL", "Cat call", "Ann pass", "Bob pass", "Cat bid 1S")
    assert said == "SB-4.1 1S was won in this round: it lies face down, and can be bid from the next round on."


def test_a_card_that_cannot_go_with_an_ace_is_refused_with_what_could() -> None:
    actions = ["Ann flip > 1M", "Bob flip > NM", "Ann flip > 6MV", "Bob call", "Ann bid 9MS"]
    said = refusal(TWO, *actions, "Ann discard 1M")
    assert said == "SB-5.1 1M cannot go with 1M: that has to be another card of its suit from the take of Ann."
    match = played(TWO, *actions)
    assert scene(match).title == "Round 1 of 3: another card has to go with 1M"
    assert roles(match) == ["to act, won the auction", "leads"]


def test_a_verb_out_of_time_is_refused_with_those_that_are_not() -> None:
    said = refusal(TWO, "Ann pass")
    assert said == "SB-2.3 The lead has to act: one can only flip, call or play."


def test_a_card_that_is_never_up_for_auction_is_named_as_such() -> None:
    said = refusal(TWO, decks=[["9MS", *["??"] * 29]])
    assert said == "SB-1.4 9MS is in the deck of round 1, but is never up for auction."


def test_an_empty_pool_is_an_auction_for_the_centre_card() -> None:
    assert told(played(TWO, "Ann call")) == "Ann calls an auction for the centre card alone; bidding: Bob, Ann."


def test_a_score_names_its_steps() -> None:
    ann = SeatScore(21, 0, 3, 8, 4, (), 15, 15)
    bob = SeatScore(22, 5, 3, 4, 5, (CrownValue("NM", 1), CrownValue("NL", 4)), 17, 17)
    assert tell(GAMES["sun-bid"], RoundScored(1, (ann, bob)), Speaker(DECKTET, ("Ann", "Bob"))) == (
        "Round 1 scores: Ann 0 for 21 Suns + 3 for Pawns and Courts + 8 for equal ranks + 4 for sequences = 15, "
        "15 in all; Bob 5 for 22 Suns + 3 for Pawns and Courts + 4 for equal ranks + 5 for sequences "
        "(NM as 1, NL as 4) = 17, 17 in all."
    )


def test_the_table_shows_who_has_bid_and_who_has_passed() -> None:
    bidding = played(THREE, *EXAMPLE_7[:5])
    assert scene(bidding).title == "Round 1 of 3: a called auction"
    assert roles(bidding) == ["leads", "highest bid", "to act"]
    let_go = played(THREE, *EXAMPLE_7, "Bob flip > 8VL", "Cat call", "Ann pass")
    assert roles(let_go) == ["has passed", "to act", "leads"]


def test_the_guide_is_a_few_paragraphs() -> None:
    paragraphs = GUIDE.split("\n\n")
    assert 4 <= len(paragraphs) <= 6
    assert not any("\n" in paragraph or "  " in paragraph for paragraph in paragraphs)
