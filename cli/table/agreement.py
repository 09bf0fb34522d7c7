"""Who was at the table says, once a match is over, that its result is right; until then a step can be taken back."""

from collections.abc import Callable
from typing import Literal

from ludograph.cli.table.live import LiveTable
from ludograph.domain.kernel.sentences import listed
from ludograph.domain.match.final_result import in_force

Answer = Literal["agreed", "back"]


def ask_agreement(live: LiveTable, ask: Callable[[str], str]) -> Answer:
    """Asks every player who has not agreed yet; `back` where a step is to be taken back instead."""
    match = live.match
    waiting = [seat for seat in range(1, len(match.players) + 1) if seat not in {one.seat for one in in_force(match)}]
    if not waiting or match.abandoned:
        return "agreed"
    live.say(f"{live.scores()} Is it right? `undo` goes back a step, `skip` asks nobody.")
    for seat in waiting:
        said = ask(f"{match.name(seat)} agrees? (y; Enter: not now) ").strip().casefold()
        if said.lstrip(":") == "undo":
            return "back"
        if said in ("skip", "quit", "q"):
            break
        if said in ("y", "yes") and not live.agree(seat):
            return "back"
    agreed = [one.name for one in in_force(live.match)]
    live.say(f"Agreed to the result: {listed(agreed, 'nobody yet')}.")
    return "agreed"


__all__ = ["Answer", "ask_agreement"]
