"""The solver, OR-tools' CP-SAT: loaded when it is used, bounded by its own count of work, and by a clock if asked."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from math import inf
from threading import Thread
from time import monotonic
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from ortools.sat.python.cp_model import CpModel, CpSolver, IntVar

LEAST: Final = 0.2
"""So many seconds a search gets even where the time is over."""
_END: Final[ContextVar[float]] = ContextVar("end", default=inf)


class SolverProgress(NamedTuple):
    """Who is told how far it is."""

    done: Callable[[float], None] = lambda done: None
    """How much is done, from 0 to 1."""
    best: Callable[[str], None] = lambda best: None
    """What is looked for, and the best so far."""


class Solution(NamedTuple):
    """What the solver found: which variables are true, the cost, and the least that it could be."""

    true: frozenset[int]
    cost: int
    bound: int

    def __contains__(self, variable: object) -> bool:
        return getattr(variable, "index", None) in self.true


@contextmanager
def time_limit(seconds: float | None) -> Iterator[None]:
    """Ends every search after so many seconds by the clock; what comes of it then depends on the machine."""
    before = _END.set(inf if seconds is None else monotonic() + seconds)
    try:
        yield
    finally:
        _END.reset(before)


def out_of_time() -> bool:
    """Whether the time is over that there was."""
    return monotonic() >= _END.get()


def new_model() -> "CpModel":
    """An empty model."""
    from ortools.sat.python import cp_model

    return cp_model.CpModel()


def solve(
    model: "CpModel", effort: float, hints: "Mapping[IntVar, bool] | None" = None, attempt: int = 0
) -> Solution | None:
    """The best that is found with so much effort, about seconds; None where nothing is.

    The same on every machine, unless a clock ends it. Another attempt looks elsewhere first. Ctrl-C ends it at once.
    """
    from ortools.sat.python import cp_model

    model.clear_hints()  # type: ignore[no-untyped-call]
    for variable, value in (hints or {}).items():
        model.add_hint(variable, value)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.random_seed = 1 + attempt
    solver.parameters.max_deterministic_time = effort
    solver.parameters.catch_sigint_signal = False
    if _END.get() < inf:
        solver.parameters.max_time_in_seconds = max(_END.get() - monotonic(), LEAST)
    status = _run(solver, model)
    if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        return None
    values: Sequence[int] = solver.response_proto.solution
    true = frozenset(index for index, value in enumerate(values) if value == 1)
    return Solution(true, round(solver.objective_value), round(solver.best_objective_bound))


def surely(model: "CpModel", effort: float, hints: "Mapping[IntVar, bool] | None" = None, attempt: int = 0) -> Solution:
    """A solution of what has one: more effort is made until it is found, whatever the clock says."""
    found = solve(model, effort, hints, attempt)
    while found is None:
        effort *= 2
        with time_limit(None):
            found = solve(model, effort, hints, attempt)
    return found


def _run(solver: "CpSolver", model: "CpModel") -> object:
    """Solves in a thread of its own, for while the solver works no signal is heard."""
    ended: list[object] = []
    thread = Thread(target=lambda: ended.append(solver.solve(model)), daemon=True)
    thread.start()
    try:
        while thread.is_alive():
            thread.join(0.1)
    except BaseException:
        solver.stop_search()
        thread.join()
        raise
    return ended[0]
