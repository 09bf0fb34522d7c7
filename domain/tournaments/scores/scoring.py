"""What a match is worth to those who played it; `docs/tournaments.md` tells of it."""

import re
from collections.abc import Callable, Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Final, Literal, get_args
from uuid import UUID

from msgspec import Struct

from ludograph.domain.kernel.cards import UNKNOWN
from ludograph.domain.kernel.marks import Seat
from ludograph.domain.kernel.result import Place, Score
from ludograph.domain.kernel.sentences import listed
from ludograph.domain.notation.limits import cut

Points = Fraction | str
"""What somebody has; `??` where a score that nobody knows leaves it open."""

TieBreak = Literal[
    "wins",
    "score",
    "opponents",
    "opponents-mean",
    "opponents-elsewhere",
    "buchholz",
    "buchholz-cut-1",
    "buchholz-median",
    "head-to-head",
    "best",
    "lot",
]
TIE_BREAKS: Final[tuple[TieBreak, ...]] = get_args(TieBreak)
BREAKING: Final[dict[TieBreak, str]] = {
    "wins": "who has more wins, shared ones in part",
    "score": "whose final scores make the greater sum",
    "opponents": "whose opponents have more points, each counted once for each meeting",
    "opponents-mean": "whose opponents have more points on average",
    "opponents-elsewhere": "whose opponents have more points on average from matches without them",
    "buchholz": "whose tables were stronger, by the mean of those met at each, over all rounds",
    "buchholz-cut-1": "whose tables were stronger, over all rounds but the weakest",
    "buchholz-median": "whose tables were stronger, over all rounds but the weakest and the strongest",
    "head-to-head": "who has more points from matches against others who are still tied",
    "best": "whose best match is worth more, then the second best, and so on",
    "lot": "whose lot was drawn first",
}
"""Who is ahead by each tie-break."""
CALLED: Final[dict[TieBreak, str]] = {
    "wins": "Wins",
    "score": "Score",
    "opponents": "Opponents",
    "opponents-mean": "Mean of opponents",
    "opponents-elsewhere": "Opponents elsewhere",
    "buchholz": "Buchholz",
    "buchholz-cut-1": "Buchholz (cut 1)",
    "buchholz-median": "Buchholz (median)",
    "head-to-head": "Head to head",
    "best": "Best",
    "lot": "Lot",
}
"""What each is called on pages and on paper."""
BY_OPPONENTS: Final = {"opponents-mean", "opponents-elsewhere", "buchholz", "buchholz-cut-1", "buchholz-median"}
UNPLAYED: Final = (
    "For Buchholz a bye, a round that somebody missed and one after they withdrew count as played against their equal, "
    "of as many points but no more than average seats, and where a round is cut one that was missed goes first; the "
    "mean of opponents leaves them out. Whoever left counts for those who met them with an average seat for each round "
    "since."
)
"""What is done by `BY_OPPONENTS` where somebody did not play."""
FAIR: Final = "opponents-mean,buchholz-cut-1,wins"
"""What parts those who are tied where nothing else is said: what comes first is fair to byes and to late entries."""
WORTH: Final = {
    "wins": "1 for who wins, shared by joint winners",
    "score": "the final score",
    "share": "the final score, divided by the sum of all at the table",
    "duplicate": "the part of the tables with the same deal at which the same seat came to less",
}
"""What a match is worth by each way of scoring but by places."""
Stage = Literal["seated", "running", "over"]
NUMBER: Final = re.compile(r"-?\d{1,9}(\.\d{1,6})?", re.ASCII)
HOW_MANY: Final = 20
"""More places than this no list of points has."""


class Unscorable(ValueError):
    """This is no way of scoring, or of parting those who are tied; the message says what is."""


class TableResult(Struct, frozen=True):
    """What came of a table, whether it was recorded or entered. Before the end there are no scores."""

    players: tuple[str, ...]
    """In the order of their seats."""
    stage: Stage
    match: UUID | None = None
    scores: tuple[Score, ...] = ()
    places: tuple[Place, ...] = ()
    winners: tuple[Seat, ...] | str = ()
    fewest: bool = False
    """Whether the lowest score is first in this game."""
    seed: str | None = None
    """From which the program dealt; None where it did not, or where that is not recorded."""
    name: str = ""
    """By which the match goes, or the one that was abandoned, where it has a name of its own."""
    awaits_deal: bool = False
    """Whether its match, which has begun, awaits the deal that only its table knows."""
    abandoned: UUID | None = None
    """The match that was begun here and abandoned, where none counts and nothing was entered."""

    @property
    def over(self) -> bool:
        """Whether it counts."""
        return self.stage == "over"

    def forfeited(self, seat: Seat) -> bool:
        """Whether a forfeit was entered for a seat; one by a ruling on a recorded match has a score."""
        return self.over and self.match is None and self.scores[seat - 1] is None


Results = Sequence[Sequence[TableResult]]
"""What came of every table: by round, and by table in it."""


class Scoring(Struct, frozen=True):
    """A way of scoring, as it is written on a command line, and what alone and first at a table is worth by it."""

    text: str
    win: Decimal = Decimal(0)
    by_place: tuple[Decimal, ...] = ()

    @property
    def told(self) -> str:
        """What a match is worth, in words."""
        if not self.by_place:
            return WORTH[self.text]
        worth = [f"{amount} for the {ordinal(place)}" for place, amount in enumerate(self.by_place, start=1)]
        return f"{listed(worth)}; those who share a place share its points"

    def points(self, result: TableResult, others: Sequence[TableResult]) -> tuple[Points, ...]:
        """What each seat of a table gets; `others` are those that played the same deal."""
        if self.by_place:
            return tuple(self._for_place(place, result.places) for place in result.places)
        if self.text == "duplicate":
            return tuple(_compared(seat, result, others) for seat in range(len(result.players)))
        return _WAYS[self.text](result)

    def _for_place(self, place: Place, places: Sequence[Place]) -> Points:
        """The mean of what those on one place take together."""
        if not isinstance(place, int):
            return UNKNOWN
        tied = places.count(place)
        taken = self.by_place[place - 1 : place - 1 + tied]
        return Fraction(sum(map(Fraction, taken), Fraction(0)), tied)


def read_scoring(text: str) -> Scoring:
    """A way of scoring as an organiser writes it. Raises `Unscorable`."""
    kind, _, rest = "".join(text.split()).partition("=")
    if kind == "places":
        parts = rest.split(",")
        if all(parts) and len(parts) <= HOW_MANY:
            values = tuple(map(read_number, parts))
            return Scoring(f"places={','.join(map(str, values))}", values[0], values)
        raise Unscorable(f"`places` needs up to {HOW_MANY} numbers, that of the first place first: places=5,3,1.")
    if rest or kind not in (*_WAYS, "duplicate"):
        raise Unscorable(f"{cut(text) or 'Nothing'} is no scoring: say wins, score, share, duplicate, or places=5,3,1.")
    return Scoring(kind, Decimal(1 if kind in ("wins", "duplicate") else 0))


def read_tie_breaks(text: str) -> tuple[TieBreak, ...]:
    """Tie-breaks in their order, parted by commas; none at all are as good. Raises `Unscorable`."""
    names = tuple(name.strip() for name in text.split(",") if name.strip())
    for name in names:
        if name not in TIE_BREAKS or names.count(name) > 1:
            why = "is named twice" if name in TIE_BREAKS else "is no tie-break"
            raise Unscorable(f"{cut(name)} {why}: name some of {', '.join(TIE_BREAKS)}, each once.")
    return names  # type: ignore[return-value]


def read_number(text: str) -> Decimal:
    """Points as they are written: a number with up to six decimals. Raises `Unscorable`."""
    if not NUMBER.fullmatch(text.strip()):
        raise Unscorable(f"{cut(text) or 'Nothing'} is no number of points: write one such as 3 or 2.5.")
    return Decimal(text.strip())


def as_number(points: Points | int | None) -> float | int | str | None:
    """Points for programs: to six decimals, whole ones without any."""
    if isinstance(points, Fraction):
        return int(points) if points.denominator == 1 else round(float(points), 6)
    return points


def points_text(points: Points | int | None) -> str:
    """Points for people: to three decimals at most, nothing where there are none."""
    if points is None:
        return ""
    return f"{float(points):.3f}".rstrip("0").rstrip(".") if isinstance(points, Fraction) else str(points)


def as_change(points: Fraction) -> str:
    """What penalties do to somebody's points, for people: `-1`, `+0.5`, nothing where there are none."""
    return f"{'-' if points > 0 else '+'}{points_text(abs(points))}" if points else ""


def ordinal(number: int) -> str:
    """`1st`, `2nd`, `3rd`, `11th`."""
    last = 0 if number // 10 % 10 == 1 else number % 10
    return f"{number}{ {1: 'st', 2: 'nd', 3: 'rd'}.get(last, 'th') }"


def wins(result: TableResult) -> tuple[Points, ...]:
    """1 for who has won, shared by joint winners; whoever is surely behind has nothing even where that is open."""
    if isinstance(result.winners, str):
        return tuple(UNKNOWN if place in (1, UNKNOWN) else Fraction(0) for place in result.places)
    seats = range(1, len(result.players) + 1)
    return tuple(Fraction(seat in result.winners, max(len(result.winners), 1)) for seat in seats)


def final_scores(result: TableResult) -> tuple[Points, ...]:
    """The final scores; nothing for who has none."""
    return tuple(score if isinstance(score, str) else Fraction(score or 0) for score in result.scores)


def share(result: TableResult) -> tuple[Points, ...]:
    """The part that each has of the sum of all scores; nothing where that is not above 0, or of a score of 0."""
    scores = final_scores(result)
    if UNKNOWN in scores:
        return tuple(UNKNOWN if score else Fraction(0) for score in scores)
    whole = sum((Fraction(score) for score in scores), Fraction(0))
    return tuple(Fraction(score) / whole if whole > 0 else Fraction(0) for score in scores)


def _compared(seat: int, result: TableResult, others: Sequence[TableResult]) -> Points:
    """The part of the tables at which the same seat came to less, an equal one counting half.

    Where nobody else had these cards it is half a point: nothing was shown either way.
    """
    rivals = [other for other in others if other is not result and _comparable(other, result)]
    if not rivals:
        return Fraction(1, 2)
    scores = [other.scores[seat] for other in (result, *rivals)]
    if UNKNOWN in scores:
        return UNKNOWN
    mine, *theirs = (_worth(score, result.fewest) for score in scores)
    return Fraction(sum(2 if mine > other else mine == other for other in theirs), 2 * len(theirs))


def _comparable(one: TableResult, other: TableResult) -> bool:
    """Whether as many sat at both tables and neither is known to have had other cards."""
    known = {one.seed, other.seed} - {None}
    return len(one.players) == len(other.players) and len(known) < 2


def _worth(score: Score, fewest: bool) -> tuple[bool, int]:
    """What scores are compared by: more is better, and no score is less than any."""
    return (True, -score if fewest else score) if isinstance(score, int) else (False, 0)


_WAYS: Final[dict[str, Callable[[TableResult], tuple[Points, ...]]]] = {
    "wins": wins,
    "score": final_scores,
    "share": share,
}
