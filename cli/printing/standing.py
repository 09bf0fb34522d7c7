"""How a match stands, for people."""

from typing import TYPE_CHECKING, Any

from cli.printing.json import result_json
from cli.printing.officials import sentences, why_abandoned
from cli.printing.terminal import echo, listing, paragraph
from domain.kernel.marks import TABLE

if TYPE_CHECKING:
    from domain.kernel.conceal import Observer
    from domain.records.match import Match


def print_result(match: "Match", observer: "Observer" = TABLE) -> None:
    """The scores as a table, and what officials said of them; `??` is what the record cannot tell."""
    from domain.kernel.sentences import counted

    result = result_json(match, observer)
    steps = counted(result["steps"], "step")
    if result["status"] == "abandoned":
        echo(f"{match.game.title}: abandoned after {steps}.")
        paragraph(why_abandoned(match, observer))
    elif not result["over"]:
        stands = f"not over after {steps}" if result["steps"] else "no step is recorded yet"
        echo(f"{match.game.title}: {stands}. To act: {_awaited(match)}.")
    else:
        echo(f"{match.game.title}: over after {steps}.")
    if result["over"]:
        _print_scores(result)
    for sentence in sentences(match, observer):
        paragraph(sentence)
    final = result["final"]
    if result["over"] and (final["scores"], final["winners"]) != (result["scores"], result["winners"]):
        echo("With the rulings:")
        _print_scores(final)


def _awaited(match: "Match") -> str:
    from domain.kernel.sentences import listed

    return listed([match.name(seat) for seat in match.awaited(match.view(0))], "nobody")


def _print_scores(result: dict[str, Any]) -> None:
    """Scores and who won, with places where there are any."""
    winners, places = result["winners"], result.get("places")
    won = [] if isinstance(winners, str) else winners
    listing(
        [
            (name, "-" if score is None else str(score), *_placed(name, places), "winner" if name in won else "")
            for name, score in result["scores"].items()
        ]
    )
    if isinstance(winners, str):
        echo("Who won depends on cards that nobody recorded.")
    elif not won:
        echo("Nobody won.")


def _placed(name: str, places: dict[str, Any] | None) -> tuple[str, ...]:
    return () if places is None else (f"place {places[name]}",)
