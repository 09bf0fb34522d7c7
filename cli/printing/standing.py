"""How a match stands, for people."""

from typing import TYPE_CHECKING

from cli.printing.json import result_json
from cli.printing.terminal import echo, listing

if TYPE_CHECKING:
    from domain.records.match import Match


def print_result(match: "Match") -> None:
    """The scores as a table; `??` is what the record cannot tell."""
    from domain.kernel.sentences import counted, listed

    result = result_json(match)
    steps = counted(result["steps"], "step")
    if not result["over"]:
        waiting = listed([match.name(seat) for seat in match.awaited(match.view(0))], "nobody")
        stands = f"not over after {steps}" if result["steps"] else "no step is recorded yet"
        echo(f"{match.game.title}: {stands}. To act: {waiting}.")
        return
    echo(f"{match.game.title}: over after {steps}.")
    winners = result["winners"]
    won = [] if isinstance(winners, str) else winners
    listing(
        [
            (name, "-" if score is None else str(score), "winner" if name in won else "")
            for name, score in result["scores"].items()
        ]
    )
    if isinstance(winners, str):
        echo("Who won depends on cards that nobody recorded.")
    elif not won:
        echo("Nobody won.")
