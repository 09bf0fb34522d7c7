"""Remarks: what was noted on the steps that stand, as far as an observer may read it."""

from domain.kernel.conceal import Observer
from domain.records.events import Step
from domain.records.history import standing
from domain.records.match import Match
from replay.remarks import tell_entry, tell_event


def notes_of(match: Match, observer: Observer) -> dict[int, list[str]]:
    """By step the remarks on it, and the takebacks, corrections and rulings about it, in the order of the record."""
    found = {}
    for number, told in enumerate(standing(match)):
        own = tell_entry(told.event, observer) if isinstance(told.event, Step) else None
        later = (tell_event(event, told.players, observer) for event in told.said)
        if texts := [text for text in (own, *later) if text]:
            found[number] = texts
    return found
