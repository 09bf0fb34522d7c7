"""How wide a text is on a terminal, and how it is made to fit."""


def wide(text: str) -> int:
    """The number of columns that a text takes."""
    if text.isascii():  # most is, and then nothing has to be loaded to know
        return len(text)
    from rich.cells import cell_len

    return cell_len(text)


def fitting(text: str, size: int) -> str:
    """As much of the beginning of a text as fits, at least a letter."""
    if text.isascii():
        return text[: max(size, 1)]
    from rich.cells import chop_cells

    return chop_cells(text, max(size, 1))[0] or text[:1]


def cut_to_width(text: str, size: int) -> str:
    """A text of at most this width, with `…` where it was cut."""
    if wide(text) <= size:
        return text
    return f"{fitting(text, size - 1) if size > 1 else ''}…"


def padded(text: str, size: int, *, right: bool = False) -> str:
    """A text with blanks behind it, or before it, up to a width."""
    space = " " * (size - wide(text))
    return space + text if right else text + space
