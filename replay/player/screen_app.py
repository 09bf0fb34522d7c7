"""What every whole-screen view of matches has: lines in their parts, one line for a message, keys, and Ctrl-C."""

from collections.abc import Mapping
from typing import Any, ClassVar, Final

from textual.app import App
from textual.binding import Binding, BindingType
from textual.events import Key
from textual.filter import DimFilter, LineFilter
from textual.widget import Widget

from ludograph.replay.player.widgets import Lines

INTERRUPTED: Final = 130
"""The return code after Ctrl-C."""


class ScreenApp(App[None]):
    """A whole screen of lines in the terminal's own colours, which is painted anew whenever something is done."""

    CSS_PATH = "player.tcss"
    ALLOW_SELECT = False
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [Binding("ctrl+c", "interrupt", show=False, priority=True)]

    def __init__(self) -> None:
        super().__init__(ansi_color=True)
        self.theme = "ansi-dark"
        self._message = ""

    def get_line_filters(self) -> list[LineFilter]:
        """Without the one for dim letters: it needs to know the terminal's colours, and makes them black where not."""
        return [one for one in super().get_line_filters() if not isinstance(one, DimFilter)]

    def on_body_resized(self) -> None:
        """The parts find their places anew."""
        self.paint()

    def paint(self) -> None:
        """Everything anew."""
        raise NotImplementedError

    def say(self, message: str = "") -> None:
        """A message instead of the keys, until something else is done."""
        self._message = message
        self.paint()

    async def on_key(self, event: Key) -> None:
        """What a key does."""
        event.stop()
        event.prevent_default()
        if not self.typed_into(event) and event.key in (keys := self.keys()):
            what, *given = keys[event.key]
            getattr(self, what)(*given)

    def typed_into(self, event: Key) -> bool:
        """Whether a key belongs to the answer to something that is asked, which takes it then."""
        return False

    def keys(self) -> Mapping[str, tuple[Any, ...]]:
        """By key the name of what is done now, and with what."""
        raise NotImplementedError

    def watched(self) -> None:
        """Runs until somebody quits. Raises `KeyboardInterrupt` after Ctrl-C, `SystemExit` where it could not go on."""
        self.run()
        if self.return_code == INTERRUPTED:
            raise KeyboardInterrupt
        if self.return_code:
            raise SystemExit(self.return_code)

    def action_interrupt(self) -> None:
        """Ctrl-C."""
        self.exit(return_code=INTERRUPTED)

    def _part(self, id: str) -> Widget:
        return self.query_one(f"#{id}")

    def _lines(self, id: str, rows: int) -> Lines:
        """A part of the screen, so many rows high."""
        lines = self.query_one(f"#{id}", Lines)
        lines.rows = rows
        return lines


__all__ = ["ScreenApp"]
