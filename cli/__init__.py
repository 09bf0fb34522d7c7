"""The command line: one command per file, a thin click function and a plain function that does the work."""

import atexit
import gc
import sys


def _leave() -> None:
    """Frees Python from looking for cycles at the end, when all memory goes anyway; DuckDB counts what stays then."""
    if "duckdb" not in sys.modules:
        gc.freeze()


# A command begins by making some 40,000 objects and keeps them: nobody looks for cycles among so few. Both together
# were a sixth of the time of `act`.
gc.set_threshold(50_000, 2, 2)
atexit.register(_leave)
