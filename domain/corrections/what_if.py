"""What would have become of a match under other options: its entries decided again, as far as they are legal then."""

from collections.abc import Mapping
from typing import Any, Final, Literal, NamedTuple

from msgspec.structs import replace

from ludograph.domain.corrections.amend import Reason, Unamendable, corrected_match, header_correction
from ludograph.domain.corrections.named_result import NamedResult, changed_result, named_result
from ludograph.domain.match.aggregate import Match, Stamp

WhatIfOutcome = Literal["same", "differs", "refused"]
SALT: Final = "00" * 16
"""What is decided here is never stored, and needs no salt of its own."""


class WhatIfResult(NamedTuple):
    """What came of it: at which step the first difference is, 0 being the start, and what it is."""

    outcome: WhatIfOutcome
    step: int | None = None
    message: str = ""
    result: NamedResult | None = None
    """How it stands then; None where a step is refused."""


def what_if(match: Match, options: Mapping[str, Any], was: NamedResult) -> WhatIfResult:
    """What becomes of a match with these options in the place of its own; values as a match file has them.

    `was` is its result as `named_result` has it under the rules by which it was played, for others may be in force now.
    """
    stamp = Stamp(match.first.recorded_at, SALT)
    try:
        after = corrected_match(match, header_correction(match, {"options": dict(options)}), Reason(""), stamp).match
    except Unamendable as wrong:
        return WhatIfResult("refused", wrong.step, f"Refused ({wrong.rule or 'no rule'}): {wrong.message}")
    step, now = _parted(match, after), named_result(after)
    if step is None and was == now:
        return WhatIfResult("same", result=now)
    came = "; the result is the same." if was == now else f". {changed_result(was, now)}"
    where = (
        "It goes as it went" if step is None else f"It goes otherwise from {f'step {step}' if step else 'the start'} on"
    )
    return WhatIfResult("differs", len(match.steps) if step is None else step, f"{where}{came}", now)


def _parted(match: Match, after: Match) -> int | None:
    """The first step from which other facts follow; None where all are the same."""
    # That it was begun with other options is what is tried, and no difference that comes of it.
    begun = [
        replace(fact, options=after.start.options) if hasattr(fact, "options") else fact for fact in match.start.facts
    ]
    if tuple(begun) != after.start.facts:
        return 0
    both = zip(match.steps, after.steps, strict=True)
    return next((one.number for one, other in both if one.facts != other.facts), None)
