"""Row 5: the events of a store put into typed tables of DuckDB."""

from collections.abc import Iterator
from contextlib import closing
from itertools import count
from pathlib import Path
from random import Random
from sqlite3 import connect
from typing import Final
from uuid import UUID

import duckdb

from bench.measuring import Comparison, Pair, Sample, Scale, Work, folder, in_turn, stopwatch
from bench.playing import played
from bench.rowwise import fill
from ludograph.analytics.archive import empty_template
from ludograph.analytics.archive.archive import ArchiveSpec, archive
from ludograph.analytics.tables.definitions import all_tables
from ludograph.analytics.tables.schema import stored_in
from ludograph.domain.games import GAMES
from ludograph.domain.store.recorder import Recorder

ROW: Final = "archive"
AIM: Final = 5.0
STEPS: Final = 10
"""For each action of the scale so many steps: tables are made of many at once."""
COPIES: Final = 10
"""How often each match stands in the store, each time as another."""


def rows(scale: Scale) -> Iterator[Comparison]:
    """One, of all games together."""
    with folder() as made:
        store = made / "store.sqlite"
        steps = _recorded(store, scale.actions * STEPS)
        rounds = max(3, scale.rounds // 3) if scale.rounds else 0
        ours, theirs = _ours(store, steps), _theirs(store, steps)
        theirs()
        with archive(ArchiveSpec(store)) as filled:
            _check_alike(store, filled.connection)
        sides = in_turn(rounds, ours, theirs)
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
        with stopwatch() as seconds, archive(ArchiveSpec(store, rebuild=True)) as made:
            ((found,),) = made.connection.execute("SELECT count(*) FROM entered.steps").fetchall()
        assert found == steps
        return Work(seconds(), steps)

    return ours


def _theirs(store: Path, steps: int) -> Sample:
    file = store.with_suffix(".theirs.duckdb")

    def theirs() -> Work:
        with stopwatch() as seconds:
            file.write_bytes(empty_template.empty())
            with duckdb.connect(file) as connection:
                connection.execute("SET TimeZone = 'UTC'")
                fill(store, connection)
                ((found,),) = connection.execute("SELECT count(*) FROM entered.steps").fetchall()
        assert found == steps
        return Work(seconds(), steps)

    return theirs


def _check_alike(store: Path, connection: duckdb.DuckDBPyConnection) -> None:
    """Sees that both sides have made the same rows of every table."""
    with duckdb.connect(store.with_suffix(".theirs.duckdb"), read_only=True) as theirs:
        theirs.execute("SET TimeZone = 'UTC'")
        for table in all_tables():
            rows = f"SELECT count(*), bit_xor(hash(r)) FROM {stored_in(table)} AS r"
            assert connection.execute(rows).fetchall() == theirs.execute(rows).fetchall(), table.full_name
