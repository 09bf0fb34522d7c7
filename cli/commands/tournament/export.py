"""`tournament export`: one file with a tournament and all its matches, or results and standings as CSV."""

from pathlib import Path
from typing import TYPE_CHECKING

import click

from ludograph.cli.errors import sentences_for_errors
from ludograph.cli.printing.files import saving
from ludograph.cli.printing.terminal import print_data, say
from ludograph.cli.tournaments.arguments import tournament_argument, tournament_service
from ludograph.domain.kernel.sentences import listed

if TYPE_CHECKING:
    from ludograph.domain.tournaments.aggregate import Tournament
    from ludograph.domain.tournaments.service import TournamentService

EVERYTHING = (
    "It holds everything that was recorded, hidden cards too: give it to no player. For everybody are "
    "`tournament export --csv results`, and match files by `export --event NAME --as table`."
)


@click.command("export")
@tournament_argument
@click.option(
    "--csv", "table", type=click.Choice(["results", "standings"]), help="These as CSV, instead of all that is recorded."
)
@click.option("-o", "--output", default="-", metavar="FILE", help="Where to; - is standard output, the default.")
@sentences_for_errors
def command(tournament: str, table: str | None, output: str) -> None:
    """Writes a TOURNAMENT with all its matches into one file, which `tournament import` reads back whole: every event
    as it was recorded, with its digest.
    """
    with tournament_service() as service:
        found = service.find(tournament)
        lines = _whole(service, found) if table is None else [_table(service, found, table).encode().rstrip(b"\n")]
    if output == "-":
        for line in lines:
            print_data(line.decode())
    else:
        with saving(Path(output)) as file:
            file.writelines(line + b"\n" for line in lines)
        say(f"Wrote {output}.")
    if table is None:
        say(EVERYTHING)


def _whole(service: "TournamentService", tournament: "Tournament") -> list[bytes]:
    """The lines of the file; matches that cannot be read, so that nobody knows whose they are, are told."""
    from ludograph.domain.tournaments.exchange.tournament_file import chains_of, tournament_file_lines

    chains, damaged = chains_of(service.recorder, tournament)
    if damaged:
        say(f"Left out, for they are damaged: {listed(list(map(str, damaged)))}. `ludograph verify --all` says more.")
    return list(tournament_file_lines(tournament, chains))


def _table(service: "TournamentService", tournament: "Tournament", table: str) -> str:
    """Results or standings as CSV; doubts about them are told."""
    from ludograph.cli.tournaments.as_csv import results_csv, standings_csv
    from ludograph.domain.tournaments.scores.ranking import standings

    results, doubts = service.tables(tournament)
    for doubt in doubts:
        say(doubt)
    if table == "results":
        return results_csv(tournament, results)
    return standings_csv(tournament, standings(tournament, results))
