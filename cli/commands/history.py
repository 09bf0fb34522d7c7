"""`history`: every event of a match, with who recorded it and when: entries, corrections, takebacks, rulings."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import click

from ludograph.cli.arguments import json_option, match_named, observer_named, observer_option, recorder
from ludograph.cli.errors import sentences_for_errors
from ludograph.cli.printing.json import print_json
from ludograph.cli.printing.terminal import paragraph
from ludograph.replay.sentences.event_sentences import ENDED
from ludograph.replay.shapes.matches import time_json

if TYPE_CHECKING:
    from ludograph.domain.kernel.conceal import Observer
    from ludograph.domain.match.aggregate import Match
    from ludograph.domain.match.events import Event
    from ludograph.domain.match.history import HistoryEntry


@click.command()
@click.argument("match")
@observer_option
@json_option
@sentences_for_errors
def command(match: str, observer: str, as_json: bool) -> None:
    """Lists every event of a MATCH in the order in which it was recorded, with its number for --as-of.

    Who recorded it and why is for the judge, unless it was made public. Times are in UTC.
    """
    with recorder() as store:
        found = match_named(store, match)
    seat = observer_named(found, observer)
    for line in lines(found, seat):
        if as_json:
            print_json(line)
        else:
            _tell(line)


def lines(match: "Match", observer: "Observer") -> Iterator[dict[str, Any]]:
    """An object for each event; what an observer may not know of it is null."""
    from ludograph.domain.match.history import history

    seen = 0
    for told in history(match):
        if told.event.originator_version > seen:  # the steps of a correction come with it
            seen += 1
            yield _line_of(told, observer)


def _line_of(told: "HistoryEntry", observer: "Observer") -> dict[str, Any]:
    """An event: its number, what it is, the step that it is about, who recorded it, when, and why.

    A remark that the observer may not read is listed, and nothing said of it, not even when it was made.
    """
    from ludograph.domain.kernel.game import JUDGE
    from ludograph.domain.match.events import TOPICS, Step, StepsAmended
    from ludograph.domain.match.views import is_remark_for_others, names_its_author

    event = told.event
    hidden = is_remark_for_others(event, observer)
    public = observer == JUDGE or names_its_author(event)
    line: dict[str, Any] = {
        "event": event.originator_version,
        "kind": "step" if isinstance(event, Step) else TOPICS[type(event)],
        "step": None if hidden else told.place,
        "by": event.by if public else None,
        "recorded_at": None if hidden else time_json(event.recorded_at),
        "reason": (getattr(event, "reason", None) if public else None) or None,
    }
    if isinstance(event, StepsAmended):
        line["how"] = event.how
    text = _text_of(event, told.players, observer)
    if told.ended_by is not None:
        return line | {"text": f"{text} ({ENDED[type(event)]} by event {told.ended_by})", "ended_by": told.ended_by}
    return line | {"text": text}


def _text_of(event: "Event", players: tuple[str, ...], observer: "Observer") -> str | None:
    """What an event says, without the cards in it: `log` tells those."""
    from ludograph.domain.kernel.game import TABLE, verb_of
    from ludograph.domain.match.events import MatchStarted, Step, origin_of
    from ludograph.domain.notation.values import TABLE_NAME
    from ludograph.replay.sentences.event_sentences import tell_event

    if isinstance(event, MatchStarted):
        origin = origin_of(event)
        forked = f" Forked from match {origin.match} after step {origin.step}." if origin else ""
        return f"Begun: {', '.join(event.players)}.{forked}"
    if isinstance(event, Step):
        who = TABLE_NAME if event.actor == TABLE else players[event.actor - 1]
        return f"{who}: {verb_of(type(event.action).__name__)}"
    return tell_event(event, players, observer)


def _tell(line: dict[str, Any]) -> None:
    """A paragraph about an event."""
    step = f"step {line['step']}" if line["kind"] == "step" else ""
    by = f" ({line['by']})" if step and line["by"] else ""
    when = (line["recorded_at"] or "")[:19].replace("T", " ")
    paragraph(
        f"{line['text'] or 'A remark for the judge.'}{by}",
        first=f"{line['event']:>5}  {when:<19}  {step:<9}",
    )
