"""`tournament import`: reads back a file with a tournament and all its matches."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from ludograph.cli.arguments import json_option, recorder
from ludograph.cli.errors import Failure, sentences_for_errors
from ludograph.cli.printing.counts import counted_matches
from ludograph.cli.printing.json import carried_json, print_json
from ludograph.cli.printing.terminal import echo, say
from ludograph.cli.tournaments.merge_conflicts import side_lines
from ludograph.domain.kernel.sentences import counted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ludograph.domain.merge.merger import MergeOutcome
    from ludograph.domain.tournaments.exchange.tournament_file import FileRecord


@click.command("import")
@click.argument("file", type=click.Path(path_type=Path, dir_okay=False), metavar="FILE")
@json_option
@sentences_for_errors
def command(file: Path, as_json: bool) -> None:
    """Records the tournament of a FILE that `tournament export` wrote, with its matches: all of it or nothing.

    The chains of digests are followed before. What is recorded already is skipped, what went on is carried on, and
    decisions that were made here and there are united, so that the same file may be imported again.
    """
    from ludograph.domain.tournaments.exchange.tournament_file import take

    records = _records(file)
    with recorder(create=True) as store:
        carried = take(store, records)
    wrong = [one for one in carried if one.error]
    for one in wrong if wrong else carried:
        _tell(one, as_json)
    if wrong:
        raise Failure(
            "Nothing was recorded. Import it into another file (--store), and `ludograph merge` that: it unites what "
            "can stand together, and asks for the rest."
            if all(one.status == "apart" for one in wrong)
            else "Nothing was recorded."
        )
    if not as_json:
        say(_summary(carried))


def _records(file: Path) -> "list[FileRecord]":
    from ludograph.domain.notation.strict_json import Unreadable
    from ludograph.domain.tournaments.exchange.tournament_file import records_in

    try:
        with file.open("rb") as source:
            return records_in(source)
    except Unreadable as wrong:
        raise Failure(f"{file}:{wrong.line}: {wrong.why} Nothing was recorded.") from wrong


def _tell(carried: "MergeOutcome", as_json: bool) -> None:
    if as_json:
        print_json(carried_json(carried))
        return
    if carried.error:
        say(f"{carried.noun.capitalize()} {carried.name or carried.match}: {carried.error}")
        for conflict in carried.conflicts:
            for line in side_lines(conflict):
                say(f"  {line}")
        return
    echo(f"{carried.status:10}  {carried.match}  {counted(carried.events, 'event')}")


def _summary(carried: "Sequence[MergeOutcome]") -> str:
    events, matches = sum(one.events for one in carried), len(carried) - 1
    if not events:
        return "All of it was recorded already."
    return f"Recorded {counted(events, 'event')}: a tournament and {counted_matches(matches)}."
