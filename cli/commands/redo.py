"""`redo`: brings back what was taken back last, as an event."""

import click

from ludograph.cli.arguments import by_option, json_option, match_named, recorder
from ludograph.cli.errors import Failure, sentences_for_errors
from ludograph.cli.printing.changed_seating import say_seatings
from ludograph.cli.printing.corrections import told_run
from ludograph.cli.printing.json import print_json
from ludograph.cli.printing.terminal import echo
from ludograph.domain.corrections.redo import redone
from ludograph.domain.kernel.game import TABLE
from ludograph.domain.kernel.sentences import counted
from ludograph.domain.match.aggregate import Match


@click.command()
@click.argument("match")
@by_option
@json_option
@sentences_for_errors
def command(match: str, by: str, as_json: bool) -> None:
    """Brings back the steps of a MATCH that the last `undo` took, unless others were entered since.

    Several times after several of them, the last one first.
    """
    with recorder() as store:
        before = match_named(store, match)
        after = redone(before, store.stamp(), by)
        if after is None:
            raise Failure("There is nothing to bring back: no step was taken back, or others were entered since.")
        after = store.record(after)
        say_seatings(store, before, after)
    _report(before, after, as_json)


def _report(before: Match, after: Match, as_json: bool) -> None:
    """Which steps came back, and how the match stands."""
    first, last = len(before.steps) + 1, len(after.steps)
    if as_json:
        back = list(range(first, last + 1))
        print_json({"match": str(after.id), "game": after.game.id, "steps": last, "brought_back": back})
        return
    echo("\n".join(told_run(after, first, last, TABLE)))
    echo(f"Brought back: {counted(last - first + 1, 'step')}. The match stands again as after step {last}.")
