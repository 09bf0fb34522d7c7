"""Rounds: the larger parts of a match, as the titles of its scenes name them."""

import re
from typing import Final

from domain.kernel.scene import Scene

_NAME: Final = re.compile(r"[^\W\d_]+ \d+(?= of \d|[:,]|$)")


def round_of(scene: Scene) -> str | None:
    """`Round 2`, `Hand 3`: a title's first words, where they are a word and a number; None between rounds.

    A game whose titles never begin so has no rounds.
    """
    found = _NAME.match(scene.title)
    return found[0] if found else None
