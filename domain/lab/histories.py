"""Matches with all cards known that one seat cannot tell from its own: its record of them is the same."""

from random import Random
from typing import Any, Final, NamedTuple

from ludograph.domain.kernel.game import Deal, Fact
from ludograph.domain.kernel.play import Played
from ludograph.domain.lab.conflicts import Conflicts
from ludograph.domain.lab.history_draft import HistoryDraft, plain
from ludograph.domain.lab.repairs import Repair
from ludograph.domain.lab.seat_record import SeatRecord

BACKTRACKS: Final = 3
"""So often the last steps are made up anew, ever more of them, before all is."""


class History(NamedTuple):
    """A whole match: the deal, what followed from it, and every step with its outcomes, facts and state."""

    deal: Deal
    facts: tuple[Fact, ...]
    states: tuple[Any, ...]
    """The one before the first step, then one after each."""
    steps: tuple[Played, ...]


class NoHistory(ValueError):
    """No match was found that fits."""


def sampled_history(record: SeatRecord, random: Random, tries: int = 20) -> History:
    """A match that the seat could not tell from its own, begun anew at most so often. Raises `NoHistory`.

    A pile has no order in it: what is drawn is found out when it comes, and what lies deeper stays `??`. Which match it
    is of all that there could be is by chance, but not evenly: what the seat saw later is used, what the decisions of
    others say about their hands is not.
    """
    conflicts = Conflicts()
    for _ in range(tries):
        try:
            draft = HistoryDraft(record, conflicts, random)
        except ValueError:
            continue
        if _completed(draft):
            return _told(draft)
    raise NoHistory("No match was found that this seat could not tell from its own.")


def _told(draft: HistoryDraft) -> History:
    """The draft without its traces."""
    steps = tuple(
        Played(plain(one.action), plain(one.drawn), one.seen_by, None, plain(one.facts), plain(one.state))
        for one in draft.played
    )
    begun = draft.begun
    states = (plain(begun.state), *(step.state for step in steps))
    return History(plain(begun.deal), plain(begun.facts), states, steps)


def _completed(draft: HistoryDraft) -> bool:
    """Whether all steps of the record could be made; where one could not, the last ones before it are made up anew."""
    left = BACKTRACKS
    while len(draft.played) < len(draft.record.steps):
        attempt = draft.attempt()
        if attempt.fits and attempt.played is not None:
            draft.played.append(attempt.played)
        elif not Repair(draft, attempt).done():
            if left == 0:
                return False
            draft.forget_since(len(draft.played) - (len(draft.played) >> left))
            left -= 1
    return True
