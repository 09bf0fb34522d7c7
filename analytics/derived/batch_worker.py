"""The program that `position_workers` starts: rows of the tables at steps for what comes in, batch by batch."""

import gc
import os
import pickle
import signal
import sys
from contextlib import suppress
from typing import Final

from ludograph.analytics.derived.positions import batch_rows

NICE: Final = 5
"""By how much they stand back behind others, who ask meanwhile."""


def work() -> None:
    """Works out what comes in by standard input, until that ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the one that writes
    os.nice(NICE)
    gc.freeze()
    gc.disable()  # states and intervals have no cycles, and looking for some takes time
    with suppress(EOFError, BrokenPipeError):
        while True:
            pickle.dump(batch_rows(*pickle.load(sys.stdin.buffer)), sys.stdout.buffer)
            sys.stdout.buffer.flush()
            gc.collect()


if __name__ == "__main__":
    work()
