"""QR codes in the terminal."""

import sys


def print_qr(text: str) -> None:
    """A text as a QR code, for a phone to read from the screen; nothing where nobody looks at one."""
    import segno

    if sys.stderr.isatty():
        segno.make(text, micro=False).terminal(out=sys.stderr, compact=True)
