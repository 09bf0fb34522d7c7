"""Who stands where: points of all matches, byes and penalties, and what parts those who have as many."""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from ludograph.domain.kernel.cards import UNKNOWN
from ludograph.domain.notation.names import folded
from ludograph.domain.tournaments.aggregate import Tournament
from ludograph.domain.tournaments.scores.opponents import by_rounds, mean_elsewhere, mean_of_opponents
from ludograph.domain.tournaments.scores.scoring import Points, TableResult, TieBreak
from ludograph.domain.tournaments.scores.tallies import Tally, summed, tallies_after
from ludograph.domain.tournaments.scores.tie_reasons import Tied, parting, tie_reason

Broken = Points | tuple[Points, ...] | int | None
"""What a tie-break says of a player: a number, for `best` several; None where lots were not drawn."""


class StandingsLine(Struct, frozen=True):
    """How one player stands. `place` is `??` where points that nobody knows leave it open."""

    place: int | str
    player: str
    points: Points
    played: int
    byes: int
    tie_breaks: dict[str, Broken]
    withdrawn: bool
    penalties: Fraction = Fraction(0)
    """The points that were taken off, and are so in `points`; below zero they were given."""
    missed: int = 0
    """How many rounds had begun without them before they were entered."""
    before_next: str = ""
    """Why they stand before the next, who has as many points, in a sentence; empty where nothing parts them."""
    parted_by: str = ""
    """The tie-break by which they do."""


def standings(
    tournament: Tournament, results: Sequence[Sequence[TableResult]], after: int | None = None
) -> list[StandingsLine]:
    """How everybody stands, the first first; `results` are those of all rounds, `after` so many of them count.

    Whoever was entered later is left out. Those whose points are not known stand behind the others, in no order.
    """
    rounds = len(tournament.state.rounds) if after is None else after
    tallies = tallies_after(tournament, results, rounds)
    known = [tally for tally in tallies.values() if isinstance(tally.points, Fraction)]
    ranked = _Ranking(tournament, tallies).lines(known)
    open_ = [tally for tally in tallies.values() if isinstance(tally.points, str)]
    return ranked + [_Ranking(tournament, tallies).line(tally, UNKNOWN, {}) for tally in open_]


class _Ranking:
    """Puts players in order, tie-break by tie-break: each parts only those who are still tied."""

    def __init__(self, tournament: Tournament, tallies: Mapping[str, Tally]) -> None:
        self._tournament = tournament
        self._tallies = tallies
        self._lots = {folded(name): number for number, name in enumerate(tournament.state.lots, start=1)}
        self._gone = {folded(player.name) for player in tournament.state.players if player.withdrawn}

    def lines(self, tallies: Sequence[Tally]) -> list[StandingsLine]:
        """The players in their order; who is tied to the last shares a place, in the order in which they entered."""
        found: list[StandingsLine] = []
        groups = _parted(tallies, lambda tally: tally.points)
        for group in groups:
            parts = self._broken(group, self._tournament.tie_breaks, {tally.name: {} for tally in group})
            for tied, after in zip(parts, [*parts[1:], None], strict=True):
                place = len(found) + 1
                found += [self.line(tally, place, said) for tally, said in tied]
                if after:
                    pair = Tied(*tied[-1]), Tied(*after[0])
                    why = tie_reason(*pair, self._tallies)
                    found[-1] = replace(found[-1], before_next=why, parted_by=parting(*pair))
        return found

    def line(self, tally: Tally, place: int | str, said: dict[str, Broken]) -> StandingsLine:
        """How one stands."""
        withdrawn = folded(tally.name) in self._gone
        breaks = said or {name: self._value(name, tally, frozenset()) for name in self._tournament.tie_breaks}
        return StandingsLine(
            place,
            tally.name,
            tally.points,
            len(tally.games),
            tally.byes,
            breaks,
            withdrawn,
            tally.penalties,
            tally.missed,
        )

    def _broken(
        self, group: Sequence[Tally], breaks: Sequence[TieBreak], said: dict[str, dict[str, Broken]]
    ) -> list[list[tuple[Tally, dict[str, Broken]]]]:
        """Those who are tied, parted by the tie-breaks that are left."""
        if not breaks:
            return [[(tally, said[tally.name]) for tally in group]]
        tied = frozenset(folded(tally.name) for tally in group)
        for tally in group:
            said[tally.name][breaks[0]] = self._value(breaks[0], tally, tied)
        parts = _parted(group, lambda tally: self._key(breaks[0], said[tally.name][breaks[0]]))
        return [one for part in parts for one in self._broken(part, breaks[1:], said)]

    def _key(self, name: TieBreak, value: Broken) -> Any:
        """What is compared: more is better. A lot that was drawn first is the best."""
        if name == "lot":
            return -value if isinstance(value, int) else -len(self._lots) - 1
        return value

    def _value(self, name: TieBreak, tally: Tally, tied: frozenset[str]) -> Broken:
        """Return the value of a tie-break for a player among those who are still tied, by folded name."""
        if name == "lot":
            return self._lots.get(folded(tally.name))
        if name == "best":
            return _best(tally)
        return _VALUES[name](tally, self._tallies, tied)


def _best(tally: Tally) -> tuple[Points, ...]:
    """The points of all matches, the best first; one that is not known leaves it open which that is."""
    points = [game.points for game in tally.games]
    if any(isinstance(one, str) for one in points):
        return (UNKNOWN,)
    return tuple(sorted(points, reverse=True))


_VALUES: Final[Mapping[str, Callable[[Tally, Mapping[str, Tally], frozenset[str]], Points]]] = {
    "wins": lambda tally, all, tied: summed([game.won for game in tally.games]),
    "score": lambda tally, all, tied: summed([game.score for game in tally.games]),
    "opponents": lambda tally, all, tied: summed(
        [all[name].points for game in tally.games for name in game.met if name in all]
    ),
    "opponents-mean": lambda tally, all, tied: mean_of_opponents(tally, all),
    "opponents-elsewhere": lambda tally, all, tied: mean_elsewhere(tally, all),
    "buchholz": lambda tally, all, tied: by_rounds("buchholz", tally, all),
    "buchholz-cut-1": lambda tally, all, tied: by_rounds("buchholz-cut-1", tally, all),
    "buchholz-median": lambda tally, all, tied: by_rounds("buchholz-median", tally, all),
    "head-to-head": lambda tally, all, tied: summed(
        [game.points for game in tally.games if not tied.isdisjoint(game.met)]
    ),
}


def _parted(tallies: Sequence[Tally], key: Callable[[Tally], Any]) -> list[list[Tally]]:
    """Groups of those who are equal by this, the best first; what is not known of one parts nobody."""
    keys = {tally.name: key(tally) for tally in tallies}
    if any(value in (UNKNOWN, (UNKNOWN,)) for value in keys.values()):
        return [list(tallies)]
    ordered = sorted(set(keys.values()), reverse=True)
    return [[tally for tally in tallies if keys[tally.name] == value] for value in ordered]
