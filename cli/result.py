"""`result`: scores and winners, once a match is over."""

from typing import TYPE_CHECKING

import click

from cli.common import json_option, match_named, print_json, recorder, sentences_for_errors
from cli.output import named_winners, result_json, to_act
from cli.terminal import listing

if TYPE_CHECKING:
    from domain.match import Match


@click.command()
@click.argument("match")
@json_option
@sentences_for_errors
def command(match: str, as_json: bool) -> None:
    """Prints the scores and winners of a MATCH; before its end, who is to act."""
    with recorder() as store:
        found = match_named(store, match)
    if as_json:
        print_json(result_json(found))
    else:
        print_result(found)


def print_result(match: "Match") -> None:
    """The scores as a table; `??` is what the record cannot tell."""
    from domain.sentences import counted, listed

    result = result_json(match)
    steps = counted(result["steps"], "step")
    if not result["over"]:
        waiting = listed(to_act(match, match.view(0)), "nobody")
        stands = f"not over after {steps}" if result["steps"] else "no step is recorded yet"
        click.echo(f"{match.game.title}: {stands}. To act: {waiting}.")
        return
    click.echo(f"{match.game.title}: over after {steps}.")
    winners = named_winners(match)
    won = [] if isinstance(winners, str) else winners
    listing(
        [
            (name, "-" if score is None else str(score), "winner" if name in won else "")
            for name, score in result["scores"].items()
        ]
    )
    if isinstance(winners, str):
        click.echo("Who won depends on cards that nobody recorded.")
    elif not won:
        click.echo("Nobody won.")
