"""How a line that is being typed could go on, as Tab shows it: in `play`, in its questions, and in the SQL shell."""

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, NamedTuple

from ludograph.domain.notation.visible_text import visible

if TYPE_CHECKING:
    from prompt_toolkit.completion import Completer


class TextCompletion(NamedTuple):
    """A text that could stand in place of the last `back` characters; `about` says more about it."""

    text: str
    back: int
    about: str = ""


Completions = Callable[[str], Iterable[TextCompletion]]
"""How a line could go on, of the text before the cursor."""


def prompt_completer(completions: Completions) -> "Completer":
    """What a prompt asks when Tab is pressed."""
    # prompt_toolkit is slow to import, and where lines come from a file nobody presses Tab.
    from prompt_toolkit.completion import Completer, Completion

    class TextCompleter(Completer):
        """Shows each completion with control characters made visible: names of players come from outside."""

        def get_completions(self, document: Any, complete_event: Any) -> Iterable[Completion]:
            """How the text before the cursor could go on."""
            for one in completions(document.text_before_cursor):
                yield Completion(one.text, -one.back, visible(one.text), visible(one.about))

    return TextCompleter()
