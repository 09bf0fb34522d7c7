"""Decisions made at two desks of one store at once: what does not depend on each other is recorded by itself."""

from collections.abc import Sequence
from typing import Final

from ludograph.domain.match.aggregate import Stamp
from ludograph.domain.store.errors import Conflict
from ludograph.domain.tournaments.aggregate import OutOfOrder, Tournament
from ludograph.domain.tournaments.event_sentences import decision_sentences, entered_by
from ludograph.domain.tournaments.events import TournamentEvent
from ludograph.domain.tournaments.footprints import footprints, outdates
from ludograph.domain.tournaments.verification import decided_again

SHOWN: Final = 3
"""So many decisions of others are told in full."""


def after_others(wanted: Tournament, now: Tournament, wrong: Conflict) -> Tournament:
    """What is pending of a tournament, decided again after what others recorded meanwhile; `now` has that.

    Raises `Conflict` where it depends on what they recorded, or where it is nothing of theirs that was in the way.
    """
    known = wanted.version - len(wanted.pending)
    if now.version <= known or now.history[known - 1].digest != wanted.history[known - 1].digest:
        raise wrong
    if met := met_by(wanted, now.history[known:]):
        raise Conflict(told_of(met)) from wrong
    made = now
    try:
        for event in wanted.pending:
            # It keeps its salt and its time, unless what others decided meanwhile is later.
            made = decided_again(made, event, Stamp(event.recorded_at, event.salt))
    except OutOfOrder as refused:
        raise Conflict(f"{told_of(now.history[known:])} {refused}") from wrong
    return made


def met_by(wanted: Tournament, since: Sequence[TournamentEvent]) -> list[TournamentEvent]:
    """Those of the decisions recorded `since` on which depends what is pending, or which changed what it goes by."""
    own = footprints(wanted.history)[-len(wanted.pending) :]
    theirs = footprints((*wanted.history[: since[0].originator_version - 1], *since)) if since else []
    found = zip(since, theirs[len(theirs) - len(since) :], strict=True)
    return [event for event, print in found if any(outdates(print, one) for one in own)]


def told_of(met: Sequence[TournamentEvent]) -> str:
    """What others decided meanwhile, so that a decision was not recorded."""
    told = " ".join(f"{decision_sentences(one)}{entered_by(one)}" for one in met[:SHOWN])
    more = " ..." if len(met) > SHOWN else ""
    return f"Meanwhile somebody else decided: {told}{more} So nothing of yours was recorded: decide in the light of it."
