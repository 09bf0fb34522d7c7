"""Tie-breaks by what those met have come to, fair to byes, late entries and tables of several sizes.

They follow the FIDE Handbook, C.07 Tie-Break Regulations: articles 8.1 (Buchholz), 14 (cuts) and 16.3 to 16.5 (rounds
that were not played). `docs/tournaments.md` says how that is read for tables of more than two.
"""

from collections.abc import Sequence
from fractions import Fraction

from ludograph.domain.kernel.cards import UNKNOWN
from ludograph.domain.notation.names import folded
from ludograph.domain.tournaments.scores.scoring import Points
from ludograph.domain.tournaments.scores.tallies import Tallies, Tally, mean, summed


def mean_of_opponents(tally: Tally, all: Tallies) -> Points:
    """The mean of what those met have, once for each meeting; whoever met nobody has played against their equal."""
    return mean(met_points(tally, all) or [_equal(tally)])


def met_points(tally: Tally, all: Tallies) -> list[Points]:
    """What each of those met has, once for each meeting."""
    return [_as_opponent(all[name]) for game in tally.games for name in game.met if name in all]


def mean_elsewhere(tally: Tally, all: Tallies) -> Points:
    """The mean of what those met have without their matches against oneself; nothing for who met nobody.

    What they had of such a match is what was left at one's own table: less on average the more sat there.
    """
    return mean(points_elsewhere(tally, all) or [Fraction(0)])


def points_elsewhere(tally: Tally, all: Tallies) -> list[Points]:
    """What each of those met has without their matches against oneself, once for each meeting."""
    own = folded(tally.name)
    met = [all[name] for game in tally.games for name in game.met if name in all]
    return [
        summed([*(game.points for game in one.games if own not in game.met), one.others, one.after_them]) for one in met
    ]


def by_rounds(by: str, tally: Tally, all: Tallies) -> Points:
    """What is summed up over the rounds by one of the three `buchholz`."""
    return summed(cut_rounds(by, tally, all)[0])


def cut_rounds(by: str, tally: Tally, all: Tallies) -> tuple[Sequence[Points], Sequence[Points]]:
    """For each round the mean of what those met there have, or what one's equal has where there was nobody.

    Behind them those that are cut: for `buchholz-cut-1` the round that brings least, where one that somebody missed
    goes first (article 16.5), for `buchholz-median` then the one that brings most too. Where a round is not known
    nothing is cut, and `??` is left.
    """
    away = _away(tally)
    rounds = [*_in_play(tally, all), *away]
    known = [one for one in rounds if isinstance(one, Fraction)]
    if by == "buchholz" or not rounds:
        return rounds, []
    if len(known) < len(rounds):
        return [UNKNOWN], []
    cut = [min(known[-len(away) :])]
    known.remove(cut[0])
    if by == "buchholz-median" and known:
        cut.append(max(known))
        known.remove(max(known))
    return known, cut


def _in_play(tally: Tally, all: Tallies) -> list[Points]:
    """What each match and each bye brings: a bye, or a table without others, is played against one's equal."""
    rounds = [[_as_opponent(all[name]) for name in game.met if name in all] for game in tally.games]
    return [mean(met or [_equal(tally)]) for met in rounds] + [_equal(tally)] * tally.rested


def _away(tally: Tally) -> list[Points]:
    """What each complete round brings that somebody missed of their own will: for they came later, or had gone."""
    return [_equal(tally)] * tally.away


def _equal(tally: Tally) -> Points:
    """Who is played against where there is nobody: of as many points, and at most those of average seats (16.4)."""
    points, even = tally.points, tally.even
    return UNKNOWN if isinstance(points, str) or isinstance(even, str) else min(points, even)


def _as_opponent(tally: Tally) -> Points:
    """What somebody counts for those who met them: each round since they left as an average seat of it (16.3)."""
    return summed([tally.points, tally.after_them])
