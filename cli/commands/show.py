"""`show`: the table as somebody knows it, after the last step or an earlier one."""

from typing import TYPE_CHECKING

import click

from ludograph.cli.arguments import (
    as_of_option,
    json_option,
    match_of,
    observer_named,
    observer_option,
    recorder,
    table_argument,
)
from ludograph.cli.errors import Failure, sentences_for_errors
from ludograph.cli.numbers import StepNumber
from ludograph.cli.printing.json import print_json
from ludograph.cli.printing.terminal import colored, echo, game_tile, paragraph, width
from ludograph.domain.kernel.sentences import Speaker
from ludograph.domain.notation.visible_text import Styled, visible
from ludograph.replay.sentences.officials import why_abandoned
from ludograph.replay.shapes.matches import show_json

if TYPE_CHECKING:
    from ludograph.domain.match.aggregate import Match
    from ludograph.domain.store.recorder import Recorder


@click.command()
@click.argument("match")
@table_argument
@click.option("--at", type=StepNumber(), metavar="STEP", help="After this step; by default the last. 0 is the setup.")
@observer_option
@as_of_option
@click.option("--forks", is_flag=True, help="What it is a fork of, and its own forks as a tree, instead of the table.")
@json_option
@sentences_for_errors
def command(
    match: str, table: tuple[str, ...], at: int | None, observer: str, as_of: str | None, forks: bool, as_json: bool
) -> None:
    """Shows the table of a MATCH as an observer knows it, who is to act, and what they may do.

    A table of a tournament is named by the tournament, a ROUND and a TABLE, instead of a match.
    """
    with recorder() as store:
        found = match_of(store, match, table, as_of)
        if forks:
            _show_forks(store, found, as_json)
            return
    seat, step = observer_named(found, observer), step_named(found, at)
    if as_json:
        print_json(show_json(found, seat, step))
    else:
        _show(found, seat, step)


def step_named(match: "Match", at: int | None) -> int:
    """The step after which to look. Raises `Failure` where there is none of that number."""
    if at is None:
        return len(match.steps)
    if not 0 <= at <= len(match.steps):
        raise Failure(f"There is no step {at}: the last is {len(match.steps)}.")
    return at


def _show_forks(store: "Recorder", match: "Match", as_json: bool) -> None:
    """The forks of a match as a tree."""
    from ludograph.cli.printing.fork_text import print_fork_tree

    print_fork_tree(store, match, as_json)


def _show(match: "Match", observer: int, at: int) -> None:
    """The table as text, and what is open to whom."""
    from ludograph.domain.exchange.exporter import looker
    from ludograph.domain.match.commitment import deal_corrected
    from ludograph.replay.drawing.text_table import draw_table
    from ludograph.replay.sentences.choices import choice_text

    view = match.view(observer, at)
    speaker = Speaker(match.game.deck, match.players)
    told = f"{match.game.title}, step {at} of {len(match.steps)}, as {looker(match, observer)} knows it"
    echo(Styled(f"{game_tile(match.game.id)}{visible(told)}"))
    echo(draw_table(match.game.scene(view), speaker, width=width(), color=colored()))
    echo()
    if corrected := deal_corrected(match.history):
        paragraph(corrected.told)
    if match.awaits_deal:
        paragraph(match.deal_awaited)
    if match.abandoned and at == len(match.steps):
        paragraph(why_abandoned(match, observer))
        return
    for seat, choices in match.open_to(view).items():
        legal = "; ".join(choice_text(choice, match.game, match.players) for choice in choices)
        paragraph(legal, first=f"{speaker.seat(seat)} may: ")
