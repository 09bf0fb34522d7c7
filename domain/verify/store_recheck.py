"""The matches of a store decided again on this machine, in one process or several."""

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterator, Sequence
from functools import partial
from typing import Final, NamedTuple
from uuid import UUID

from ludograph.domain.kernel.processes import shared_work
from ludograph.domain.match.events import origin_of
from ludograph.domain.store.base import translated_store_errors
from ludograph.domain.store.recorder import Recorder
from ludograph.domain.store.streams import StoredRow, StreamHead
from ludograph.domain.verify.rechecker import (
    ChangedWinners,
    RecheckDifference,
    Rechecker,
    RecheckOutcome,
    RecheckResult,
    recheck_counts,
    recheck_difference,
    recheck_wins,
)

AT_ONCE: Final = 8
"""How many matches a process takes at a time."""


class RecheckMatch(NamedTuple):
    """A match as it is handed to a process: all its rows, so that no other process opens the store."""

    id: UUID
    game: str
    rows: list[StoredRow]


def recheck_heads(
    recorder: Recorder, matches: Sequence[UUID], games: Collection[str] = (), *, forks: bool = False
) -> list[StreamHead]:
    """Where these matches stand, by default all; only those of some games where they are named, by game and id.

    Without `forks` those are left out where no match is named, as in a lake.
    """
    left_out: set[UUID] = set()
    if not matches and not forks:
        found = recorder.listed_matching(lambda fields: fields.origin is not None, [], forks=True)
        left_out = {one.head.match for one in found if origin_of(one.start) is not None}
    with translated_store_errors(recorder.place):
        heads = recorder.store.heads_of(matches) if matches else recorder.store.match_heads()
    wanted = (head for head in heads if (not games or head.game in games) and head.match not in left_out)
    return sorted(wanted, key=lambda head: (head.game, head.match.hex))


def recheck_store(
    recorder: Recorder,
    heads: Sequence[StreamHead],
    rechecker: Rechecker,
    first: int = 10,
    jobs: int = 1,
    progress: Callable[[int], None] = lambda done: None,
) -> RecheckResult:
    """Decides these matches again, and tells so many differences of each game."""
    counts: dict[str, dict[str, int]] = defaultdict(lambda: defaultdict(int))
    different: dict[str, list[RecheckDifference]] = defaultdict(list)
    won: dict[str, Counter[ChangedWinners]] = defaultdict(Counter)
    shares = _shares(recorder, heads)
    outcomes = (one for some in shared_work(partial(_decided, rechecker), shares, jobs) for one in some)
    for done, (head, found) in enumerate(zip(heads, outcomes, strict=True), start=1):
        counts[head.game][found.outcome] += 1
        if found.results is not None:
            won[head.game][found.results.winners] += 1
        if found.outcome != "same" and len(different[head.game]) < first:
            different[head.game].append(recheck_difference(str(head.match), head.game, found))
        progress(done)
    listed = (one for _, some in sorted(different.items()) for one in some)
    return RecheckResult(recheck_counts(counts), tuple(listed), recheck_wins(won))


def _shares(recorder: Recorder, heads: Sequence[StreamHead]) -> Iterator[list[RecheckMatch]]:
    """The matches as processes take them; they are read when their turn comes."""
    for at in range(0, len(heads), AT_ONCE):
        some = heads[at : at + AT_ONCE]
        with translated_store_errors(recorder.place):
            share = [RecheckMatch(head.match, head.game, recorder.store.stored_rows(head.match)) for head in some]
        yield share


def _decided(rechecker: Rechecker, share: list[RecheckMatch]) -> list[RecheckOutcome]:
    return [rechecker.outcome(match.id, match.game, match.rows) for match in share]
