"""The table of what matches were worth, made from judged steps that are kept beside the store."""

import sqlite3
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Final
from uuid import UUID

import pyarrow as pa
from duckdb import DuckDBPyConnection
from msgspec import json

from ludograph.analytics.derived.needs import judgements_mark
from ludograph.analytics.extract.concealment import observer_of
from ludograph.analytics.extract.observers import ObserverName
from ludograph.analytics.extract.source import Source
from ludograph.analytics.tables.errors import ArchiveError
from ludograph.analytics.tables.judgement_rows import Judgements
from ludograph.domain.judging.judged_match import ToldError
from ludograph.domain.judging.judgement import METHOD
from ludograph.domain.judging.kept_judgements import KeptJudgements, KeptPlan, most_thorough
from ludograph.domain.kernel.game import TABLE
from ludograph.domain.match.aggregate import Match, rebuilt
from ludograph.domain.store.errors import StoreError
from ludograph.domain.store.event_mapper import event_in
from ludograph.domain.store.recorder import UNFOLDABLE

AT_ONCE: Final = 100
"""Matches whose rows are in memory at once."""
NO_ERROR: Final = (None,) * 7
Row = tuple[Any, ...]


def fill_judgements(connection: DuckDBPyConnection, source: Source, name: ObserverName, file: Path) -> None:
    """Fills the table anew, with the judgements by what the observer knows of matches as they stand.

    Within the transaction that is open. Raises `ArchiveError` where the file cannot be read.
    """
    clear_judgements(connection)
    mark = judgements_mark(file)  # before it is read: what comes in meanwhile is taken the next time
    try:
        with KeptJudgements(file) as kept:
            plans = _by_match(connection, kept.plans())
            names = sorted(plans)
            for at in range(0, len(names), AT_ONCE):
                some = [(match, plans[match.id.hex]) for match in _matches(source, names[at : at + AT_ONCE])]
                _put(connection, [row for match, own in some for row in _rows(match, own, name, kept)])
    except sqlite3.Error as wrong:
        raise ArchiveError(f"{file} cannot be read: remove it, and judge again what was judged.") from wrong
    if mark:
        connection.execute("INSERT INTO internal.judged VALUES (?)", [mark])


def clear_judgements(connection: DuckDBPyConnection) -> None:
    """Empties the table, to be filled when it is asked again."""
    for table in ("judgements", "internal.judged"):
        connection.execute(f"DELETE FROM {table}")


def _by_match(connection: DuckDBPyConnection, plans: Sequence[KeptPlan]) -> dict[str, list[KeptPlan]]:
    """The plans of the matches that are in the archive, by how the store names those."""
    there = {str(match) for (match,) in connection.execute("SELECT match FROM matches").fetchall()}
    found: dict[str, list[KeptPlan]] = defaultdict(list)
    for plan in plans:
        if plan.match in there:
            found[UUID(plan.match).hex].append(plan)
    return found


def _matches(source: Source, names: Sequence[str]) -> Iterator[Match]:
    """These matches as they stand, without those that cannot be read."""
    for name, rows in source.histories(names).items():
        with suppress(StoreError, *UNFOLDABLE):
            id = UUID(name)
            match = rebuilt(None, (event_in(id, row["version"], row["topic"], row["state"].encode()) for row in rows))
            if match is not None:
                yield match


def _rows(match: Match, plans: Sequence[KeptPlan], name: ObserverName, kept: KeptJudgements) -> Iterator[Row]:
    """The rows of a match; none where no whole judgement is kept that the observer may know."""
    plan = most_thorough(match, plans, observer_of(match.history, name))
    for one in kept.steps(plan) if plan else ():
        actor = match.steps[one.step - 1].actor if one.step else TABLE
        for seat, player in enumerate(match.players, start=1):
            values = (one.value[player], one.luck[player], one.play[player], one.se)
            error = _error(one.error) if one.error is not None and seat == actor else NO_ERROR
            by = (plan.playouts, plan.seed, METHOD) if plan else ()
            yield (match.id.hex, match.game.id, one.step, actor, seat, player, *values, *error, *by)


def _error(error: ToldError) -> Row:
    moves = (json.encode(error.played.do).decode(), json.encode(error.best).decode())
    return (*moves, error.amount, error.se, error.sure, error.mark, error.tried)


def _put(connection: DuckDBPyConnection, rows: Sequence[Row]) -> None:
    if rows:
        columns = map(pa.array, zip(*rows, strict=True))
        connection.register("incoming", pa.table(dict(zip(Judgements.__struct_fields__, columns, strict=True))))
        connection.execute("INSERT INTO judgements BY NAME FROM incoming")
        connection.unregister("incoming")
