"""`highlights`: the five moments of a match that somebody should look at, and why."""

from typing import TYPE_CHECKING

import click

from ludograph.cli.arguments import (
    as_of_option,
    json_option,
    judged_option,
    match_of,
    observer_named,
    observer_option,
    recorder,
    table_argument,
)
from ludograph.cli.errors import sentences_for_errors
from ludograph.cli.printing.json import print_json
from ludograph.cli.printing.judging import judged_as
from ludograph.cli.printing.terminal import paragraph
from ludograph.replay.beats.highlights import courses_of, highlights
from ludograph.replay.beats.judged_highlights import with_errors
from ludograph.replay.timeline.timeline import Timeline

if TYPE_CHECKING:
    from ludograph.replay.beats.highlights import Highlight


@click.command()
@click.argument("match")
@table_argument
@observer_option
@as_of_option
@judged_option
@json_option
@sentences_for_errors
def command(match: str, table: tuple[str, ...], observer: str, as_of: str | None, judged: bool, as_json: bool) -> None:
    """Tells the moments of a MATCH that decided it, five at most: the biggest swings of what counts, from where on
    somebody is ahead, who went out, what others did that cost most, the longest thinks, and many cards turned up.

    A table of a tournament is named by the tournament, a ROUND and a TABLE, instead of a match.
    What counts is what the observer knows, or expects of what it does not know. `replay MATCH --from STEP` goes there.
    """
    with recorder() as store:
        found = match_of(store, match, table, as_of)
    timeline = Timeline(found, observer_named(found, observer))
    moments = highlights(timeline, courses_of(timeline))
    if judged:
        moments = with_errors(timeline, moments, judged_as(found, timeline.observer)[0])
    if as_json:
        for one in moments:
            print_json(_json(one))
        return
    for one in moments:
        paragraph(" ".join(one.why), first=f"{one.step:>4}  ")
        if one.told:
            paragraph(one.told, first="      ")
    if not moments:
        paragraph("Nothing has happened yet that stands out.")


def _json(one: "Highlight") -> dict[str, object]:
    """A moment, with the end of the address at which a page shows it."""
    said = {"step": one.step, "beat": one.beat, "kinds": one.kinds, "why": one.why, "told": one.told}
    return {**said, "link": f"#{one.step}"}
