"""`log`: every step ever recorded, told in sentences, as far as an observer knows them."""

from typing import TYPE_CHECKING, NamedTuple

import click

from ludograph.cli.arguments import (
    as_of_option,
    json_option,
    match_of,
    observer_named,
    observer_option,
    recorder,
    table_argument,
    terse_option,
)
from ludograph.cli.errors import Failure, sentences_for_errors
from ludograph.cli.numbers import StepNumber
from ludograph.cli.printing.json import print_json
from ludograph.cli.printing.terminal import paragraph
from ludograph.domain.match.events import MatchStarted, Step
from ludograph.domain.match.history import HistoryEntry, history
from ludograph.replay.timeline.timeline import Timeline

if TYPE_CHECKING:
    from ludograph.domain.match.aggregate import Match


class StepSpan(NamedTuple):
    """The steps to tell, first and last."""

    first: int
    last: int | None

    def holds(self, number: int) -> bool:
        """Whether a step is among them."""
        return self.first <= number and (self.last is None or number <= self.last)


@click.command()
@click.argument("match")
@table_argument
@click.option("--from", "first", type=StepNumber(), metavar="STEP", help="The first step; by default 0, with --json 1.")
@click.option("--to", "last", type=StepNumber(), metavar="STEP", help="The last step.")
@click.option("--beats", is_flag=True, help="Tells each beat of a step by itself, with its number, such as 32.4.")
@terse_option
@observer_option
@as_of_option
@json_option
@sentences_for_errors
def command(
    match: str,
    table: tuple[str, ...],
    first: int | None,
    last: int | None,
    beats: bool,
    terse: bool,
    observer: str,
    as_of: str | None,
    as_json: bool,
) -> None:
    """Tells a MATCH step by step. Steps that were taken back are told too, and marked.

    A table of a tournament is named by the tournament, a ROUND and a TABLE, instead of a match.

    Step 0 is the setup. With --json each line is one step; the setup is among them with --from 0. A beat is what is
    told of a step in one breath: render --step 32.4 draws the table as it was then.
    """
    with recorder() as store:
        found = match_of(store, match, table, as_of)
    seat = observer_named(found, observer)
    span = _span_of(found, first, last, 1 if as_json else 0)
    if as_json:
        from ludograph.replay.shapes.log import log_json

        for line in log_json(found, seat, span.holds, beats=beats, terse=terse):
            print_json(line)
    else:
        print_log(Timeline(found, seat), span, beats=beats, terse=terse)


def _span_of(match: "Match", first: int | None, last: int | None, default: int) -> StepSpan:
    """The steps asked for, beginning by default with this one. Raises `Failure` where there can be none."""
    end = max((told.event.number for told in history(match) if isinstance(told.event, Step)), default=0)
    for name, given in (("--from", first), ("--to", last)):
        if given is not None and (given < 0 or (name == "--from" and given > end)):
            raise Failure(f"There is no step {given}: {name} takes 0 to {end}.")
    if first is None:
        return StepSpan(default if last is None else min(default, last), last)
    if last is not None and first > last:
        raise Failure(f"No step lies between --from {first} and --to {last}: --to comes after --from.")
    return StepSpan(first, last)


def print_log(timeline: Timeline, span: StepSpan, *, beats: bool, terse: bool) -> None:
    """A paragraph for each step or beat, and a line for each takeback and remark between them."""
    from ludograph.replay.shapes.log import log_beats

    match, observer = timeline.match, timeline.observer
    size = len(str(max(len(match.states), *(told.place for told in history(match)))))
    for told in history(match):
        number, others = _besides(match, told, observer)
        if not span.holds(number):
            continue
        mark, found = "x" if told.superseded else " ", log_beats(timeline, told, terse=terse)
        if beats and len(found) > 1:
            for beat, one in enumerate(found, start=1):
                paragraph(" ".join(one.told), first=f"{mark} {number:>{size}}.{beat}  ")
        elif found:
            sentences = (sentence for one in found if not one.is_part for sentence in one.told)
            paragraph(" ".join(sentences), first=f"{mark} {number:>{size}}  ")
        for text in filter(None, others):
            paragraph(text, first=f"  {'':>{size}}  ")


def _besides(match: "Match", told: HistoryEntry, observer: int) -> tuple[int, list[str | None]]:
    """An event's step, and what is told of it besides what followed from it; None where that is nothing."""
    from ludograph.replay.sentences.event_sentences import ENDED, tell_entry, tell_event

    event = told.event
    if isinstance(event, MatchStarted):
        return 0, [f"The orders were sealed at the start: {event.commitment}" if event.commitment else None]
    if isinstance(event, Step):
        return event.number, [tell_entry(event, observer)]
    text = tell_event(event, told.players, observer)
    return told.place, [f"{text} ({ENDED[type(event)]})" if told.ended_by else text]
