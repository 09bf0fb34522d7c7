"""A match recorded from its first line to the agreement of its players, and how to go on with it."""

from ludograph.cli.arguments import command_line, on_terminal
from ludograph.cli.printing.terminal import echo, say_command
from ludograph.cli.table.agreement import ask_agreement
from ludograph.cli.table.live import LiveTable
from ludograph.cli.table.open_tables import name_of
from ludograph.cli.table.prompts import Prompts
from ludograph.cli.table.questions import EntryCancelled
from ludograph.domain.match.final_result import in_force


def record_match(live: LiveTable, asker: Prompts) -> int:
    """Takes in lines until nothing is left to record or somebody leaves; returns the exit code.

    Nobody sees what was refused of lines from a pipe, so the code says it.
    """
    code = 0
    try:
        while True:
            _take_lines(live, asker)
            if not (live.over and on_terminal()) or _is_agreed(live, asker):
                break
            live.has_left = False
    except EOFError:
        pass
    except KeyboardInterrupt:
        code = 130
    if live.over:
        _after_the_end(live)
    else:
        _farewell(live)
    return code or int(live.refused and not on_terminal())


def _take_lines(live: LiveTable, asker: Prompts) -> None:
    """Takes in lines, and tells the result once it is there."""
    told, over = 0, False
    try:
        while not live.done and not live.has_left:
            live.let_bots_move()
            if live.match.version != told:
                echo(live.status())
                told = live.match.version
            if live.over and not over:
                live.enter(":result")
            over = live.over
            if on_terminal():  # somebody thinks: whoever copies the store's file meanwhile copies all of it
                live.recorder.store.checkpoint()
            live.enter(asker.line(live.prompt()))
    finally:
        if live.over and not over:
            live.enter(":result")


def _is_agreed(live: LiveTable, asker: Prompts) -> bool:
    """Whether the players were asked for their agreement; not where a step was taken back or put right meanwhile."""
    try:
        return ask_agreement(live, lambda text: asker(text, lambda: ("yes", "no", "undo", "skip"))) == "agreed"
    except EntryCancelled:
        return True


def _after_the_end(live: LiveTable) -> None:
    name, agreed = _name(live), {one.name for one in in_force(live.match)}
    say_command("What was entered wrongly can still be put right:", command_line("undo", name, "--reason", "WHY"))
    say_command("or:", command_line("amend", name, "--edit", "--reason", "WHY"))
    if missing := [player for player in live.match.players if player not in agreed]:
        say_command("Who agrees to the result says so with:", command_line("confirm", name, "--as", missing[0]))


def _name(live: LiveTable) -> str:
    """By what the match is named in the next command: the id of its file, or as much of its own as tells it apart."""
    listed = live.recorder.listing(live.match.id)
    return name_of(live.recorder, listed) if listed else str(live.match.id)


def _farewell(live: LiveTable) -> None:
    match = live.recorder.refreshed(live.match)  # Ctrl-C may have come just after an entry was stored
    more = command_line("play", _name(live), keep=("observer", "by", "against"))
    say_command(f"Everything up to step {len(match.steps)} is recorded. Go on with:", more)
