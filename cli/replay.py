"""`ludograph replay`: steps through a match on a terminal; piped, it prints every step."""

import sys
from typing import TYPE_CHECKING, Any

import click

from cli.common import (
    Failure,
    json_option,
    match_named,
    observer_named,
    observer_option,
    print_json,
    recorder,
    sentences_for_errors,
)

if TYPE_CHECKING:
    from domain.match import Match
    from replay.player import Player


@click.command("replay")
@click.argument("match")
@observer_option
@click.option("--from", "start", type=int, default=0, metavar="STEP", help="The step to begin with.")
@click.option("--tables", is_flag=True, help="When printing, draw the table after each step.")
@json_option
@sentences_for_errors
def command(match: str, observer: str, start: int, tables: bool, as_json: bool) -> None:
    """Step through MATCH as an observer knows it: arrow keys, `?` for help, `q` to quit.

    Without a terminal, or with --tables or --json, every step is printed.
    """
    with recorder() as opened:
        found = match_named(opened, match)
    eyes = observer_named(found, observer)
    if not 0 <= start <= len(found.steps):
        raise Failure(f"There is no step {start}: --from takes 0 to {len(found.steps)}.")
    if as_json:
        print_frames(found, eyes, start)
    elif tables or not (sys.stdin.isatty() and sys.stdout.isatty()):
        print_steps(found, eyes, start, tables)
    else:
        from replay.player import Player

        watch(Player(found, eyes, start))


def print_frames(match: "Match", observer: int, start: int) -> None:
    """A line for each step that stands as `log --json` has it, with the state after it."""
    from cli.output import start_json, step_json
    from domain.notation import Writer
    from replay.timeline import Timeline

    timeline, writer = Timeline(match, observer), Writer(match.players)
    for number in range(start, len(timeline)):
        line = step_json(match, match.steps[number - 1], observer) if number else start_json(match, observer)
        print_json(line | {"state": writer.struct(timeline[number].state)})


def print_steps(match: "Match", observer: int, start: int, tables: bool) -> None:
    """Each step with its number, who acted and what happened, and the table where that is wanted."""
    from cli.terminal import colored, width
    from domain.sentences import Speaker
    from replay.drawing import draw
    from replay.telling import tell_step, wrapped
    from replay.timeline import Timeline

    timeline, speaker = Timeline(match, observer), Speaker(match.game.deck, match.players)
    for number in range(start, len(timeline)):
        frame = timeline[number]
        who = speaker.seat(frame.step.actor) if frame.step else "setup"
        sentences = " ".join(tell_step(match.game, speaker, frame))
        click.echo("\n".join(wrapped(f"{who}: {sentences}", width=width(), first=f"{number:>4}  ")))
        if tables:
            click.echo(f"\n{draw(match.game.scene(frame.state), speaker, width=width(), color=colored())}\n")


def watch(player: "Player") -> None:
    """The match on the whole screen, until `q` or Ctrl-C."""
    import os

    from prompt_toolkit.application import Application
    from prompt_toolkit.formatted_text import ANSI
    from prompt_toolkit.layout import Layout, Window
    from prompt_toolkit.layout.controls import FormattedTextControl
    from prompt_toolkit.output import ColorDepth

    from cli.terminal import colored
    from replay.player import Size

    def text() -> ANSI:
        rows, columns = app.output.get_size()
        return ANSI(player.screen(Size(columns, rows), color=colored()))

    control = FormattedTextControl(text, focusable=True, show_cursor=False)
    depth = ColorDepth.DEPTH_1_BIT if os.environ.get("NO_COLOR") else None
    app: Application[None] = Application(
        Layout(Window(control, wrap_lines=False)), key_bindings=_bindings(player), full_screen=True, color_depth=depth
    )
    app.ttimeoutlen = 0.05
    app.run()


def _bindings(player: "Player") -> Any:
    from prompt_toolkit.key_binding import KeyBindings

    from replay.player import KEYS

    bindings = KeyBindings()

    def bind(key: str) -> None:
        @bindings.add({" ": "space"}.get(key, key), eager=True)
        def pressed(event: Any) -> None:
            player.press(key)
            if player.done:
                event.app.exit()

    for key in KEYS:
        bind(key)

    @bindings.add("c-c", eager=True)
    def interrupted(event: Any) -> None:
        event.app.exit(exception=KeyboardInterrupt)

    return bindings
