"""Tie-breaks by what those met have come to, fair to byes, late entries and tables of several sizes.

They follow the FIDE Handbook, C.07 Tie-Break Regulations: articles 8.1 (Buchholz), 14 (cuts) and 16.3 to 16.5 (rounds
that were not played). `docs/tournaments.md` says how that is read for tables of more than two.
"""

from fractions import Fraction

from ludograph.domain.kernel.cards import UNKNOWN
from ludograph.domain.tournaments.scores.scoring import Points
from ludograph.domain.tournaments.scores.tallies import Tallies, Tally, mean, summed


def mean_of_opponents(tally: Tally, all: Tallies) -> Points:
    """The mean of what those met have, once for each meeting; whoever met nobody has played against their equal."""
    met = [_as_opponent(all[name]) for game in tally.games for name in game.met if name in all]
    return mean(met or [_equal(tally)])


def buchholz(tally: Tally, all: Tallies) -> Points:
    """For each round the mean of what those met there have, or what one's equal has where there was nobody."""
    return summed([*_in_play(tally, all), *_away(tally)])


def buchholz_cut(tally: Tally, all: Tallies) -> Points:
    """Buchholz without the round that brings least; one that somebody missed goes first (article 16.5)."""
    left = _without_least(tally, all)
    return left if isinstance(left, str) else sum(left, Fraction(0))


def buchholz_median(tally: Tally, all: Tallies) -> Points:
    """Buchholz without the round that brings least and the one that brings most."""
    left = _without_least(tally, all)
    return left if isinstance(left, str) else sum(left, Fraction(0)) - max(left, default=Fraction(0))


def _without_least(tally: Tally, all: Tallies) -> list[Fraction] | str:
    """What is left of all rounds; `??` where one of them is not known."""
    away = _away(tally)
    rounds = [one for one in (*_in_play(tally, all), *away) if isinstance(one, Fraction)]
    if len(rounds) < len(tally.games) + tally.rested + len(away):
        return UNKNOWN
    return sorted(rounds)[1:] if not away else rounds[:-1]


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
