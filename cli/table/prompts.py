"""Where lines and answers come from: a terminal, with completion, or the lines of standard input."""

import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Final

from ludograph.cli.arguments import on_terminal
from ludograph.cli.printing.terminal import echo, width
from ludograph.domain.notation.visible_text import visible

if TYPE_CHECKING:
    from ludograph.cli.table.completion import LineCompletion, Offers
    from ludograph.cli.table.live import LiveTable
    from ludograph.cli.table.questions import Possible
    from ludograph.domain.notation.line_reader import LineReader

ROOM: Final = len(" 10f ")
"""The code of a card fits behind a prompt."""


class Prompts:
    """Asks on the terminal, with completion; or takes the next line of standard input."""

    def __init__(self) -> None:
        self.live: LiveTable | None = None
        """The match that entries are made in, once there is one."""
        self.listener: LineReader | None = None
        """Who understands answers that are given before."""
        self._entries: Any = None
        self._answers: Any = None
        """The prompts for entries and for answers, each with a history of its own."""

    def __call__(self, question: str, possible: "Possible") -> str:
        """An answer to a question about an entry. Raises `Dropped` on Ctrl-C, EOFError at the end of input."""
        from ludograph.cli.table.questions import Dropped

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

    def _offers_entries(self, text: str) -> "Iterable[LineCompletion]":
        from ludograph.cli.table.completion import line_completions

        return line_completions(self.live.match, self.live.observer, text) if self.live else ()

    def _offers_answers(self, possible: "Possible") -> "Offers":
        from ludograph.cli.table.completion import answer_completions

        listener = self.live.listener if self.live else self.listener
        return lambda text: answer_completions(listener, possible(), text) if listener else ()


def _prompted(session: Any, prompt: str, offers: "Offers") -> str:
    line: str = session.prompt(_folded(prompt), completer=_completer(offers), complete_while_typing=False)
    return line


def _folded(prompt: str) -> str:
    """A prompt in lines that fit, divided between words, with room for a short answer."""
    from ludograph.replay.sentences.step_sentences import wrapped

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
