"""`log`: every step ever recorded, told in sentences, as far as an observer knows them."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from cli.arguments import as_of_option, json_option, match_as_of, observer_named, observer_option, recorder
from cli.errors import Failure, sentences_for_errors
from cli.printing.json import print_json, start_json, step_json
from cli.printing.terminal import paragraph
from domain.kernel.sentences import Speaker
from domain.records.history import Told, history

if TYPE_CHECKING:
    from domain.records.match import Match


class Span(NamedTuple):
    """The steps to tell, first and last."""

    first: int
    last: int | None

    def holds(self, number: int) -> bool:
        """Whether a step is among them."""
        return self.first <= number and (self.last is None or number <= self.last)


@click.command()
@click.argument("match")
@click.option("--from", "first", type=int, metavar="STEP", help="The first step; by default 0, with --json 1.")
@click.option("--to", "last", type=int, metavar="STEP", help="The last step.")
@click.option("--beats", is_flag=True, help="Tells each beat of a step by itself, with its number, such as 32.4.")
@observer_option
@as_of_option
@json_option
@sentences_for_errors
def command(
    match: str, first: int | None, last: int | None, beats: bool, observer: str, as_of: str | None, as_json: bool
) -> None:
    """Tells a MATCH step by step. Steps that were taken back are told too, and marked.

    Step 0 is the setup. With --json each line is one step; the setup is among them with --from 0. A beat is what is
    told of a step in one breath: render --step 32.4 draws the table as it was then.
    """
    with recorder() as store:
        found = match_as_of(store, match, as_of)
    seat = observer_named(found, observer)
    span = span_of(found, first, last, 1 if as_json else 0)
    if as_json:
        for line in json_lines(found, seat, span, beats):
            print_json(line)
    else:
        tell_match(found, seat, span, beats)


def span_of(match: "Match", first: int | None, last: int | None, default: int) -> Span:
    """The steps asked for, beginning by default with this one. Raises `Failure` where there can be none."""
    from domain.records.events import Step

    end = max((told.event.number for told in history(match) if isinstance(told.event, Step)), default=0)
    for name, given in (("--from", first), ("--to", last)):
        if given is not None and (given < 0 or (name == "--from" and given > end)):
            raise Failure(f"There is no step {given}: {name} takes 0 to {end}.")
    if first is None:
        return Span(default if last is None else min(default, last), last)
    if last is not None and first > last:
        raise Failure(f"No step lies between --from {first} and --to {last}: --to comes after --from.")
    return Span(first, last)


def json_lines(match: "Match", observer: int, span: Span, beats: bool) -> Iterator[dict[str, Any]]:
    """A line for each step, in the order in which they were recorded, with its beats where they are wanted."""
    from domain.records.events import MatchStarted, Step

    for told in history(match):
        more = {}
        if isinstance(told.event, Step | MatchStarted) and beats:
            more["beats"] = [{"beat": at, "told": one} for at, one in enumerate(_told(match, told, observer), start=1)]
        if isinstance(told.event, Step) and span.holds(told.event.number):
            yield step_json(match, told, observer) | more
        elif isinstance(told.event, MatchStarted) and span.holds(0):
            yield start_json(match, told, observer) | more


def tell_match(match: "Match", observer: int, span: Span, beats: bool) -> None:
    """A paragraph for each step or beat, and a line for each takeback and remark between them."""
    size = len(str(max(len(match.states), *(told.place for told in history(match)))))
    for told in history(match):
        number, others = _besides(match, told, observer)
        if not span.holds(number):
            continue
        mark, sentences = "x" if told.superseded else " ", [" ".join(one) for one in _told(match, told, observer)]
        if beats and len(sentences) > 1:
            for beat, text in enumerate(sentences, start=1):
                paragraph(text, first=f"{mark} {number:>{size}}.{beat}  ")
        elif sentences:
            paragraph(" ".join(filter(None, sentences)), first=f"{mark} {number:>{size}}  ")
        for text in filter(None, others):
            paragraph(text, first=f"  {'':>{size}}  ")


def _told(match: "Match", told: Told, observer: int) -> list[list[str]]:
    """What followed from a step or the start, beat by beat; nothing where an event is neither."""
    from domain.records.events import MatchStarted, Step
    from domain.records.views import concealed, concealed_start
    from replay.beats import told_apart
    from replay.telling import tell_action

    speaker, event, eyes = Speaker(match.game.deck, told.players), told.event, told.eyes(match, observer)
    if not isinstance(event, Step | MatchStarted):
        return []
    seen = concealed_start(event, eyes) if isinstance(event, MatchStarted) else concealed(event, eyes)
    beats = [sentences for _, sentences in told_apart(match.game, speaker, seen.facts)]
    if isinstance(seen, Step) and not any(beats):
        return [tell_action(match.game, speaker, seen)]
    return beats


def _besides(match: "Match", told: Told, observer: int) -> tuple[int, list[str | None]]:
    """An event's step, and what is told of it besides what followed from it; None where that is nothing."""
    from domain.records.events import MatchStarted, Step
    from replay.remarks import tell_entry, tell_event

    event = told.event
    if isinstance(event, MatchStarted):
        return 0, [f"The orders were sealed at the start: {event.commitment}" if event.commitment else None]
    if isinstance(event, Step):
        return event.number, [tell_entry(event, observer)]
    return told.place, [tell_event(event, told.players, observer)]
