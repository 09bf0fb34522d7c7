"""What is asked for, and what comes of it."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Final, Literal, NamedTuple

from msgspec import Struct

from ludograph.domain.kernel.game import Refused

Method = Literal["swiss", "random", "spread"]
METHODS: Final[tuple[Method, ...]] = ("swiss", "random", "spread")


class RoundSeating(Struct, frozen=True):
    """Who sits where in a round: tables of names in the order of their seats, and who has a bye."""

    tables: tuple[tuple[str, ...], ...]
    byes: tuple[str, ...] = ()


class SeatingRequest(Struct, frozen=True, kw_only=True):
    """What is to be seated: `players` are those present, for `swiss` in the order of the standings."""

    players: tuple[str, ...]
    sizes: tuple[int, int]
    """The fewest and the most players at a table."""
    rounds: int = 1
    method: Method = "swiss"
    seed: str = ""
    past: tuple[RoundSeating, ...] = ()
    """The rounds before, whoever sat in them."""
    points: Mapping[str, int | float | Fraction] = {}
    """What each has, for `swiss`; who is not named has none."""
    repeat: Fraction = Fraction(1, 2)
    """How much `swiss` minds a repeated meeting: as much as one player who sits so far off, the whole way being 1."""


class Seated(Struct, frozen=True):
    """What was asked for: the new rounds, and how good they are."""

    rounds: tuple[RoundSeating, ...]
    meetings_repeated: int
    """How often pairs meet beyond their first time, over the rounds before too."""
    byes: int
    bound: int
    """With fewer repeated meetings nobody could seat these rounds: shown by counting, or by the solver."""

    @property
    def proven(self) -> bool:
        """Whether it is known that no seating repeats fewer meetings."""
        return self.meetings_repeated == self.bound


class Split(NamedTuple):
    """A round while it is worked out: players are numbers."""

    tables: tuple[tuple[int, ...], ...]
    byes: tuple[int, ...] = ()


class SeatingHistory(NamedTuple):
    """What is known before any new round is made; players are numbers from 0."""

    players: int
    sizes: tuple[int, ...]
    """Of the tables of each round, the largest first."""
    rounds: int
    met: Mapping[tuple[int, int], int]
    """How often each pair met, the smaller number first; who never met is not in it."""
    rested: tuple[int, ...]
    """How many byes each had."""

    @property
    def byes(self) -> int:
        """How many have a bye in each round."""
        return self.players - sum(self.sizes)

    @property
    def fresh(self) -> bool:
        """Whether nobody met anybody, and nobody had more byes than others."""
        return not self.met and len(set(self.rested)) == 1


def check_request(asked: SeatingRequest) -> None:
    """Raises `Refused` where nothing can be made of what is asked."""
    least, most = asked.sizes
    if asked.method not in METHODS:
        raise Refused(None, "There are three ways to seat: swiss, random and spread.")
    if not 2 <= least <= most:
        raise Refused(None, "A size is the fewest and the most players at a table, at least 2: write it as 3-4.")
    if asked.rounds < 1:
        raise Refused(None, "Ask for one round at least.")
    if asked.method == "swiss" and asked.rounds != 1:
        raise Refused(None, "swiss seats one round at a time, by the standings: ask for one, or use --method spread.")
    if len(set(asked.players)) != len(asked.players):
        raise Refused(None, "A player is named twice: name each once.")
