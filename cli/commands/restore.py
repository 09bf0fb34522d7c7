"""`restore`: a store made of a lake."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from ludograph.cli.arguments import json_option, recorder
from ludograph.cli.errors import Failure, sentences_for_errors
from ludograph.cli.printing.counts import counted_records
from ludograph.cli.printing.files import refuse_store_within
from ludograph.cli.printing.json import print_json
from ludograph.cli.printing.terminal import progress, say
from ludograph.cli.store_option import make_folder, store_place
from ludograph.domain.kernel.sentences import counted
from ludograph.domain.match.events import TOURNAMENT

if TYPE_CHECKING:
    from ludograph.analytics.lake.restore import Checked
    from ludograph.domain.store.recorder import Recorder
    from ludograph.domain.store.url import Place


@click.command()
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path), metavar="DIR")
@json_option
@sentences_for_errors
def command(folder: Path, as_json: bool) -> None:
    """Makes a store of the lake in DIR, event for event with their digests: the one that --store names, which must be
    empty or not there.

    All is checked before anything is written, and all is written at once: whenever it is stopped, there is the whole
    store or an empty one. It needs the lake of the judge, for no other holds the raw events. Tokens are not in a lake,
    nor are requests that the service answered: make tokens anew.
    """
    from ludograph.analytics.lake.manifest import LakeError
    from ludograph.analytics.lake.reader import open_lake
    from ludograph.analytics.lake.restore import checked_lake, write_store

    refuse_store_within(folder)
    try:
        lake = open_lake(folder)
        make_folder(store_place())
        if store_place().exists():
            with recorder(create=True) as store:
                check_empty(store)
        events = sum(file.rows for file in lake.raw_files)
        with progress("Restoring", 2 * events) as bar:
            checked = checked_lake(lake, bar)
            with recorder(create=True) as store:
                check_empty(store)
                write_store(checked, store, lambda done: bar(events + done))
                place = store.place
    except LakeError as wrong:
        raise Failure(str(wrong)) from wrong
    _tell(place, checked, as_json)


def check_empty(store: "Recorder") -> None:
    """Raises `Failure` where anything is recorded in the store."""
    if store.recorder.max_notification_id() is not None or store.store.known_match_ids():
        raise Failure(
            f"{store.place} has matches already, and a lake is restored into an empty store alone: name another with "
            "--store, and bring the two together with `ludograph merge`."
        )


def _tell(place: "Place", checked: "Checked", as_json: bool) -> None:
    """What the store holds now, and what the lake did not have."""
    left_out = checked.lake.manifest.left_out
    tournaments = sum(head.game == TOURNAMENT for head in checked.heads)
    matches = len(checked.heads) - tournaments
    if as_json:
        counts = {"matches": matches, "tournaments": tournaments, "events": checked.events}
        print_json({"store": str(place)} | counts | {"left_out": list(left_out)})
        return
    what = counted_records(matches, tournaments)
    say(f"Restored {what} ({counted(checked.events, 'event')}) in {place}, and checked all of it.")
    for name in left_out:
        say(f"{name} is not among them: it could not be read when the lake was written.")
