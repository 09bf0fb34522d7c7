"""The tables about tournaments: made when they are first asked, out of what organisers decided and of the matches."""

from collections import defaultdict
from collections.abc import Iterator
from contextlib import suppress
from fractions import Fraction
from typing import Any, Final
from uuid import UUID

import pyarrow as pa
from duckdb import DuckDBPyConnection
from msgspec import json

from ludograph.analytics.extract.source import Source
from ludograph.analytics.tables.tournament_rows import TOURNAMENTS
from ludograph.domain.kernel.cards import UNKNOWN
from ludograph.domain.match.aggregate import rebuilt
from ludograph.domain.notation.names import folded
from ludograph.domain.store import event_mapper
from ludograph.domain.store.errors import StoreError
from ludograph.domain.store.match_summary import summary_in
from ludograph.domain.store.recorder import UNFOLDABLE, Listed, head_of
from ludograph.domain.tournaments.aggregate import Tournament, in_one_piece
from ludograph.domain.tournaments.events import event_in
from ludograph.domain.tournaments.scores.ranking import standings
from ludograph.domain.tournaments.scores.scoring import Points, TableResult, as_number
from ludograph.domain.tournaments.scores.table_results import Tables, tournament_tables

WITH_EVENT: Final = "SELECT replace(CAST(match AS VARCHAR), '-', ''), event FROM matches WHERE event <> ''"
_YET: Final = (None, False, None, None, None)
"""What came of a seat before the end."""
Row = tuple[Any, ...]
Rows = defaultdict[str, list[Row]]


def fill_tournaments(connection: DuckDBPyConnection, source: Source) -> None:
    """Fills all tables about tournaments; one that cannot be read is left out and named, `verify` says why."""
    rows: Rows = defaultdict(list)
    own = _by_event(connection)
    missed = set(source.tournaments())
    for name, stored in sorted(source.histories(sorted(missed)).items()):
        with suppress(StoreError, *UNFOLDABLE):
            found = in_one_piece(event_in(*parts) for parts in _parts(name, stored))
            if found is not None:
                _put(
                    rows, found, tournament_tables(found, list(_matches(own[folded(found.state.name)], source, found)))
                )
                missed.remove(name)
    connection.execute("DELETE FROM internal.missed")
    connection.execute("INSERT INTO internal.missed SELECT unnest(?)", [sorted(missed)])
    for table, kind in TOURNAMENTS.items():
        if rows[table]:
            columns = zip(*rows[table], strict=True)
            incoming = pa.table(dict(zip(kind.__struct_fields__, map(pa.array, columns), strict=True)))
            connection.register("incoming", incoming)
            connection.execute(f"INSERT INTO {table} BY NAME FROM incoming")
            connection.unregister("incoming")


def _by_event(connection: DuckDBPyConnection) -> defaultdict[str, set[str]]:
    """The matches that name a tournament, by its name."""
    found: defaultdict[str, set[str]] = defaultdict(set)
    for match, event in connection.execute(WITH_EVENT).fetchall():
        found[folded(event)].add(match)
    return found


def _matches(own: set[str], source: Source, tournament: Tournament) -> Iterator[Listed]:
    """The matches that say they belong to a tournament, and those that were put to its tables, the oldest first."""
    wanted = own | {match.hex for match in tournament.state.matches}
    for id, stored in sorted(source.histories(sorted(wanted)).items(), key=_recorded):
        with suppress(StoreError, *UNFOLDABLE):
            match = rebuilt(None, (event_mapper.event_in(*parts) for parts in _parts(id, stored)))
            if match is not None:
                head = head_of(match)
                yield Listed(match.start, head, summary_in(head.result))


def _recorded(history: tuple[str, list[dict[str, Any]]]) -> int:
    """When a match was begun, beside others: of two at one table the first counts."""
    return int(history[1][0]["position"]) if history[1] else 0


def _parts(name: str, stored: list[dict[str, Any]]) -> Iterator[tuple[UUID, int, str, bytes]]:
    """What an event is read from."""
    return ((UUID(name), row["version"], row["topic"], row["state"].encode()) for row in stored)


def _put(rows: Rows, tournament: Tournament, tables: Tables) -> None:
    """The rows of one tournament."""
    state, id = tournament.state, tournament.id.hex
    first, last = tournament.history[0], tournament.history[-1]
    gone = sum(player.withdrawn for player in state.players)
    worth = (float(state.bye), float(state.late), float(state.repeat))
    terms = (state.scoring, list(state.tie_breaks), *worth, first.recorded_at, last.recorded_at)
    counts = (tournament.version, len(state.players), gone, len(state.rounds), state.closed)
    rows["tournaments"].append((id, state.name, tournament.opened.source, *terms, *counts))
    lots = {folded(name): number for number, name in enumerate(state.lots, start=1)}
    rows["entrants"] += (
        (
            *(id, player.name, number, player.since + 1, player.withdrawn, lots.get(folded(player.name))),
            [one.name for one in state.earlier if one.now == player.name],
        )
        for number, player in enumerate(state.players, start=1)
    )
    rows["byes"] += ((id, at, name) for at, one in enumerate(state.rounds, start=1) for name in one.byes)
    rows["penalties"] += (
        (id, nr, one.player, float(one.points), one.round) for nr, one in enumerate(state.penalties, start=1)
    )
    if not state.rounds:
        rows["standings"] += ((id, *row) for row in _stood(tournament, tables, 0))
    for number in range(1, len(state.rounds) + 1):
        rows["seatings"] += ((id, *row) for row in _seated(tournament, tables.results[number - 1], number))
        rows["standings"] += ((id, *row) for row in _stood(tournament, tables, number))


def _seated(tournament: Tournament, played: list[TableResult], number: int) -> Iterator[Row]:
    """Who sat where in a round."""
    seated = tournament.state.rounds[number - 1]
    options = json.encode(seated.options).decode()
    names = {folded(player.name): player.name for player in tournament.state.players}
    others = [one for one in played if one.over] if seated.same_deal else []
    for at, result in enumerate(played, start=1):
        points = tournament.scoring.points(result, others) if result.over else ()
        match = None if result.match is None else result.match.hex
        for seat, player in enumerate(result.players, start=1):
            came = _came(result, seat, points) if result.over else _YET
            name = names.get(folded(player), player)
            yield (number, at, seat, name, seated.game, options, result.stage, match, *came)


def _came(result: TableResult, seat: int, points: tuple[Points, ...]) -> Row:
    """Score and whether that is unknown, place, whether won, and points of a seat; None for what nobody knows."""
    won = None if isinstance(result.winners, str) else seat in result.winners
    score = result.scores[seat - 1]
    return (_known(score), score == UNKNOWN, _known(result.places[seat - 1]), won, _real(points[seat - 1]))


def _stood(tournament: Tournament, tables: Tables, after: int) -> Iterator[Row]:
    """Who stood where after a round."""
    for line in standings(tournament, tables.results, after):
        breaks = {
            name: [as_number(one) for one in value] if isinstance(value, tuple) else as_number(value)
            for name, value in line.tie_breaks.items()
        }
        told = json.encode(breaks).decode()
        points = _real(line.points)
        counts = (line.played, line.byes, told, line.withdrawn, line.missed)
        yield (after, _known(line.place), line.player, points, *counts)


def _known(value: int | str | None) -> int | None:
    return value if isinstance(value, int) else None


def _real(points: Points) -> float | None:
    return float(points) if isinstance(points, Fraction) else None
