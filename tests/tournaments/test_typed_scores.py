"""Scores as they are typed, and that what is entered by hand comes to what a recorded match comes to."""

from random import Random

import pytest
from msgspec import UNSET

from ludograph.domain.games import GAMES
from ludograph.domain.kernel.result import HIGHEST, Result, final
from ludograph.domain.tournaments.events import Scored
from ludograph.domain.tournaments.scores.result_lines import result_line, scores_in
from ludograph.domain.tournaments.scores.said_places import wrong_places
from ludograph.domain.tournaments.scores.scoring import Unscorable
from ludograph.domain.tournaments.scores.typed_scores import read_score, wrong_tie
from tests.worlds import random_match

SEATS = ("Ann", "Ben Ohm", "Ben Oak", "Jo=e")


def written(text: str, players: tuple[str, ...] = SEATS) -> str:
    """What a line is read as."""
    line = result_line(text)
    scores = (f"{one.player} {'f' if one.forfeit else one.typed}" for one in scores_in(line, players))
    return f"{line.table}: {', '.join(scores)}"


@pytest.mark.parametrize(
    ("line", "read"),
    [
        ("3: 12 8 8 f", "3: Ann 12, Ben Ohm 8, Ben Oak 8, Jo=e f"),
        ("3 12 8 8 forfeit", "3: Ann 12, Ben Ohm 8, Ben Oak 8, Jo=e f"),
        (" table 3 :12,8,  -8;+8 ", "3: Ann 12, Ben Ohm 8, Ben Oak -8, Jo=e 8"),
        ("3: ? ?? F 20++", "3: Ann ??, Ben Ohm ??, Ben Oak f, Jo=e 20++"),
        ("3: Ben Oak=3 jo=e -2 ANN 14, ben ohm f", "3: Ben Oak 3, Jo=e -2, Ann 14, Ben Ohm f"),
        ("3: Ben Oh 3 Ben Oa = 2 J 1 A=0+", "3: Ben Ohm 3, Ben Oak 2, Jo=e 1, Ann 0+"),
        ("3: ann=20+ jo=e=20", "3: Ann 20+, Jo=e 20"),
        ("3: 62#4 48#1 ??#3 70#2", "3: Ann 62#4, Ben Ohm 48#1, Ben Oak ??#3, Jo=e 70#2"),
        ("3: ann=62#2 jo=e 48#1", "3: Ann 62#2, Jo=e 48#1"),
    ],
)
def test_a_line_has_scores_by_seat_or_by_name(line: str, read: str) -> None:
    assert written(line) == read


def test_names_may_hold_numbers_and_what_looks_like_a_forfeit() -> None:
    assert written("1: Player 1 12 Player 12 8 Jo F f", ("Player 1", "Player 12", "Jo F")) == (
        "1: Player 1 12, Player 12 8, Jo F f"
    )


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("12 8 8", "At table 12 sit Ann, Ben Ohm, Ben Oak and Jo=e, and 2 scores are written"),
        ("3:", "At table 3 sit Ann, Ben Ohm, Ben Oak and Jo=e, and no scores are written"),
        ("Ann 3", "Ann 3 names no table: write 3: 12 8 8 f"),
        ("3: Ben 4 Ann 3", "Ben 4 names nobody at table 3, or more than one"),
        ("3: Zoe=4", "Zoe=4 names nobody at table 3"),
        ("3: Ann", "Ann: write a score behind each name, such as Ann=12."),
        ("3: Ann=1.5", "Ann=1.5: write a score behind each name"),
    ],
)
def test_what_cannot_be_read_is_said_in_a_sentence(line: str, why: str) -> None:
    with pytest.raises(Unscorable) as wrong:
        written(line)
    assert why in str(wrong.value)


@pytest.mark.parametrize(
    ("texts", "fewest", "why"),
    [
        (("20+", "20", "7"), False, ""),
        (("20+", "20+", "20"), False, ""),
        (("20", "7+", "7"), True, ""),
        (
            ("20+", "21", "7"),
            False,
            "A is tied with nobody at 20: who won a tie is said among equal scores",
        ),
        (("20", "20", "7+"), True, "the lowest score is ahead without it"),
        (("20+", "??", "7"), False, "A is tied with nobody at 20"),
    ],
)
def test_a_plus_goes_where_scores_are_tied(texts: tuple[str, ...], fewest: bool, why: str) -> None:
    said = wrong_tie([read_score(name, text) for name, text in zip("ABC", texts, strict=True)], fewest=fewest)
    assert why in said
    assert bool(why) == bool(said)


def test_a_plus_needs_a_number() -> None:
    assert "no score that could be tied" in wrong_tie([Scored("A", "??", tie=1)], fewest=False)


@pytest.mark.parametrize(
    ("game", "texts", "why"),
    [
        ("conundruze", ("62#4", "48#1", "??#3", "70#2"), ""),
        ("conundruze", ("62#2", "48#1", "f", "70#2"), ""),
        ("hand-of-the-hanataz", ("9#3", "9#1", "9#1"), ""),
        ("conundruze", ("62#3", "48#1", "f", "70#3"), "The places 1, 3 and 3 cannot be: count from 1, and leave out"),
        ("conundruze", ("62#0", "48#1"), "The places 0 and 1 cannot be"),
        ("conundruze", ("62", "48#1", "f", "70"), "A and D have no place: say the places of all, or of nobody."),
        ("conundruze", ("62+", "62#1"), "A has no place"),
        (
            "sun-bid",
            ("62#2", "70#1"),
            "In Sun Bid the places follow from the scores: leave out #2, and write + for who won",
        ),
    ],
)
def test_places_are_said_of_all_where_something_comes_before_the_scores(
    game: str, texts: tuple[str, ...], why: str
) -> None:
    said = wrong_places([read_score(name, text) for name, text in zip("ABCD", texts, strict=False)], GAMES[game])
    assert said.startswith(why)
    assert bool(why) == bool(said)


@pytest.mark.parametrize("text", ["+", "1.5", "20 +", "", "f+", "??+", "++20", "20+#1", "#1", "f#2", "20#", "20#100"])
def test_no_other_text_is_a_score(text: str) -> None:
    with pytest.raises(Unscorable):
        read_score("Ann", text)


def test_a_result_without_ties_is_stored_as_ever() -> None:
    assert Scored("Ann", 3).tie is UNSET


@pytest.mark.parametrize("game", ["aucteraden", "fools-down", "last-years-magic", "sorcerous-futures", "sun-bid"])
def test_what_is_entered_by_hand_comes_to_the_winners_of_the_recorded_match(game: str) -> None:
    ends = 0
    for seed in range(12):
        match = random_match(GAMES[game], Random(seed))
        recorded = match.game.result(match.state)
        if not recorded.over:
            continue
        ends += 1
        by_hand = final(Result(True, recorded.scores, (), match.game.order))
        parted = recorded.order.ties and len(by_hand.winners) > 1
        assert parted or by_hand.winners == recorded.winners
    assert ends


@pytest.mark.parametrize(("score", "winners"), [(-50, ()), (39, ()), (40, (1,)), (50, (1,))])
def test_a_solitaire_is_won_with_what_its_rules_ask(score: int, winners: tuple[int, ...]) -> None:
    assert final(Result(True, (score,), (), GAMES["aucteraden"].order)).winners == winners
    assert final(Result(True, (score,), (), HIGHEST)).winners == (1,)
