"""Remarks: what was noted on the steps that stand, as far as an observer may read it."""

from collections.abc import Iterator

from domain.kernel.conceal import Observer
from domain.kernel.sentences import Speaker, listed
from domain.records.events import Event, Step
from domain.records.history import standing
from domain.records.match import Match
from domain.records.officials import officials
from replay.remarks import tell_entry, tell_event


def notes_of(match: Match, observer: Observer) -> dict[int, list[str]]:
    """By step the remarks on it, and the takebacks, corrections and rulings about it, in the order of the record.

    What is said of the whole match, and of steps that stand no more, comes with the last.
    """
    said = officials(match).rulings
    rulings: dict[int, Event] = {one.event.originator_version: one.event for one in said}
    found = {}
    for number, told in enumerate(standing(match)):
        own = tell_entry(told.event, observer) if isinstance(told.event, Step) else None
        later = (rulings.get(event.originator_version, event) for event in told.said)
        texts = [own, *(tell_event(event, match.players, observer) for event in later)]
        if number == len(match.steps):
            gone = (one.event for one in said if one.gone)
            texts += [*(tell_event(event, match.players, observer) for event in gone), *_final(match)]
        if known := [text for text in texts if text]:
            found[number] = known
    return found


def _final(match: Match) -> Iterator[str]:
    """What comes of the result, where rulings change it."""
    result, final = match.game.result(match.state), officials(match).final
    if not result.over or (final.scores, final.winners) == (result.scores, result.winners):
        return
    speaker = Speaker(match.game.deck, match.players)
    scores = listed(speaker.each("-" if score is None else score for score in final.scores))
    won = "who won is open" if isinstance(final.winners, str) else speaker.won(final.winners)
    yield f"With the rulings: {scores}; {won}."
