"""Remarks: what was noted on the steps that stand, as far as an observer may read it."""

from domain.kernel.conceal import Observer
from domain.records.events import NoteAdded, Step
from domain.records.history import standing
from domain.records.match import Match
from replay.telling import tell_entry, tell_note, tell_takeback


def notes_of(match: Match, observer: Observer) -> dict[int, list[str]]:
    """By step the remarks on it, and that others were once taken back to it, in the order in which they came."""
    found = {}
    for number, told in enumerate(standing(match)):
        own = tell_entry(told.event, observer) if isinstance(told.event, Step) else None
        later = (
            tell_note(event, observer) if isinstance(event, NoteAdded) else tell_takeback(event, observer)
            for event in told.said
        )
        if texts := [text for text in (own, *later) if text]:
            found[number] = texts
    return found
