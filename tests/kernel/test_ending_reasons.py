"""Why somebody has won, in a sentence, for games of all kinds and after all rulings."""

import pytest

from ludograph.domain.kernel.cards import UNKNOWN
from ludograph.domain.kernel.decks.decktet import DECKTET
from ludograph.domain.kernel.ending import Ending, Tie
from ludograph.domain.kernel.ending_reasons import Ended, reason
from ludograph.domain.kernel.result import HIGHEST, Order, Result, final
from ludograph.domain.kernel.sentences import Speaker

PLAIN = Ending()
SUNS = Ending(tie=Tie("the most Suns", "Sun"))
FRONT = Ending(tie=Tie("the lowest front", "point", fewest=True))
SILVS = Ending(unit="silv", out=lambda parted, speaker: f"only {speaker.seats(parted.rest)} stayed")
CHIPS = Ending(unit="chip", signed=True, rule="X-1")


def told(words: Ending, result: Result, points: dict[int, int], forfeit: tuple[int, ...]) -> str:
    speaker = Speaker(DECKTET, ("Ann", "Bob", "Cat")[: len(result.scores)])
    return reason(Ended(words, result.order, final(result, points, forfeit), forfeit), speaker)


def over(*scores: int | str | None, order: Order = HIGHEST) -> Result:
    return Result(True, scores, (), order)


@pytest.mark.parametrize(
    ("words", "result", "points", "forfeit", "expected"),
    [
        (PLAIN, over(3, 5, 4), {}, (), "Bob wins with 5 points against 4."),
        (PLAIN, over(1, 0), {}, (), "Ann wins with 1 point against 0."),
        (PLAIN, over(5, 5, 4), {}, (), "Ann and Bob share the win with 5 points each against 4."),
        (PLAIN, over(5, 5, 5), {}, (), "Ann, Bob and Cat share the win with 5 points each."),
        (PLAIN, over(3, 5, 4), {2: -2}, (), "Cat wins with 4 points against 3."),
        (PLAIN, over(3, 5, 4), {}, (2,), "Cat wins with 4 points against 3: Bob forfeited the match."),
        (PLAIN, over(3, 5), {}, (2,), "Ann wins with 3 points against 5: Bob forfeited the match."),
        (PLAIN, over(3, 5), {}, (2, 1), "Nobody wins: Ann and Bob forfeited the match."),
        (PLAIN, over(3, UNKNOWN), {}, (), "Who won depends on cards that nobody recorded."),
        (PLAIN, over(3, UNKNOWN), {}, (2,), "Ann wins with 3 points: Bob forfeited the match."),
        (CHIPS, over(30, -20, -10), {}, (), "Ann wins with +30 chips against -10 (X-1)."),
        (
            SUNS,
            over(5, 5, 4, order=Order(ties=(9, 7, 20))),
            {},
            (),
            "Ann and Bob have 5 points each; Ann wins by the most Suns, 9 Suns against 7.",
        ),
        (
            SUNS,
            over(5, 5, 4, order=Order(ties=(9, 9, 20))),
            {},
            (),
            "Ann and Bob share the win with 5 points each against 4: the most Suns would decide, but they have 9 each.",
        ),
        (
            SUNS,
            over(5, 5, 5, order=Order(ties=(9, 9, 1))),
            {},
            (),
            "Ann, Bob and Cat have 5 points each; Ann and Bob share the win by the most Suns, 9 Suns each against 1.",
        ),
        (
            SUNS,
            over(5, 4, 4, order=Order(ties=(9, 7, 20))),
            {1: -1},
            (2,),
            "Ann and Cat have 4 points each; Cat wins by the most Suns, 20 Suns against 9: Bob forfeited the match.",
        ),
        (
            FRONT,
            over(5, 5, order=Order(ties=(-9, -7))),
            {},
            (),
            "Ann and Bob have 5 points each; Bob wins by the lowest front, 7 points against 9.",
        ),
        (SILVS, over(20, 2, 8, order=Order(out=(1, 3))), {}, (), "Bob wins with 2 silvs against 20: only Bob stayed."),
        (
            SILVS,
            over(20, 2, 3, order=Order(out=(1,))),
            {},
            (),
            "Cat wins with 3 silvs against 2: only Bob and Cat stayed.",
        ),
        (SILVS, over(1, 2, 3, order=Order(out=(1,))), {}, (), "Cat wins with 3 silvs against 2."),
        (SILVS, over(1, 2, order=Order(out=(1,))), {}, (2,), "Nobody wins: only Bob stayed; Bob forfeited the match."),
        (
            PLAIN,
            over(3, 5, 4, order=Order(fewest=True)),
            {},
            (),
            "Ann wins with 3 points against 4: the fewest points win.",
        ),
        (
            PLAIN,
            over(3, 5, 4, order=Order(fewest=True, lasted=(1, 3, 3))),
            {},
            (),
            "Cat wins with 4 points against 5: the fewest points win; Ann went out before.",
        ),
        (PLAIN, over(None, None, order=Order(out=(1,))), {}, (), "Bob wins: Ann cannot win."),
        (PLAIN, over(44, order=Order(needed=40)), {}, (), "Ann wins with 44 points: 40 are needed."),
        (PLAIN, over(39, order=Order(needed=40)), {}, (), "Nobody wins: Ann has 39 points; 40 are needed."),
        (PLAIN, over(44, order=Order(needed=40)), {}, (1,), "Nobody wins: Ann forfeited the match."),
    ],
)
def test_the_reason(
    words: Ending, result: Result, points: dict[int, int], forfeit: tuple[int, ...], expected: str
) -> None:
    assert told(words, result, points, forfeit) == expected
