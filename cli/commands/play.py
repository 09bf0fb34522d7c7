"""`ludograph play`: records a match live at a table, with prompts and completion."""

import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import click

from cli.arguments import again, by_option, match_named, observer_named, recorder
from cli.errors import sentences_for_errors
from cli.printing.terminal import echo, on_terminal, say
from domain.notation.visible import visible

if TYPE_CHECKING:
    from cli.table.asking import Possible
    from cli.table.completing import Offer, Offers
    from cli.table.live import Live


@click.command("play")
@click.argument("match")
@click.option(
    "--as",
    "observer",
    default="table",
    metavar="OBSERVER",
    help="Whose eyes are on this screen: a player's name, a seat number, `table` (the default) or `judge`.",
)
@by_option
@sentences_for_errors
def command(match: str, observer: str, by: str) -> None:
    """Records MATCH live. Enter actions such as `Ann bid 9MS`, or `bid the pact` where only one can act.

    Tab completes; `help` says what can be entered, `undo` takes back. Everything is on the disk as soon as it is
    answered, so that you may leave at any time. Without a terminal, lines are read from standard input.
    """
    from cli.table.live import Live

    with recorder() as opened:
        found = match_named(opened, match)
        asker = _Asker()
        live = Live(opened, found, observer_named(found, observer), echo, asker, by, asker.confirm)
        asker.live = live
        raise SystemExit(play(live, asker))


class _Asker:
    """Asks on the terminal, with completion; or takes the next line of standard input."""

    def __init__(self) -> None:
        self.live: Live | None = None
        self._entries: Any = None
        self._answers: Any = None
        """The prompts for entries and for answers, each with a history of its own."""

    def __call__(self, question: str, possible: "Possible") -> str:
        """An answer to a question about an entry. Raises `Dropped` on Ctrl-C, EOFError at the end of input."""
        from cli.table.asking import Dropped

        try:
            if not on_terminal():
                return self._piped_answer(question)
            self._answers = self._answers or _session()
            return _prompted(self._answers, question, self._offers_answers(possible))
        except KeyboardInterrupt:
            raise Dropped from None

    def _piped_answer(self, question: str) -> str:
        try:
            return _piped_line(question)
        except EOFError:
            if self.live is not None:
                self.live.refused = True  # an entry without its answers is not recorded
            raise

    def confirm(self, question: str, otherwise: bool) -> bool:
        """Whether the answer is yes; `otherwise` without a terminal, where nothing is asked. Raises `Dropped`."""
        if not on_terminal():
            return otherwise
        return self(f"{question} [y/N] ", lambda: ("yes", "no")).strip().casefold() in ("y", "yes")

    def line(self, prompt: str) -> str:
        """The next entry. Raises EOFError at the end of input."""
        if not on_terminal():
            return _piped_line(prompt)
        self._entries = self._entries or _session()
        return _prompted(self._entries, prompt, self._offers_entries)

    def _offers_entries(self, text: str) -> "Iterable[Offer]":
        from cli.table.completing import offers

        return offers(self.live.match, self.live.observer, text) if self.live else ()

    def _offers_answers(self, possible: "Possible") -> "Offers":
        from cli.table.completing import answers

        return lambda text: answers(self.live.listener, possible(), text) if self.live else ()


def play(live: "Live", asker: _Asker) -> int:
    """Takes in lines until nothing is left to record or somebody leaves; returns the exit code.

    Nobody sees what was refused of lines from a pipe, so the code says it.
    """
    code, told, over = 0, 0, False
    try:
        while not live.done and not live.left:
            if live.match.version != told:
                echo(live.status())
                told = live.match.version
            if live.over and not over:
                live.enter(":result")
            over = live.over
            live.enter(asker.line(live.prompt()))
    except EOFError:
        pass
    except KeyboardInterrupt:
        code = 130
    if not live.over:
        _farewell(live)
    elif not over:
        live.enter(":result")
    return code or int(live.refused and not on_terminal())


def _farewell(live: "Live") -> None:
    match = live.recorder.refreshed(live.match)  # Ctrl-C may have come just after an entry was stored
    steps, name = len(match.steps), match.start.source or match.id
    say(f"Everything up to step {steps} is recorded. Go on with: {again(f'play {name}')}")


def _prompted(session: Any, prompt: str, offers: "Offers") -> str:
    line: str = session.prompt(visible(prompt), completer=_completer(offers), complete_while_typing=False)
    return line


def _piped_line(prompt: str) -> str:
    """The next line of standard input, shown after its prompt so that the output reads like a session."""
    line = sys.stdin.buffer.readline()
    if not line:
        raise EOFError
    text = line.decode("utf-8", "surrogateescape").rstrip()
    echo(f"{prompt}{text.encode('utf-8', 'replace').decode()}")
    return text


def _session() -> Any:
    import os

    from prompt_toolkit import PromptSession
    from prompt_toolkit.output import ColorDepth

    plain = ColorDepth.DEPTH_1_BIT if os.environ.get("NO_COLOR") else None
    return PromptSession(color_depth=plain)


def _completer(offers: "Offers") -> Any:
    from prompt_toolkit.completion import Completer, Completion

    class Open(Completer):
        """Offers how the line could go on."""

        def get_completions(self, document: Any, complete_event: Any) -> Any:
            for offer in offers(document.text_before_cursor):
                yield Completion(offer.text, -offer.back, visible(offer.text), visible(offer.about))

    return Open()
