"""How an experiment is stopped, and goes on: what was played is told, and kept where a file was named."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from ludograph.cli.errors import Stopped
from ludograph.cli.printing.counts import counted_matches
from ludograph.cli.printing.terminal import say
from ludograph.domain.kernel.processes import signal_handled

NOTHING_YET: Final = (
    "Stopped before another match was over: nothing of it is kept. The same command begins anew, or after what its "
    "`--keep FILE` holds."
)


@contextmanager
def stoppable(told: str) -> Iterator[None]:
    """Within this SIGTERM is as Ctrl-C, and either ends the command with what is `told`, if nothing else tells it."""
    with signal_handled(signal.SIGTERM, signal.default_int_handler):
        try:
            yield
        except KeyboardInterrupt:
            raise Stopped(told) from None


def say_kept(keep: Path | None, found: int) -> None:
    """Says what a file of results holds already, and that it holds the rest too, whatever ends the program."""
    if keep is not None and found:
        say(f"{keep} has {counted_matches(found)} of each variant: it goes on from there.")
    elif keep is not None:
        say(f"{keep} keeps the matches of each deal once all are played: after a stop the same command goes on.")


def stopped(done: int, count: int, keep: Path | None) -> Stopped:
    """What is said at the end of an experiment that somebody stopped: how far it came, and how it goes on."""
    if not done:
        return Stopped(NOTHING_YET)
    more = (
        f"{keep} has them: the same command goes on from there."
        if keep
        else "Nothing of them is kept: with `--keep FILE` the same command would go on where it stopped."
    )
    return Stopped(f"Stopped after {done:,} of {count:,} matches of each variant. {more}")
