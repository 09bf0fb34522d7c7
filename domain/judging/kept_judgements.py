"""Judgements that are kept in a file, for reading: which there are, and the best of those that an observer may know."""

import sqlite3
from collections.abc import Iterable
from pathlib import Path
from typing import Final, NamedTuple, Self

from ludograph.domain.judging.judged_match import JudgedMatch, ToldStep
from ludograph.domain.judging.judgement import METHOD, SEED, JudgePlan, judged_eyes
from ludograph.domain.judging.judgement_cache import PATIENCE, STEP, STEPS_OF, judged_head
from ludograph.domain.kernel.conceal import Observer
from ludograph.domain.kernel.game import TABLE
from ludograph.domain.match.aggregate import Match

PLANS: Final = "SELECT match, head, observer, playouts, seed, count(*) FROM judged WHERE method = ?"
OF_MATCH: Final = " AND match = ?"
GROUPED: Final = " GROUP BY 1, 2, 3, 4, 5"


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

    def __init__(self, file: Path, patience: float = PATIENCE) -> None:
        self._file = (
            sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro", patience, uri=True) if file.exists() else None
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._file is not None:
            self._file.close()

    def plans(self, match: str | None = None) -> list[KeptPlan]:
        """What is kept by today's method, of one match or of all."""
        if self._file is None:
            return []
        asked = PLANS + GROUPED if match is None else PLANS + OF_MATCH + GROUPED
        rows = self._file.execute(asked, (METHOD,) if match is None else (METHOD, match)).fetchall()
        return [KeptPlan(*row) for row in rows]

    def steps(self, plan: KeptPlan) -> list[ToldStep]:
        """The kept steps of a judgement, in order."""
        key = (plan.match, plan.head, plan.observer, METHOD, plan.playouts, plan.seed)
        rows = [] if self._file is None else self._file.execute(STEPS_OF, key).fetchall()
        return [STEP.decode(told) for (told,) in rows]

    def most_thorough_plan(self, match: Match, observer: Observer) -> JudgePlan | None:
        """How the most thorough judgement of a match with an observer's own eyes was made; None where none is whole."""
        plan = most_thorough(match, self.plans(str(match.id)), observer)
        return None if plan is None else JudgePlan(plan.observer, plan.playouts, plan.seed)

    def judgement(self, match: Match, observer: Observer) -> tuple[JudgedMatch, JudgePlan] | None:
        """The most thorough judgement with an observer's own eyes, and how it was made; None where none is whole."""
        plan = most_thorough(match, self.plans(str(match.id)), observer)
        if plan is None:
            return None
        first, *steps = self.steps(plan)
        return JudgedMatch(match.players, first, tuple(steps)), JudgePlan(plan.observer, plan.playouts, plan.seed)


def most_thorough(match: Match, plans: Iterable[KeptPlan], observer: Observer) -> KeptPlan | None:
    """Of these judgements of a match the most thorough whole one of it as it stands, with the observer's own eyes."""
    if observer == TABLE:
        return None
    eyes, head, whole = judged_eyes(observer), judged_head(match), len(match.steps) + 1
    found = [plan for plan in plans if (plan.observer, plan.head, plan.steps) == (eyes, head, whole)]
    return max(found, key=lambda plan: (plan.playouts, plan.seed == SEED, plan.seed), default=None)
