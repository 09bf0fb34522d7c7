"""Remarks: what was noted on the steps that stand, as far as an observer may read it."""

from domain.kernel.conceal import Observer
from domain.records.events import MatchStarted, NoteAdded, Step, StepsTakenBack
from domain.records.match import Match
from replay.telling import tell_entry, tell_note, tell_takeback


def notes_of(match: Match, observer: Observer) -> dict[int, list[str]]:
    """By step the remarks on it, and that others were once taken back to it, in the order in which they came."""
    told: dict[int, list[str | None]] = {}
    for event in match.history:
        if isinstance(event, Step):
            told[event.number] = [tell_entry(event, observer)]
        elif isinstance(event, NoteAdded):
            told[event.step].append(tell_note(event, observer))
        elif isinstance(event, StepsTakenBack):
            told = {step: texts for step, texts in told.items() if step <= event.to}
            told[event.to].append(tell_takeback(event, observer))
        elif isinstance(event, MatchStarted):
            told[0] = []
    return {step: list(filter(None, texts)) for step, texts in told.items() if any(texts)}
