"""The work of judging a match, in one process or several: what is kept already is not done again."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from itertools import groupby
from pathlib import Path
from typing import Final, NamedTuple
from uuid import UUID

from ludograph.domain.judging.judged_match import JudgedMatch, ToldStep, by_players
from ludograph.domain.judging.judgement import JudgePlan, check_judged, judged
from ludograph.domain.judging.judgement_cache import JudgementCache
from ludograph.domain.kernel.processes import shared_work
from ludograph.domain.match.aggregate import Match
from ludograph.domain.store.recorder import Recorder
from ludograph.domain.store.url import Place

AT_ONCE: Final = 6
"""So many steps a process works out before it hands them over."""


class Share(NamedTuple):
    """Some steps in a row of a match of a store."""

    store: Place
    match: UUID
    head: str
    plan: JudgePlan
    first: int
    last: int


def judged_match(
    match: Match,
    plan: JudgePlan,
    file: Path | None = None,
    *,
    store: Place | None = None,
    jobs: int = 1,
    tell: Callable[[int], None] = lambda done: None,
) -> JudgedMatch:
    """The whole judgement; with a `file` each step is kept there as soon as it is known.

    Several `jobs` load the match from its `store`. `tell` is told how many steps are done. Raises `NotJudged`.
    """
    check_judged(match, plan.observer)
    with JudgementCache(file, match, plan) as cache:
        found = cache.steps()
        tell(len(found))
        work = _alone(match, plan, found) if store is None or jobs == 1 else _shared(match, plan, store, jobs, found)
        for some in work:
            cache.keep(some)
            found |= {one.step: one for one in some}
            tell(len(found))
    return JudgedMatch(match.players, found[0], tuple(found[step.number] for step in match.steps))


def _missing(match: Match, found: Mapping[int, ToldStep]) -> list[range]:
    """The steps that are to be judged, those in a row together."""
    wanted = [step for step in range(len(match.steps) + 1) if step not in found]
    runs = (list(run) for _, run in groupby(enumerate(wanted), key=lambda pair: pair[1] - pair[0]))
    return [range(run[0][1], run[-1][1] + 1) for run in runs]


def _alone(match: Match, plan: JudgePlan, found: Mapping[int, ToldStep]) -> Iterator[list[ToldStep]]:
    for run in _missing(match, found):
        yield from ([by_players(match, one)] for one in judged(match, plan, run.start, run.stop - 1))


def _shared(
    match: Match, plan: JudgePlan, store: Place, jobs: int, found: Mapping[int, ToldStep]
) -> Iterator[list[ToldStep]]:
    shares = [
        Share(store, match.id, match.head, plan, first, min(first + AT_ONCE, run.stop) - 1)
        for run in _missing(match, found)
        for first in range(run.start, run.stop, AT_ONCE)
    ]
    yield from shared_work(judged_share, shares, jobs)


def judged_share(share: Share) -> list[ToldStep]:
    """Some steps of a match, worked out in another process. Raises ValueError where the match was changed meanwhile."""
    with closing(Recorder(share.store, making=False)) as recorder:
        match = recorder.load(share.match)
    if match.head != share.head:
        raise ValueError("The match was changed while it was judged: judge it again.")
    return [by_players(match, one) for one in judged(match, share.plan, share.first, share.last)]
