"""What a slip may have meant."""

from collections.abc import Iterable

from ludograph.domain.notation.limits import QUOTED


def did_you_mean(wrong: str, known: Iterable[str]) -> str:
    """What goes behind what is wrong, before its full stop: ` (did you mean pass?)`. Empty where nothing is near."""
    # Only a slip needs it, and every command would wait for it.
    from difflib import get_close_matches

    spelled = {one.casefold(): one for one in known}
    close = get_close_matches(wrong[:QUOTED].casefold(), spelled, 1)
    return f" (did you mean {spelled[close[0]]}?)" if close else ""
