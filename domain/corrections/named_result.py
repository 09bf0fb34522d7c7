"""How a match stands, by the names of its players, and in sentences what of it another decision changes."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ludograph.domain.kernel.result import Place, Score, final
from ludograph.domain.kernel.sentences import listed
from ludograph.domain.match.aggregate import Match


class NamedResult(NamedTuple):
    """Scores and places, each in the order of `players`, who has won and who is out; before the end all scores None."""

    over: bool
    players: tuple[str, ...]
    scores: tuple[Score, ...]
    places: tuple[Place, ...]
    winners: tuple[str, ...] = ()
    """Nobody too where `??` leaves it open."""
    out: tuple[str, ...] = ()
    """Who is out of the match, before its end or when it ended."""


def named_result(match: Match) -> NamedResult:
    """How a match stands by the rules alone, without rulings."""
    result = match.game.result(match.state)
    found = final(result)
    winners = () if isinstance(result.winners, str) else tuple(map(match.name, result.winners))
    out = () if match.state is None else tuple(map(match.name, sorted(match.game.eliminated(match.state))))
    return NamedResult(result.over, match.players, found.scores, found.places, winners, out)


def changed_result(was: NamedResult, now: NamedResult) -> str:
    """What differs between two results of a match, in sentences: scores, who wins, places, and who is out."""
    return " ".join(_changes(was, now))


def _changes(was: NamedResult, now: NamedResult) -> Iterator[str]:
    if was.over != now.over:
        scores = _scores(now if now.over else was)
        yield f"It is over then, with {scores}." if now.over else f"It is not over then, as it was with {scores}."
    if was.over == now.over and (told := _moved(was, was.scores, now.scores)):
        yield f"Scores: {told}."
    if now.over:
        yield _who_wins(was, now)
    if was.over == now.over and (told := _moved(was, was.places, now.places)):
        yield f"Places: {told}."
    if was.out != now.out:
        yield f"Out: {listed(now.out, 'nobody')}; before {listed(was.out, 'nobody')}."


def _scores(result: NamedResult) -> str:
    return listed([f"{name}: {score}" for name, score in zip(result.players, result.scores, strict=True)])


def _moved(was: NamedResult, before: Sequence[Score], after: Sequence[Score]) -> str:
    """Whose score, or place, is another: `Ann from 3 to 4`."""
    both = zip(was.players, before, after, strict=True)
    return ", ".join(f"{name} from {one} to {other}" for name, one, other in both if one != other)


def _who_wins(was: NamedResult, now: NamedResult) -> str:
    names = f"{listed(now.winners, 'nobody')} win{'' if len(now.winners) > 1 else 's'}"
    names = names[:1].upper() + names[1:]
    if not was.over:
        return f"{names}."
    return f"{names}, as before." if was.winners == now.winners else f"{names}; before {listed(was.winners, 'nobody')}."
