"""Where lines and answers come from: a terminal, with completion, or the lines of standard input."""

import sys
from collections.abc import Iterable
from os import environ
from typing import Any, Final

from ludograph.cli.arguments import on_terminal
from ludograph.cli.printing.terminal import echo, width
from ludograph.cli.printing.text_completion import Completions, TextCompletion, prompt_completer
from ludograph.cli.table.completion import answer_completions, line_completions
from ludograph.cli.table.live import LiveTable
from ludograph.cli.table.questions import EntryCancelled, PossibleAnswers
from ludograph.domain.notation.parser import LineParser
from ludograph.replay.sentences.step_sentences import wrapped

ROOM: Final = len(" 10f ")
"""The code of a card fits behind a prompt."""


class Prompts:
    """Asks on the terminal, with completion; or takes the next line of standard input."""

    def __init__(self) -> None:
        self.live: LiveTable | None = None
        """The match that entries are made in, once there is one."""
        self.parser: LineParser | None = None
        """Who understands answers that are given before."""
        self._entries: Any = None
        self._answers: Any = None
        """The prompts for entries and for answers, each with a history of its own."""

    def __call__(self, question: str, possible: PossibleAnswers) -> str:
        """An answer to a question about an entry. Raises `EntryCancelled` on Ctrl-C, EOFError at the end of input."""
        try:
            if not on_terminal():
                return self._piped_answer(question)
            self._answers = self._answers or _session()
            return _prompted(self._answers, question, self._answer_completions(possible))
        except KeyboardInterrupt:
            raise EntryCancelled from None

    def _piped_answer(self, question: str) -> str:
        try:
            return _piped_line(question)
        except EOFError:
            if self.live is not None:
                self.live.refused = (
                    True  # the exit code tells a script that this entry, without its answers, is not recorded
                )
            raise

    def confirm(self, question: str, otherwise: bool) -> bool:
        """Whether the answer is yes; `otherwise` without a terminal, where nothing is asked.

        Raises `EntryCancelled`.
        """
        if not on_terminal():
            return otherwise
        return self(f"{question} [y/N] ", lambda: ("yes", "no")).strip().casefold() in ("y", "yes")

    def line(self, prompt: str) -> str:
        """The next entry. Raises EOFError at the end of input."""
        if not on_terminal():
            return _piped_line(prompt)
        self._entries = self._entries or _session()
        return _prompted(self._entries, prompt, self._entry_completions)

    def _entry_completions(self, text: str) -> Iterable[TextCompletion]:
        return line_completions(self.live.match, self.live.observer, text) if self.live else ()

    def _answer_completions(self, possible: PossibleAnswers) -> Completions:
        parser = self.live.parser if self.live else self.parser
        return lambda text: answer_completions(parser, possible(), text) if parser else ()


def _prompted(session: Any, prompt: str, completions: Completions) -> str:
    line: str = session.prompt(_folded(prompt), completer=prompt_completer(completions), complete_while_typing=False)
    return line


def _folded(prompt: str) -> str:
    """A prompt in lines that fit, divided between words, with room for a short answer."""
    return "\n".join(wrapped(prompt, width=width() - ROOM, rest="  ")) + " "


def _piped_line(prompt: str) -> str:
    """The next line of standard input, shown after its prompt so that the output reads like a session."""
    line = sys.stdin.buffer.readline()
    if not line:
        raise EOFError
    text = line.decode("utf-8", "surrogateescape").rstrip()
    echo(f"{prompt}{text.encode('utf-8', 'replace').decode()}")
    return text


def _session() -> Any:
    # prompt_toolkit is slow to import, and where lines come from a file nobody is prompted.
    from prompt_toolkit import PromptSession
    from prompt_toolkit.output import ColorDepth

    plain = ColorDepth.DEPTH_1_BIT if environ.get("NO_COLOR") else None
    return PromptSession(color_depth=plain)
