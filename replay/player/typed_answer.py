"""A question at the foot of the screen, and what is typed in answer to it."""

from textual.events import Key


class TypedAnswer:
    """What is asked just now, and how far the answer has come."""

    def __init__(self) -> None:
        self.question = ""
        """Empty where nothing is asked."""
        self._typed = ""

    @property
    def line(self) -> str:
        """The question with what was typed so far."""
        return f"{self.question}: {self._typed}"

    def ask(self, question: str) -> None:
        """Asks something anew."""
        self.question, self._typed = question, ""

    def paste(self, text: str) -> None:
        """Takes in a line that was not typed letter by letter."""
        self._typed += text.partition("\n")[0]

    def take(self, event: Key) -> str | None:
        """Takes a key in; the answer once it is whole, empty where it was given up, and None before that."""
        if event.key in ("enter", "escape"):
            self.question = ""
            return self._typed.strip() if event.key == "enter" else ""
        if event.key == "backspace":
            self._typed = self._typed[:-1]
        elif event.character is not None and event.is_printable:
            self._typed += event.character
        return None
