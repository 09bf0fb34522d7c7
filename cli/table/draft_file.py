"""A text under an editor, in a file that is there until nobody needs it: what somebody wrote is never lost."""

from os import environ, fdopen
from pathlib import Path
from tempfile import mkstemp
from typing import Final

import click

from ludograph.cli.arguments import on_terminal
from ludograph.cli.errors import Failure

ABOUT: Final = """
# Put right what was entered wrongly, save, and leave the editor. Where nothing is changed, nothing happens.
# Lines that begin with # mean nothing. What is left alone keeps all that these eyes do not see: a line, and in a line
# that is changed a ?? that stands where it stood. --as judge shows everything.
"""


class DraftFile:
    """A text as it was, and as it is in a file, which may be there already."""

    def __init__(self, original: str, begun: Path | None = None) -> None:
        self.original = original
        self._made = begun is None
        self.path = _file(original + ABOUT) if begun is None else begun

    @property
    def text(self) -> str:
        """What the file holds. Raises `Failure` where that is no text."""
        try:
            return self.path.read_bytes().decode("utf-8-sig")
        except UnicodeDecodeError as wrong:
            raise Failure(f"Column {wrong.start + 1} of {self.path} is not UTF-8: save it as that.") from wrong

    @property
    def is_changed(self) -> bool:
        """Whether anything was written that counts."""
        return _bare(self.path.read_bytes()) != _bare(self.original.encode())

    def open(self) -> None:
        """Shows the file in the editor of $VISUAL or $EDITOR until that is left. Raises `Failure` without any."""
        if not (on_terminal() or environ.get("VISUAL") or environ.get("EDITOR")):
            raise Failure("There is no terminal to edit on: use --file, or name an editor in $VISUAL that needs none.")
        click.edit(filename=str(self.path))

    def discard(self) -> None:
        """Removes the file, unless it was there before."""
        if self._made:
            self.path.unlink(missing_ok=True)


def _file(text: str) -> Path:
    """A new file for its owner alone."""
    handle, name = mkstemp(prefix="ludograph-", suffix=".txt")
    with fdopen(handle, "w", encoding="utf-8") as file:
        file.write(text)
    return Path(name)


def _bare(text: bytes) -> list[bytes]:
    """The lines without comments, and without blanks at the end."""
    lines = [line.rstrip() for line in text.splitlines() if not line.lstrip().startswith(b"#")]
    while lines and not lines[-1]:
        lines.pop()
    return lines
