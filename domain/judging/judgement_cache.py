"""Judged steps that are kept, so that none is worked out twice: a file beside the archive, never an event.

It may be deleted at any time. Kept by the head of the match, so that a match that goes on or is corrected is judged
anew.
"""

import sqlite3
from collections.abc import Iterable
from pathlib import Path
from typing import Final, NamedTuple, Self

from msgspec.json import Decoder, encode

from ludograph.domain.judging.judged_match import ToldStep
from ludograph.domain.judging.judgement import METHOD, JudgePlan
from ludograph.domain.kernel.conceal import Observer
from ludograph.domain.match.aggregate import Match

SCHEMA: Final = """
CREATE TABLE IF NOT EXISTS judged (
    match TEXT, head TEXT, observer INTEGER, method TEXT, playouts INTEGER, seed TEXT, step INTEGER, told BLOB,
    PRIMARY KEY (match, head, observer, method, playouts, seed, step)
) WITHOUT ROWID
"""
FOUND: Final = """
SELECT told FROM judged WHERE (match, head, observer, method, playouts, seed) = (?, ?, ?, ?, ?, ?) ORDER BY step
"""
PLANS: Final = """
SELECT match, head, observer, playouts, seed, count(*) FROM judged WHERE method = ? GROUP BY 1, 2, 3, 4, 5
"""
KEEP: Final = "INSERT OR REPLACE INTO judged VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
PATIENCE: Final = 10.0
"""So many seconds another program is waited for that writes there."""
STEP: Final = Decoder(ToldStep)


class JudgementCache:
    """The judged steps of one plan for one match; a context that closes the file. Without a file nothing is kept."""

    def __init__(self, file: Path | None, match: Match, plan: JudgePlan) -> None:
        self._key = (str(match.id), match.head, plan.observer, METHOD, plan.playouts, plan.seed)
        self._file = None if file is None else sqlite3.connect(file, timeout=PATIENCE)
        if self._file is not None:
            self._file.execute(SCHEMA)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._file is not None:
            self._file.close()

    def steps(self) -> dict[int, ToldStep]:
        """What is kept, by the number of the step."""
        rows = [] if self._file is None else self._file.execute(FOUND, self._key).fetchall()
        found = (STEP.decode(told) for (told,) in rows)
        return {one.step: one for one in found}

    def keep(self, steps: Iterable[ToldStep]) -> None:
        """Keeps some more, all of them or none."""
        if self._file is not None:
            with self._file:
                self._file.executemany(KEEP, [(*self._key, one.step, encode(one)) for one in steps])


class KeptPlan(NamedTuple):
    """A judgement of which steps are kept: with whose eyes, how thoroughly, and of which head of the match."""

    match: str
    head: str
    observer: Observer
    playouts: int
    seed: str
    steps: int
    """How many steps are kept, the start among them."""


class KeptJudgements:
    """All that is kept in a file, for reading; a context that closes it. Nothing where there is no file."""

    def __init__(self, file: Path) -> None:
        self._file = (
            sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", PATIENCE, uri=True) if file.exists() else None
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._file is not None:
            self._file.close()

    def plans(self) -> list[KeptPlan]:
        """What is kept by today's method."""
        rows = [] if self._file is None else self._file.execute(PLANS, (METHOD,)).fetchall()
        return [KeptPlan(*row) for row in rows]

    def steps(self, plan: KeptPlan) -> list[ToldStep]:
        """The kept steps of a judgement, in order."""
        key = (plan.match, plan.head, plan.observer, METHOD, plan.playouts, plan.seed)
        rows = [] if self._file is None else self._file.execute(FOUND, key).fetchall()
        return [STEP.decode(told) for (told,) in rows]
