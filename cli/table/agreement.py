"""Who was at the table says, once a match is over, that its result is right; until then a step can be taken back."""

from collections.abc import Callable
from typing import Final, Literal

from ludograph.cli.table.commands import command_named
from ludograph.cli.table.live import LiveTable
from ludograph.domain.kernel.game import Seat
from ludograph.domain.kernel.sentences import listed
from ludograph.domain.match.final_result import in_force
from ludograph.domain.match.seated_bots import playing_bots

Answer = Literal["agreed", "back"]
ANSWERS: Final = (
    "`y` agrees, Enter or `n` does not yet, `skip` or `quit` asks nobody else; `undo [STEP]` takes back, `amend` puts "
    "a step right; `look`, `log`, `result`, `rules` and `note` are done, and the question comes again."
)


def ask_agreement(live: LiveTable, ask: Callable[[str], str]) -> Answer:
    """Asks every player who has not agreed yet, and no bot; `back` where the match is no more as it was."""
    match = live.match
    done = {one.seat for one in in_force(match)} | {*playing_bots(match)}
    waiting = [seat for seat in range(1, len(match.players) + 1) if seat not in done]
    if not waiting or match.abandoned:
        return "agreed"
    live.say(f"{live.scores()} Is it right? `undo` goes back a step, `skip` asks nobody, `help` says what else can be.")
    for seat in waiting:
        said = _said(live, ask, seat)
        if said == "back" or (said == "yes" and not live.agree(seat)):
            return "back"
        if said == "skip":
            break
    agreed = [one.name for one in in_force(live.match)]
    live.say(f"Agreed to the result: {listed(agreed, 'nobody yet')}.")
    return "agreed"


def _said(live: LiveTable, ask: Callable[[str], str], seat: Seat) -> Literal["yes", "no", "skip", "back"]:
    """What a player says; commands are done meanwhile, and what is no answer is asked for again."""
    while True:
        line = ask(f"{live.match.name(seat)} agrees? (y; Enter: not now) ").strip()
        word, _, rest = line.lstrip(":").partition(" ")
        command, steps = command_named(word), live.match.steps
        if line.casefold() in ("y", "yes"):
            return "yes"
        if line.casefold() in ("", "n", "no"):
            return "no"
        if line.casefold() in ("skip", "q") or command == "quit":
            return "skip"
        if not command:
            live.say(f"`{word}` is no answer here. {ANSWERS}")
        elif command == "help" and not rest.strip():
            live.say(ANSWERS)
        else:
            live.enter(f":{command} {rest}")
        if live.match.steps != steps:
            return "back"


__all__ = ["Answer", "ask_agreement"]
