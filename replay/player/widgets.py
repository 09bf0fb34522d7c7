"""What the screen is made of: lines of text that are worked out when they come into sight."""

from collections.abc import Callable, Mapping, Sequence

from rich.text import Text
from textual.containers import Vertical
from textual.events import Click
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget


class Lines(Widget, can_focus=False):
    """Lines of text, of which only those in sight are rendered.

    Where more are above or below, the first or last line in sight says how many: that shows without colour too.
    """

    def __init__(self, id: str, *, more: str | None = None) -> None:
        super().__init__(id=id)
        self.top = 0
        """The first line in sight."""
        self._rows = 1
        self._more = more
        self._count = 0
        self._head: Sequence[Text] = ()
        self._text_at: Callable[[int], Text] = lambda _: Text()

    @property
    def rows(self) -> int:
        """How many lines there is room for."""
        return self._rows

    @rows.setter
    def rows(self, rows: int) -> None:
        self._rows = rows
        self.styles.height = rows + self.gutter.height

    @property
    def room(self) -> int:
        """How many of the lines that scroll there is room for, under those that stay."""
        return max(self._rows - len(self._head), 1)

    def show(self, lines: Sequence[Text], *, top: int | None = None, head: Sequence[Text] = ()) -> None:
        """Shows these lines, from line `top` on if that is given, under a `head` that stays where it is."""
        self._head = head
        self.top = self.top if top is None else top
        self.show_lazily(len(lines), lines.__getitem__)

    def show_lazily(self, count: int, text_at: Callable[[int], Text]) -> None:
        """Shows so many lines; each is asked for when it is seen."""
        self._count, self._text_at = count, text_at
        self.scroll_by(0)

    def scroll_by(self, lines: int) -> None:
        """Down or up, as far as there are lines."""
        self.top = max(0, min(self.top + lines, self._count - self.room))
        self.refresh()

    def bring(self, first: int, last: int) -> None:
        """Scrolls until these lines are in sight, or the first of them where they are too many."""
        self.top = min(max(self.top, last - self.room + 1), first)
        self.scroll_by(0)

    def bring_most(self, worth: Mapping[int, int]) -> None:
        """Scrolls to where the lines that can be seen are worth most in all, and no farther than that takes."""
        tops = range(max(self._count - self.room, 0) + 1)
        most = max(self._worth(top, worth) for top in tops)
        if self._worth(self.top, worth) < most:
            best = (top for top in tops if self._worth(top, worth) == most)
            self.top = min(best, key=lambda top: abs(top - self.top))
            self.scroll_by(0)

    def _worth(self, top: int, worth: Mapping[int, int]) -> int:
        """What the lines are worth that can be seen with this one uppermost."""
        edge = 1 if self._more is not None and self.room > 2 else 0
        first, last = top + (edge if top else 0), top + self.room - 1
        seen = range(first, (last - edge if last < self._count - 1 else last) + 1)
        return sum(value for line, value in worth.items() if line in seen)

    def render_line(self, y: int) -> Strip:
        """A line in sight, for Textual."""
        width = self.size.width
        under = y - len(self._head)
        text = self._head[y].copy() if under < 0 else self._line(self.top + under, under)
        text.truncate(width, overflow="ellipsis")
        style = self.rich_style + self.app.console.get_style(text.style)
        return Strip(text.render(self.app.console)).apply_style(style).adjust_cell_length(width, style)

    def on_mouse_scroll_down(self) -> None:
        """The wheel."""
        self.scroll_by(3)

    def on_mouse_scroll_up(self) -> None:
        """The wheel."""
        self.scroll_by(-3)

    def _line(self, number: int, y: int) -> Text:
        below = self._count - number - 1
        if self._more is not None and self.room > 2:
            if y == 0 and number > 0:
                return Text(f"↑ {number + 1} lines above", style="dim")
            if y == self.room - 1 and below > 0:
                return Text(f"↓ {below + 1} more lines{self._more}", style="dim")
        return self._text_at(number).copy() if number < self._count else Text()


class StepList(Lines):
    """The list of steps; a click goes to one."""

    class Chosen(Message):
        """Somebody clicked on a step."""

        def __init__(self, step: int) -> None:
            super().__init__()
            self.step = step

    def on_click(self, event: Click) -> None:
        """Says which step was clicked on."""
        place = event.get_content_offset(self)
        if place is not None and place.y + self.top < self._count:
            self.post_message(self.Chosen(place.y + self.top))


class Body(Vertical):
    """Everything between the first and the last row; it says when there is more room or less."""

    class Resized(Message):
        """The terminal has another size."""

    def on_resize(self) -> None:
        """Tells the player."""
        self.post_message(self.Resized())
