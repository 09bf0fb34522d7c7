"""`tournament sheet`: pages to print."""

from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from ludograph.cli.errors import sentences_for_errors
from ludograph.cli.numbers import Whole
from ludograph.cli.printing.anchor_text import what_stood
from ludograph.cli.printing.files import PAGES, saving
from ludograph.cli.printing.terminal import print_data, progress, say
from ludograph.cli.tournaments.arguments import tournament_argument, tournament_service
from ludograph.cli.tournaments.text import print_sheets
from ludograph.domain.kernel.game import TABLE
from ludograph.domain.kernel.sentences import counted
from ludograph.domain.store.errors import StoreError

PAPERS: Final = ("a4", "letter")

if TYPE_CHECKING:
    from uuid import UUID

    from ludograph.domain.match.aggregate import Match
    from ludograph.domain.store.recorder import Recorder
    from ludograph.domain.tournaments.aggregate import Tournament
    from ludograph.domain.tournaments.scores.scoring import Results
    from ludograph.domain.tournaments.service import TournamentService
    from ludograph.domain.verify.anchor import Anchor


@click.command("sheet")
@tournament_argument
@click.option("--round", "number", type=Whole(min=1), metavar="ROUND", help="Only this round, with its slips.")
@click.option("-o", "--output", metavar="FILE.html", help="Where to; without it the pages go to the terminal as text.")
@click.option(
    "--replays",
    is_flag=True,
    help="Writes the replays of all matches beside FILE too, as everybody at the table knows them, with links.",
)
@click.option("--paper", type=click.Choice(PAPERS), help="Its size; by default what the printer has.")
@sentences_for_errors
def command(tournament: str, number: int | None, output: str | None, replays: bool, paper: str | None) -> None:
    """Writes pages of a TOURNAMENT to print from a browser, or to save there as PDF.

    With --round: who sits where by table and by name, slips to sign, and the standings before it, or once it is over
    after it. Slips of matches that are over have their scores and head digest, also as a QR code, and an anchor of the
    store.
    Without: the whole tournament, with final standings and all results.
    """
    from ludograph.domain.tournaments.rounds.decisions import withheld
    from ludograph.replay.sheet import sheet
    from ludograph.replay.sheet.printed_tournament import printed_tournament

    _check_output(output, replays)
    folder = Path(f"{Path(output or '').stem}-replays")
    with tournament_service() as service:
        found = _found(service, tournament, number)
        results = service.tables(found).results
        places, hidden = _names_of_replays(results), withheld(found, results)
        pages = {match: folder / name for match, name in places.items() if replays and match not in hidden}
        shown = [service.recorder.load(match) for match in pages]
        printed = printed_tournament(service, found, number, {match: one.as_posix() for match, one in pages.items()})
        anchor = _anchor(service.recorder) if number is not None else None
    if anchor:
        printed = printed._replace(anchor=anchor.short, anchored=what_stood(anchor))
    rounds = [*range(1, len(results) + 1)] if number is None else [number]
    if output is None:
        print_sheets(printed, rounds)
        return
    if replays:
        _write_replays({Path(output).parent / pages[match.id]: match for match in shown}, Path(output).parent / folder)
    if not _write_page(output, sheet(printed, rounds, whole=number is None, paper=paper or "")):
        return
    beside = f" and {counted(len(shown), 'replay')} beside it" if replays else ""
    say(f"Wrote {output}{beside}.")
    if replays and len(shown) < len(places):
        say("Replays of a round with the same deal at every table are written once it is over: they tell of its cards.")


def _found(service: "TournamentService", name: str, number: int | None) -> "Tournament":
    """A tournament that has this round, if one is named. Raises `NotFound` or `OutOfOrder`."""
    found = service.find(name)
    if number is not None:
        found.round(number)
    return found


def _anchor(store: "Recorder") -> "Anchor | None":
    """The anchor of a store; None where it is damaged, which keeps nobody from printing."""
    from ludograph.domain.verify.anchor import current_anchor

    with suppress(StoreError):
        return current_anchor(store)[0]
    return None


def _write_page(output: str, page: str) -> bool:
    """Puts a page where it belongs; whether that is a file, of which something can be said."""
    if output == "-":
        print_data(page, end="")
        return False
    with saving(Path(output)) as file:
        file.write(page.encode())
    return True


def _names_of_replays(results: "Results") -> "dict[UUID, str]":
    """What the replay of each match is called: after its round and table."""
    return {
        one.match: f"round-{number}-table-{at}.html"
        for number, played in enumerate(results, start=1)
        for at, one in enumerate(played, start=1)
        if one.match is not None
    }


def _check_output(output: str | None, replays: bool) -> None:
    """Refuses a file that would not be what its name says, and replays that have no place."""
    if replays and output in (None, "-"):
        raise click.UsageError("--replays needs a FILE with -o: the replays are written beside it.")
    if output not in (None, "-") and Path(str(output)).suffix.lower() not in PAGES:
        raise click.UsageError(
            f"{output}: the pages are HTML, so name a file that ends in .html; a browser makes a PDF."
        )


def _write_replays(matches: "Mapping[Path, Match]", folder: Path) -> None:
    """A page for each match, with what everybody at the table knows."""
    from ludograph.replay.page import page

    folder.mkdir(exist_ok=True)
    with progress("Writing replays", len(matches)) as bar:
        for done, (path, match) in enumerate(matches.items(), start=1):
            with saving(path) as file:
                file.write(page(match, TABLE).encode())
            bar(done)
