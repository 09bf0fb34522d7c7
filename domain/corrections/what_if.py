"""What would have become of a match under other options: its entries decided again, as far as they are legal then."""

from collections.abc import Mapping
from typing import Any, Final, Literal, NamedTuple

from msgspec.structs import replace

from ludograph.domain.corrections.amend import Reason, Unamendable, corrected_match, header_correction
from ludograph.domain.kernel.sentences import listed
from ludograph.domain.match.aggregate import Match, Stamp

WhatIfOutcome = Literal["same", "differs", "refused"]
SALT: Final = "00" * 16
"""What is decided here is never stored, and needs no salt of its own."""


class ToldResult(NamedTuple):
    """A result as a sentence has it, and the names of those who have won."""

    text: str
    winners: tuple[str, ...] = ()


class WhatIfResult(NamedTuple):
    """What came of it: at which step the first difference is, 0 being the start, and what it is."""

    outcome: WhatIfOutcome
    step: int | None = None
    message: str = ""
    winners: tuple[str, ...] | None = None
    """Who has won then; None where a step is refused."""


def what_if(match: Match, options: Mapping[str, Any], was: ToldResult) -> WhatIfResult:
    """What becomes of a match with these options in the place of its own; values as a match file has them.

    `was` is its result as `told_result` has it under the rules by which it was played, for others may be in force now.
    """
    stamp = Stamp(match.first.recorded_at, SALT)
    try:
        after = corrected_match(match, header_correction(match, {"options": dict(options)}), Reason(""), stamp).match
    except Unamendable as wrong:
        return WhatIfResult("refused", wrong.step, f"Refused ({wrong.rule or 'no rule'}): {wrong.message}")
    step, now = _parted(match, after), told_result(after)
    if step is None and was.text == now.text:
        return WhatIfResult("same", winners=now.winners)
    if step is None:
        told = f"It goes as it went; the result is {now.text}, not {was.text}."
        return WhatIfResult("differs", len(match.steps), told, now.winners)
    told = f"the result is {now.text}, not {was.text}" if was.text != now.text else "the result is the same"
    message = f"It goes otherwise from {f'step {step}' if step else 'the start'} on; {told}."
    return WhatIfResult("differs", step, message, now.winners)


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


def told_result(match: Match) -> ToldResult:
    """Who has how much and who has won, as far as that can be told."""
    result = match.game.result(match.state)
    if not result.over:
        return ToldResult("open")
    scores = listed([f"{name}: {score}" for name, score in zip(match.players, result.scores, strict=True)])
    winners = () if isinstance(result.winners, str) else tuple(match.name(seat) for seat in result.winners)
    won = f" ({listed(winners)} won)" if len(match.players) > 1 and winners else ""
    return ToldResult(f"{scores}{won}", winners)
