"""What the commands of a tournament take: the tournament, rounds and tables, players with scores, tables of players."""

import csv
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING

import click

from ludograph.cli.arguments import recorder
from ludograph.cli.errors import Failure
from ludograph.cli.numbers import Whole
from ludograph.cli.printing.terminal import say
from ludograph.domain.notation.limits import cut

if TYPE_CHECKING:
    from ludograph.domain.tournaments.events import Scored
    from ludograph.domain.tournaments.service import TournamentService

tournament_argument = click.argument("tournament")
round_argument = click.argument("number", metavar="ROUND", type=Whole(min=1))
table_argument = click.argument("table", metavar="TABLE", type=Whole(min=1))


@contextmanager
def tournament_service(*, create: bool = False) -> "Iterator[TournamentService]":
    """The tournaments of the store that the command line names; in the end it is told which cannot be read."""
    from ludograph.domain.tournaments.service import TournamentService

    with recorder(create=create) as store:
        service = TournamentService(store)
        yield service
    for wrong in service.damaged:
        say(f"{wrong} The others are not touched by it.")


def scores_of(pairs: Sequence[str]) -> "list[Scored]":
    """Players and their final scores from `PLAYER=SCORE`; a name may have an equals sign in it. Raises `Unscorable`."""
    return [_scored(*pair.rpartition("=")) for pair in pairs]


def _scored(name: str, equals: str, score: str) -> "Scored":
    from ludograph.domain.tournaments.scores.typed_scores import read_score

    name, score = name.strip(), score.strip()
    if not name or not equals:
        raise click.UsageError(f"{cut(name or score)}: write PLAYER=SCORE, such as Ann=12, Ann=?? or Ann=forfeit.")
    return read_score(name, score)


def players_in(file: Path) -> list[str]:
    """The players in a CSV file: its column `player` or `name`, or its only one; one in a line. Raises `Failure`."""
    rows = csv_rows(file)
    heads = [cell.strip().casefold() for cell in rows[0][1]] if rows else []
    called = next((name for name in ("player", "name") if name in heads), None)
    if called is None and any(len(row) > 1 for _, row in rows):
        raise Failure(f"{file} has several columns: call the one with the names `player` in its first line.")
    at = heads.index(called) if called else 0
    named = [(line, row[at].strip()) for line, row in rows[1 if called else 0 :] if len(row) > at and row[at].strip()]
    _check_apart(file, named)
    return [name for _, name in named]


def _check_apart(file: Path, named: Sequence[tuple[int, str]]) -> None:
    """Raises `Failure` where two of these names, each with its line, are the same or one cannot be a name."""
    from ludograph.domain.notation.names import Misnamed, check_players, folded

    lines: dict[str, int] = {}
    for line, name in named:
        try:
            check_players((name,))
        except Misnamed as wrong:
            raise Failure(f"{file}, line {line}: {wrong}.") from wrong
        if (first := lines.setdefault(folded(name), line)) != line:
            raise Failure(
                f"{file}, line {line}: {name} has the same name as the player in line {first}, or one that looks the "
                "same. Take one out, or tell them apart."
            )


Seating = dict[int, dict[int, list[str]]]
"""Players by round and table, in the order of their seats; table 0 has the byes."""


def seating_in(file: Path) -> Seating:
    """A seating from a CSV file with the columns round, table and player. Raises `Failure`.

    The players of a table stand in the order of their seats; `bye` is the table of who sits out.
    """
    from ludograph.domain.notation.names import folded

    rows = csv_rows(file)
    heads = [cell.strip().casefold() for cell in rows[0][1]] if rows else []
    if not {"round", "table", "player"} <= set(heads):
        raise Failure(f"{file} has not the columns round, table and player in its first line.")
    round_, table, player = (heads.index(name) for name in ("round", "table", "player"))
    found: Seating = {}
    lines: dict[tuple[int, str], tuple[int, str]] = {}
    for line, row in rows[1:]:
        if len(row) <= max(round_, table, player):
            raise Failure(f"{file}, line {line}: a line has a round, a table and a player.")
        where = f"{file}, line {line}"
        at = 0 if row[table].strip().casefold() == "bye" else table_number(row[table], "table", where)
        number, name = table_number(row[round_], "round", where), row[player].strip()
        first, known = lines.setdefault((number, folded(name)), (line, name))
        if name and first != line:
            raise Failure(f"{where}: {name} stands in line {first} already. Round {number}: {known} is named twice.")
        found.setdefault(number, {}).setdefault(at, []).append(name)
    return found


def table_number(text: str, what: str, where: str) -> int:
    """The number of a round or a table. Raises `Failure`."""
    text = text.strip()
    if not (text.isascii() and text.isdigit() and 0 < int(text[:6]) <= len(text) * 100_000):
        raise Failure(f"{where}: {cut(text) or 'nothing'} is no number of a {what}: they count from 1.")
    return int(text)


def csv_rows(file: Path) -> list[tuple[int, list[str]]]:
    """The lines of a CSV file that are not empty, with their numbers, parted by whatever parts its first line."""
    try:
        text = file.read_bytes().decode("utf-8-sig")
    except UnicodeDecodeError as wrong:
        raise Failure(f"{file} is not UTF-8.") from wrong
    first = text.partition("\n")[0]
    delimiter = next((one for one in ";\t" if one in first), ",")
    try:
        lines = csv.reader(StringIO(text), delimiter=delimiter, strict=True)
        return [(lines.line_num, row) for row in lines if any(map(str.strip, row))]
    except csv.Error as wrong:
        raise Failure(f"{file} cannot be read as CSV: {wrong}.") from wrong
