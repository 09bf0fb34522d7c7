"""Every game says why somebody has won, and it is true: worked out anew from the last state and the last fact."""

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest

from ludograph.domain.games import GAMES
from ludograph.domain.match.aggregate import Match
from ludograph.replay.sentences.ending import MatchEnding, ending_of
from ludograph.replay.timeline.timeline import Timeline
from tests.worlds import observers, random_match

MATCHES = 40
PLAYED: dict[str, list[Match]] = {}


def over(game: str) -> list[Match]:
    """Simulated matches that came to an end, with any options and any number of seats."""
    if game not in PLAYED:
        played = (random_match(GAMES[game], Random(seed)) for seed in range(MATCHES))
        PLAYED[game] = [match for match in played if match.game.result(match.state).over]
    return PLAYED[game]


def ended(match: Match, observer: int = 0) -> MatchEnding:
    ending = ending_of(Timeline(match, observer))
    assert ending is not None
    return ending


def listed(names: list[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def amount(number: int, unit: str) -> str:
    return f"{number} {unit}" if number == 1 else f"{number} {unit}s"


def won(names: list[str], score: str) -> str:
    return f"{names[0]} wins with {score}" if len(names) == 1 else f"{listed(names)} share the win with {score} each"


def plain(match: Match, scores: list[int], unit: str = "point", sign: str = "", rule: str = "") -> str:
    """The sentence where the highest score wins and nothing else matters."""
    best = max(scores)
    names = [name for name, score in zip(match.players, scores, strict=True) if score == best]
    less = [score for score in scores if score < best]
    score = f"{best:{sign}} {unit}{'' if best == 1 else 's'}"
    return f"{won(names, score)}{f' against {max(less):{sign}}' if less else ''}{rule}."


def by_score(match: Match) -> str:
    """For a game without words of its own: the highest score wins."""
    ending, scores = match.game.ending, match.game.result(match.state).scores
    rule = f" ({ending.rule})" if ending.rule else ""
    return plain(match, [int(score or 0) for score in scores], ending.unit, "+" if ending.signed else "", rule)


def last_fact(match: Match) -> Any:
    return next(fact for fact in reversed(match.steps[-1].facts) if type(fact).__name__ == "MatchEnded")


def sun_bid(match: Match) -> str:
    totals, suns = list(match.state.totals), last_fact(match).suns_totals
    best = [at for at, total in enumerate(totals) if total == max(totals)]
    most = [at for at in best if suns[at] == max(suns[one] for one in best)]
    if len(best) == 1:
        return plain(match, totals)
    tied, names = ([match.players[at] for at in seats] for seats in (best, most))
    if len(most) == len(best):
        equal = f": the most Suns would decide, but they have {suns[best[0]]} each."
        return plain(match, totals)[:-1] + equal
    less = max(suns[at] for at in best if at not in most)
    decided = f"{amount(max(suns[at] for at in best), 'Sun')}{' each' if len(most) > 1 else ''} against {less}"
    how = f"{names[0]} wins" if len(names) == 1 else f"{listed(names)} share the win"
    return f"{listed(tied)} have {amount(max(totals), 'point')} each; {how} by the most Suns, {decided}."


def sorcerous_futures(match: Match) -> str:
    facts = [fact for step in match.steps for fact in step.facts if type(fact).__name__ == "SeatScored"]
    scores, fronts = [fact.score for fact in facts], [fact.front for fact in facts]
    best = [at for at, score in enumerate(scores) if score == max(scores)]
    if len(best) == 1:
        return plain(match, scores)
    (first,) = [at for at in best if fronts[at] == min(fronts[one] for one in best)]
    names = listed([match.players[at] for at in best])
    second = min(fronts[at] for at in best if at != first)
    by = f"by the lowest worth of the valuations in front, {amount(fronts[first], 'point')} against {second}"
    return f"{names} have {amount(max(scores), 'point')} each; {match.players[first]} wins {by}."


def aucteraden(match: Match) -> str:
    total, name = last_fact(match).total, match.players[0]
    needed = "40 are needed, 50 for a commanding win"
    if total < 40:
        return f"Nobody wins: {name} has {amount(total, 'point')}; {needed}."
    return f"{name} wins with {amount(total, 'point')}: {needed}."


def last_years_magic(match: Match) -> str:
    return plain(match, [sum(trick.points for trick in tricks) for tricks in match.state.tricks])


def fools_down(match: Match) -> str:
    nets = [chips - brought for chips, brought in zip(match.state.stacks, match.state.buy_ins, strict=True)]
    return plain(match, nets, "chip", "+", " (FD-8.4)")


def hand_of_the_hanataz(match: Match) -> str:
    worth = list(last_fact(match).net)
    left = [at for at, one in enumerate(match.state.players) if one.status != "out"]
    best = max(worth[at] for at in left)
    names = [match.players[at] for at in left if worth[at] == best]
    less = [worth[at] for at in left if worth[at] < best] or [worth[at] for at in range(len(worth)) if at not in left]
    said = won(names, amount(best, "silv")) + (f" against {max(less)}" if less else "")
    gone = [worth[at] for at in range(len(worth)) if at not in left]
    if gone and (max(gone) >= best or len(names) == len(left)):
        still = listed([match.players[at] for at in left])
        said += f": only {still} {'is' if len(left) == 1 else 'are'} still in the game"
    return f"{said}."


def conundruze(match: Match) -> str:
    return conundruze_match(match) if match.state.options.play_to else conundruze_game(match)


def conundruze_game(match: Match) -> str:
    scores = dict(zip(match.players, match.state.scores, strict=True))
    names = [match.players[seat - 1] for seat in match.state.won]
    known = [score for score in scores.values() if score is not None]
    if not known:
        others = listed([name for name in scores if name not in names])
        return f"{names[0]} wins: {others} ducked (CZ-10.4)."
    more = [score for score in known if score > min(known)]
    assert all(scores[name] == min(known) for name in names)
    against = f" against {min(more)}: the fewest points win" if more else ""
    return f"{won(names, amount(min(known), 'point'))}{against} (CZ-10.4)."


def conundruze_match(match: Match) -> str:
    """Who was in the last game, or is in the match still; of these the lowest total, and all others went before."""
    totals = {name: side.total for name, side in zip(match.players, match.state.sides, strict=True)}
    before = [match.players[one.seat - 1] for one in match.state.out if one.game < match.state.game]
    last = [name for name in totals if name not in before]
    still = [name for name, side in zip(match.players, match.state.sides, strict=True) if side.in_match]
    if still:
        before, last = [name for name in totals if name not in still], still
    best = min(totals[name] for name in last)
    names = [name for name in last if totals[name] == best]
    more = [totals[name] for name in last if totals[name] > best]
    causes = ["the fewest points win"] if more else []
    if before:
        gone = f"{listed([name for name in totals if name in before])} went out of the match before"
        causes.append(f"only {last[0]} was left in the match" if len(last) == 1 else gone)
    others = more or [totals[name] for name in before]
    said = won(names, amount(best, "point")) + (f" against {min(others)}" if others else "")
    return f"{said}{': ' if causes else ''}{'; '.join(causes)} (CZ-10.4)."


EXPECTED: dict[str, Callable[[Match], str]] = {
    "sun-bid": sun_bid,
    "sorcerous-futures": sorcerous_futures,
    "aucteraden": aucteraden,
    "last-years-magic": last_years_magic,
    "conundruze": conundruze,
    "hand-of-the-hanataz": hand_of_the_hanataz,
    "fools-down": fools_down,
}
"""What is said of an ending that more than scores decide; see also `by_score`."""


@pytest.mark.parametrize("game", GAMES)
def test_the_reason_is_what_the_last_state_says(game: str) -> None:
    assert len(over(game)) > MATCHES // 2
    for match in over(game):
        assert ended(match).reason == EXPECTED.get(game, by_score)(match)


@pytest.mark.parametrize("game", GAMES)
def test_the_ranking_is_that_of_the_places(game: str) -> None:
    for match in over(game):
        result, ranking = match.game.result(match.state), ended(match).ranking
        places = [rank.place for rank in ranking if isinstance(rank.place, int)]
        assert places == sorted(places)
        assert sorted(rank.seat for rank in ranking if rank.won) == sorted(result.winners)
        assert [rank.score for rank in sorted(ranking, key=lambda rank: rank.seat)] == list(result.scores)


@pytest.mark.parametrize("game", GAMES)
def test_what_a_score_is_made_of_adds_up_to_it(game: str) -> None:
    for match in over(game):
        for rank in ended(match).ranking:
            assert sum(int(number) for _, number in rank.sum) == (rank.score or 0)
            assert bool(rank.sum) == (rank.score is not None)
            assert len(dict(rank.sum)) == len(rank.sum)


@pytest.mark.parametrize("game", GAMES)
def test_everybody_is_told_the_same_ending(game: str) -> None:
    for match in over(game)[:8]:
        assert len({ended(match, observer) for observer in observers(match)}) == 1


def before_the_end(matches: list[Match]) -> Iterator[Match]:
    for match in matches[:5]:
        yield random_match(match.game, Random(0), len(match.steps) // 2)


@pytest.mark.parametrize("game", GAMES)
def test_before_the_end_there_is_none(game: str) -> None:
    for match in before_the_end(over(game)):
        if not match.game.result(match.state).over:
            assert ending_of(Timeline(match, 0)) is None
