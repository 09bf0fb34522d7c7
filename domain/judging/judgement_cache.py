"""Judged steps that are kept, so that none is worked out twice: a file beside the archive, never an event.

It may be deleted at any time. Kept by the head of the match, so that a match that goes on or is corrected is judged
anew; what is said of it afterwards changes nothing.
"""

import sqlite3
from collections.abc import Iterable
from pathlib import Path
from typing import Final, Self

from msgspec.json import Decoder, encode

from ludograph.domain.judging.judged_match import ToldStep
from ludograph.domain.judging.judgement import METHOD, JudgePlan
from ludograph.domain.match.aggregate import Match
from ludograph.domain.match.events import (
    ConfirmationWithdrawn,
    NoteAdded,
    ResultConfirmed,
    RulingMade,
    RulingWithdrawn,
)

SCHEMA: Final = """
CREATE TABLE IF NOT EXISTS judged (
    match TEXT, head TEXT, observer INTEGER, method TEXT, playouts INTEGER, seed TEXT, step INTEGER, told BLOB,
    PRIMARY KEY (match, head, observer, method, playouts, seed, step)
) WITHOUT ROWID
"""
STEPS_OF: Final = """
SELECT told FROM judged WHERE (match, head, observer, method, playouts, seed) = (?, ?, ?, ?, ?, ?) ORDER BY step
"""
KEEP: Final = "INSERT OR REPLACE INTO judged VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
PATIENCE: Final = 10.0
"""So many seconds another program is waited for that writes there."""
STEP: Final = Decoder(ToldStep)
SAID: Final = (NoteAdded, RulingMade, RulingWithdrawn, ResultConfirmed, ConfirmationWithdrawn)
"""Events that leave all steps, and who plays, as they were."""


def judged_head(match: Match) -> str:
    """The digest of the event since which all steps of a match stand as they do.

    Remarks come after it: else one that an observer may not read would be known by a judgement that is gone.
    """
    return next(event.digest for event in reversed(match.history) if not isinstance(event, SAID))


class JudgementCache:
    """The judged steps of one plan for one match; a context that closes the file. Without a file nothing is kept."""

    def __init__(self, file: Path | None, match: Match, plan: JudgePlan) -> None:
        self._key = (str(match.id), judged_head(match), plan.observer, METHOD, plan.playouts, plan.seed)
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
        rows = [] if self._file is None else self._file.execute(STEPS_OF, self._key).fetchall()
        found = (STEP.decode(told) for (told,) in rows)
        return {one.step: one for one in found}

    def keep(self, steps: Iterable[ToldStep]) -> None:
        """Keeps some more, all of them or none."""
        if self._file is not None:
            with self._file:
                self._file.executemany(KEEP, [(*self._key, one.step, encode(one)) for one in steps])
