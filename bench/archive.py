"""Row 5: the events of a store put into typed tables of DuckDB."""

from collections import defaultdict
from collections.abc import Iterator
from contextlib import closing
from itertools import count, islice
from pathlib import Path
from random import Random
from sqlite3 import connect
from typing import Any, Final
from uuid import UUID

import duckdb
import msgspec
import pyarrow as pa

from analytics import blank
from analytics.archive import Wanted, archive
from analytics.tables import all_tables, schema_of
from bench.measuring import Comparison, Pair, Sample, Scale, Work, folder, in_turn, stopwatch
from bench.playing import played
from domain.games import GAMES
from domain.kernel.game import verb_of
from domain.records.events import MatchStarted, Step, topic_of
from domain.records.mapping import event_in
from domain.records.recorder import Recorder

ROW: Final = "archive"
AIM: Final = 5.0
STEPS: Final = 10
"""For each action of the scale so many steps: tables are made of many at once."""
COPIES: Final = 10
"""How often each match stands in the store, each time as another."""
AT_ONCE: Final = 50_000

Rows = dict[str, list[dict[str, Any]]]


def rows(scale: Scale) -> Iterator[Comparison]:
    """One, of all games together."""
    with folder() as made:
        store = made / "store.sqlite"
        steps = _recorded(store, scale.actions * STEPS)
        rounds = max(3, scale.rounds // 3) if scale.rounds else 0
        sides = in_turn(rounds, _ours(store, steps), _theirs(store, steps))
        what, peer = f"{steps:,} steps into tables", "a Python loop with Arrow batches"
        yield Pair(*sides).compared(ROW, what, "step", peer, AIM, faster=True)


def _recorded(store: Path, steps: int) -> int:
    """How many steps of matches of all games were put into a store."""
    recorder, random, done = Recorder(store), Random(0), 0
    for number in count():
        if done >= steps:
            break
        match = played(list(GAMES.values())[number % len(GAMES)], number, UUID(int=random.getrandbits(124) << 4))
        recorder.record(match)
        done += len(match.steps)
    recorder.close()
    with closing(connect(store)) as connection:
        for copy in range(1, COPIES):
            for sql in COPYING:
                connection.execute(sql.format(digit=f"{copy:x}"))
        connection.commit()
    return done * COPIES


NAMED: Final = " || '-' || ".join(
    f"substr(originator_id, {at}, {length})" for at, length in ((1, 8), (9, 4), (13, 4), (17, 4), (21, 11))
)
COPYING: Final = (
    "INSERT INTO stored_events SELECT substr(originator_id, 1, 31) || '{digit}', originator_version, topic, "
    f"CAST(replace(CAST(state AS TEXT), {NAMED} || '0', {NAMED} || '{{digit}}') AS BLOB) FROM stored_events "
    "WHERE originator_id LIKE '%0' ORDER BY rowid",
    "INSERT INTO heads SELECT substr(match, 1, 31) || '{digit}', version, digest, game, steps, over, result "
    "FROM heads WHERE match LIKE '%0'",
)
"""A match becomes another whose id ends otherwise; its digests are wrong then, which nobody here looks at."""


def _ours(store: Path, steps: int) -> Sample:
    def ours() -> Work:
        with stopwatch() as seconds, archive(Wanted(store, rebuild=True)) as made:
            ((found,),) = made.connection.execute("SELECT count(*) FROM entered.steps").fetchall()
        assert found == steps
        return Work(seconds(), steps)

    return ours


def _theirs(store: Path, steps: int) -> Sample:
    file = store.with_suffix(".theirs.duckdb")

    def theirs() -> Work:
        with stopwatch() as seconds:
            file.write_bytes(blank.empty())
            with duckdb.connect(file) as connection:
                connection.execute("SET TimeZone = 'UTC'")
                _loop(store, connection)
                ((found,),) = connection.execute("SELECT count(*) FROM entered.steps").fetchall()
        assert found == steps
        return Work(seconds(), steps)

    return theirs


STORED: Final = {table.full_name: table.stored[:2] for table in all_tables()}
COLUMNS: Final = {table.full_name: {column.name for column in table.columns} for table in all_tables()}
MIXED: Final = {
    (table.full_name, column.name)
    for table in all_tables()
    for column in table.own
    if column.shape and column.structure != column.type and "JSON" in str(column.structure)
}
"""Columns with values of several types, which the loop leaves out: it is the simpler for it."""


def _loop(store: Path, connection: duckdb.DuckDBPyConnection) -> None:
    """Decodes row by row, and inserts a batch into each table now and then."""
    with closing(connect(store)) as source:
        found = source.execute(
            "SELECT originator_id, originator_version, topic, state FROM stored_events ORDER BY rowid"
        )
        while some := list(islice(found, AT_ONCE)):
            waiting: Rows = defaultdict(list)
            for match, version, topic, state in some:
                _add(event_in(UUID(match), version, topic, state), waiting)
            connection.execute("BEGIN")
            for name, values in waiting.items():
                connection.register("batch", pa.Table.from_pylist(values))
                schema_name, table = STORED[name]
                connection.execute(f'INSERT INTO {schema_name}."{table}" BY NAME SELECT * FROM batch')
                connection.unregister("batch")
            connection.execute("COMMIT")


def _add(event: Any, waiting: Rows) -> None:
    place, match = schema_of(event.game), str(event.originator_id)
    keys = {"match": match, "version": event.originator_version, "actor": 0, "step": 0, "superseded": False}
    if isinstance(event, MatchStarted):
        start = {"match": match, "game": event.game, "rules_version": event.rules_version, "players": event.players}
        waiting["matches"].append(start | {"seats": len(event.players), "started_at": event.recorded_at})
        for seat, player in enumerate(event.players, start=1):
            waiting["seats"].append({"match": match, "seat": seat, "player": player})
    elif isinstance(event, Step):
        keys |= {"actor": event.actor, "step": event.number}
        verb = topic_of(event).partition(".")[2]
        step = {"verb": verb, "facts": len(event.facts), "drawn": [str(one) for one in event.drawn], "game": event.game}
        told = {"recorded_at": event.recorded_at, "happened_at": event.happened_at, "by": event.by, "note": event.note}
        waiting["steps"].append(keys | step | told)
        _add_own(f"{place}.{verb}", keys, event.action, waiting)
    for nr, fact in enumerate(event.facts, start=1):
        _add_own(f"{place}.{verb_of(type(fact).__name__)}", keys | {"nr": nr}, fact, waiting)


def _add_own(name: str, keys: dict[str, Any], struct: Any, waiting: Rows) -> None:
    row = keys.copy()
    for field, value in msgspec.to_builtins(struct).items():
        column = f"{field}_" if field in keys else field
        if column in COLUMNS[name] and (name, column) not in MIXED:
            row[column] = value
    waiting[name].append(row)
