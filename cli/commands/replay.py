"""`ludograph replay`: steps through a match on a terminal; piped, it prints every step."""

import os
import sys
from typing import TYPE_CHECKING, NamedTuple

import click

from ludograph.cli.arguments import (
    as_of_option,
    gathered,
    json_option,
    judged_option,
    match_as_of,
    match_named,
    observer_named,
    observer_option,
    recorder,
    terse_option,
)
from ludograph.cli.errors import Failure, sentences_for_errors
from ludograph.cli.moments import MomentType, check_moment
from ludograph.cli.printing.json import print_json
from ludograph.cli.printing.judging import judged_for
from ludograph.cli.printing.terminal import colored, echo, width
from ludograph.domain.kernel.sentences import Speaker
from ludograph.domain.notation.values import ValueWriter
from ludograph.replay.shapes.matches import start_json, step_json
from ludograph.replay.timeline.moments import Moment

if TYPE_CHECKING:
    from ludograph.domain.kernel.conceal import Observer
    from ludograph.domain.match.aggregate import Match
    from ludograph.domain.store.recorder import Recorder


class ReplayOptions(NamedTuple):
    """What of a match is shown and how: on the whole screen, printed step by step, or beside another table."""

    as_of: str | None
    start: Moment | None
    follow: bool
    tables: bool
    beside: str | None
    judged: bool
    terse: bool
    as_json: bool

    @property
    def is_printed(self) -> bool:
        """Whether steps are printed, not shown one by one."""
        return self.as_json or self.tables or not _on_terminal()

    def check(self) -> None:
        """Raises a usage error where options do not go together."""
        if self.beside is not None:
            if self.start or self.follow or self.tables or self.judged or self.as_json:
                raise click.UsageError(
                    "--beside goes with --as, --terse and --as-of alone: leave the other options out."
                )
            return
        if self.follow and self.as_of is not None:
            raise click.UsageError("--follow shows what is being recorded, --as-of what once was: choose one.")
        if self.judged and (self.follow or self.is_printed):
            raise click.UsageError("--judged marks a replay on a terminal: leave --follow, --tables and --json out.")
        if self.follow and self.is_printed:
            raise click.UsageError(
                "--follow shows the match on a terminal: leave out --tables and --json, and no pipe."
            )


@click.command("replay")
@click.argument("match")
@observer_option
@click.option(
    "--from",
    "start",
    type=MomentType(),
    metavar="STEP",
    help="The step to begin with, or a beat of it: 32, or 32.4; by default 0.",
)
@click.option("--follow", is_flag=True, help="Follows a match that is being recorded; begins with its last step.")
@click.option("--tables", is_flag=True, help="When printing, draws the table after each step.")
@click.option(
    "--beside",
    metavar="MATCH",
    help="This table and another of its deal, or a fork, beside each other from where they went apart.",
)
@judged_option
@terse_option
@as_of_option
@json_option
@sentences_for_errors
@gathered("asked", ReplayOptions)
def command(match: str, observer: str, asked: ReplayOptions) -> None:
    """Steps through MATCH as an observer knows it: arrow keys, `?` for help, `q` to quit.

    Steps that you have not come to are not told. Without a terminal, or with --tables or --json, every step is
    printed.
    With --beside two tables of one deal go on together, decisions of the same player beside each other, through the
    eyes of the same seat at both; what differs is marked.
    """
    asked.check()
    with recorder() as opened:
        found = match_as_of(opened, match, asked.as_of)
        if asked.beside is None:
            as_observer = observer_named(found, observer)
            first = asked.start or Moment(len(found.steps) if asked.follow else 0)
            check_moment(found, as_observer, first, "--from")
            if not asked.is_printed:
                watch(opened, found, as_observer, first, asked, match)
        else:
            pair = beside_each_other(opened, found, asked.beside, observer)
    if asked.beside is not None:
        replay_side_by_side(*pair, terse=asked.terse)
    elif asked.as_json:
        print_frames(found, as_observer, first.step)
    elif asked.is_printed:
        print_steps(found, as_observer, first.step, tables=asked.tables, terse=asked.terse)


def beside_each_other(store: "Recorder", match: "Match", name: str, observer: str) -> "tuple[Match, Match, Observer]":
    """A match, another table of its deal, and whose eyes look at both. Raises `Failure` where they are not shown so."""
    from ludograph.domain.forks.same_deal import NotBeside, check_beside

    other, seat = match_named(store, name), observer_named(match, observer)
    try:
        check_beside(store, match, other, seat)
    except NotBeside as wrong:
        raise Failure(str(wrong)) from wrong
    return match, other, seat


def replay_side_by_side(one: "Match", other: "Match", observer: "Observer", *, terse: bool) -> None:
    """Two tables of one deal on the whole screen, until `q` or Ctrl-C; without a terminal what is done at both."""
    if _on_terminal():
        from ludograph.replay.player.side_by_side_app import SideBySideApp

        SideBySideApp(one, other, observer, terse=terse).watched()
    else:
        from ludograph.cli.printing.side_by_side_text import print_side_by_side

        print_side_by_side(one, other, observer, terse=terse)


def _on_terminal() -> bool:
    """Whether there is a terminal that shows a whole screen."""
    return sys.stdin.isatty() and sys.stdout.isatty() and os.environ.get("TERM") != "dumb"


def print_frames(match: "Match", observer: int, start: int) -> None:
    """A line for each step that stands as `log --json` has it, with the state after it."""
    from ludograph.domain.match.history import standing_steps
    from ludograph.replay.timeline.timeline import Timeline

    timeline, writer, told = Timeline(match, observer), ValueWriter(match.players), standing_steps(match)
    for number in range(start, len(timeline)):
        line = step_json(match, told[number], observer) if number else start_json(match, told[0], observer)
        state = timeline[number].state
        print_json(line | {"state": None if state is None else writer.struct(state)})


def print_steps(match: "Match", observer: int, start: int, *, tables: bool, terse: bool) -> None:
    """Each step with its number, who acted and what happened, and the table where that is wanted."""
    from ludograph.replay.drawing.text_table import draw_table
    from ludograph.replay.sentences.step_sentences import tell_step, wrapped
    from ludograph.replay.timeline.timeline import Timeline

    timeline, speaker = Timeline(match, observer), Speaker(match.game.deck, match.players)
    for number in range(start, len(timeline)):
        frame = timeline[number]
        who = speaker.seat(frame.step.actor) if frame.step else "setup"
        sentences = " ".join(tell_step(match.game, speaker, frame, terse=terse))
        text = sentences if sentences.startswith(who) else f"{who}: {sentences}"
        echo("\n".join(wrapped(text, width=width(), first=f"{number:>4}  ")))
        if tables:
            echo()
            echo(draw_table(match.game.scene(frame.state), speaker, width=width(), color=colored()))
            echo()


def watch(store: "Recorder", match: "Match", observer: int, start: Moment, asked: ReplayOptions, name: str) -> None:
    """The match on the whole screen, until `q` or Ctrl-C.

    Where it stands as it is recorded, variations can be tried; then the commands are printed that record those which
    somebody wants to keep, under the `name` by which the match was called.
    """
    from ludograph.cli.variation_tools import variation_tools
    from ludograph.replay.player.app import PlayerApp
    from ludograph.replay.player.session import ReplaySession

    marks = judged_for(match, [observer]) if asked.judged else {}
    session = ReplaySession(match, observer, start.step, start.beat or None, marks)
    session.terse = asked.terse
    tools = None if asked.follow or asked.as_of is not None else variation_tools(store, name)
    player = PlayerApp(session, store.refreshed if asked.follow else None, tools)
    player.watched()
    for command_to_keep in player.kept:
        echo(command_to_keep)
