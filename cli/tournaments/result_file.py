"""Results from a CSV file, in the columns of `tournament export --csv results` or in round, table, player, score."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from ludograph.cli.errors import Failure
from ludograph.cli.printing.json import print_json
from ludograph.cli.printing.terminal import echo
from ludograph.cli.tournaments.arguments import csv_rows, table_number
from ludograph.cli.tournaments.result_text import tell_next, tell_scores
from ludograph.domain.kernel.sentences import counted, listed
from ludograph.domain.match.aggregate import Match
from ludograph.domain.notation.limits import cut
from ludograph.domain.notation.names import folded
from ludograph.domain.tournaments.aggregate import OutOfOrder, Tournament
from ludograph.domain.tournaments.events import Scored
from ludograph.domain.tournaments.rounds.result_entry import ResultEntry, result_entered
from ludograph.domain.tournaments.scores.scoring import Results, TableResult, Unscorable
from ludograph.domain.tournaments.scores.typed_scores import (
    FORFEIT,
    read_score,
    told_scores,
    written_scores,
)
from ludograph.replay.shapes.tournaments import results_json

if TYPE_CHECKING:
    from ludograph.domain.tournaments.service import TournamentService

NEEDED: Final = ("round", "table", "player", "score")
BYE: Final = "bye"
At = tuple[int, int]
"""A round and a table in it."""


class Cells(NamedTuple):
    """A line of the file by its columns, and where it stands."""

    file: Path
    line: int
    columns: Mapping[str, int]
    row: Sequence[str]

    def of(self, column: str) -> str:
        """What stands in a column; nothing where the file has none of that name."""
        at = self.columns.get(column, len(self.row))
        return self.row[at].strip() if at < len(self.row) else ""

    def wrong(self, column: str, why: object) -> Failure:
        """That something is wrong here."""
        return Failure(f"{self.file}, line {self.line}, column {column}: {why} Nothing was recorded.")

    @property
    def at(self) -> At:
        """The table that the line is about."""
        place = f"{self.file}, line {self.line}, column "
        return (
            table_number(self.of("round"), "round", f"{place}round"),
            table_number(self.of("table"), "table", f"{place}table"),
        )

    @property
    def score(self) -> str:
        """The score as it is typed; nothing where the table has not been played."""
        text = self.of("score")
        if not text and self.of("place"):
            return "forfeit"
        tie = self.of("tie") if text.casefold() not in FORFEIT and not text.endswith("+") and "#" not in text else ""
        return f"{text}{tie}"


class FileResults(NamedTuple):
    """The tournament with the results of a file, not yet recorded: what is new, and what was there already.

    Matches that awaited their deal are given up for it.
    """

    tournament: Tournament
    entered: list[At]
    already: list[At]
    given_up: list[Match]


def take_file(
    service: "TournamentService", found: Tournament, file: Path, by: str, *, anyway: bool, as_json: bool
) -> None:
    """Records all results of a file, and tells them."""

    done = with_results(service, found, file, by, anyway=anyway)
    now = service.record(done.tournament, *done.given_up) if done.entered else found
    results = service.tables(now).results
    if as_json:
        print_json(results_json(now, results, done.entered, done.already))
        return
    for at in done.entered:
        tell_scores(now, at, results)
    already = f"; {counted(len(done.already), 'result')} stood there already" if done.already else ""
    echo(f"{counted(len(done.entered), 'result').capitalize()} recorded{already}.")
    if done.entered:
        tell_next(now, max(done.entered)[0], results)


def with_results(
    service: "TournamentService", tournament: Tournament, file: Path, by: str, *, anyway: bool
) -> FileResults:
    """The tournament with all results of a file. Raises `Failure` where one cannot be entered."""
    found = FileResults(tournament, [], [], [])
    tables = sorted(_tables(file).items())
    for _, round_ in groupby(tables, key=lambda one: one[0][0]):
        results = service.tables(found.tournament).results
        for at, rows in round_:
            found = _with_table(service, found, results, at, rows, by, anyway=anyway)
    results = service.tables(found.tournament).results
    for at, rows in tables:
        if at in found.entered:
            _check_places(results[at[0] - 1][at[1] - 1], rows)
    return found


def _tables(file: Path) -> dict[At, list[Cells]]:
    """The lines of each table that was played; without byes, and without tables that have no score at all."""
    rows = csv_rows(file)
    heads = [cell.strip().casefold() for cell in rows[0][1]] if rows else []
    if missing := [name for name in NEEDED if name not in heads]:
        raise Failure(f"{file}, line 1: the first line names the columns, and {listed(missing)} is not among them.")
    columns = {name: at for at, name in enumerate(heads)}
    found: dict[At, list[Cells]] = {}
    for line, row in rows[1:]:
        cells = Cells(file, line, columns, row)
        if cells.of("table").casefold() != BYE:
            found.setdefault(cells.at, []).append(cells)
    return {at: table for at, table in found.items() if any(one.score for one in table)}


def _with_table(
    service: "TournamentService",
    found: FileResults,
    results: Results,
    at: At,
    rows: Sequence[Cells],
    by: str,
    *,
    anyway: bool,
) -> FileResults:
    now = found.tournament
    try:
        table = now.table(*at)
    except OutOfOrder as wrong:
        column = "round" if at[0] > len(now.state.rounds) else "table"
        raise rows[0].wrong(column, wrong) from wrong
    scores = list(_scores(now, at, table.players, rows))
    there = results[at[0] - 1][at[1] - 1]
    if there.over:
        _check_same(there, scores, rows[0])
        return found._replace(already=[*found.already, at])
    try:
        now, left = result_entered(service, now, results, ResultEntry(at, scores, anyway=anyway, any_sum=anyway), by)
    except OutOfOrder as wrong:
        tied = next((row for row, one in zip(rows, scores, strict=True) if one.ahead), rows[0])
        raise tied.wrong("score", wrong) from wrong
    return found._replace(tournament=now, entered=[*found.entered, at], given_up=[*found.given_up, *left])


def _scores(now: Tournament, at: At, players: Sequence[str], rows: Sequence[Cells]) -> Iterator[Scored]:
    """What each line says of a player of the table. Raises `Failure`."""
    sitting = {folded(name) for name in players}
    for row in rows:
        known = now.state.player(row.of("player"))
        name = known.name if known else row.of("player")
        if folded(name) not in sitting:
            where = f"table {at[1]} of round {at[0]}"
            raise row.wrong("player", f"{cut(name) or 'Nobody'} does not sit at {where}: there are {listed(players)}.")
        if not row.score:
            raise row.wrong("score", f"{name} has none: write a number, ?? where nobody knows it, or forfeit.")
        try:
            yield read_score(name, row.score)
        except Unscorable as wrong:
            raise row.wrong("score", wrong) from wrong


def _check_same(there: TableResult, scores: Sequence[Scored], row: Cells) -> None:
    """Raises `Failure` where a table has another result already than the file says."""
    stands = dict(zip(map(folded, there.players), written_scores(there), strict=True))
    told = {folded(one.player): one.typed for one in scores}
    plain = {name: score.rstrip("+").partition("#")[0] for name, score in stands.items()}
    if told not in (stands, plain):
        raise row.wrong(
            "score",
            f"The table has another result already ({told_scores(there)}): `ludograph tournament result --correct` "
            "puts one right that was entered, `amend` one that was recorded.",
        )


def _check_places(result: TableResult, rows: Sequence[Cells]) -> None:
    """Raises `Failure` where the file says another place than follows from its scores."""
    places = dict(zip(map(folded, result.players), result.places, strict=True))
    by_seat = {folded(name): name for name in result.players}
    for row in rows:
        said = row.of("place")
        name = folded(row.of("player"))
        if said and name in by_seat and said != str(places[name]):
            raise row.wrong(
                "place",
                f"{by_seat[name]} is at place {places[name]} by the scores, and the file says {cut(said)}: put the "
                "scores right (20+ says who won a tie), or leave the column empty.",
            )
