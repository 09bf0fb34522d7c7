"""Names of players that are nearly alike: one may be a slip for the other."""

import re
from collections.abc import Collection, Iterator, Sequence
from difflib import get_close_matches
from typing import Final

from ludograph.domain.notation.names import folded

NEAR: Final = 0.6
"""How alike two names are, from 0 to 1, of which one may be meant by the other."""
NEARLY: Final = 0.8
"""How alike a new name is to a known one that may have been meant."""
_DIGITS: Final = re.compile(r"\d+")


def name_doubts(names: Sequence[str], entered: Collection[str]) -> Iterator[str]:
    """A sentence for each new name that is nearly one of those entered, but for its digits."""
    known = {folded(name): name for name in entered}
    for name in names:
        others = [other for other in known if _DIGITS.sub("", other) != _DIGITS.sub("", folded(name))]
        near = get_close_matches(folded(name), others, 1, NEARLY)
        if near and folded(name) not in known:
            yield f"{name}: did you mean {known[near[0]]}, who was entered already? `undo` takes this back."


def name_meant(name: str, known: Collection[str]) -> str:
    """A question where a known name is nearly this one, or the only one that begins like it; else empty."""
    by_look = {folded(other): other for other in known}
    begun = [look for look in by_look if folded(name) and look.startswith(f"{folded(name)} ")]
    found = get_close_matches(folded(name), by_look, 1, NEAR) or (begun if len(begun) == 1 else [])
    return f" (did you mean {by_look[found[0]]}?)" if found else ""
