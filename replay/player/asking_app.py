"""A whole screen on which something can be asked: what is typed then belongs to the answer."""

from rich.text import Text
from textual.events import Key, Paste

from ludograph.domain.notation.visible_text import on_one_line
from ludograph.replay.player.screen_app import ScreenApp


class AskingApp(ScreenApp):
    """Asks one question at a time on the last line."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: str | None = None
        """The question that is being answered."""
        self.typed = ""

    def ask(self, question: str) -> None:
        """Asks for a step, a text or a player."""
        self.asked, self.typed = question, ""
        self.paint_foot()

    @property
    def question_line(self) -> Text | None:
        """What is asked and typed so far; None where nothing is asked."""
        if self.asked is None:
            return None
        return Text(on_one_line(f"{self.asked}: {self.typed}")).append(" ", style="reverse")

    def paint_foot(self) -> None:
        """The last line anew."""
        raise NotImplementedError

    def answered(self, question: str, text: str) -> None:
        """Takes an answer; an empty one where somebody wants to give none."""
        raise NotImplementedError

    def typed_into(self, event: Key) -> bool:
        """Letters belong to the answer while something is asked."""
        if self.asked is None:
            return False
        if event.key in ("enter", "escape"):
            question, self.asked = self.asked, None
            self.answered(question, self.typed.strip() if event.key == "enter" else "")
            return True
        if event.key == "backspace":
            self.typed = self.typed[:-1]
        elif event.character is not None and event.is_printable:
            self.typed += event.character
        self.paint_foot()
        return True

    def on_paste(self, event: Paste) -> None:
        """What is pasted belongs to the answer too."""
        if self.asked is not None:
            self.typed += event.text.partition("\n")[0]
            self.paint_foot()


__all__ = ["AskingApp"]
